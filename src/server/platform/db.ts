import { chmodSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { belongsToCluster, bypassesLog } from './backup/lock.ts'
import { migrateWithBackup } from './backup/migrations.ts'
import { lockDataDir } from './backup/replace.ts'
import { faultOf } from './faults.ts'
import { makeFolder } from './folder.ts'
import { ConfigError } from './settings.ts'
import { type Replication, type WriteNews, WriteQueue } from './write-queue.ts'

/** A connection for queries: the reader, or the writer inside a write job. */
export type Db = BetterSQLite3Database

export interface Database {
  /** Read-only: SQLite rejects writes. */
  read: Db
  /**
   * Runs a job in the next group commit; the promise settles after the COMMIT. Throwing rolls back this job only. Do
   * slow work (hashing, mail, files) before or after, never inside.
   */
  write<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /**
   * Runs `job` in a transaction of its own before all other writes after a failed transaction, such as on a full disk, and
   * after a gap of more than 10 s, such as without a quorum. While it fails, the other writes are rejected.
   */
  resuming(job: (tx: Db) => Promise<unknown>): void
  /**
   * Calls back after each commit with the ids of this table's changed or deleted rows, including changes by cascades.
   * Runs before the write's promise settles, so caches are never older than a response.
   */
  watch(table: string, changed: (ids: ReadonlySet<string>) => void): void
  /**
   * Rewrites the whole file so that no deleted data remains in it or its log. Blocks everything for several seconds per
   * gigabyte, and needs as much free disk space as the file.
   * @returns false if deleted data may remain, because a cluster needs the file or its log as they are at the moment
   */
  rewrite(): Promise<boolean>
  /** Throws if the database does not respond. */
  check(): void
  /** Reports an error that a caller received. If the error indicates a damaged file, writing stops. */
  notice(error: unknown): void
  /** True while writes are refused, because the disk fails or a cluster has no quorum. */
  readonly isStalled: boolean
  /** Number of pending writes. */
  readonly waiting: number
  /** True for a standby's copy, which rejects writes. */
  readonly isCopy: boolean
  /** Completes pending writes and closes both connections. */
  close(): Promise<void>
}

const casing = 'snake_case'

/** Returns a connection for queries. */
export const dbOf = (connection: SqliteDatabase.Database): Db => drizzle(connection, { casing })

/** Minimum number of rows for a table to get statistics. */
const smallTable = 2_000

/** Delay before a server that takes over updates the statistics, in ms, because it must serve first. */
const statisticsAfter = 60_000

/**
 * Updates SQLite's statistics for its query planner, except for small tables. With statistics of a single row, SQLite
 * would scan the table for key lookups even after it has grown to thousands of rows. Without statistics, it uses the
 * index.
 */
function refreshStatistics(writer: SqliteDatabase.Database) {
  writer.pragma('optimize = 0x10002')
  const [exists] = writer.pragma('table_info(sqlite_stat1)') as unknown[]
  if (!exists) return
  writer.exec(`delete from sqlite_stat1 where cast(stat as integer) < ${smallTable}; analyze sqlite_schema`)
}

/**
 * Hides answer keys and sign-in secrets from other users of the machine. SQLite creates the accompanying files with the
 * same mode.
 */
function restrictPermissions(file: string) {
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    try {
      chmodSync(path, 0o600)
    } catch (error) {
      // The file does not exist yet, or belongs to another user who shares it.
      if (!['ENOENT', 'EPERM'].includes((error as { code?: string }).code ?? '')) throw error
    }
}

/** Opens a database file read-only, without migrating it. Safe while a server is running. */
export function openReadOnly(file: string): { read: Db; close: () => void } {
  const connection = new SqliteDatabase(file, { readonly: true, timeout: 5_000 })
  return { read: dbOf(connection), close: () => void connection.close() }
}

/** Times of the program's migrations, ms UTC. */
export const knownMigrations = (migrationsFolder: string) =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)

