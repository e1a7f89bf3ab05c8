import { chmodSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { bringUp } from './backup/migrations.ts'
import { enterData } from './backup/replace.ts'
import { faultOf } from './faults.ts'
import { makeFolder } from './folder.ts'
import { type WriteNews, WriteQueue } from './write-queue.ts'

/** A connection that takes queries: the reading one, or the writing one inside a write job. */
export type Db = BetterSQLite3Database

export interface Database {
  /** For reading only: SQLite itself refuses a write on it. */
  read: Db
  /**
   * Runs a job in the next group commit; the promise settles after the COMMIT. Throwing rolls back this job only. Do
   * slow work (hashing, mail, files) before or after, never inside.
   */
  write<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /**
   * Calls back after each commit with the ids of this table's rows that it changed or deleted, whoever did it and however, also by
   * a cascade. It is called before the write's promise settles, so what is kept in memory by id is never older than an answer.
   */
  watch(table: string, changed: (ids: ReadonlySet<string>) => void): void
  /**
   * Rewrites the whole file, so that no deleted data is left in it or its log. Blocks everything for some seconds per
   * gigabyte, and needs as much free disk space as the file.
   */
  rewrite(): Promise<void>
  /** Throws when the database does not answer. */
  check(): void
  /** Called with errors returned to callers: after one that shows the file is damaged, nothing is written any more. */
  notice(error: unknown): void
  /** How many writes wait for their transaction. */
  readonly waiting: number
  /** Finishes the writes under way and closes both connections. */
  close(): Promise<void>
}

const casing = 'snake_case'

/** Tables below this many rows lose their statistics. */
const smallTable = 2_000

/**
 * Lets SQLite look at its tables, for its plans, and forget the small ones: a table that had one row when the server started would be
 * scanned for a row by its key, also when it has thousands an hour later. Knowing nothing SQLite takes the index.
 */
function learnTables(writer: SqliteDatabase.Database) {
  writer.pragma('optimize = 0x10002')
  const [exists] = writer.pragma('table_info(sqlite_stat1)') as unknown[]
  if (!exists) return
  writer.exec(`delete from sqlite_stat1 where cast(stat as integer) < ${smallTable}; analyze sqlite_schema`)
}

/** Answer keys and the secrets of sign-ins are for nobody else on the machine to read. SQLite makes the files beside it alike. */
function closeToOthers(file: string) {
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    try {
      chmodSync(path, 0o600)
    } catch (error) {
      // It is not there yet, or another user's who lets this one write.
      if (!['ENOENT', 'EPERM'].includes((error as { code?: string }).code ?? '')) throw error
    }
}

/** Opens a database file to read it as it lies there, also beside a server. */
export function openForReading(file: string): { read: Db; close: () => void } {
  const connection = new SqliteDatabase(file, { readonly: true, timeout: 5_000 })
  return { read: drizzle(connection, { casing }), close: () => void connection.close() }
}

/** When each of the program's migrations was written, ms UTC. */
export const knownMigrations = (migrationsFolder: string) =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)

/**
 * Opens (and creates) the database file and migrates it, after copying it.
 * @param news receives the outcome of writes
 * @throws ConfigError for a file of a newer version, or one that could not be migrated
 */
