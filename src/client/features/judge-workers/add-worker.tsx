import { Code, Stack, Text, TextInput } from '@mantine/core'
import { useZodForm } from '#client/lib/form.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { workerForm } from '#shared/judge-workers/judge-workers.schema.ts'
import { useCreateWorker } from './queries.ts'

interface AddWorkerProps extends DialogProps {
  onCreated: (created: { name: string; token: string }) => void
}

/** The form for a new worker. Its token is passed on, to be shown once. */
export function AddWorkerModal({ opened, onClose, onCreated }: AddWorkerProps) {
  const create = useCreateWorker()
  const form = useZodForm({ schema: workerForm, initialValues: { name: '' } })
  const submit = form.submit(async ({ name }) => onCreated({ name, token: (await create.mutateAsync({ name })).token }))
  return (
    <Modal opened={opened} onClose={onClose} title="Add a judge worker">
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="The machine that will judge, for example “Lab 3”"
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <FormActions submitLabel="Add worker" busy={form.busy} onCancel={onClose} />
      </form>
    </Modal>
  )
}

/** What to do with the token of a new worker. */
export const NextStep = () => (
  <Stack gap={6}>
    <Text size="sm">Save the token in a file on that machine, then run:</Text>
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {`examhall judge --server ${location.origin} --token-file judge.token`}
    </Code>
  </Stack>
)