/**
 * Opens or creates the database file and, after making a copy, migrates it.
 * @param news receives the outcome of writes
 * @param replication copies commits elsewhere, and decides when they go from the write-ahead log into the file
 * @throws ConfigError for a file from a newer version, or if the migration fails
 */
export function openDatabase(
  file: string,
  migrationsFolder: string,
  news?: WriteNews,
  replication?: Replication,
): Database {
  const folder = dirname(resolve(file))
  makeFolder(folder)
  if (!replication && belongsToCluster(folder)) throw new ConfigError(bypassesLog(folder))
  const leave = lockDataDir(folder)
  const writer = new SqliteDatabase(file)
  restrictPermissions(file)
  writer.pragma('journal_mode = WAL')
  if (replication) {
    writer.pragma('wal_autocheckpoint = 0')
    replication.opened(writer, () => queue)
  }
  writer.pragma('synchronous = FULL')
  writer.pragma('busy_timeout = 5000')
  writer.pragma('cache_size = -65536')
  writer.pragma('temp_store = MEMORY')
  // Check pages on first read, so that damage is found before writing to them.
  writer.pragma('cell_size_check = ON')
  const tx = dbOf(writer)
  writer.pragma('foreign_keys = OFF')
  try {
    migrateWithBackup(writer, join(folder, 'backups'), knownMigrations(migrationsFolder), () =>
      migrate(tx, { migrationsFolder }),
    )
  } catch (error) {
    writer.close()
    leave()
    throw error
  }
  writer.pragma('foreign_keys = ON')
  if (!replication) refreshStatistics(writer)
  registerCaseFolding(writer)
  // From here on, the queue waits for locks without blocking the process.
  writer.pragma('busy_timeout = 0')

  const reader = new SqliteDatabase(file, { readonly: true })
  registerCaseFolding(reader)
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
  const queue = new WriteQueue(writer, tellWatchers, news, replication)
  const refresh = async () => {
    refreshStatistics(writer)
    await replication?.replicate()
  }
  const refreshLater = () => void queue.alone(refresh).catch((error) => news?.failed(error, 0))
  const refreshing = replication && setTimeout(refreshLater, statisticsAfter).unref()

  return {
    read: dbOf(reader),
    write: (job) => queue.write(() => job(tx)),
    resuming: (job) => queue.resuming(() => job(tx)),
    watch: (table, changed) => {
      const known = watched.get(table)
      if (known) return void known.changed.push(changed)
      watched.set(table, { ids: new Set(), changed: [changed] })
      for (const event of ['update', 'delete'])
        writer.exec(`create temp trigger note_${table}_${event} after ${event} on main.${table}
          begin select note_change('${table}', old.id); end`)
    },
    rewrite: async () => {
      let isDone = false
      await queue.alone(async () => {
        const rewrite = async () => {
          isDone = await rewriteFile(file, replication)
        }
        await (replication ? replication.blocking(rewrite) : rewrite())
      })
      return isDone
    },
    check: () => {
      reader.prepare('select 1').get()
    },
    notice: (error) => {
      const fault = faultOf(error)
      // Reads cannot detect a full disk, and a lock timeout on a read does not affect writes.
      if (fault !== 'database_corrupt' && fault !== 'disk_error') return
      if (fault === 'database_corrupt') queue.seal(error)
      news?.failed(error, 0)
    },
    get isStalled() {
      return queue.isStalled
    },
    get waiting() {
      return queue.length
    },
    isCopy: false,
    close: async () => {
      clearTimeout(refreshing)
      await queue.drain()
      if (replication) {
        // In this order, SQLite leaves the log alone: a reader that closes last cannot copy it into the file.
        writer.close()
        reader.close()
        return leave()
      }
      reader.close()
      try {
        refreshStatistics(writer)
      } catch {
        // Full or failing disk, or a locked file. Acknowledged data is safe, and the next start updates the statistics.
      }
      writer.close()
      leave()
    },
  }
}

