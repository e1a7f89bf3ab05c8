import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Judges on other machines. The row with the id `server` stands for the server's own judge, and has no token. */
export const judgeWorkers = sqliteTable(
  'judge_workers',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** SHA-256 of the token, which is shown only once. */
    tokenHash: text(),
    /** Draining workers get no new jobs. */
    isDraining: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer().notNull(),
    lastSeenAt: integer(),
  },
  (table) => [uniqueIndex('judge_workers_hash').on(table.tokenHash)],
)
