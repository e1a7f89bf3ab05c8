import { pagesBy } from '#server/platform/export/columns.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type AnalyticsExportQuery, type AnalyticsQuery, seenByOf } from '#shared/notifications/analytics.schema.ts'
import { figuresOf } from '#shared/notifications/notifications.rules.ts'
import { dateAfter, dateOf, startOfDate } from '#shared/reports/days.rules.ts'
import { paginate } from '#shared/schema.ts'
import { analyticsFile } from './analytics.exports.ts'
import { type AnalysedRow, analyticsRepo, type Range } from './analytics.repo.ts'

type Days = Pick<AnalyticsQuery, 'startDate' | 'endDate' | 'tz'>

/** Converts days in the viewer's time zone to a period in ms UTC. */
export const rangeOf = ({ startDate, endDate, tz }: Days): Range => ({
  from: startDate === undefined ? undefined : startOfDate(startDate, tz),
  to: endDate === undefined ? undefined : startOfDate(dateAfter(endDate, 1), tz),
})

/** Maximum days in a chart, which shows the last days of a longer period. */
const maxDays = 3_660

/** Counts for each day of the period up to today. Without a start date, it begins with the first notification sent. */
async function countDays(app: Platform, { startDate, endDate, tz }: Days) {
  const repo = analyticsRepo(app.db.read)
  const today = dateOf(app.clock.now(), tz)
  const last = endDate !== undefined && endDate < today ? endDate : today
  const first = startDate ?? dateOf((await repo.firstMoment()) ?? app.clock.now(), tz)
  const [, from = first] = [first, dateAfter(last, 1 - maxDays)].sort()
  const dates: string[] = []
  for (let date = from; date <= last; date = dateAfter(date, 1)) dates.push(date)
  const starts = [...dates, dateAfter(last, 1)].map((date) => startOfDate(date, tz))
  const [sendings, readings] = await Promise.all([repo.sendings(starts), repo.readings(starts)])
  const byDay = (rows: readonly { day: number; total: number }[]) => new Map(rows.map(({ day, total }) => [day, total]))
  const [sent, seen] = [byDay(sendings), byDay(readings)]
  return dates.map((date, day) => ({ date, sent: sent.get(day) ?? 0, seen: seen.get(day) ?? 0 }))
}

async function analysed(app: Platform, { notification, ...totals }: AnalysedRow, maxSeenBy: number) {
  const { totalRecipients, totalRead, totalUnread, readPercentage } = figuresOf(totals)
  return {
    id: notification.id,
    title: notification.title,
    message: notification.message,
    sentTo: notification.targetType,
    totalRecipients,
    seenCount: totalRead,
    unseenCount: totalUnread,
    seenPercentage: readPercentage,
    createdAt: notification.createdAt,
    sentAt: notification.sentAt ?? notification.createdAt,
    createdBy: { name: notification.senderName, email: notification.senderEmail },
    seenBy: await analyticsRepo(app.db.read).seenBy(notification.id, maxSeenBy),
  }
}

/** Totals of the notifications sent in a period, and a page of them, newest first. */
export async function getAnalytics(app: Platform, query: AnalyticsQuery) {
  const repo = analyticsRepo(app.db.read)
  const range = rangeOf(query)
  const [{ sent, recipients, read }, dailyAnalytics, rows] = await Promise.all([
    repo.totals(range),
    countDays(app, query),
    repo.list(range, query),
  ])
  const { totalRecipients, totalRead, totalUnread, readPercentage } = figuresOf({ recipients, read })
  return {
    summary: {
      totalNotificationsSent: sent,
      totalRecipients,
      totalSeen: totalRead,
      totalUnseen: totalUnread,
      overallSeenPercentage: readPercentage,
    },
    dailyAnalytics,
    notifications: await Promise.all(rows.map((row) => analysed(app, row, seenByOf(query)))),
    pagination: paginate(query, sent),
  }
}

/** Maximum rows per read, to limit each read to a few milliseconds. */
const rowsPerBatch = 500

/** Exports the notifications sent in a period, with their statistics. */
export async function exportAnalytics(app: Platform, { format, ...query }: AnalyticsExportQuery): Promise<Response> {
  const range = rangeOf(query)
  const { listAfter } = analyticsRepo(app.db.read)
  const pages = pagesBy<AnalysedRow>((after) => listAfter(range, after?.notification, rowsPerBatch))
  return analyticsFile(format, query.tz, app.clock.now(), pages)
}
