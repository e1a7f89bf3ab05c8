import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

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
