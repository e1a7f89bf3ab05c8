import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { backupKinds, backupReasons } from '#shared/backups/backups.schema.ts'

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
    /** The error, in words for the owner; null on success. */
    failure: text(),
    /** Counts that were compared with the source. */
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (table) => [index('backup_runs_kind_at').on(table.kind, table.startedAt)],
)
