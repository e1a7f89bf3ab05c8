/** The judge's folders for prepared files and for its work. */
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const isRoot = process.getuid?.() === 0

/** Reachable for everybody, whatever the home of the one who installs, and its name says nothing about that. */
export const systemFolder = '/var/cache/examhall-judge'

export function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The folder of what is prepared: the warden, the precompiled header. Where it may, it lies in a folder of the system, one
 * for each that is wanted: programs read in /proc/self/mountinfo where what they see comes from, and the users of root's
 * sandboxes cannot look into a home folder.
 */
export function preparedFolder(wanted: string): string {
  const neutral = join(systemFolder, createHash('sha256').update(resolve(wanted)).digest('hex').slice(0, 12))
  return isWritable(neutral) || !isWritable(wanted) ? neutral : wanted
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

/** Leftovers of a killed judge. */
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
