import { dirname, resolve } from 'node:path'
import { BackupError, failureText } from '../platform/backup/failures.ts'
import { isWithin, sweepParts } from '../platform/backup/folders.ts'
import { packBackup } from '../platform/backup/pack.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { ConfigError } from '../platform/settings.ts'
import { commands, readArguments, UsageError } from './usage.ts'

/** Shows progress on one terminal line; silent when the output is redirected. */
export function showProgress(done: number, step: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${step}: ${Math.floor(done * 100)}%`)
}
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

/** Removes unfinished files when interrupted. */
export function removePartsWhenStopped(folder: string): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      endProgress()
      sweepParts(folder)
      process.exit(1)
    })
}

/** Rejects a path inside the data folder, because the file could overwrite data or be mistaken for it. */
function requireElsewhere(file: string, { dataDir, backups: { dir } }: Config) {
  if (!isWithin(file, dataDir)) return
  if (isWithin(dir, dataDir) && isWithin(file, dir) && /\.tar\.gz(\.age)?$/.test(file)) return
  throw new BackupError(`${file} is inside the data folder; choose a file elsewhere, or a .tar.gz in ${resolve(dir)}`)
}

/** Writes all data to one file. Safe while a server is running. */
export async function backup(config: Config, args: readonly string[]): Promise<void> {
  const { values, given: names } = readArguments('backup', args)
  const [given] = names
  // An empty name would mean the current folder.
  if (!given) throw new UsageError(`backup needs FILE: backup ${commands.backup.takes}`)
  const file = resolve(given)
  const began = systemClock.now()
  try {
    requireElsewhere(file, config)
    removePartsWhenStopped(dirname(file))
    const overwrite = values.overwrite === true
    const { recipient } = config.backups
    const order = { dataDir: resolve(config.dataDir), file, overwrite, now: began, recipient }
    const made = await packBackup(order, showProgress)
    endProgress()
    const seconds = ((systemClock.now() - began) / 1_000).toFixed(1)
    const { bytes, rows, tables, files, sha256 } = made
    console.log(
      `${recipient === undefined ? 'Backed up' : 'Encrypted backup'} to ${file} in ${seconds} s: ${(bytes / 1e6).toFixed(1)} MB, ${rows} rows in ${tables} tables, ${files} uploaded files`,
    )
    console.log(`sha256 ${sha256}`)
  } catch (error) {
    endProgress()
    throw new ConfigError(`No backup was made. ${failureText(error)}`)
  }
}
