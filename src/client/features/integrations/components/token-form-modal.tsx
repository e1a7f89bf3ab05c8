import { NativeSelect, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import dayjs from 'dayjs'
import { useState } from 'react'
import { z } from 'zod'
import { now } from '#client/lib/clock.ts'
import { isDateValue, toDateValue } from '#client/lib/date-text.ts'
import { useZodForm } from '#client/lib/form.ts'
import { useUser } from '#client/lib/session.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { lastDayPresets } from '#client/ui/date-presets.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { apiAccess } from '#shared/integrations/integrations.schema.ts'
import { tokenForm, tokenLives, tokenRolesOf } from '#shared/integrations/tokens.schema.ts'
import { type Role, roleLabels, roles } from '#shared/roles.ts'
import { useCreateToken } from '../queries.ts'

const day = 86_400_000
const untilDate = 'date'

/** The form's own fields. The chosen lifetime is converted to an expiry time. */
const fields = z.object({
  name: tokenForm.shape.name,
  role: z.enum(roles),
  access: z.enum(apiAccess),
  expiresAt: tokenForm.shape.expiresAt,
  password: tokenForm.shape.password,
})

interface TokenFormModalProps extends DialogProps {
  onCreated: (created: RouterOutputs['integrations']['tokens']['create']) => void
}

/** Creates a named token with at most the permissions of the user's role, valid for a year or less. */
export function TokenFormModal({ opened, onClose, onCreated }: TokenFormModalProps) {
  const create = useCreateToken()
  const own = useUser().role as Role
  const choices = tokenRolesOf(own)
  const [life, setLife] = useState<string>('90')
  const [date, setDate] = useState('')
  const [opening] = useState(now)
  const endOf = (days: string, on: string) => {
    if (days !== untilDate) return new Date(opening + Number(days) * day).toISOString()
    // The end of the chosen day in the viewer's time zone.
    return isDateValue(on, false) ? dayjs(on).endOf('day').toISOString() : ''
  }
  const form = useZodForm({
    schema: fields,
    initialValues: {
      name: '',
      role: own,
      access: 'read' as (typeof apiAccess)[number],
      expiresAt: endOf('90', ''),
      password: '',
    },
  })
  const submit = form.submit(async ({ expiresAt, ...values }) =>
    onCreated(await create.mutateAsync({ ...values, expiresAt: new Date(expiresAt).toISOString() })),
  )
  const ends = form.getInputProps('expiresAt')

  return (
    <Modal opened={opened} onClose={onClose} title="Create an API token">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="The app that will use it, for example “Marks to ERP”"
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Radio.Group label="Access" {...form.getInputProps('access')}>
            <Stack gap="xs" mt={6}>
              <Radio value="read" label="Read only" description="Lists, reports, exports" />
              <Radio value="full" label="Read and write" description="Everything the role can do" />
            </Stack>
          </Radio.Group>
          {choices.length > 1 && (
            <NativeSelect
              label="Acts as"
              description="A faculty token reads tests and results, not settings"
              data={choices.map((role) => ({ value: role, label: roleLabels[role] }))}
              {...form.getInputProps('role')}
            />
          )}
          <NativeSelect
            label="Expires"
            data={[
              ...tokenLives.map((days) => ({ value: String(days), label: `After ${days} days` })),
              { value: untilDate, label: 'On a date …' },
            ]}
            value={life}
            onChange={({ currentTarget }) => {
              setLife(currentTarget.value)
              form.setFieldValue('expiresAt', endOf(currentTarget.value, date))
            }}
            {...(life !== untilDate && { error: ends.error })}
          />
          {life === untilDate && (
            <DateField
              label="Last day"
              required
              min={toDateValue(opening, false)}
              max={toDateValue(opening + 364 * day, false)}
              presets={lastDayPresets(opening)}
              value={date}
              onChange={(next) => {
                setDate(next)
                form.setFieldValue('expiresAt', endOf(untilDate, next))
              }}
              error={ends.error}
            />
          )}
          <PasswordInput
            label="Your password"
            required
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Text size="xs" c="dimmed">
            Tokens cannot sign in, change passwords or profiles, or manage tokens and webhooks. Changing your password
            or signing out everywhere deletes your tokens.
          </Text>
        </Stack>
        <FormActions submitLabel="Create token" busy={form.busy} onCancel={onClose} />
      </form>
    </Modal>
  )
}
