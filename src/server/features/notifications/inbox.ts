import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { InboxQuery, inboxEntry, unreadAnswer } from '#shared/notifications/notifications.schema.ts'
import { paginate } from '#shared/schema.ts'
import { presentContent } from './content.ts'
import { inboxRepo } from './inbox.repo.ts'
import { notificationNotFound } from './notifications.errors.ts'

type Row = Awaited<ReturnType<ReturnType<typeof inboxRepo>['list']>>[number]

/** Records have no id column; their key is the notification and the person. */
const recordId = ({ notificationId, userId }: Row['record']) => `${notificationId}.${userId}`

/** Resolves an id, either the notification's or the person's record id. Undefined for another person's record. */
function notificationIdOf(id: string, userId: string): string | undefined {
  const [notificationId, owner = userId] = id.split('.')
  return owner === userId ? notificationId : undefined
}

const present = (row: Row): z.input<typeof inboxEntry> => ({
  id: recordId(row.record),
  notification: presentContent(row.notification),
  isRead: row.record.readAt !== null,
  readAt: row.record.readAt,
  createdAt: row.record.sentAt,
})

/** A page of the inbox, newest first, without expired notifications, and the total unread count. */
export async function findInbox(app: Platform, { id }: Actor, query: InboxQuery) {
  const repo = inboxRepo(app.db.read)
  const now = app.clock.now()
  const [rows, total, unreadCount] = await Promise.all([
    repo.list(id, query, now),
    repo.count(id, query, now),
    repo.countUnread(id, now),
  ])
  return { notifications: rows.map(present), pagination: paginate(query, total), unreadCount }
}

type Unread = z.input<typeof unreadAnswer>

/** Marks a notification as read. Idempotent. @throws NOT_FOUND when it is not in the inbox or has expired */
export async function markRead(app: Platform, actor: Actor, id: string): Promise<Unread> {
  const notificationId = notificationIdOf(id, actor.id)
  if (!notificationId) throw notificationNotFound()
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    const repo = inboxRepo(tx)
    if (!(await repo.find(actor.id, notificationId, now))) throw notificationNotFound()
    await repo.markRead(actor.id, notificationId, now)
    return { unreadCount: await repo.countUnread(actor.id, now) }
  })
}

export async function markAllRead(app: Platform, { id }: Actor): Promise<Unread> {
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    await inboxRepo(tx).markAllRead(id, now)
    return { unreadCount: await inboxRepo(tx).countUnread(id, now) }
  })
}

/**
 * Returns a received notification by its id or its record id; undefined when it was not sent to the person, or has
 * expired.
 */
export async function findReceived(app: Platform, actor: Actor, id: string) {
  const notificationId = notificationIdOf(id, actor.id)
  if (!notificationId) return undefined
  return (await inboxRepo(app.db.read).find(actor.id, notificationId, app.clock.now()))?.notification
}
