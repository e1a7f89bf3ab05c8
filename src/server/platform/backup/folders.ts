import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './failures.ts'

/** Half-made things of backups, drills and restores lie in a folder that names its process. */
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

/** Removes what processes left that are no more; this one's own as well. */
export function sweepParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = partName.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Brings a file's content, or the names in a folder, to the disk. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Stays free for who saves meanwhile: a copy may lie on the disk of the database. */
const spareBytes = 64e6

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

/** @throws BackupError when so many bytes would fill the disk of a folder */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const left = bavail * bsize
  if (bytes + spareBytes > left)
    throw new BackupError(
      `No space is left on the disk: ${folder} has ${megabytes(left)}; this needs ${megabytes(bytes)}, and leaves ${megabytes(spareBytes)} free`,
    )
}
