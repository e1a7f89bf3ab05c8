import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { BackupError, failureText } from '../platform/backup/failures.ts'
import { partFolder, sweepParts } from '../platform/backup/folders.ts'
import { belongsToCluster, bypassesLog, lockData } from '../platform/backup/lock.ts'
import { recordedSum } from '../platform/backup/recorded.ts'
import {
  finishReplacement,
  IncompleteRestoreError,
  isReplacementPending,
  replaceData,
} from '../platform/backup/replace.ts'
import { unpackBackup } from '../platform/backup/unpack.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { knownMigrations } from '../platform/db.ts'
import { parts } from '../platform/parts.ts'
import { ConfigError } from '../platform/settings.ts'
import { ask } from './ask.ts'
import { endProgress, removePartsWhenStopped, showProgress } from './backup.ts'
import { commands, readArguments, UsageError } from './usage.ts'

/** Reads the identity file, prompting for its path if no option gave one. */
async function readIdentity(file: string, given: string | undefined): Promise<string> {
  const onTerminal = process.stdin.isTTY && process.stdout.isTTY
  const path = given ?? (onTerminal ? await ask(`${file} is encrypted. Identity file: `, 'shown') : '')
  if (!path) throw new BackupError(`${file} is encrypted; add --identity FILE with its key`)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new BackupError(`The identity file cannot be read: ${failureText(error)}`)
  }
}

async function putInPlace(dataDir: string, file: string, identity: string | undefined): Promise<string[]> {
  const newest = knownMigrations(parts.migrations).at(-1) ?? 0
  const work = partFolder(dataDir)
  try {
    const { createdAt, sha256 } = await unpackBackup(file, work, newest, showProgress, () =>
      readIdentity(file, identity),
    )
    endProgress()
    const at = systemClock.now()
    const written = recordedSum(dataDir, basename(file))
    const spare = replaceData(dataDir, { from: basename(work), file: basename(file), createdAt, at })
    const lines = [`Restored ${file}, made ${createdAt}, into ${dataDir}`]
    if (spare) lines.push(`The previous data is kept in ${spare}`)
    if (written && written !== sha256)
      lines.push(
        `! The file is intact but is not the one recorded under this name: its sha256 is ${sha256}, recorded ${written}`,
      )
    return [...lines, ...ownerHint(dataDir)]
  } finally {
    endProgress()
    // An unfinished replacement still needs the folder.
    if (!isReplacementPending(dataDir)) rmSync(work, { recursive: true, force: true })
  }
}

/** Returns a hint for root, because files that root writes into another user's folder belong to root. */
function ownerHint(dataDir: string): string[] {
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() !== 0 || uid === 0) return []
  return [
    `! The files belong to root. Before starting the service, change their owner: chown -R ${uid}:${gid} ${dataDir}`,
  ]
}

/** Replaces the data with a backup after verifying it completely; keeps the previous data as a spare copy. */
export async function restore(config: Config, args: readonly string[]): Promise<void> {
  const { values, given: names } = readArguments('restore', args)
  const [given] = names
  // An empty name would mean the current folder.
  if (!given) throw new UsageError(`restore needs FILE: restore ${commands.restore.takes}`)
  const identity = values.identity?.toString()
  const [file, dataDir] = [resolve(given), resolve(config.dataDir)]
  try {
    mkdirSync(dataDir, { recursive: true })
    if (belongsToCluster(dataDir)) throw new BackupError(bypassesLog(dataDir))
    const leave = lockData(dataDir, 'alone')
    if (!leave) throw new BackupError(`A server or a backup is using ${dataDir}; stop it first`)
    try {
      finishReplacement(dataDir)
      sweepParts(dataDir)
      removePartsWhenStopped(dataDir)
      console.log((await putInPlace(dataDir, file, identity)).join('\n'))
    } finally {
      leave()
    }
  } catch (error) {
    if (error instanceof IncompleteRestoreError) throw error
    throw new ConfigError(`Nothing was restored. ${failureText(error)}`)
  }
}
