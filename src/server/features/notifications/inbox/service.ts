import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { InboxQuery, inbox, inboxEntry, unreadAnswer } from '#shared/notifications/schema.ts'
import { paginate } from '#shared/schema.ts'
import { notificationNotFound } from '../errors.ts'
import { showWords } from '../words/service.ts'
import { inboxRepo } from './repo.ts'

type Row = Awaited<ReturnType<ReturnType<typeof inboxRepo>['list']>>[number]

/** A record belongs to a notification and a person, and is called by both. */
const recordId = ({ notificationId, userId }: Row['record']) => `${notificationId}.${userId}`

/** The notification that an id means for somebody: its own, or that of their record of it; undefined for another's record. */
function notificationIdOf(id: string, userId: string): string | undefined {
  const [notificationId, owner = userId] = id.split('.')
  return owner === userId ? notificationId : undefined
}

const present = (row: Row): z.input<typeof inboxEntry> => ({
  id: recordId(row.record),
  notification: showWords(row.notification),
  isRead: row.record.readAt !== null,
  readAt: row.record.readAt,
  createdAt: row.record.sentAt,
})

/** A page of what was sent to somebody, newest first, without what has expired; and how much of all of it is unread. */
export async function findInbox(app: Platform, { id }: Actor, query: InboxQuery): Promise<z.input<typeof inbox>> {
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

/** Marks one as read; once read it stays as it is. @throws NOT_FOUND for what is not, or no longer, in the inbox */
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

/** Marks everything in the inbox as read. */
export async function markAllRead(app: Platform, { id }: Actor): Promise<Unread> {
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    await inboxRepo(tx).markAllRead(id, now)
    return { unreadCount: await inboxRepo(tx).countUnread(id, now) }
  })
}

/**
 * A person's notification, by its id or the record's. @returns undefined when it was not sent to them, or has expired
 */
export async function findReceived(app: Platform, actor: Actor, id: string) {
  const notificationId = notificationIdOf(id, actor.id)
  if (!notificationId) return undefined
  return (await inboxRepo(app.db.read).find(actor.id, notificationId, app.clock.now()))?.notification
}
