import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { apiAccess, webhookEvents } from '#shared/integrations/integrations.schema.ts'
import { roles } from '#shared/roles.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'

/** API tokens act as their owner. `tokenHash` is the SHA-256 of the token, which is shown only once. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text().primaryKey(),
    userId: ownedBy(() => users.id),
    name: text().notNull(),
    tokenHash: text().notNull(),
    /** The token's first characters, so that the owner can recognise it. */
    hint: text().notNull(),
    /** The token's role: its owner's, or a lesser one in the same college. */
    role: text({ enum: roles }).notNull(),
    access: text({ enum: apiAccess }).notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [uniqueIndex('api_tokens_hash').on(table.tokenHash), index('api_tokens_user').on(table.userId)],
)

/** Webhooks of a college or, if `collegeId` is null, of the platform. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text().primaryKey(),
    collegeId: text().references(() => colleges.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** Signing secret, encrypted (docs/decisions/048). */
    secret: text().notNull(),
    events: text({ mode: 'json' }).$type<(typeof webhookEvents)[number][]>().notNull(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    /** When deliveries began to fail; null while they succeed. Kept when the failures pause the webhook. */
    failingSince: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [index('webhooks_college').on(table.collegeId)],
)

/** A webhook delivery, pending or done. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text().primaryKey(),
    webhookId: ownedBy(() => webhooks.id),
    event: text({ enum: webhookEvents }).notNull(),
    /** The body, sent and signed unchanged on every attempt. */
    payload: text().notNull(),
    createdAt: integer().notNull(),
    tries: integer().notNull().default(0),
    /** When the next attempt is due; null once delivered or abandoned. */
    dueAt: integer(),
    deliveredAt: integer(),
    /** HTTP status of the last attempt. */
    lastStatus: integer(),
    lastError: text(),
  },
  (table) => [
    index('webhook_deliveries_due').on(table.webhookId, table.dueAt).where(sql`due_at is not null`),
    index('webhook_deliveries_webhook').on(table.webhookId, table.createdAt, table.id),
  ],
)
