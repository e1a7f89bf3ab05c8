import SqliteDatabase from 'better-sqlite3'
import { unavailable } from '#shared/errors.ts'
import { schemaOf } from './backup/manifest.ts'
import { type Database, dbOf, knownMigrations, registerCaseFolding } from './db.ts'
import { ConfigError } from './settings.ts'

/** Ids of rows that may have changed in any way. */
const anyIds: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true })

export interface Copy {
  db: Database
  /** Call after each change to the file, before the event loop continues. */
  changed: () => void
  /** False once another version of the program has migrated the database: it must not be read. */
  isReadable: () => boolean
}

/**
 * Opens a standby's copy for reading while another part of this process writes to the file.
 * @throws ConfigError if another version of the program has migrated the database
 */
export function openCopy(file: string, migrationsFolder: string): Copy {
  const reader = new SqliteDatabase(file, { readonly: true })
  const known = knownMigrations(migrationsFolder).at(-1)
  if (schemaOf(reader)?.newest !== known) {
    reader.close()
    throw new ConfigError('The database belongs to another version of Examhall')
  }
  registerCaseFolding(reader)
  const listeners: ((ids: ReadonlySet<string>) => void)[] = []
  const refuse = () => Promise.reject(unavailable('Only the leading server can save this. Please try again'))
  const newest = reader.prepare('select max(created_at) from __drizzle_migrations').pluck()
  let isOpen = true
  let isReadable = true
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
    try {
      isReadable = Number(newest.get()) === known
    } catch {
      isReadable = false
    }
    for (const listener of listeners) listener(anyIds)
  }
  return { db, changed, isReadable: () => isReadable }
}
