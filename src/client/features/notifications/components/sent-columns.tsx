import { Box, Group, Stack, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { now } from '#client/lib/clock.ts'
import { percentText } from '#client/lib/format.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { Dash } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import type { Status } from '#shared/notifications/notifications.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { previewOf } from '../model/analytics-text.ts'
import { narrowedText, statusLabels, targetLabels, typeLabels, wentOut } from '../model/notification-text.ts'
import { dueText, missedText } from '../model/notification-times.ts'
import type { SentNotification } from '../queries.ts'
import { PriorityBadge } from './priority-badge.tsx'
import classes from './sent.module.css'

const tones: Record<Status, Tone> = {
  scheduled: 'info',
  sending: 'warning',
  sent: 'success',
  expired: 'neutral',
  missed: 'danger',
}

const none = <Dash />

/** Columns of the Sent list. @param bySender adds the sender, for users who see several senders */
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
        {targetLabels[notification.targetType]}
        <Text component="div" inherit c="dimmed" fz="xs" className="anywhere">
          {narrowedText(notification)}
        </Text>
      </>
    ),
  },
  numberColumn(
    'recipients',
    'Recipients',
    (notification) => (wentOut(notification) ? notification.totalRecipients : none),
    { width: 96 },
  ),
  {
    id: 'read',
    header: 'Read',
    width: 132,
    cell: (notification) => (wentOut(notification) ? <ReadShare of={notification} /> : none),
  },
  numberColumn('emails', 'Emails sent', (notification) => (wentOut(notification) ? notification.emailsSent : none), {
    width: 100,
  }),
  { id: 'when', header: 'When', width: 164, cell: (notification) => <When of={notification} /> },
]

/** Number and share of recipients who have read a notification. */
function ReadShare({ of: { totalRead, totalRecipients, readPercentage } }: { of: SentNotification }) {
  return (
    <Box miw={90} maw={160} className={`tabular ${classes.read}`}>
      <span>{totalRead.toLocaleString()}</span>
      <Text span inherit c="dimmed">
        {totalRecipients === 0 ? '–' : percentText(readPercentage)}
      </Text>
      <span className="meter" style={{ gridColumn: '1 / -1' }} aria-hidden>
        <span style={{ width: `${readPercentage}%` }} />
      </span>
    </Box>
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
    <Text component="div" inherit miw={0} fz="sm" fw={400}>
      <button type="button" className="text-link record" title={title} dir="auto" onClick={() => onOpen(notification)}>
        {title}
      </button>
      <Text component="div" inherit mt={1} c="dimmed" fz="xs" className="anywhere" dir="auto">
        {previewOf(message)}
      </Text>
      <Group gap="2px 10px" mt={4} c="dimmed" fz="xs" className={classes.about}>
        <span>{typeLabels[type]}</span>
        <PriorityBadge priority={priority} />
        {bySender && <span title={`${roleLabels[createdBy.role]}, ${createdBy.email}`}>from {createdBy.name}</span>}
        {attachment && (
          <span title={attachment.originalName}>
            <IconPaperclip size={13} aria-hidden /> Attachment
          </span>
        )}
      </Group>
    </Text>
  )
}

/** Shows when a notification was or will be sent, or why it was not, with any status other than `sent`. */
export function When({ of: { status, sentAt, scheduledFor, expiresAt } }: { of: SentNotification }) {
  return (
    <Stack gap={4} align="flex-start">
      {status !== 'sent' && <StatusBadge tone={tones[status]} label={statusLabels[status]} />}
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
    </Stack>
  )
}
