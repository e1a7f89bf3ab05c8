import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk of its own, mounted at `path`. */
export interface Disk {
  path: string
  /** Makes the kernel give it up, as it does after an error: from then on it can only be read. */
  giveUp(): void
  /** Takes it back into use, as a restart of the machine does. */
  again(): void
  end(): void
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

/** A disk of a file with ext4 on it. @throws where loop devices or mounting are not allowed */
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

/** Why no disk can be mounted here, undefined when one can. */
export function whyNoDisk(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may mount a disk'
  try {
    mountDisk(4).end()
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}
