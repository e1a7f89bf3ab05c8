import { Autocomplete, Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useZodForm } from '#client/lib/form.ts'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import {
  type Member,
  type MemberForm as MemberFields,
  type MemberRole,
  memberForm,
} from '#shared/members/members.schema.ts'
import { useGroupNames } from '../queries.ts'
import { roleText } from './role-text.ts'

/** The form's state, created by the dialog so that it lasts as long as the dialog. */
export const useMemberForm = (role: MemberRole, member?: Member) =>
  useZodForm({
    schema: memberForm,
    initialValues: {
      role,
      name: member?.name ?? '',
      email: member?.email ?? '',
      idNumber: member?.idNumber ?? '',
      branch: member?.branch ?? '',
      batch: member?.batch ?? '',
      section: member?.section ?? '',
      phoneNumber: member?.phoneNumber ?? '',
    },
  })

interface MemberFormProps {
  form: ReturnType<typeof useMemberForm>
  submitLabel: string
  /** Saves the values. Errors it throws are shown at the fields they name. */
  onSubmit: (input: MemberFields) => unknown
  onCancel: () => void
  /** Shown below the fields: the consequences of a change. */
  children?: ReactNode
}

/** The form for adding and editing users. The screen determines the role. */
export function MemberForm({ form, submitLabel, onSubmit, onCancel, children }: MemberFormProps) {
  const { branches, batches, sections } = useGroupNames()
  const { role } = form.values
  const isStudent = role === 'student'
  return (
    <form onSubmit={form.submit(onSubmit)} noValidate>
      <Stack gap="md">
        <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label="Email"
            description="Used to sign in"
            type="email"
            required
            {...form.getInputProps('email')}
          />
          <TextInput
            label={roleText[role].idNumber}
            description="Unique in your college"
            required
            {...form.getInputProps('idNumber')}
          />
          <Autocomplete label="Branch" data={branches} required {...form.getInputProps('branch')} />
          <Autocomplete label="Batch" data={batches} required={isStudent} {...form.getInputProps('batch')} />
          <Autocomplete label="Section" data={sections} required={isStudent} {...form.getInputProps('section')} />
          <TextInput label="Phone Number" type="tel" {...form.getInputProps('phoneNumber')} />
        </SimpleGrid>
        {children}
      </Stack>
      <StickyActions onCancel={onCancel}>
        <Button type="submit" loading={form.busy}>
          {submitLabel}
        </Button>
      </StickyActions>
    </form>
  )
}
