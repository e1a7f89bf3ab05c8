import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const colleges = sqliteTable(
  'colleges',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    code: text().notNull(),
    email: text().notNull(),
    address: text().notNull(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: integer().notNull(),
  },
  (table) => [uniqueIndex('colleges_code').on(sql`${table.code} collate nocase`)],
)
