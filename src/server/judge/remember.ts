import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageStatus } from './types.ts'
import { wardenIn } from './workshop.ts'

const fileName = 'languages.json'

/** What a machine's languages hang on: since it was started, what is installed, who asks, and with what. */
function key(prepared: string): string {
  const parts = [
    readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
    String(statSync('/var/lib/dpkg/status', { throwIfNoEntry: false })?.mtimeMs),
    String(statSync(wardenIn(prepared)).mtimeMs),
    String(process.getuid?.()),
    process.version,
  ]
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

/** What was found out about the languages of this machine; undefined when that may have changed. */
export function recallLanguages(prepared: string): LanguageStatus[] | undefined {
  try {
    const kept = JSON.parse(readFileSync(join(prepared, fileName), 'utf8'))
    return kept.key === key(prepared) ? kept.languages : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps what was found out: to try all eight takes 2 s of processor time, and servers are started again and again. One
 * that failed is not kept: its reason may have gone.
 */
export function rememberLanguages(prepared: string, languages: LanguageStatus[]): void {
  if (!languages.every(({ available }) => available)) return
  try {
    writeFileSync(join(prepared, fileName), JSON.stringify({ key: key(prepared), languages }))
  } catch {
    // A folder that only root writes to: the next start tries them again.
  }
}