/** Rewrites a database file between transactions. @returns false if deleted data may remain */
async function rewriteFile(file: string, replication: Replication | undefined): Promise<boolean> {
  const mayCheckpoint = () => replication?.mayCheckpoint !== false
  if (!mayCheckpoint()) return false
  // Use a separate connection: the writer keeps temporary data in memory, and VACUUM needs as much as the file.
  const own = new SqliteDatabase(file, { timeout: 5_000 })
  try {
    own.pragma('temp_store = FILE')
    if (replication) own.pragma('wal_autocheckpoint = 0')
    own.exec('VACUUM')
    await replication?.replicate()
    if (!mayCheckpoint()) return false
    replication?.recordEnd()
    const [outcome] = own.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (outcome?.busy) throw new Error('The write-ahead log is in use')
    return true
  } finally {
    own.close()
  }
}

/**
 * Creates a repository: `build` prepares its queries once per connection, on first use.
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

/** Normalizes case and Unicode composition for comparison. */
const folded = (text: string) => text.normalize('NFC').toLowerCase()

/** Defines the function used by `contains`, because SQLite folds only A to Z. */
export function registerCaseFolding(connection: SqliteDatabase.Database) {
  connection.function('contains_folded', { deterministic: true }, (text, part) =>
    Number(text !== null && folded(String(text)).includes(String(part))),
  )
}

/** `%text%` for LIKE … ESCAPE '\', with % and _ in the text escaped. */
const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** True if one of these columns starts with `text`, ignoring the case of A to Z. */
export const begins = (text: string, ...columns: SQLWrapper[]): SQL | undefined =>
  or(...columns.map((column) => sql`${column} like ${likePattern(text).slice(1)} escape '\\'`))

type Row<Table extends SQLiteTable> = Table['$inferSelect']

/** True if each column named in `values` has the given value. */
export function equals<Table extends SQLiteTable, Name extends keyof Row<Table> & keyof Table>(
  table: Table,
  values: { [N in Name]: NonNullable<Row<Table>[N]> | SQLWrapper },
): SQL | undefined {
  const columns = Object.entries(values) as [Name, unknown][]
  return and(...columns.map(([name, value]) => eq(table[name] as SQLiteColumn, value)))
}

/** True if each of these columns equals the prepared query's parameter of the same name. */
export const bound = <Table extends SQLiteTable>(table: Table, ...names: (keyof Row<Table> & keyof Table & string)[]) =>
  and(...names.map((name) => eq(table[name] as SQLiteColumn, sql.placeholder(name))))

/** Sets each of these columns to the prepared query's parameter of the same name. */
export const given = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>

/** Converts a boolean for a placeholder, which skips Drizzle's conversion. */
export const sqlBoolean = (value: boolean | null) => (value === null ? null : Number(value))

/** True if a column is one of many values, passed as a single parameter. */
export const isAmong = (column: SQLWrapper, ids: readonly (string | number)[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`

/** True if one of these columns contains `text`, ignoring the case of A to Z. */
export const containsPart = (text: string, ...columns: SQLWrapper[]): SQL | undefined =>
  or(...columns.map((column) => sql`${column} like ${likePattern(text)} escape '\\'`))

/** True if one of these columns contains `text`, ignoring case. */
export function contains(text: string, ...columns: [SQLWrapper, ...SQLWrapper[]]): SQL | undefined {
  const part = folded(text)
  // For ASCII, SQLite's own comparison is correct and several times as fast.
  if (!/\P{ASCII}/u.test(text)) return containsPart(text, ...columns)
  // Skip all-ASCII values, which cannot contain the text, without calling our function.
  const beyondAscii = /\P{ASCII}/u.test(part)
  return or(
    ...columns.map((column) =>
      beyondAscii
        ? sql`(length(cast(${column} as blob)) > length(${column}) and contains_folded(${column}, ${part}))`
        : sql`contains_folded(${column}, ${part})`,
    ),
  )
}
