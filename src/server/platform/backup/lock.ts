import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

/** Shared by all processes that use the data; exclusive while a restore replaces it. */
const usedName = 'examhall.lock'
/** Exclusive to one server, because its caches of sessions and people would miss another server's changes. */
export const servedName = 'examhall.served.lock'

/** Stores a data folder's membership of a cluster (src/server/cluster). */
const memberName = 'cluster.json'
export const membershipFile = (dataDir: string) => join(dataDir, memberName)

/** True if a cluster's log must contain every change to this folder's database. */
export const belongsToCluster = (dataDir: string) => existsSync(membershipFile(dataDir))

/** Message for a program that would change the database without the log. */
export const bypassesLog = (dataDir: string) =>
  `${dataDir} belongs to a cluster, and its log would miss this change. Set CLUSTER_URL and run examhall serve; or stop all servers and delete ${memberName} to leave the cluster (docs/cluster.md)`

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
