/** Folders for the judge's prepared and temporary files. */
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const isRoot = process.getuid?.() === 0

/** A world-readable folder, unlike home folders. Its path reveals nothing about the user who installed Examhall. */
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
 * Chooses the folder for prepared files, such as the warden. Prefers a system folder, one per requested path: programs
 * can read the source paths of mounts in /proc/self/mountinfo, and root's sandbox users cannot access home folders.
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

/** Removes the work folders of killed judges. */
function removeStale(parent: string) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // The folder belongs to another user.
    }
  }
}

/** Creates a work folder and removes the folders of killed judges. */
export function makeWorkFolder(prepared: string): string {
  const parent = isWritable(prepared) ? prepared : tmpdir()
  removeStale(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // The sandbox users must be able to traverse it.
  chmodSync(folder, 0o711)
  return folder
}
