import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { recipients } from '#drizzle/schema/notifications.ts'
import { contains, repository } from '#server/platform/db.ts'
import type { RecipientsQuery } from '#shared/notifications/notifications.schema.ts'

export const recipientsRepo = repository((db) => {
  const matching = (notificationId: string, { filter }: RecipientsQuery) =>
    and(
      eq(recipients.notificationId, notificationId),
      filter === 'read' ? isNotNull(recipients.readAt) : undefined,
      filter === 'unread' ? isNull(recipients.readAt) : undefined,
    )
  const named = ({ search }: RecipientsQuery) => (search ? contains(search, users.name, users.email) : undefined)
  return {
    /** The latest readers first, then recipients who have not read the notification. */
    list: async (notificationId: string, query: RecipientsQuery) =>
      db
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          role: users.role,
          collegeId: users.collegeId,
          collegeName: colleges.name,
          readAt: recipients.readAt,
        })
        .from(recipients)
        .crossJoin(users)
        .leftJoin(colleges, eq(colleges.id, users.collegeId))
        .where(and(eq(users.id, recipients.userId), matching(notificationId, query), named(query)))
        .orderBy(desc(recipients.readAt), desc(recipients.userId))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    count: async (notificationId: string, query: RecipientsQuery) => {
      const who = named(query)
      return db.$count(
        recipients,
        and(
          matching(notificationId, query),
          who && sql`exists (select 1 from ${users} where ${users.id} = ${recipients.userId} and ${who})`,
        ),
      )
    },
  }
})
