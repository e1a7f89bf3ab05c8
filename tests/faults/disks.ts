import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk mounted at `path`. */
export interface Disk {
  path: string
  /** Makes the kernel remount it read-only, as after an error. */
  giveUp(): void
  /** Mounts it read-only. @returns a function that makes it writable again */
  readOnly(): () => void
  /** Remounts it, as a reboot would. */
  again(): void
  end(): void
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

/** A file-backed ext4 disk. @throws if loop devices or mounting are not allowed */
export function mountDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-disk-'))
  const [image, path] = [join(folder, 'image'), join(folder, 'mounted')]
  mkdirSync(path)
  try {
    run('truncate', '-s', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', '-m', '0', image)
    run('mount', '-o', 'loop', image, path)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  return {
    path,
    giveUp: () => void run('mount', '-o', 'remount,abort', path),
    readOnly: () => {
      run('mount', '-o', 'remount,ro', path)
      return () => void run('mount', '-o', 'remount,rw', path)
    },
    again: () => {
      run('umount', path)
      run('mount', '-o', 'loop', image, path)
    },
    end: () => {
      run('umount', path)
      rmSync(folder, { recursive: true })
    },
  }
}

/** The reason why no disk can be mounted here, or undefined. */
export function whyNoDisk(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may mount a disk'
  try {
    mountDisk(4).end()
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}

/** Fills the disk in ever smaller pieces. @returns the file */
export function fill(folder: string): string {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  for (let size = 1024 * 1024; size >= 512; size /= 2) {
    const piece = Buffer.alloc(size)
    try {
      for (;;) if (writeSync(file, piece) < size) break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
  return path
}
