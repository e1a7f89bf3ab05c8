import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type SqliteDatabase from 'better-sqlite3'
import { systemClock } from '../clock.ts'
import { newId } from '../id.ts'
import { ConfigError } from '../settings.ts'
import { failureText } from './failures.ts'
import { syncPath } from './folders.ts'
import { schemaOf } from './manifest.ts'

/** Number of pre-migration copies to keep. */
const keptCopies = 3
const copyName = /^before-migration-.*\.db$/

/** `20260131-093000`: UTC, so that names sort by time. */
export const stampOf = (now: number) => new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')

interface Copy {
  name: string
  bytes: number
  startedAt: number
  finishedAt: number
}

function copyFor(connection: SqliteDatabase.Database, folder: string, number: number): Copy {
  const startedAt = systemClock.now()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `before-migration-${stampOf(startedAt)}-schema-${number}.db`
  const path = join(folder, name)
  rmSync(`${path}.part`, { force: true })
  try {
    connection.prepare('vacuum into ?').run(`${path}.part`)
    syncPath(`${path}.part`)
    renameSync(`${path}.part`, path)
    syncPath(folder)
  } catch (error) {
    rmSync(`${path}.part`, { force: true })
    throw new ConfigError(`DATA_DIR needs space for a copy of the database before the migration: ${failureText(error)}`)
  }
  const old = readdirSync(folder)
    .filter((other) => copyName.test(other))
    .sort()
  for (const other of old.slice(0, -keptCopies)) rmSync(join(folder, other))
  return { name, bytes: statSync(path).size, startedAt, finishedAt: systemClock.now() }
}

/**
 * Migrates a database forward, all or nothing, after copying it into `folder`.
 * @param known time of each of the program's migrations, ms UTC
 * @param execute runs the missing ones in one transaction
 * @throws ConfigError for a database from a newer version, or if copying or migrating fails; the database is then
 * unchanged
 */
export function migrateWithBackup(
  connection: SqliteDatabase.Database,
  folder: string,
  known: readonly number[],
  execute: () => void,
) {
  const state = schemaOf(connection)
  const newest = known.at(-1) ?? 0
  if (state && state.newest > newest)
    throw new ConfigError(
      `DATA_DIR contains a database from a newer Examhall (schema ${state.number}, this version supports ${known.length}); start the newer version, or restore an older backup`,
    )
  const copy = state && state.newest < newest ? copyFor(connection, folder, state.number) : undefined
  try {
    execute()
  } catch (error) {
    if (!copy) throw error
    // The migrator's message contains the whole statement, so report the error's cause.
    const { message } = ((error as Error).cause ?? error) as Error
    throw new ConfigError(
      `DATA_DIR contains a database that could not be migrated; it is unchanged (a copy is ${join(folder, copy.name)}): ${message}`,
    )
  }
  if (!copy || !connection.prepare("select 1 from sqlite_schema where name = 'backup_runs'").get()) return
  connection
    .prepare(
      'insert into backup_runs (id, kind, reason, started_at, finished_at, file, bytes) values (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(newId(), 'backup', 'migration', copy.startedAt, copy.finishedAt, copy.name, copy.bytes)
}
