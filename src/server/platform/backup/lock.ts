import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

/** Shared by all processes that use the data; exclusive while a restore replaces it. */
const usedName = 'examhall.lock'
/** Exclusive to one server, because its caches of sessions and people would miss another server's changes. */
export const servedName = 'examhall.served.lock'

/**
 * Locks a data folder with SQLite's locks on an empty file. The system releases them even after `kill -9` and, unlike
 * process ids, they are never reused.
 * @returns a release function; undefined when another process holds the lock
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
