import { and, count, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { massMails } from '#drizzle/schema/mail.ts'
import { users } from '#drizzle/schema/members.ts'
import {
  deliveryParts,
  listedAt,
  notifications,
  notificationTotals,
  recipients,
} from '#drizzle/schema/notifications.ts'
import { contains, equals, repository } from '#server/platform/db.ts'
import type { SentQuery } from '#shared/notifications/notifications.schema.ts'
import type { PageQuery } from '#shared/schema.ts'
import type { SenderCollege } from './targets.repo.ts'

/** The caller, who sees everything sent within their reach, but only their own scheduled and missed notifications. */
export interface Viewer {
  college: SenderCollege
  userId: string
}

type Filter = Omit<SentQuery, 'page' | 'limit'>

/** A cursor in a list. */
export interface Place {
  sentAt: number | null
  id: string
}

const isSending = sql<number>`exists (select 1 from ${deliveryParts} where ${deliveryParts.notificationId} = ${notifications.id})`

/** True for notifications sent by a college (by anyone, if null) and not deleted. All statistics are based on them. */
export const isCounted = (college: SenderCollege): SQL | undefined =>
  and(
    isNotNull(notifications.sentAt),
    isNull(notifications.deletedAt),
    college === null ? undefined : eq(notifications.collegeId, college),
  )

export const notificationsRepo = repository((db) => {
  const visibleTo = ({ college, userId }: Viewer) =>
    and(
      isNull(notifications.deletedAt),
      college === null ? undefined : eq(notifications.collegeId, college),
      or(isNotNull(notifications.sentAt), eq(notifications.senderId, userId)),
    )
  const inStatus = (status: Filter['status'], now: number) => {
    const { sentAt, expiresAt } = notifications
    if (status === 'scheduled') return and(isNull(sentAt), isNull(notifications.missedAt))
    if (status === 'missed') return isNotNull(notifications.missedAt)
    const isExpired = sql`coalesce(${expiresAt} <= ${now}, 0)`
    if (status === 'expired') return and(isNotNull(sentAt), isExpired)
    if (status === 'sending') return and(isNotNull(sentAt), sql`not ${isExpired}`, isSending)
    return status && and(isNotNull(sentAt), sql`not ${isExpired}`, sql`not ${isSending}`)
  }
  const matching = (viewer: Viewer, { search, type, priority, targetType, sender, status }: Filter, now: number) =>
    and(
      visibleTo(viewer),
      type && eq(notifications.type, type),
      priority && eq(notifications.priority, priority),
      targetType && eq(notifications.targetType, targetType),
      sender && eq(notifications.senderRole, sender),
      inStatus(status, now),
      search ? contains(search, notifications.title, notifications.message) : undefined,
    )
  const withFigures = () =>
    db
      .select({
        notification: notifications,
        isSending,
        recipients: notificationTotals.recipients,
        read: notificationTotals.read,
        emailsSent: sql<number>`coalesce(${massMails.sent}, 0)`,
      })
      .from(notifications)
      .innerJoin(notificationTotals, eq(notificationTotals.notificationId, notifications.id))
      .leftJoin(massMails, eq(massMails.id, notifications.massMailId))
  const removed = {
    id: notifications.id,
    massMailId: notifications.massMailId,
    attachmentFile: notifications.attachmentFile,
  }
  /** Scheduled first, then newest first. */
  const newestFirst = [desc(listedAt), desc(notifications.id)]

  return {
    find: async (viewer: Viewer, id: string) =>
      withFigures()
        .where(and(visibleTo(viewer), eq(notifications.id, id)))
        .get(),
    list: async (viewer: Viewer, filter: Filter, now: number, { page, limit }: PageQuery) =>
      withFigures()
        .where(matching(viewer, filter, now))
        .orderBy(...newestFirst)
        .limit(limit)
        .offset((page - 1) * limit),
    /** The sent notifications that follow `after` in the list, for exports. */
    listAfter: async (viewer: Viewer, filter: Filter, now: number, after: Place | undefined, limit: number) =>
      withFigures()
        .where(
          and(
            isNotNull(notifications.sentAt),
            matching(viewer, filter, now),
            after && sql`(${listedAt}, ${notifications.id}) < (${after.sentAt}, ${after.id})`,
          ),
        )
        .orderBy(...newestFirst)
        .limit(limit),
    /** The most recently sent notifications. */
    recent: async (college: SenderCollege, limit: number) =>
      withFigures()
        .where(isCounted(college))
        .orderBy(...newestFirst)
        .limit(limit),
    count: async (viewer: Viewer, filter: Filter, now: number) =>
      db.$count(notifications, matching(viewer, filter, now)),
    insert: async (row: typeof notifications.$inferInsert) => {
      await db.insert(notifications).values(row)
    },
    update: async (id: string, row: Partial<typeof notifications.$inferInsert>) => {
      await db.update(notifications).set(row).where(eq(notifications.id, id))
    },
    /** Totals by target type and priority; for all colleges if `college` is null. */
    stats: async (college: SenderCollege) =>
      db
        .select({
          targetType: notifications.targetType,
          priority: notifications.priority,
          notifications: count(),
          recipients: sql<number>`coalesce(sum(${notificationTotals.recipients}), 0)`,
          read: sql<number>`coalesce(sum(${notificationTotals.read}), 0)`,
        })
        .from(notifications)
        .innerJoin(notificationTotals, eq(notificationTotals.notificationId, notifications.id))
        .where(isCounted(college))
        .groupBy(notifications.targetType, notifications.priority),
    /** Marks notifications sent or missed before a time as deleted. @returns the notifications to remove */
    markOld: async (before: number, now: number) =>
      db
        .update(notifications)
        .set({ deletedAt: now })
        .where(
          and(
            isNull(notifications.deletedAt),
            or(lt(notifications.sentAt, before), lt(notifications.missedAt, before)),
          ),
        )
        .returning(removed),
    deleted: async () => db.select(removed).from(notifications).where(isNotNull(notifications.deletedAt)),
    ofCollege: async (collegeId: string) =>
      db.select(removed).from(notifications).where(eq(notifications.collegeId, collegeId)),
    /** Deletes a batch of the notifications that a college's people received. @returns the number deleted */
    deleteCollegeRecipients: async (collegeId: string, limit: number) => {
      const some = await db
        .select({ notificationId: recipients.notificationId, userId: recipients.userId })
        .from(users)
        .innerJoin(recipients, eq(recipients.userId, users.id))
        .where(eq(users.collegeId, collegeId))
        .limit(limit)
      for (const { notificationId, userId } of some)
        await db.delete(recipients).where(equals(recipients, { notificationId, userId }))
      return some.length
    },
    /** Deletes a batch of a notification's recipients. @returns the number deleted */
    deleteRecipients: async (id: string, limit: number) => {
      const some = sql`select ${recipients.userId} from ${recipients} where ${recipients.notificationId} = ${id} limit ${limit}`
      return db
        .delete(recipients)
        .where(and(eq(recipients.notificationId, id), sql`${recipients.userId} in (${some})`))
        .run().changes
    },
    delete: async (id: string) => {
      await db.delete(notifications).where(eq(notifications.id, id))
    },
    /** Names of all files that belong to a notification. */
    files: async () =>
      (
        await db
          .select({ file: notifications.attachmentFile })
          .from(notifications)
          .where(isNotNull(notifications.attachmentFile))
      ).flatMap(({ file }) => file ?? []),
  }
})

export type NotificationRow = typeof notifications.$inferSelect
/** A row with its statistics. */
export type SentRow = Awaited<ReturnType<ReturnType<typeof notificationsRepo>['list']>>[number]
