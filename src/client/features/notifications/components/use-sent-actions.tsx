import { IconClockCancel, IconDownload, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { plural } from '#client/lib/format.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { offered, type RowAction } from '#client/ui/row-menu.tsx'
import { wentOut } from '../model/notification-text.ts'
import { type SentNotification, useDeleteNotification } from '../queries.ts'
import { downloadAttachment } from './attachment-download.tsx'
import { RecipientsDialog } from './recipients-dialog.tsx'

/** A confirmation that names what is lost, and for how many people. */
function questionAbout({ title, status, scheduledFor, totalRecipients }: SentNotification): ConfirmQuestion {
  if (status === 'scheduled')
    return {
      title: 'Cancel this notification?',
      message: `“${title}” will not be sent${scheduledFor === null ? '' : ` on ${formatDateTime(scheduledFor)}`}.`,
      consequences: 'The message and its attachment are deleted.',
      confirmLabel: 'Cancel notification',
      cancelLabel: 'Keep it',
    }
  if (status === 'missed')
    return {
      title: 'Delete this notification?',
      message: `“${title}” reached no one and will not be sent.`,
      consequences: 'The message and its attachment are deleted.',
      confirmLabel: 'Delete',
    }
  return {
    title: 'Delete this notification?',
    message: `“${title}” is removed for ${plural(totalRecipients, 'recipient')} and from all statistics.`,
    consequences: 'Read receipts are deleted too. Emails already sent are not affected.',
    confirmLabel: 'Delete',
  }
}

/** Actions for sent notifications, and the recipients dialog. */
export function useSentActions() {
  const navigate = useNavigate()
  const confirm = useConfirm()
  const remove = useDeleteNotification()
  const recipients = useDialog<SentNotification>()

  const askToRemove = async (notification: SentNotification) => {
    if (!(await confirm(questionAbout(notification)))) return
    const doing = notification.status === 'scheduled' ? 'Cancelling' : 'Deleting'
    await reportOutcome(
      whileLoading(remove.mutateAsync({ id: notification.id }), `${doing} the notification...`),
      ({ message }) => message,
    )
  }

  const actionsOf = (notification: SentNotification): RowAction[] => {
    const { id, status, isOwn, attachment } = notification
    const isScheduled = status === 'scheduled'
    const isOut = wentOut(notification)
    return offered([
      { label: isOut ? 'Recipients' : 'Open', icon: IconUsers, onClick: () => recipients.open(notification) },
      isOwn &&
        !isOut && {
          label: 'Edit',
          icon: IconPencil,
          onClick: () => void navigate({ to: '/create-notification', search: { edit: id } }),
        },
      isOwn &&
        attachment !== null && {
          label: 'Download attachment',
          icon: IconDownload,
          onClick: () => void downloadAttachment(id),
        },
      isOwn && {
        label: isScheduled ? 'Cancel' : 'Delete',
        icon: isScheduled ? IconClockCancel : IconTrash,
        destructive: true,
        onClick: () => void askToRemove(notification),
      },
    ])
  }

  return {
    actionsOf,
    open: recipients.open,
    dialogs: recipients.show((notification, dialog) => <RecipientsDialog notification={notification} {...dialog} />),
  }
}
