import { type Column, pagesBy } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AnalyticsExportQuery } from '#shared/notifications/analytics/schema.ts'
import { figuresOf } from '#shared/notifications/rules.ts'
import { dateOf } from '#shared/reports/days/rules.ts'
import { analyticsRepo } from './repo.ts'
import { rangeOf } from './service.ts'

type Row = Awaited<ReturnType<ReturnType<typeof analyticsRepo>['listAfter']>>[number]

const columns: readonly Column<Row>[] = [
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

const rowsAtOnce = 500

/** The notifications of the viewer's days and what they came to, as `notification-analytics-{date}`. */
export async function exportAnalytics(app: Platform, { format, ...query }: AnalyticsExportQuery): Promise<Response> {
  const range = rangeOf(query)
  const { listAfter } = analyticsRepo(app.db.read)
  return exportResponse(format, `notification-analytics-${dateOf(app.clock.now(), query.tz)}`, {
    title: 'Notification Analytics',
    list: 'notifications',
    columns,
    timeZone: query.tz,
    pages: pagesBy<Row>((after) => listAfter(range, after?.notification, rowsAtOnce)),
  })
}
