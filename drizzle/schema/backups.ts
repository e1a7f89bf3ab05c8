import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { backupKinds, backupReasons } from '#shared/backups/backups.schema.ts'

/** All backups and drills, including failures. */
export const backupRuns = sqliteTable(
  'backup_runs',
  {
    id: text().primaryKey(),
    kind: text({ enum: backupKinds }).notNull(),
    reason: text({ enum: backupReasons }).notNull(),
    startedAt: integer().notNull(),
    finishedAt: integer().notNull(),
    /** The file name within its folder. */
    file: text(),
    bytes: integer(),
    /** An error message for the owner; null on success. */
    failure: text(),
    /** The file's checksum and counts of tables, rows and uploads; for a drill, also its schema and time. */
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (table) => [index('backup_runs_kind_at').on(table.kind, table.startedAt)],
)
