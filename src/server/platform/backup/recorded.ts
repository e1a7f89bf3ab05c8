import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { databaseName } from './manifest.ts'

/**
 * Returns a backup's checksum as recorded in the database. Undefined if the backup was made with `examhall backup`, or
 * if the database is missing or damaged.
 */
export function recordedSum(dataDir: string, name: string): string | undefined {
  try {
    const database = new SqliteDatabase(join(dataDir, databaseName), { readonly: true, fileMustExist: true })
    try {
      return database
        .prepare<[string], { sum: string }>(
          "select detail ->> 'sha256' as sum from backup_runs where file = ? and kind = 'backup' and failure is null",
        )
        .get(name)?.sum
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}
