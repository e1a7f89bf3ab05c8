import type { Column, Pages } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { figuresOf } from '#shared/notifications/notifications.rules.ts'
import type { SentRow } from './notifications.repo.ts'

const columns: readonly Column<SentRow>[] = [
  { kind: 'text', field: 'title', heading: 'Title', width: 40, value: ({ notification }) => notification.title },
  { kind: 'text', field: 'message', heading: 'Message', width: 60, value: ({ notification }) => notification.message },
  { kind: 'text', field: 'type', heading: 'Type', value: ({ notification }) => notification.type },
  { kind: 'text', field: 'priority', heading: 'Priority', value: ({ notification }) => notification.priority },
  { kind: 'text', field: 'targetType', heading: 'Sent To', value: ({ notification }) => notification.targetType },
  { kind: 'integer', field: 'totalRecipients', heading: 'Total Recipients', value: ({ recipients }) => recipients },
  { kind: 'integer', field: 'totalRead', heading: 'Read', value: ({ read }) => read },
  { kind: 'integer', field: 'totalUnread', heading: 'Unread', value: (row) => figuresOf(row).totalUnread },
  {
    kind: 'percent',
    field: 'readPercentage',
    heading: 'Read Percentage',
    value: (row) => figuresOf(row).readPercentage,
  },
  { kind: 'integer', field: 'emailsSent', heading: 'Emails Sent', value: ({ emailsSent }) => emailsSent },
  { kind: 'text', field: 'sender', heading: 'Sender', width: 28, value: ({ notification }) => notification.senderName },
  { kind: 'date', field: 'sentAt', heading: 'Sent At', value: ({ notification }) => notification.sentAt },
  { kind: 'date', field: 'expiresAt', heading: 'Expires At', value: ({ notification }) => notification.expiresAt },
]

/** 2026-01-31T09:05:07.000Z → 20260131-090507 */
const timestampOf = (now: number) => new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')

/** Sent notifications with their statistics, as `notification-report-{timestamp}`. @param now ms UTC */
export const sentFile = (format: ExportFormat, timeZone: string, now: number, pages: Pages<SentRow>): Response =>
  exportResponse(format, `notification-report-${timestampOf(now)}`, {
    title: 'Notifications',
    list: 'notifications',
    columns,
    timeZone,
    pages,
  })
