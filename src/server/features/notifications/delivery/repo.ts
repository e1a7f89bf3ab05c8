import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { deliveryParts, notifications, recipients } from '#drizzle/schema/notifications.ts'
import { repository } from '#server/platform/db.ts'

export const deliveryRepo = repository((db) => {
  const give = db
    .insert(recipients)
    .values({
      notificationId: sql.placeholder('notificationId'),
      userId: sql.placeholder('userId'),
      sentAt: sql.placeholder('sentAt'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare()
  return {
    /** Scheduled ones whose time has come, the earliest first. */
    due: async (now: number) =>
      db
        .select({ id: notifications.id })
        .from(notifications)
        .where(and(isNull(notifications.sentAt), isNull(notifications.deletedAt), lte(notifications.scheduledFor, now)))
        .orderBy(asc(notifications.scheduledFor))
        .limit(100),
    find: async (id: string) =>
      db
        .select()
        .from(notifications)
        .where(and(eq(notifications.id, id), isNull(notifications.deletedAt)))
        .get(),
    /** Those that are out but not yet with everybody. */
    unfinished: async () =>
      db
        .selectDistinct({ id: deliveryParts.notificationId })
        .from(deliveryParts)
        .innerJoin(notifications, eq(notifications.id, deliveryParts.notificationId))
        .where(and(isNotNull(notifications.sentAt), isNull(notifications.deletedAt))),
    addPart: async (row: typeof deliveryParts.$inferInsert) => {
      await db.insert(deliveryParts).values(row)
    },
    nextPart: async (notificationId: string) =>
      db
        .select({ part: deliveryParts.part })
        .from(deliveryParts)
        .where(eq(deliveryParts.notificationId, notificationId))
        .orderBy(asc(deliveryParts.part))
        .limit(1)
        .get(),
    /** Who of a part is still there. */
    people: async (notificationId: string, part: number) =>
      db
        .select({ id: users.id, email: users.email })
        .from(deliveryParts)
        .crossJoin(sql`json_each(${deliveryParts.userIds}) as chosen`)
        .innerJoin(users, sql`${users.id} = chosen.value`)
        .where(and(eq(deliveryParts.notificationId, notificationId), eq(deliveryParts.part, part))),
    give: async (row: { notificationId: string; userId: string; sentAt: number; expiresAt: number | null }) => {
      give.run(row)
    },
    deletePart: async (notificationId: string, part: number) => {
      await db
        .delete(deliveryParts)
        .where(and(eq(deliveryParts.notificationId, notificationId), eq(deliveryParts.part, part)))
    },
    deleteParts: async (notificationId: string) => {
      await db.delete(deliveryParts).where(eq(deliveryParts.notificationId, notificationId))
    },
  }
})
