import type { Column, Pages } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { figuresOf } from '#shared/notifications/notifications.rules.ts'
import { dateOf } from '#shared/reports/days.rules.ts'
import type { AnalysedRow } from './analytics.repo.ts'

const columns: readonly Column<AnalysedRow>[] = [
  { kind: 'text', field: 'title', heading: 'Title', width: 40, value: ({ notification }) => notification.title },
  { kind: 'text', field: 'message', heading: 'Message', width: 60, value: ({ notification }) => notification.message },
  { kind: 'text', field: 'sentTo', heading: 'Sent To', value: ({ notification }) => notification.targetType },
  { kind: 'integer', field: 'totalRecipients', heading: 'Total Recipients', value: ({ recipients }) => recipients },
  { kind: 'integer', field: 'seenCount', heading: 'Seen', value: ({ read }) => read },
  { kind: 'integer', field: 'unseenCount', heading: 'Unseen', value: (row) => figuresOf(row).totalUnread },
  { kind: 'percent', field: 'seenPercentage', heading: 'Engagement', value: (row) => figuresOf(row).readPercentage },
  { kind: 'date', field: 'sentAt', heading: 'Date', value: ({ notification }) => notification.sentAt },
  { kind: 'text', field: 'createdBy', heading: 'Created By', value: ({ notification }) => notification.senderName },
  {
    kind: 'text',
    field: 'createdByEmail',
    heading: 'Creator Email',
    width: 32,
    value: ({ notification }) => notification.senderEmail,
  },
]

/** The notifications sent in a period with their statistics, as `notification-analytics-{date}`. @param now ms UTC */
export const analyticsFile = (
  format: ExportFormat,
  timeZone: string,
  now: number,
  pages: Pages<AnalysedRow>,
): Response =>
  exportResponse(format, `notification-analytics-${dateOf(now, timeZone)}`, {
    title: 'Notification Analytics',
    list: 'notifications',
    columns,
    timeZone,
    pages,
  })
