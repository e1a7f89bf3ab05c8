import SqliteDatabase from 'better-sqlite3'
import { unavailable } from '#shared/errors.ts'
import { schemaOf } from './backup/manifest.ts'
import { type Database, dbOf, knownMigrations, registerCaseFolding } from './db.ts'
import { ConfigError } from './settings.ts'

/** Ids of rows that may have changed in any way. */
const anyIds: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true })

/**
 * Opens a standby's copy for reading while another part of this process writes to the file.
 * @returns the database, and a function to call after each change to the file, before the event loop continues
 * @throws ConfigError if another version of the program has migrated the database
 */
export function openCopy(file: string, migrationsFolder: string): { db: Database; changed: () => void } {
  const reader = new SqliteDatabase(file, { readonly: true })
  if (schemaOf(reader)?.newest !== knownMigrations(migrationsFolder).at(-1)) {
    reader.close()
    throw new ConfigError('The database belongs to another version of Examhall')
  }
  registerCaseFolding(reader)
  const listeners: ((ids: ReadonlySet<string>) => void)[] = []
  const refuse = () => Promise.reject(unavailable('Only the leading server can save this. Please try again'))
  let isOpen = true
  const db: Database = {
    read: dbOf(reader),
    write: refuse,
    resuming: () => {},
    watch: (_table, changed) => void listeners.push(changed),
    rewrite: refuse,
    check: () => {
      reader.prepare('select 1').get()
    },
    notice: () => {},
    isStalled: true,
    waiting: 0,
    isCopy: true,
    close: async () => {
      isOpen = false
      reader.close()
    },
  }
  const changed = () => {
    if (!isOpen) return
    // Drops the cached pages: without a write-ahead log, SQLite does not notice that the file has changed.
    reader.pragma('shrink_memory')
    for (const listener of listeners) listener(anyIds)
  }
  return { db, changed }
}
