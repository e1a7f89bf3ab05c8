import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import { type AnalyticsQuery, type analyticsReport, mostSeenBy } from '#shared/notifications/analytics/schema.ts'
import { figuresOf } from '#shared/notifications/rules.ts'
import { dateAfter, dateOf, quarterMs, startOfDate } from '#shared/reports/days/rules.ts'
import { paginate } from '#shared/schema.ts'
import { analyticsRepo, type Range } from './repo.ts'

type Days = Pick<AnalyticsQuery, 'startDate' | 'endDate' | 'tz'>

/** The viewer's days as moments: from the beginning of the first to that of the day after the last. */
export const rangeOf = ({ startDate, endDate, tz }: Days): Range => ({
  from: startDate === undefined ? undefined : startOfDate(startDate, tz),
  to: endDate === undefined ? undefined : startOfDate(endDate, tz, 1),
})

/** So many days a line may have at most; of a longer time the last ones are shown. */
const mostDays = 3_660

/** Every day that was asked for until today, without a first one from where something happened: also those without anything. */
async function daysOf(app: Platform, query: Days) {
  const repo = analyticsRepo(app.db.read)
  const range = rangeOf(query)
  const [sendings, readings] = await Promise.all([repo.sendings(range), repo.readings(range)])
  const sent = new Map<string, number>()
  const seen = new Map<string, number>()
  const add = (to: Map<string, number>, at: number, many: number) => {
    const date = dateOf(at, query.tz)
    to.set(date, (to.get(date) ?? 0) + many)
  }
  for (const { at } of sendings) add(sent, at, 1)
  for (const { quarter, readings: many } of readings) add(seen, quarter * quarterMs, many)
  const today = dateOf(app.clock.now(), query.tz)
  const last = query.endDate !== undefined && query.endDate < today ? query.endDate : today
  const [first = last] = [...sent.keys(), ...seen.keys()].sort()
  const asked = query.startDate ?? first
  const [, from = asked] = [asked, dateAfter(last, 1 - mostDays)].sort()
  const days: { date: string; sent: number; seen: number }[] = []
  for (let date = from; date <= last; date = dateAfter(date, 1))
    days.push({ date, sent: sent.get(date) ?? 0, seen: seen.get(date) ?? 0 })
  return days
}

type Row = Awaited<ReturnType<ReturnType<typeof analyticsRepo>['list']>>[number]

async function analysed(app: Platform, { notification, ...totals }: Row) {
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
    seenBy: await analyticsRepo(app.db.read).seenBy(notification.id, mostSeenBy),
  }
}

/** What all notifications of the platform that went out on the viewer's days came to, and a page of them, newest first. */
export async function getAnalytics(app: Platform, query: AnalyticsQuery): Promise<z.input<typeof analyticsReport>> {
  const repo = analyticsRepo(app.db.read)
  const range = rangeOf(query)
  const [{ sent, recipients, read }, dailyAnalytics, rows] = await Promise.all([
    repo.totals(range),
    daysOf(app, query),
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
    notifications: await Promise.all(rows.map((row) => analysed(app, row))),
    pagination: paginate(query, sent),
  }
}
