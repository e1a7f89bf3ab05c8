/** Where the judge keeps what was prepared for it, and where it works. */
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const isRoot = process.getuid?.() === 0

/** Reachable for everybody, whatever the home of the one who installs. */
const systemFolder = '/var/cache/examhall-judge'

/** Whether a user without any rights can come to it. */
export function isReachable(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false })
    if (found?.isDirectory() && (found.mode & constants.S_IXOTH) === 0) return false
    if (at === dirname(at)) return true
  }
}

/**
 * The folder of what is prepared: the warden, the precompiled header. As root the sandboxes run as users who cannot look
 * into a home folder, so it lies elsewhere when the wanted one is in one.
 */
export const preparedFolder = (wanted: string): string => (isRoot && !isReachable(wanted) ? systemFolder : wanted)

export function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const prefix = 'examhall-judge-run-'

/** What a judge that was killed has left behind. */
function removeStale(parent: string) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // Somebody else's: it is theirs to remove.
    }
  }
}

/** Makes a folder to work in, and removes those of judges that were killed. */
export function makeWorkFolder(prepared: string): string {
  const parent = isWritable(prepared) ? prepared : tmpdir()
  removeStale(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // The users of the sandboxes pass through it.
  chmodSync(folder, 0o711)
  return folder
}
