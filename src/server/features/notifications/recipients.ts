import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import { figuresOf } from '#shared/notifications/notifications.rules.ts'
import type { RecipientsQuery } from '#shared/notifications/notifications.schema.ts'
import { paginate } from '#shared/schema.ts'
import { requireNotification, viewerOf } from './notifications.ts'
import { recipientsRepo } from './recipients.repo.ts'

/** A page of a notification's recipients with their read status, and totals. */
export async function findRecipients(app: Platform, reach: Reach, actor: Actor, id: string, query: RecipientsQuery) {
  const totals = await requireNotification(app.db.read, viewerOf(reach, actor), id)
  const repo = recipientsRepo(app.db.read)
  const [rows, total] = await Promise.all([repo.list(id, query), repo.count(id, query)])
  return {
    recipients: rows.map((row) => ({ ...row, isRead: row.readAt !== null })),
    ...figuresOf(totals),
    pagination: paginate(query, total),
  }
}
