import type { z } from 'zod'
import { type Column, pagesBy } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import { figuresOf } from '#shared/notifications/rules.ts'
import type { sentExportQuery } from '#shared/notifications/schema.ts'
import { notificationsRepo } from './repo.ts'
import { viewerOf } from './service.ts'

type Row = Awaited<ReturnType<ReturnType<typeof notificationsRepo>['listAfter']>>[number]

const columns: readonly Column<Row>[] = [
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

/** So many rows are read at once: a few milliseconds. */
const rowsAtOnce = 500

/** 2026-01-31T09:05:07.000Z → 20260131-090507 */
const timestampOf = (now: number) => new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')

/** What was sent from within a reach, and what it came to, as `notification-report-{timestamp}`. */
export async function exportSent(
  app: Platform,
  reach: Reach,
  actor: Actor,
  { format, timeZone, ...filter }: z.output<typeof sentExportQuery>,
): Promise<Response> {
  const now = app.clock.now()
  const viewer = viewerOf(reach, actor)
  const { listAfter } = notificationsRepo(app.db.read)
  return exportResponse(format, `notification-report-${timestampOf(now)}`, {
    title: 'Notifications',
    list: 'notifications',
    columns,
    timeZone,
    pages: pagesBy<Row>((after) => listAfter(viewer, filter, now, after?.notification, rowsAtOnce)),
  })
}
