import { and, asc, count, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { notifications, notificationTotals, readingTotals, recipients } from '#drizzle/schema/notifications.ts'
import { repository } from '#server/platform/db.ts'
import { quarterOf } from '#shared/reports/days/rules.ts'
import type { PageQuery } from '#shared/schema.ts'
import { isCounted } from '../repo.ts'

/** Moments, the end exclusive; without one it is open. */
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
    .limit(sql.placeholder('most'))
    .prepare()

  return {
    totals: async (range: Range) =>
      (
        await db
          .select({
            sent: count(),
            recipients: sql<number>`coalesce(sum(${notificationTotals.recipients}), 0)`,
            read: sql<number>`coalesce(sum(${notificationTotals.read}), 0)`,
          })
          .from(notifications)
          .innerJoin(notificationTotals, eq(notificationTotals.notificationId, notifications.id))
          .where(sentIn(range))
      )[0] ?? { sent: 0, recipients: 0, read: 0 },
    list: async (range: Range, { page, limit }: PageQuery) =>
      withTotals()
        .where(sentIn(range))
        .orderBy(desc(notifications.sentAt), desc(notifications.id))
        .limit(limit)
        .offset((page - 1) * limit),
    listAfter: async (range: Range, after: { sentAt: number | null; id: string } | undefined, most: number) =>
      withTotals()
        .where(
          and(
            sentIn(range),
            after && sql`(${notifications.sentAt}, ${notifications.id}) < (${after.sentAt}, ${after.id})`,
          ),
        )
        .orderBy(desc(notifications.sentAt), desc(notifications.id))
        .limit(most),
    /** The latest who have read it. */
    seenBy: async (id: string, most: number) => seenBy.all({ id, most }),
    /** When each went out, in order. */
    sendings: async (range: Range) =>
      db
        .select({ at: sql<number>`${notifications.sentAt}` })
        .from(notifications)
        .where(sentIn(range))
        .orderBy(asc(notifications.sentAt)),
    /** Readings by quarter of an hour, in order. */
    readings: async ({ from, to }: Range) =>
      db
        .select()
        .from(readingTotals)
        .where(
          and(
            sql`${readingTotals.readings} > 0`,
            from === undefined ? undefined : gte(readingTotals.quarter, quarterOf(from)),
            to === undefined ? undefined : lt(readingTotals.quarter, quarterOf(to)),
          ),
        )
        .orderBy(asc(readingTotals.quarter)),
  }
})
