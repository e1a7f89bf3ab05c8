import type { HealthReason } from '#shared/dashboards/health.rules.ts'

/** SQLite code prefixes and their meaning for operators. */
const faultsByCode = [
  ['SQLITE_FULL', 'disk_full'],
  ['SQLITE_READONLY', 'disk_read_only'],
  ['SQLITE_IOERR', 'disk_error'],
  ['SQLITE_CANTOPEN', 'disk_error'],
  ['SQLITE_BUSY', 'database_locked'],
  ['SQLITE_LOCKED', 'database_locked'],
  ['SQLITE_CORRUPT', 'database_corrupt'],
  ['SQLITE_NOTADB', 'database_corrupt'],
] as const satisfies readonly (readonly [string, HealthReason])[]

export type Fault = (typeof faultsByCode)[number][1]

export const faults: readonly Fault[] = [...new Set(faultsByCode.map(([, fault]) => fault))]

/** Yields the codes of an error and its causes, outermost first. */
function* codesOf(error: unknown): Generator<string> {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string') yield code
  }
}

/** Returns the disk or file fault that caused an error; undefined for other errors. */
export function faultOf(error: unknown): Fault | undefined {
  for (const code of codesOf(error)) {
    const known = faultsByCode.find(([start]) => code.startsWith(start))
    if (known) return known[1]
  }
  return undefined
}

/** Returns the disk fault that made an operation on a file fail. */
export function faultOfDisk(error: unknown): Fault {
  const codes = [...codesOf(error)]
  if (codes.includes('ENOSPC') || codes.includes('EDQUOT')) return 'disk_full'
  return codes.includes('EROFS') ? 'disk_read_only' : 'disk_error'
}

/** True if a foreign key failed: the parent was deleted between check and write. */
export const isOrphan = (error: unknown): boolean => [...codesOf(error)].includes('SQLITE_CONSTRAINT_FOREIGNKEY')
