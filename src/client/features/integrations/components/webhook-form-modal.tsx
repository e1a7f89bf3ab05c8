import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { FormActions } from '#client/ui/form-actions.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { subscribableEvents, type Webhook, webhookForm } from '#shared/integrations/webhooks.schema.ts'
import { useCreateWebhook, useUpdateWebhook } from '../queries.ts'
import { eventLabels } from './webhook-labels.ts'

interface WebhookFormModalProps {
  /** The webhook to edit; null for a new one. */
  webhook: Webhook | null
  opened: boolean
  onClose: () => void
  onCreated: (created: RouterOutputs['integrations']['webhooks']['create']) => void
}

/** Creates or edits a webhook. */
export function WebhookFormModal({ webhook, opened, onClose, onCreated }: WebhookFormModalProps) {
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  const form = useZodForm({
    schema: webhookForm,
    initialValues: { url: webhook?.url ?? '', events: [...(webhook?.events ?? subscribableEvents)] },
  })
  const submit = form.submit(async (values) => {
    if (!webhook) return onCreated(await create.mutateAsync(values))
    await update.mutateAsync({ id: webhook.id, ...values })
    notify.success('Webhook changed')
    onClose()
  })
  return (
    <Modal opened={opened} onClose={onClose} title={webhook ? 'Edit webhook' : 'Add a webhook'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Address"
            description="Events are sent as JSON in POST requests. Pending calls go to this address too."
            type="url"
            placeholder="https://"
            required
            data-autofocus
            {...form.getInputProps('url')}
          />
          <Checkbox.Group label="Events to send" required {...form.getInputProps('events')}>
            <Stack gap="xs" mt={6}>
              {subscribableEvents.map((event) => (
                <Checkbox key={event} value={event} label={eventLabels[event]} description={event} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Stack>
        <FormActions submitLabel={webhook ? 'Save changes' : 'Add webhook'} busy={form.busy} onCancel={onClose} />
      </form>
    </Modal>
  )
}
