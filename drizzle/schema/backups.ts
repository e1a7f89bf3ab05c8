import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { backupKinds, backupReasons } from '../../src/shared/backups/schema.ts'

/** Every backup that was made and every drill that tried one out, also those that failed. */
export const backupRuns = sqliteTable(
  'backup_runs',
  {
    id: text().primaryKey(),
    kind: text({ enum: backupKinds }).notNull(),
    reason: text({ enum: backupReasons }).notNull(),
    startedAt: integer().notNull(),
    finishedAt: integer().notNull(),
    /** The file's name in its folder, without a path. */
    file: text(),
    bytes: integer(),
    /** What went wrong, for the owner to read; null when nothing did. */
    failure: text(),
    /** What was counted and compared. */
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (table) => [index('backup_runs_kind_at').on(table.kind, table.startedAt)],
)
