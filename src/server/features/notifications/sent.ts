import type { z } from 'zod'
import { pagesBy } from '#server/platform/export/columns.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import { figuresOf } from '#shared/notifications/notifications.rules.ts'
import type { SentQuery, sentExportQuery, sentNotification } from '#shared/notifications/notifications.schema.ts'
import { paginate } from '#shared/schema.ts'
import { notificationsRepo, type SentRow, type Viewer } from './notifications.repo.ts'
import { present, viewerOf } from './notifications.ts'
import { sentFile } from './sent.exports.ts'
import { collegeOf } from './targets.ts'

const withFigures = (row: SentRow, viewer: Viewer, now: number): z.input<typeof sentNotification> => ({
  ...present(row.notification, row.isSending === 1, viewer, now),
  ...figuresOf(row),
  emailsSent: row.emailsSent,
})

/** A page of the sent notifications that the viewer may see, newest first, after the viewer's own scheduled ones. */
export async function findSent(app: Platform, reach: Reach, actor: Actor, query: SentQuery) {
  const repo = notificationsRepo(app.db.read)
  const viewer = viewerOf(reach, actor)
  const now = app.clock.now()
  const [rows, total] = await Promise.all([repo.list(viewer, query, now, query), repo.count(viewer, query, now)])
  return { notifications: rows.map((row) => withFigures(row, viewer, now)), pagination: paginate(query, total) }
}

/** Maximum rows per read, to limit each read to a few milliseconds. */
const rowsPerBatch = 500

/** Exports the sent notifications that the viewer may see, with statistics. */
export async function exportSent(
  app: Platform,
  reach: Reach,
  actor: Actor,
  { format, timeZone, ...filter }: z.output<typeof sentExportQuery>,
): Promise<Response> {
  const now = app.clock.now()
  const viewer = viewerOf(reach, actor)
  const { listAfter } = notificationsRepo(app.db.read)
  const pages = pagesBy<SentRow>((after) => listAfter(viewer, filter, now, after?.notification, rowsPerBatch))
  return sentFile(format, timeZone, now, pages)
}

/** Maximum recent notifications included with the statistics. */
const maxRecent = 10

/** Totals of the sent notifications that the viewer may see. Scheduled notifications do not count. */
export async function getStats(app: Platform, reach: Reach) {
  const repo = notificationsRepo(app.db.read)
  const college = collegeOf(reach)
  const [rows, recent] = await Promise.all([repo.stats(college), repo.recent(college, maxRecent)])
  const sum = (of: 'notifications' | 'recipients' | 'read', some = rows) =>
    some.reduce((total, row) => total + row[of], 0)
  const toThose = (targetType: string) =>
    sum(
      'notifications',
      rows.filter((row) => row.targetType === targetType),
    )
  const ofPriority = (priority: string) =>
    sum(
      'notifications',
      rows.filter((row) => row.priority === priority),
    )
  return {
    totalNotifications: sum('notifications'),
    ...figuresOf({ recipients: sum('recipients'), read: sum('read') }),
    byRole: { colleges: toThose('colleges'), faculty: toThose('faculty'), students: toThose('students') },
    byPriority: { high: ofPriority('high'), medium: ofPriority('medium'), low: ofPriority('low') },
    recentActivity: recent.map(({ notification, recipients, emailsSent }) => ({
      id: notification.id,
      title: notification.title,
      totalRecipients: recipients,
      emailsSent,
      // The list is sorted by send time.
      createdAt: notification.sentAt ?? notification.createdAt,
    })),
  }
}
