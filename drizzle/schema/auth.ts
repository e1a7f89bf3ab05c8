import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './members.ts'

/** `id` is the SHA-256 of the token: whoever reads this table cannot sign in with it. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    remember: integer({ mode: 'boolean' }).notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expiresAt)],
)

/** Values the platform keeps about itself, such as the key of temporary password hashes. */
export const settings = sqliteTable('settings', { key: text().primaryKey(), value: text().notNull() })
