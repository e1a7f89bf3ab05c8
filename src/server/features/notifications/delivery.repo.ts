import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { deliveryParts, notifications, recipients } from '#drizzle/schema/notifications.ts'
import { equals, repository } from '#server/platform/db.ts'

export const deliveryRepo = repository((db) => {
  const placed = <T>(name: string) => sql<T>`${sql.placeholder(name)}`
  const inPart = sql`${users.id} in (select value from ${deliveryParts}, json_each(${deliveryParts.userIds})
    where ${deliveryParts.notificationId} = ${sql.placeholder('id')} and ${deliveryParts.part} = ${sql.placeholder('part')})`
  const people = db.select({ id: users.id, email: users.email }).from(users).where(inPart).prepare()
  const give = db
    .insert(recipients)
    .select(
      db
        .select({
          notificationId: placed<string>('id').as('notification_id'),
          userId: users.id,
          sentAt: placed<number>('sentAt').as('sent_at'),
          expiresAt: placed<number | null>('expiresAt').as('expires_at'),
          readAt: sql<null>`null`.as('read_at'),
        })
        .from(users)
        .where(inPart),
    )
    .prepare()
  return {
    /** Scheduled notifications that are due. */
    due: async (now: number) =>
      db
        .select({ id: notifications.id })
        .from(notifications)
        .where(
          and(
            isNull(notifications.sentAt),
            isNull(notifications.missedAt),
            isNull(notifications.deletedAt),
            lte(notifications.scheduledFor, now),
          ),
        )
        .limit(100),
    find: async (id: string) =>
      db
        .select()
        .from(notifications)
        .where(and(eq(notifications.id, id), isNull(notifications.deletedAt)))
        .get(),
    /** Notifications that are sent but not yet delivered to everybody. */
    unfinished: async () =>
      db
        .selectDistinct({ id: deliveryParts.notificationId })
        .from(deliveryParts)
        .innerJoin(notifications, eq(notifications.id, deliveryParts.notificationId))
        .where(and(isNotNull(notifications.sentAt), isNull(notifications.deletedAt))),
    nextPart: async (notificationId: string) =>
      db
        .select({ part: deliveryParts.part })
        .from(deliveryParts)
        .where(eq(deliveryParts.notificationId, notificationId))
        .orderBy(asc(deliveryParts.part))
        .limit(1)
        .get(),
    /** Recipients of a batch who still exist. */
    people: async (id: string, part: number) => people.all({ id, part }),
    /** Delivers to a batch of recipients in one statement. */
    deliverPart: async (row: { id: string; part: number; sentAt: number; expiresAt: number | null }) => {
      give.run(row)
    },
    deletePart: async (notificationId: string, part: number) => {
      await db.delete(deliveryParts).where(equals(deliveryParts, { notificationId, part }))
    },
    deleteParts: async (notificationId: string) => {
      await db.delete(deliveryParts).where(eq(deliveryParts.notificationId, notificationId))
    },
  }
})
