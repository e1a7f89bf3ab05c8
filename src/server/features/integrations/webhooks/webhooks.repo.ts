import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { webhooks } from '#drizzle/schema/integrations.ts'
import { users } from '#drizzle/schema/members.ts'
import { bound, equals, repository } from '#server/platform/db.ts'

export type WebhookRow = typeof webhooks.$inferSelect

/** Owner of webhooks: a college, or null for the platform. */
export type WebhookOwner = string | null

export const webhooksRepo = repository((db) => {
  const ownedBy = (owner: WebhookOwner) => (owner === null ? isNull(webhooks.collegeId) : eq(webhooks.collegeId, owner))
  // Written out because drizzle omits table names, and a plain "id" would be the delivery's.
  const waiting = sql<number>`(select count(*) from webhook_deliveries
    where webhook_deliveries.webhook_id = webhooks.id and webhook_deliveries.due_at is not null)`
  const all = db.select().from(webhooks).prepare()
  const byId = db.select().from(webhooks).where(bound(webhooks, 'id')).prepare()

  return {
    /** All webhooks, read synchronously. */
    all: () => all.all(),
    byId: (id: string) => byId.get({ id }),
    list: async (owner: WebhookOwner) =>
      db
        .select({ webhook: webhooks, waiting })
        .from(webhooks)
        .where(ownedBy(owner))
        .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),
    count: async (owner: WebhookOwner) => db.$count(webhooks, ownedBy(owner)),
    find: async (owner: WebhookOwner, id: string) =>
      db
        .select({ webhook: webhooks, waiting })
        .from(webhooks)
        .where(and(eq(webhooks.id, id), ownedBy(owner)))
        .get(),
    insert: async (row: WebhookRow) => {
      await db.insert(webhooks).values(row)
    },
    update: async (id: string, fields: Partial<Omit<WebhookRow, 'id' | 'collegeId'>>) => {
      await db.update(webhooks).set(fields).where(eq(webhooks.id, id))
    },
    delete: async (id: string) => {
      await db.delete(webhooks).where(eq(webhooks.id, id))
    },
    collegeName: async (id: string) =>
      db.select({ name: colleges.name }).from(colleges).where(eq(colleges.id, id)).get()?.name,
    /** Emails of the admins responsible for a webhook. */
    adminsOf: async (owner: WebhookOwner) =>
      db
        .select({ email: users.email })
        .from(users)
        .where(
          and(
            eq(users.isActive, true),
            owner === null
              ? eq(users.role, 'master_admin')
              : equals(users, { role: 'college_admin', collegeId: owner }),
          ),
        ),
  }
})
