import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Finding } from './finding.ts'

const hour = 3_600_000
/** Backups run nightly, so an older one means that a night was missed. */
const oldBackup = 26 * hour

/** Examines the database read-only: integrity, size, schema, journal mode, and the age of the last good backup. */
export function examineDatabase({ dataDir }: Config): Finding[] {
  const what = 'Database'
  const file = join(dataDir, 'examhall.db')
  if (!existsSync(file)) return [{ what, found: 'none yet; the first start creates it' }]
  try {
    const db = new SqliteDatabase(file, { readonly: true, timeout: 1_000 })
    try {
      return [...checked(db, file), lastBackup(db)]
    } finally {
      db.close()
    }
  } catch (error) {
    return [{ what, found: (error as Error).message, bad: true }]
  }
}

function checked(db: SqliteDatabase.Database, file: string): Finding[] {
  const value = (pragma: string) => String(db.pragma(pragma, { simple: true }))
  const damage = (db.pragma('quick_check(3)') as { quick_check: string }[]).map(({ quick_check }) => quick_check)
  const isWhole = damage.length === 1 && damage[0] === 'ok'
  const migrations = db.prepare('select count(*) from __drizzle_migrations').pluck().get()
  const mode = value('journal_mode')
  const size = `${(statSync(file).size / 1024 ** 2).toFixed(1)} MB`
  return [
    {
      what: 'Database',
      found: `${isWhole ? 'intact' : `DAMAGED, restore the last successful backup: ${damage.join('; ')}`}, ${size}, schema ${migrations}, journal ${mode}`,
      bad: !isWhole || mode !== 'wal',
    },
  ]
}

function lastBackup(db: SqliteDatabase.Database): Finding {
  const at = db
    .prepare("select max(finished_at) from backup_runs where kind = 'backup' and failure is null")
    .pluck()
    .get() as number | null
  if (at === null) return { what: 'Backup', found: 'none so far', bad: true }
  const age = systemClock.now() - at
  return {
    what: 'Backup',
    found: `the last successful backup is ${Math.round(age / hour)} h old`,
    bad: age > oldBackup,
  }
}
