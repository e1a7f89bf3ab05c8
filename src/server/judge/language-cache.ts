import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageSetups } from './languages.ts'
import type { LanguageStatus } from './types.ts'
import { wardenIn } from './workshop.ts'

const fileName = 'languages.json'

/** Fingerprint of a machine's languages: boot, installed packages, warden, user, Node version, compilers and flags. */
function key(prepared: string): string {
  const parts = [
    readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
    String(statSync('/var/lib/dpkg/status', { throwIfNoEntry: false })?.mtimeMs),
    String(statSync(wardenIn(prepared)).mtimeMs),
    String(process.getuid?.()),
    process.version,
    ...Object.values(languageSetups).flatMap(({ programs, shown }) => [
      JSON.stringify(shown),
      ...programs.map((path) => `${path} ${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`),
    ]),
  ]
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

/** Reads the cached results for this machine's languages; undefined if they may be out of date. */
export function readLanguageCache(prepared: string): LanguageStatus[] | undefined {
  try {
    const kept = JSON.parse(readFileSync(join(prepared, fileName), 'utf8'))
    return kept.key === key(prepared) ? kept.languages : undefined
  } catch {
    return undefined
  }
}

/**
 * Caches the results, because testing all languages takes seconds of CPU time and servers restart often. Failures are
 * not cached, because their cause may be gone.
 */
export function writeLanguageCache(prepared: string, languages: LanguageStatus[]): void {
  if (!languages.every(({ available, optional }) => available || optional)) return
  try {
    writeFileSync(join(prepared, fileName), JSON.stringify({ key: key(prepared), languages }))
  } catch {
    // Only root may write to the folder. The next start repeats the tests.
  }
}
