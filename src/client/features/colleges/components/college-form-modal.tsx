import { Alert, Stack, Textarea, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { type College, type CollegeForm, collegeForm } from '#shared/colleges/colleges.schema.ts'
import { useCreateCollege, useUpdateCollege } from '../queries.ts'

interface FormModalProps extends DialogProps {
  title: string
  submitLabel: string
  initialValues: CollegeForm
  /** The admin's current sign-in email; undefined for a new college. */
  signsInWith?: string
  /** Saves the form. Errors it throws are shown at their fields. */
  onSubmit: (values: CollegeForm) => Promise<void>
}

const nothing: CollegeForm = { name: '', code: '', email: '', address: '' }

/** The Create College form. Keeps its content when closed or rejected, and is cleared on success. */
export function CreateCollegeModal(props: {
  opened: boolean
  onClose: () => void
  onCreated: (created: RouterOutputs['colleges']['create']) => void
}) {
  const create = useCreateCollege()
  return (
    <FormModal
      title="Create College"
      submitLabel="Create College"
      initialValues={nothing}
      opened={props.opened}
      onClose={props.onClose}
      onSubmit={async (values) => {
        const created = await create.mutateAsync(values)
        notify.success('College created')
        props.onCreated(created)
      }}
    />
  )
}

/** The form for an existing college. Remounted each time it opens, to show the stored values. */
export function EditCollegeModal({
  college,
  opened,
  onClose,
}: {
  college: College
  opened: boolean
  onClose: () => void
}) {
  const update = useUpdateCollege()
  const { id, name, code, email, address } = college
  return (
    <FormModal
      title="Edit College"
      submitLabel="Save Changes"
      initialValues={{ name, code, email, address }}
      signsInWith={email}
      opened={opened}
      onClose={onClose}
      onSubmit={async (values) => {
        await update.mutateAsync({ id, ...values })
        notify.success('College updated')
        onClose()
      }}
    />
  )
}

function FormModal({ title, submitLabel, initialValues, signsInWith, opened, onClose, onSubmit }: FormModalProps) {
  const form = useZodForm({ schema: collegeForm, initialValues: { ...initialValues } })
  const submit = form.submit(async (values) => {
    await onSubmit(values)
    form.reset()
  })
  const email = form.values.email.trim().toLowerCase()
  const moves = signsInWith !== undefined && email !== '' && email !== signsInWith

  return (
    <Modal opened={opened} onClose={onClose} title={title}>
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
          {moves && (
            <Alert color="blue" icon={<IconMailForward size={18} aria-hidden />} role="status">
              From now on, the administrator signs in with the new address instead of {signsInWith}. The password stays
              the same. Both addresses are notified.
            </Alert>
          )}
          <Textarea label="Address" required minRows={2} maxRows={5} {...form.getInputProps('address')} />
        </Stack>
        <FormActions submitLabel={submitLabel} busy={form.busy} onCancel={onClose} />
      </form>
    </Modal>
  )
}
