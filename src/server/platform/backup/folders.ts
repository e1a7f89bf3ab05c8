import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { BackupError, failureText } from './failures.ts'

/** Backups, drills and restores in progress use a folder named after their process id. */
const partName = /^examhall-(\d+)\.part$/

export const partFolder = (folder: string) => join(folder, `examhall-${process.pid}.part`)

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Removes the folders of this process and of processes that have exited. */
export function sweepParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = partName.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Resolves all symbolic links in a path. Components that do not exist keep their names. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')) throw error
    return join(realPath(dirname(path)), basename(path))
  }
}

/** True if both paths lead to the same folder, even if it is mounted in two places. */
function isSame(path: string, other: string): boolean {
  if (path === other) return true
  const [one, two] = [path, other].map((each) => statSync(each, { throwIfNoEntry: false }))
  return one !== undefined && one.dev === two?.dev && one.ino === two.ino
}

/** True if a file, existing or not, is the folder itself or inside it. */
export function isWithin(file: string, folder: string): boolean {
  const within = realPath(resolve(folder))
  const isBelow = (path: string): boolean => isSame(path, within) || (dirname(path) !== path && isBelow(dirname(path)))
  // Do not follow a link in the last component: the new file replaces it.
  return isSame(resolve(file), within) || isBelow(realPath(dirname(resolve(file))))
}

/** Explains why backups cannot be written to a folder, which need not exist. @returns undefined if they can */
export function whyUnusable(folder: string): string | undefined {
  const path = resolve(folder)
  if (!existsSync(path) && dirname(path) !== path) return whyUnusable(dirname(path))
  try {
    accessSync(`${path}/`, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return failureText(Object.assign(error as Error, { path }))
  }
}

/** Flushes a file, or a folder's entries, to disk. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Space to leave for concurrent saves, because the copy may be on the database's disk. */
const freeBytes = 64e6

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

/** @throws BackupError if writing `bytes` more would fill the folder's disk */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const left = bavail * bsize
  if (bytes + freeBytes > left)
    throw new BackupError(
      `No space is left on the disk: ${folder} has ${megabytes(left)}; this needs ${megabytes(bytes)}, and leaves ${megabytes(freeBytes)} free`,
    )
}
