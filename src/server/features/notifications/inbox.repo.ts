import { and, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { notifications, recipients } from '#drizzle/schema/notifications.ts'
import { bound, contains, equals, repository } from '#server/platform/db.ts'
import type { InboxQuery } from '#shared/notifications/notifications.schema.ts'

export const inboxRepo = repository((db) => {
  /** A person's notifications that have not expired. */
  const present = (userId: string, now: number) =>
    and(eq(recipients.userId, userId), or(isNull(recipients.expiresAt), gt(recipients.expiresAt, now)))
  const words = ({ type, priority, sender, search }: InboxQuery): SQL | undefined =>
    and(
      type && eq(notifications.type, type),
      priority && eq(notifications.priority, priority),
      sender && eq(notifications.senderRole, sender),
      search ? contains(search, notifications.title, notifications.message) : undefined,
    )
  const matching = (userId: string, query: InboxQuery, now: number) =>
    and(
      present(userId, now),
      query.id === undefined ? undefined : eq(recipients.notificationId, query.id),
      query.filter === 'read' ? isNotNull(recipients.readAt) : undefined,
      query.filter === 'unread' ? isNull(recipients.readAt) : undefined,
    )
  const unread = db
    .select({ total: sql<number>`count(*)` })
    .from(recipients)
    .where(
      and(
        bound(recipients, 'userId'),
        isNull(recipients.readAt),
        or(isNull(recipients.expiresAt), gt(recipients.expiresAt, sql.placeholder('now'))),
      ),
    )
    .prepare()

  return {
    countUnread: async (userId: string, now: number) => unread.get({ userId, now })?.total ?? 0,
    list: async (userId: string, query: InboxQuery, now: number) =>
      db
        .select({ record: recipients, notification: notifications })
        .from(recipients)
        .crossJoin(notifications)
        .where(
          and(
            eq(notifications.id, recipients.notificationId),
            isNull(notifications.deletedAt),
            matching(userId, query, now),
            words(query),
          ),
        )
        .orderBy(desc(recipients.sentAt), desc(recipients.notificationId))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    count: async (userId: string, query: InboxQuery, now: number) => {
      const about = words(query)
      return db.$count(
        recipients,
        and(
          matching(userId, query, now),
          about &&
            sql`exists (select 1 from ${notifications} where ${notifications.id} = ${recipients.notificationId} and ${about})`,
        ),
      )
    },
    find: async (userId: string, notificationId: string, now: number) =>
      db
        .select({ record: recipients, notification: notifications })
        .from(recipients)
        .innerJoin(notifications, eq(notifications.id, recipients.notificationId))
        .where(
          and(eq(recipients.notificationId, notificationId), present(userId, now), isNull(notifications.deletedAt)),
        )
        .get(),
    markRead: async (userId: string, notificationId: string, now: number) => {
      await db
        .update(recipients)
        .set({ readAt: now })
        .where(and(equals(recipients, { notificationId, userId }), isNull(recipients.readAt)))
    },
    markAllRead: async (userId: string, now: number) => {
      await db
        .update(recipients)
        .set({ readAt: now })
        .where(and(present(userId, now), isNull(recipients.readAt)))
    },
  }
})
