import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

/** Held shared by all that work with the data, alone for what puts other data in its place. */
const usedName = 'examhall.lock'
/** Exclusive to the one server, whose caches of sessions and people no second one would update. */
export const servedName = 'examhall.served.lock'

/**
 * Locks a data folder with SQLite's locks on an empty file: the system releases them however a process ends, also by
 * `kill -9`, and unlike process numbers they cannot be confused.
 * @returns a release function; undefined when another process holds it
 */
export function lockData(dataDir: string, how: 'shared' | 'alone', name = usedName): (() => void) | undefined {
  mkdirSync(dataDir, { recursive: true })
  const lock = new SqliteDatabase(join(dataDir, name), { timeout: 0 })
  try {
    lock.exec(how === 'alone' ? 'begin exclusive' : 'begin; select count(*) from sqlite_schema')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
  return () => lock.close()
}
