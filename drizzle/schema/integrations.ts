import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { apiAccess, webhookEvents } from '#shared/integrations/integrations.schema.ts'
import { roles } from '#shared/roles.ts'
import { colleges } from './colleges.ts'
import { users } from './members.ts'

/** A program's way in, under its owner's name. `tokenHash` is the SHA-256 of what was shown once. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    tokenHash: text().notNull(),
    /** Its first characters, by which its owner knows it again. */
    hint: text().notNull(),
    /** As whom it acts: its owner's role or a lesser one of the same college. */
    role: text({ enum: roles }).notNull(),
    access: text({ enum: apiAccess }).notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [uniqueIndex('api_tokens_hash').on(table.tokenHash), index('api_tokens_user').on(table.userId)],
)

/** Webhooks of a college, or of the whole platform when there is no college. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text().primaryKey(),
    collegeId: text().references(() => colleges.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** Signing secret. Stored reversibly because every call needs it. */
    secret: text().notNull(),
    events: text({ mode: 'json' }).$type<(typeof webhookEvents)[number][]>().notNull(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    /** Since when nothing has got through; null while it works. Kept when it is paused by itself: that is why. */
    failingSince: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [index('webhooks_college').on(table.collegeId)],
)

/** A call to be made to a webhook, or made. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text().primaryKey(),
    webhookId: text()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text({ enum: webhookEvents }).notNull(),
    /** The body, as it is signed and sent each time. */
    payload: text().notNull(),
    createdAt: integer().notNull(),
    tries: integer().notNull().default(0),
    /** When it is tried next; null once it is delivered or given up. */
    dueAt: integer(),
    deliveredAt: integer(),
    /** The HTTP status of the last answer. */
    lastStatus: integer(),
    lastError: text(),
  },
  (table) => [
    index('webhook_deliveries_due').on(table.webhookId, table.dueAt).where(sql`due_at is not null`),
    index('webhook_deliveries_webhook').on(table.webhookId, table.createdAt, table.id),
  ],
)
