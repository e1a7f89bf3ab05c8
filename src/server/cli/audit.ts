import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verifyChain } from '../features/audit/chain.ts'
import { compareShipped } from '../features/audit/shipping.ts'
import type { Config } from '../platform/config.ts'
import { openReadOnly } from '../platform/db.ts'
import { ConfigError } from '../platform/settings.ts'
import { commands, UsageError } from './usage.ts'

const countOf = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/**
 * Verifies the audit log's hash chain and reports the first broken link. If AUDIT_LOG_FILE is set, compares that file
 * with the log. Safe while a server is running. Exits with 1 if a check fails.
 */
export async function audit({ dataDir, auditLog }: Config, [what]: readonly string[]): Promise<void> {
  if (what !== 'verify') throw new UsageError(`audit takes ${commands.audit.takes}, not ${what}`)
  const path = join(dataDir, 'examhall.db')
  if (!existsSync(path)) throw new ConfigError(`There is no database in ${dataDir}`)
  const { read, close } = openReadOnly(path)
  try {
    const { entries, erased, removed, last, broken } = await verifyChain(read)
    if (broken) {
      const which = broken.at === null ? '' : ` (${broken.action}, ${new Date(broken.at).toISOString()})`
      console.log(`! The chain is broken at entry ${broken.number}${which}: ${broken.problem}`)
      process.exitCode = 1
    } else {
      const without = erased > 0 ? ` (personal data was erased from ${erased.toLocaleString('en')})` : ''
      console.log(`The chain is intact: ${countOf(entries, 'entry', 'entries')}${without}`)
      if (removed > 0)
        console.log(`${countOf(removed, 'older entry was', 'older entries were')} removed after KEEP_AUDIT_LOG days`)
    }
    console.log(`Last good entry: ${last.number}, hash ${last.hash}`)
    if (!auditLog.file || !existsSync(auditLog.file)) return
    const { lines, wrong } = await compareShipped(read, auditLog.file)
    if (wrong) {
      const which =
        wrong.number === undefined ? 'is not an audit entry' : `has entry ${wrong.number}, which differs from the log`
      console.log(`! Line ${wrong.line} of ${auditLog.file} ${which}`)
      process.exitCode = 1
    } else console.log(`${auditLog.file} matches the log: ${countOf(lines, 'line', 'lines')}`)
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_ERROR') throw error
    throw new ConfigError(
      'The database is from an older release. Start the server once to migrate it, then verify the audit log',
    )
  } finally {
    close()
  }
}
