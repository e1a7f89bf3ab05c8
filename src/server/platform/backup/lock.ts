import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

/** Held shared by all that work with the data, alone for what puts other data in its place. */
const usedName = 'examhall.lock'
/** Held alone by the one server: what it knows of sessions and people no second one would be told. */
export const servedName = 'examhall.served.lock'

/**
 * Who has a data folder in use, by SQLite's locks on an empty file of its own: the system gives them back however a process ends,
 * also by `kill -9`, and no process number can be mistaken for another's.
 *
 * @returns how to let go; undefined when others have it
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
