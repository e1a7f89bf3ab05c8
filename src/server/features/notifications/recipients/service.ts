import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { RecipientsQuery, recipientList } from '#shared/notifications/schema.ts'
import { paginate } from '#shared/schema.ts'
import { recipientsRepo } from './repo.ts'

/** A page of those who got a notification, and who of them has read it. Who may ask is decided before. */
export async function findRecipients(
  app: Platform,
  id: string,
  query: RecipientsQuery,
): Promise<z.input<typeof recipientList>> {
  const repo = recipientsRepo(app.db.read)
  const [rows, total] = await Promise.all([repo.list(id, query), repo.count(id, query)])
  return {
    recipients: rows.map((row) => ({ ...row, isRead: row.readAt !== null })),
    pagination: paginate(query, total),
  }
}