export function openDatabase(file: string, migrationsFolder: string, news?: WriteNews): Database {
  const folder = dirname(resolve(file))
  makeFolder(folder)
  const leave = enterData(folder)
  const writer = new SqliteDatabase(file)
  closeToOthers(file)
  writer.pragma('journal_mode = WAL')
  writer.pragma('synchronous = FULL')
  writer.pragma('busy_timeout = 5000')
  writer.pragma('cache_size = -65536')
  writer.pragma('temp_store = MEMORY')
  // A page that is read for the first time is looked over: damage is found before it is written on.
  writer.pragma('cell_size_check = ON')
  const tx = drizzle(writer, { casing })
  writer.pragma('foreign_keys = OFF')
  try {
    bringUp(writer, join(folder, 'backups'), knownMigrations(migrationsFolder), () => migrate(tx, { migrationsFolder }))
  } catch (error) {
    writer.close()
    leave()
    throw error
  }
  writer.pragma('foreign_keys = ON')
  learnTables(writer)
  teachCase(writer)
  // From here on the queue waits for a lock, without holding everybody else up.
  writer.pragma('busy_timeout = 0')

  const reader = new SqliteDatabase(file, { readonly: true })
  teachCase(reader)
  reader.pragma('cache_size = -65536')
  reader.pragma('mmap_size = 268435456')
  reader.pragma('cell_size_check = ON')
  const watched = new Map<string, { ids: Set<string>; changed: ((ids: ReadonlySet<string>) => void)[] }>()
  writer.function('note_change', (table, id) => {
    watched.get(String(table))?.ids.add(String(id))
    return null
  })
  const tellWatchers = () => {
    for (const { ids, changed } of watched.values()) {
      if (ids.size === 0) continue
      for (const listener of changed) listener(ids)
      ids.clear()
    }
  }
  const queue = new WriteQueue(writer, tellWatchers, news)

  return {
    read: drizzle(reader, { casing }),
    write: (job) => queue.write(() => job(tx)),
    watch: (table, changed) => {
      const known = watched.get(table)
      if (known) return void known.changed.push(changed)
      watched.set(table, { ids: new Set(), changed: [changed] })
      for (const event of ['update', 'delete'])
        writer.exec(`create temp trigger note_${table}_${event} after ${event} on main.${table}
          begin select note_change('${table}', old.id); end`)
    },
    rewrite: () =>
      queue.alone(() => {
        // On a separate connection: the writer keeps temporary data in memory, and this needs as much as the file.
        const own = new SqliteDatabase(file, { timeout: 5_000 })
        try {
          own.pragma('temp_store = FILE')
          own.exec('VACUUM')
          const [outcome] = own.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
          if (outcome?.busy) throw new Error('The log of the database is in use')
        } finally {
          own.close()
        }
      }),
    check: () => {
      reader.prepare('select 1').get()
    },
    notice: (error) => {
      const fault = faultOf(error)
      // A read says nothing of a full disk, and one that waited for a lock nothing of writes.
      if (fault !== 'database_corrupt' && fault !== 'disk_error') return
      if (fault === 'database_corrupt') queue.seal(error)
      news?.failed(error, 0)
    },
    get waiting() {
      return queue.length
    },
    close: async () => {
      await queue.drain()
      reader.close()
      try {
        learnTables(writer)
      } catch {
        // A full or failing disk, or a lock: what was acknowledged is on disk, and the next start learns.
      }
      writer.close()
      leave()
    },
  }
}

/**
 * Makes a repository: `build` prepares its queries once per connection, the first time that connection is used.
 * `usersRepo(app.db.read).find(id)` reads; `usersRepo(tx).insert(row)` writes inside a job.
 */
export function repository<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>()
  return (db) => {
    let repo = built.get(db)
    if (repo === undefined) {
      repo = build(db)
      built.set(db, repo)
    }
    return repo
  }
}

/** One text for all ways to write it, in upper or lower case, its accents typed with their letter or behind it. */
const folded = (text: string) => text.normalize('NFC').toLowerCase()

/** The function behind `contains`; SQLite itself folds only A to Z. */
function teachCase(connection: SqliteDatabase.Database) {
  connection.function('contains_folded', { deterministic: true }, (text, part) =>
    Number(text !== null && folded(String(text)).includes(String(part))),
  )
}

/** `%text%` for LIKE … ESCAPE '\', in which the user's own % and _ mean themselves. */
const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** True if one of these columns starts with a text, ignoring the case of A to Z. */
export const begins = (text: string, ...columns: SQLWrapper[]): SQL | undefined =>
  or(...columns.map((column) => sql`${column} like ${likePattern(text).slice(1)} escape '\\'`))

/** True if a column is one of many ids, passed as a single parameter. */
export const isAmong = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`

/** True if one of these columns contains a text, ignoring case. */
export function contains(text: string, ...columns: [SQLWrapper, ...SQLWrapper[]]): SQL | undefined {
  const part = folded(text)
  // Within ASCII SQLite's own is right, and several times as fast.
  if (!/\P{ASCII}/u.test(text))
    return or(...columns.map((column) => sql`${column} like ${likePattern(text)} escape '\\'`))
  // Most columns are within ASCII and cannot contain anything else: those are passed over without a call of ours.
  const beyondAscii = /\P{ASCII}/u.test(part)
  return or(
    ...columns.map((column) =>
      beyondAscii
        ? sql`(length(cast(${column} as blob)) > length(${column}) and contains_folded(${column}, ${part}))`
        : sql`contains_folded(${column}, ${part})`,
    ),
  )
}
