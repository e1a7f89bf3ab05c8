import { IconPaperclip } from '@tabler/icons-react'
import { now } from '#client/lib/clock.ts'
import { percentText } from '#client/lib/format.ts'
import { formatDateTime } from '#client/lib/time.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import type { Status } from '#shared/notifications/notifications.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { previewOf } from '../model/analytics-text.ts'
import { targetWords, typeWords } from '../model/form-text.ts'
import { narrowedText, statusWords, wentOut } from '../model/notification-text.ts'
import { dueText, missedText } from '../model/notification-times.ts'
import type { SentNotification } from '../queries.ts'
import { PriorityBadge } from './priority-badge.tsx'
import classes from './sent-columns.module.css'

const tones: Record<Status, Tone> = {
  scheduled: 'info',
  sending: 'warning',
  sent: 'success',
  expired: 'neutral',
  missed: 'danger',
}

const none = <span className={classes.quiet}>–</span>

/** Columns of the list. @param bySender for viewers of several senders */
export const sentColumns = (
  bySender: boolean,
  onOpen: (notification: SentNotification) => void,
): readonly Column<SentNotification>[] => [
  {
    id: 'title',
    header: 'Notification',
    card: 'title',
    cell: (notification) => <Words of={notification} onOpen={onOpen} bySender={bySender} />,
  },
  {
    id: 'target',
    header: 'Sent to',
    width: '17%',
    cell: (notification) => (
      <>
        {targetWords[notification.targetType]}
        <div className={classes.narrowed}>{narrowedText(notification)}</div>
      </>
    ),
  },
  {
    id: 'recipients',
    header: 'Recipients',
    numeric: true,
    width: 96,
    cell: (notification) => (wentOut(notification) ? notification.totalRecipients.toLocaleString() : none),
  },
  {
    id: 'read',
    header: 'Read',
    width: 132,
    cell: (notification) => (wentOut(notification) ? <ReadShare of={notification} /> : none),
  },
  {
    id: 'emails',
    header: 'Emails sent',
    numeric: true,
    width: 100,
    cell: (notification) => (wentOut(notification) ? notification.emailsSent.toLocaleString() : none),
  },
  { id: 'when', header: 'When', width: 164, cell: (notification) => <When of={notification} /> },
]

/** How many recipients have read it, and their share. */
function ReadShare({ of: { totalRead, totalRecipients, readPercentage } }: { of: SentNotification }) {
  return (
    <div className={classes.read}>
      <span>{totalRead.toLocaleString()}</span>
      <span className={classes.quiet}>{totalRecipients === 0 ? '–' : percentText(readPercentage)}</span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${readPercentage}%` }} />
      </span>
    </div>
  )
}

interface WordsProps {
  of: SentNotification
  onOpen: (notification: SentNotification) => void
  bySender: boolean
}

function Words({ of: notification, onOpen, bySender }: WordsProps) {
  const { title, message, type, priority, attachment, createdBy } = notification
  return (
    <div className={classes.words}>
      <button type="button" className={classes.title} title={title} dir="auto" onClick={() => onOpen(notification)}>
        {title}
      </button>
      <div className={classes.preview} dir="auto">
        {previewOf(message)}
      </div>
      <div className={classes.about}>
        <span>{typeWords[type]}</span>
        <PriorityBadge priority={priority} />
        {bySender && <span title={`${roleLabels[createdBy.role]}, ${createdBy.email}`}>from {createdBy.name}</span>}
        {attachment && (
          <span title={attachment.originalName}>
            <IconPaperclip size={13} aria-hidden /> Attachment
          </span>
        )}
      </div>
    </div>
  )
}

/** When it was sent, or why not, plus its status unless that is redundant. */
export function When({ of: { status, sentAt, scheduledFor, expiresAt } }: { of: SentNotification }) {
  return (
    <div className={classes.when}>
      {status !== 'sent' && <StatusBadge tone={tones[status]} label={statusWords[status]} />}
      {status === 'missed' ? (
        <span title={scheduledFor === null ? undefined : formatDateTime(scheduledFor)}>
          {missedText({ expiresAt }, now())}
        </span>
      ) : scheduledFor !== null && sentAt === null ? (
        <time dateTime={scheduledFor} title={formatDateTime(scheduledFor)}>
          {dueText(scheduledFor, now())}
        </time>
      ) : (
        <RelativeTime value={sentAt} />
      )}
    </div>
  )
}
