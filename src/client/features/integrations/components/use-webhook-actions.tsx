import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useZodForm } from '#client/lib/form.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FilterSelect } from '#client/ui/filter-bar.tsx'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { ShownOnce } from '#client/ui/shown-once.tsx'
import {
  type Delivery,
  deliveryStatuses,
  subscribableEvents,
  type Webhook,
  webhookForm,
} from '#shared/integrations/webhooks.schema.ts'
import {
  useCreateWebhook,
  useDeleteWebhook,
  useDeliveries,
  usePingWebhook,
  useRenewSecret,
  useResendDelivery,
  useToggleWebhook,
  useUpdateWebhook,
} from '../queries.ts'
import { deliveryColumns } from './webhook-columns.tsx'
import { deliveryStates, eventLabels } from './webhook-labels.ts'

/**
 * Webhook actions and their dialogs.
 *
 * @param webhooks the current list, which keeps an open dialog up to date
 * @returns a function that lists a webhook's actions, functions to add one and show its calls, and the dialogs
 */
export function useWebhookActions(webhooks: readonly Webhook[] | undefined) {
  const form = useDialog<{ webhook: Webhook | null }>()
  const secret = useDialog<RouterOutputs['integrations']['webhooks']['create']>()
  const calls = useDialog<Webhook>()
  const confirm = useConfirm()
  const toggle = useToggleWebhook()
  const renew = useRenewSecret()
  const remove = useDeleteWebhook()
  const ping = usePingWebhook()

  const sendPing = ({ id }: Webhook) =>
    reportOutcome(ping.mutateAsync({ id }), 'Test call sent', 'Failed to send a test call')
  const testAndShow = async (webhook: Webhook) => {
    // Send the test call before opening the list of calls, because a list that is loading is not refetched.
    await sendPing(webhook)
    calls.open(webhook)
  }
  const pause = async ({ id, isActive, url }: Webhook) => {
    const sure =
      !isActive ||
      (await confirm({
        title: 'Pause this webhook?',
        message: `${url} receives no events until you resume it.`,
        consequences: 'Events during the pause are never sent. Pending calls stay pending.',
        confirmLabel: 'Pause',
        destructive: false,
      }))
    if (!sure) return
    const done = isActive ? 'Webhook paused' : 'Webhook resumed'
    await reportOutcome(toggle.mutateAsync({ id }), done, 'Failed to update the webhook')
  }
  const renewSecret = async ({ id, url }: Webhook) => {
    const sure = await confirm({
      title: 'Renew the secret?',
      message: `New calls to ${url} are signed with a new secret.`,
      consequences: 'The receiver rejects them until you give it the new secret. Rejected calls are retried.',
      confirmLabel: 'Renew secret',
    })
    const answer = sure && (await reportOutcome(renew.mutateAsync({ id }), undefined, 'Failed to renew the secret'))
    if (answer) secret.open(answer)
  }
  const deleteOne = async ({ id, url, waiting }: Webhook) => {
    const sure = await confirm({
      title: 'Delete this webhook?',
      message: `${url} receives no more events.`,
      consequences: `Its secret and history are deleted${waiting > 0 ? `, with ${plural(waiting, 'pending call')}` : ''}.`,
      confirmLabel: 'Delete webhook',
    })
    if (sure) await reportOutcome(remove.mutateAsync({ id }), 'Webhook deleted', 'Failed to delete the webhook')
  }

  const actionsOf = (webhook: Webhook): RowAction[] => [
    { label: 'Show calls', icon: IconListDetails, onClick: () => calls.open(webhook) },
    { label: 'Send a test call', icon: IconSend, onClick: () => void testAndShow(webhook) },
    { label: 'Edit', icon: IconPencil, onClick: () => form.open({ webhook }) },
    {
      label: webhook.isActive ? 'Pause' : 'Resume',
      icon: webhook.isActive ? IconPlayerPause : IconPlayerPlay,
      onClick: () => void pause(webhook),
    },
    { label: 'Renew secret', icon: IconKey, onClick: () => void renewSecret(webhook) },
    { label: 'Delete', icon: IconTrash, destructive: true, onClick: () => void deleteOne(webhook) },
  ]

  const dialogs = (
    <>
      {form.show(({ webhook }, dialog) => (
        <WebhookFormModal
          webhook={webhook}
          onCreated={(answer) => {
            form.close()
            secret.open(answer)
          }}
          {...dialog}
        />
      ))}
      {calls.show((about, dialog) => {
        const webhook = webhooks?.find(({ id }) => id === about.id) ?? about
        return <DeliveriesModal webhook={webhook} onPing={() => void sendPing(webhook)} {...dialog} />
      })}
      {secret.show(({ webhook, secret }, dialog) => (
        <ShownOnce
          title="Webhook secret"
          text={`Signs the calls to ${webhook.url} (Standard Webhooks). Give it to the receiver.`}
          value={secret}
          noun="secret"
          {...dialog}
        />
      ))}
    </>
  )
  return { actionsOf, add: () => form.open({ webhook: null }), show: calls.open, dialogs }
}

interface WebhookFormModalProps extends DialogProps {
  /** The webhook to edit; null for a new one. */
  webhook: Webhook | null
  onCreated: (created: RouterOutputs['integrations']['webhooks']['create']) => void
}

function WebhookFormModal({ webhook, opened, onClose, onCreated }: WebhookFormModalProps) {
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  const form = useZodForm({
    schema: webhookForm,
    initialValues: { url: webhook?.url ?? '', events: [...(webhook?.events ?? subscribableEvents)] },
  })
  const submit = form.submit(async (values) => {
    if (!webhook) return onCreated(await create.mutateAsync(values))
    await update.mutateAsync({ id: webhook.id, ...values })
    notify.success('Webhook updated')
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

interface DeliveriesModalProps extends DialogProps {
  webhook: Webhook
  onPing: () => void
}

const perPage = 20

/** A webhook's deliveries in the last 30 days, newest first. */
function DeliveriesModal({ webhook, opened, onClose, onPing }: DeliveriesModalProps) {
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<Delivery['status']>()
  const deliveries = useDeliveries({ id: webhook.id, page, limit: perPage, status })
  const resend = useResendDelivery()
  const again = ({ id }: Delivery) =>
    reportOutcome(resend.mutateAsync({ id: webhook.id, deliveryId: id }), 'Sending again', 'Failed to send again')
  return (
    <Modal opened={opened} onClose={onClose} title="Calls in the last 30 days" size="wide">
      <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {webhook.url}
      </Text>
      <Group mb="md" gap="sm">
        <FilterSelect
          label="Outcome"
          all="All outcomes"
          value={status}
          options={deliveryStatuses.map((value) => ({ value, label: deliveryStates[value].label }))}
          onChange={(next) => {
            setPage(1)
            setStatus(deliveryStatuses.find((known) => known === next))
          }}
        />
        <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={onPing}>
          Send a test call
        </Button>
      </Group>
      <DataList
        label="Calls"
        columns={deliveryColumns}
        rows={deliveries.data?.deliveries}
        rowKey={({ id }) => id}
        query={deliveries}
        stale={deliveries.isPlaceholderData}
        pagination={deliveries.data?.pagination}
        onPageChange={setPage}
        actions={(one) =>
          one.status === 'waiting' ? [] : [{ label: 'Send again', icon: IconRefresh, onClick: () => void again(one) }]
        }
        empty={{
          icon: IconSend,
          title: status ? 'No calls with this outcome' : 'Nothing sent yet',
          text: 'Send a test call to check that the address accepts it.',
        }}
      />
    </Modal>
  )
}
