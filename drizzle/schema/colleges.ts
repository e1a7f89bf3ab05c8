import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: integer().notNull(),
  },
  (table) => [uniqueIndex('colleges_code').on(table.codeKey)],
)
