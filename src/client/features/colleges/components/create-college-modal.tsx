import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { collegeForm } from '#shared/colleges/schema.ts'
import { useCreateCollege } from '../queries.ts'

interface CreateCollegeModalProps {
  opened: boolean
  onClose: () => void
  onCreated: (created: RouterOutputs['colleges']['create']) => void
}

/** The Create College form. It keeps its content when it is closed or refused, and is emptied by success. */
export function CreateCollegeModal({ opened, onClose, onCreated }: CreateCollegeModalProps) {
  const create = useCreateCollege()
  const form = useZodForm({ schema: collegeForm, initialValues: { name: '', code: '', email: '', address: '' } })

  const submit = form.submit(async (input) => {
    const created = await create.mutateAsync(input)
    form.reset()
    notify.success('College created')
    onCreated(created)
  })

  return (
    <Modal opened={opened} onClose={onClose} title="Create College">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label="College Name" required data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label="College Code"
            description="Short and unique, for example GIT"
            required
            {...form.getInputProps('code')}
          />
          <TextInput
            label="Email"
            description="The college's administrator signs in with it"
            type="email"
            required
            {...form.getInputProps('email')}
          />
          <Textarea label="Address" required autosize minRows={2} maxRows={5} {...form.getInputProps('address')} />
        </Stack>
        <ModalActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.busy}>
            Create College
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
