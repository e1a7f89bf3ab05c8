import { and, asc, count, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { notifications, notificationTotals, readingTotals, recipients } from '#drizzle/schema/notifications.ts'
import { repository } from '#server/platform/db.ts'
import { quarterOf } from '#shared/reports/days.rules.ts'
import type { PageQuery } from '#shared/schema.ts'
import { isCounted } from '../notifications.repo.ts'

/** A period in ms UTC, end exclusive. A missing bound leaves it open. */
export interface Range {
  from: number | undefined
  to: number | undefined
}

export const analyticsRepo = repository((db) => {
  const sentIn = ({ from, to }: Range) =>
    and(
      isCounted(null),
      from === undefined ? undefined : gte(notifications.sentAt, from),
      to === undefined ? undefined : lt(notifications.sentAt, to),
    )
  const withTotals = () =>
    db
      .select({
        notification: notifications,
        recipients: notificationTotals.recipients,
        read: notificationTotals.read,
      })
      .from(notifications)
      .innerJoin(notificationTotals, eq(notificationTotals.notificationId, notifications.id))
  const seenBy = db
    .select({
      userName: users.name,
      userEmail: users.email,
      userRole: users.role,
      seenAt: sql<number>`${recipients.readAt}`,
    })
    .from(recipients)
    .innerJoin(users, eq(users.id, recipients.userId))
    .where(and(eq(recipients.notificationId, sql.placeholder('id')), isNotNull(recipients.readAt)))
    .orderBy(desc(recipients.readAt), desc(recipients.userId))
    .limit(sql.placeholder('limit'))
    .prepare()

  return {
    totals: async (range: Range) =>
      db
        .select({
          sent: count(),
          recipients: sql<number>`coalesce(sum(${notificationTotals.recipients}), 0)`,
          read: sql<number>`coalesce(sum(${notificationTotals.read}), 0)`,
        })
        .from(notifications)
        .innerJoin(notificationTotals, eq(notificationTotals.notificationId, notifications.id))
        .where(sentIn(range))
        .get() ?? { sent: 0, recipients: 0, read: 0 },
    list: async (range: Range, { page, limit }: PageQuery) =>
      withTotals()
        .where(sentIn(range))
        .orderBy(desc(notifications.sentAt), desc(notifications.id))
        .limit(limit)
        .offset((page - 1) * limit),
    listAfter: async (range: Range, after: { sentAt: number | null; id: string } | undefined, limit: number) =>
      withTotals()
        .where(
          and(
            sentIn(range),
            after && sql`(${notifications.sentAt}, ${notifications.id}) < (${after.sentAt}, ${after.id})`,
          ),
        )
        .orderBy(desc(notifications.sentAt), desc(notifications.id))
        .limit(limit),
    /** The latest readers. */
    seenBy: async (id: string, limit: number) => seenBy.all({ id, limit }),
    /** Send time of the first notification. */
    firstMoment: async () => {
      const [sent] = await db
        .select({ at: sql<number>`${notifications.sentAt}` })
        .from(notifications)
        .where(isCounted(null))
        .orderBy(asc(notifications.sentAt))
        .limit(1)
      return sent?.at
    },
    /** Notifications sent per day. @param starts the start of each day, and of the day after the last */
    sendings: async (starts: readonly number[]) =>
      db
        .select({ day: sql<number>`day.key`, total: count() })
        .from(daysOf(starts))
        .crossJoin(notifications)
        .where(
          and(
            isCounted(null),
            gte(notifications.sentAt, sql`day.value ->> 0`),
            lt(notifications.sentAt, sql`day.value ->> 1`),
          ),
        )
        .groupBy(sql`day.key`),
    /** Notifications read per day. */
    readings: async (starts: readonly number[]) =>
      db
        .select({ day: sql<number>`day.key`, total: sql<number>`sum(${readingTotals.readings})` })
        .from(daysOf(starts.map(quarterOf)))
        .crossJoin(readingTotals)
        .where(and(gte(readingTotals.quarter, sql`day.value ->> 0`), lt(readingTotals.quarter, sql`day.value ->> 1`)))
        .groupBy(sql`day.key`),
  }
})

/** Days as a table `day`: the key is the index, the value contains the start and the exclusive end. */
const daysOf = (starts: readonly number[]) =>
  sql`json_each(${JSON.stringify(starts.slice(0, -1).map((start, place) => [start, starts[place + 1]]))}) as day`

export type AnalysedRow = Awaited<ReturnType<ReturnType<typeof analyticsRepo>['list']>>[number]
