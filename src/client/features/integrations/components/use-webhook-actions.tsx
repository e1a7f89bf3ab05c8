import {
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { Webhook } from '#shared/integrations/webhooks.schema.ts'
import { useDeleteWebhook, usePingWebhook, useRenewSecret, useToggleWebhook } from '../queries.ts'
import { DeliveriesModal } from './deliveries-modal.tsx'
import { ShownOnce } from './shown-once.tsx'
import { WebhookFormModal } from './webhook-form-modal.tsx'

/**
 * Webhook actions.
 *
 * @param webhooks the current list, from which an open dialog is updated
 * @returns the actions of one webhook, a create action, and the dialogs
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

  /** Runs an action and reports its result. */
  const runAction = async <T,>(work: Promise<T>, done: string | undefined, failed: string) => {
    try {
      const answer = await work
      if (done) notify.success(done)
      return answer
    } catch (error) {
      notify.error(messageOf(error, failed))
      return undefined
    }
  }
  const sendPing = ({ id }: Webhook) =>
    runAction(ping.mutateAsync({ id }), 'Test call sent', 'Failed to send a test call')
  const testAndShow = async (webhook: Webhook) => {
    // Runs first, because a list that is already loading would not be refetched.
    await sendPing(webhook)
    calls.open(webhook)
  }
  const pause = async ({ id, isActive, url }: Webhook) => {
    const sure =
      !isActive ||
      (await confirm({
        title: 'Pause this webhook?',
        message: `${url} receives no events until you resume it.`,
        consequences: 'Events in the meantime are not sent later. Pending calls stay pending.',
        confirmLabel: 'Pause',
        destructive: false,
      }))
    if (!sure) return
    const done = isActive ? 'Webhook paused' : 'Webhook resumed'
    await runAction(toggle.mutateAsync({ id }), done, 'Failed to change the webhook')
  }
  const renewSecret = async ({ id, url }: Webhook) => {
    const sure = await confirm({
      title: 'Renew the secret?',
      message: `New calls to ${url} are signed with a new secret.`,
      consequences: 'The receiver rejects them until you give it the new secret. Rejected calls are retried.',
      confirmLabel: 'Renew secret',
    })
    const answer = sure && (await runAction(renew.mutateAsync({ id }), undefined, 'Failed to renew the secret'))
    if (answer) secret.open(answer)
  }
  const deleteOne = async ({ id, url, waiting }: Webhook) => {
    const sure = await confirm({
      title: 'Delete this webhook?',
      message: `${url} receives no more events.`,
      consequences: `Its secret and history are deleted${waiting > 0 ? `, with ${plural(waiting, 'pending call')}` : ''}.`,
      confirmLabel: 'Delete webhook',
    })
    if (sure) await runAction(remove.mutateAsync({ id }), 'Webhook deleted', 'Failed to delete the webhook')
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

  const shown = webhooks?.find(({ id }) => id === calls.about?.id) ?? calls.about
  const dialogs = (
    <>
      {form.about && (
        <WebhookFormModal
          key={`form-${form.openCount}`}
          webhook={form.about.webhook}
          opened={form.opened}
          onClose={form.close}
          onCreated={(answer) => {
            form.close()
            secret.open(answer)
          }}
        />
      )}
      {shown && (
        <DeliveriesModal
          key={`calls-${calls.openCount}`}
          webhook={shown}
          opened={calls.opened}
          onClose={calls.close}
          onPing={() => void sendPing(shown)}
        />
      )}
      {secret.about && (
        <ShownOnce
          key={`secret-${secret.openCount}`}
          title="The webhook’s secret"
          text={`Calls to ${secret.about.webhook.url} are signed with it (Standard Webhooks). Give it to the receiver.`}
          value={secret.about.secret}
          noun="secret"
          opened={secret.opened}
          onClose={secret.close}
        />
      )}
    </>
  )
  return { actionsOf, add: () => form.open({ webhook: null }), show: calls.open, dialogs }
}
