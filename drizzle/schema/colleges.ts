import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { groupChangeModes } from '#shared/members/groups.schema.ts'

export const colleges = sqliteTable(
  'colleges',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    code: text().notNull(),
    /** The code in lower case (Unicode), because two colleges' codes must not differ only in case. */
    codeKey: text().notNull(),
    email: text().notNull(),
    address: text().notNull(),
    /** Logo path, `/images/…`. */
    logoUrl: text(),
    groupChanges: text({ enum: groupChangeModes }).notNull().default('free'),
    /** `on` if its admin may write tests and a question bank; null if never allowed. */
    ownTests: text({ enum: ['on', 'off'] }),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: integer().notNull(),
    /** Set while its data is being deleted in batches; the college is hidden from then on. */
    deletedAt: integer(),
  },
  (table) => [
    uniqueIndex('colleges_code').on(table.codeKey),
    index('colleges_created').on(table.createdAt, table.id).where(sql`deleted_at is null`),
    index('colleges_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)
