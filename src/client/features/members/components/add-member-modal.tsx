import { Autocomplete, Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { type MemberRole, memberForm } from '#shared/members/schema.ts'
import { useCreateMember, useGroupNames } from '../queries.ts'
import { roleWords } from './role-words.ts'

interface AddMemberModalProps {
  role: MemberRole
  opened: boolean
  onClose: () => void
  onCreated: (created: RouterOutputs['members']['create']) => void
}

/** The user form with its role fixed. It keeps its content when it is closed or refused, and is emptied by success. */
export function AddMemberModal({ role, opened, onClose, onCreated }: AddMemberModalProps) {
  const create = useCreateMember()
  const { branches, batches, sections } = useGroupNames()
  const words = roleWords[role]
  const form = useZodForm({
    schema: memberForm,
    initialValues: { role, name: '', email: '', idNumber: '', branch: '', batch: '', section: '', phoneNumber: '' },
  })
  const isStudent = role === 'student'

  const submit = form.submit(async (input) => {
    const created = await create.mutateAsync(input)
    form.reset()
    notify.success(words.added)
    onCreated(created)
  })

  return (
    <Modal opened={opened} onClose={onClose} title={words.add} size="lg">
      <form onSubmit={submit} noValidate>
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
              label={words.idNumber}
              description="Unique in your college"
              required
              {...form.getInputProps('idNumber')}
            />
            <Autocomplete label="Branch" data={branches} required {...form.getInputProps('branch')} />
            <Autocomplete label="Batch" data={batches} required={isStudent} {...form.getInputProps('batch')} />
            <Autocomplete label="Section" data={sections} required={isStudent} {...form.getInputProps('section')} />
            <TextInput label="Phone Number" type="tel" {...form.getInputProps('phoneNumber')} />
          </SimpleGrid>
        </Stack>
        <ModalActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.busy}>
            {words.add}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
