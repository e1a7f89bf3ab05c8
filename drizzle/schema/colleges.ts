import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { groupChangeModes } from '#shared/members/groups.schema.ts'

export const colleges = sqliteTable(
  'colleges',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    code: text().notNull(),
    /** The code in lower case, also beyond ASCII: two colleges may not differ in case alone. */
    codeKey: text().notNull(),
    email: text().notNull(),
    address: text().notNull(),
    /** Logo path, `/images/…`. */
    logoUrl: text(),
    /** How students change their batch, branch and section: freely, or with approval. */
    groupChanges: text({ enum: groupChangeModes }).notNull().default('free'),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: integer().notNull(),
    /** Set while what belongs to it is being removed, bit by bit; nobody sees it any more. */
    deletedAt: integer(),
  },
  (table) => [
    uniqueIndex('colleges_code').on(table.codeKey),
    index('colleges_created').on(table.createdAt, table.id).where(sql`deleted_at is null`),
    index('colleges_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)
