import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { keepTemporaryIn } from '../settings.ts'
import { BackupError, failureText } from './failures.ts'
import { sweepParts, syncPath } from './folders.ts'
import { belongsToCluster, lockData } from './lock.ts'
import { databaseName } from './manifest.ts'
import { stampOf } from './migrations.ts'

/** Written before anything is moved. If it exists after an interruption, the restore is completed or rolled back. */
const planName = 'restore.json'
/** Describes a completed restore, which the server records in the audit log. */
const restoredName = 'restored.json'

const restored = z.object({
  from: z.string(),
  spare: z.string(),
  file: z.string(),
  createdAt: z.string(),
  at: z.number(),
})
export type Restored = z.output<typeof restored>

/** `old` lists the replaced files that existed, to distinguish a lost file from one already moved. */
const plan = restored.extend({ old: z.array(z.string()) })
type Plan = z.output<typeof plan>

/**
 * Uploads come first because moving them is most likely to fail. Until the new `name` is in place, everything listed in
 * `moves` is old. The database is moved before its log, so that nobody can open it without the log.
 */
const replaced = [
  { name: 'uploads', moves: ['uploads'] },
  { name: databaseName, moves: [databaseName, `${databaseName}-wal`, `${databaseName}-shm`] },
]

/** Thrown when a restore can be neither completed nor rolled back. */
export class IncompleteRestoreError extends BackupError {}

/** True even for dangling links. */
const pathExists = (...path: string[]) => lstatSync(join(...path), { throwIfNoEntry: false }) !== undefined

function move(name: string, from: string, to: string) {
  const path = join(from, name)
  try {
    renameSync(path, join(to, name))
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'EBUSY')
      throw new BackupError(
        `${path} is a mount point and cannot be moved: unmount it and restore again (docs/backups.md)`,
      )
    if (code === 'EACCES' || code === 'EPERM')
      throw new BackupError(`${path} cannot be moved by this user: run the restore as its owner`)
    throw error
  }
  syncPath(to)
  syncPath(from)
}

function writeDown(dataDir: string, what: Plan) {
  const path = join(dataDir, planName)
  writeFileSync(`${path}.part`, JSON.stringify(what), { mode: 0o600 })
  syncPath(`${path}.part`)
  renameSync(`${path}.part`, path)
  syncPath(dataDir)
}

const hasPlace = (dataDir: string, { from, spare, old }: Plan, name: string) =>
  !pathExists(dataDir, from, name) &&
  pathExists(dataDir, name) &&
  (!old.includes(name) || pathExists(dataDir, spare, name))

function removeEmpty(folder: string) {
  if (pathExists(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Executes a plan. Can be repeated from any intermediate state, including a partial rollback. */
function execute(dataDir: string, what: Plan) {
  const [from, spare] = [join(dataDir, what.from), join(dataDir, what.spare)]
  const waiting = replaced.filter(({ name }) => !hasPlace(dataDir, what, name))
  for (const { name } of waiting) if (!pathExists(from, name)) throw new BackupError(`${join(from, name)} is missing`)
  mkdirSync(spare, { recursive: true, mode: 0o700 })
  for (const old of waiting.flatMap(({ moves }) => moves)) if (pathExists(dataDir, old)) move(old, dataDir, spare)
  for (const { name } of waiting) move(name, from, dataDir)
  rmSync(from, { recursive: true, force: true })
  // The restore is committed here.
  renameSync(join(dataDir, planName), join(dataDir, restoredName))
  removeEmpty(spare)
}

/** Undoes `execute`. Can be repeated. */
function rollBack(dataDir: string, what: Plan) {
  const [from, spare] = [join(dataDir, what.from), join(dataDir, what.spare)]
  for (const { name, moves } of replaced.toReversed()) {
    if (hasPlace(dataDir, what, name)) {
      mkdirSync(from, { recursive: true, mode: 0o700 })
      move(name, dataDir, from)
    }
    for (const old of moves.toReversed())
      if (pathExists(spare, old) && !pathExists(dataDir, old)) move(old, spare, dataDir)
  }
  const lost = what.old.find((name) => !pathExists(dataDir, name))
  if (lost) throw new BackupError(`${join(spare, lost)} is missing`)
  rmSync(join(dataDir, planName), { force: true })
  syncPath(dataDir)
  rmSync(from, { recursive: true, force: true })
  removeEmpty(spare)
}

/** Runs a restore step or rolls back. @throws IncompleteRestoreError if rolling back fails; the plan is then kept */
function orRollBack(dataDir: string, what: Plan, work: () => void) {
  try {
    work()
  } catch (error) {
    try {
      rollBack(dataDir, what)
    } catch (second) {
      throw new IncompleteRestoreError(
        `The restore of ${what.file} failed halfway: ${failureText(error)}. Rolling it back also failed: ${failureText(second)}. Delete nothing: the previous data is in ${join(dataDir, what.spare)}, and the server stays offline until a later start completes the restore`,
      )
    }
    throw error
  }
}

/** Returns an unused name for the spare copy. If the timestamp is taken, uses the next free second. */
function freeSpareName(dataDir: string, at: number): string {
  const name = `replaced-${stampOf(at)}`
  return pathExists(dataDir, name) ? freeSpareName(dataDir, at + 1_000) : name
}

/**
 * Replaces the data with the unpacked backup and keeps the old data as a spare copy. Requires the exclusive lock.
 * @returns path of the spare copy, if there was data
 * @throws if something could not be moved; everything is then rolled back, except after an IncompleteRestoreError
 */
export function replaceData(dataDir: string, facts: Omit<Restored, 'spare'>): string | undefined {
  const old = replaced.map(({ name }) => name).filter((name) => pathExists(dataDir, name))
  const what = { ...facts, spare: freeSpareName(dataDir, facts.at), old }
  orRollBack(dataDir, what, () => {
    writeDown(dataDir, what)
    execute(dataDir, what)
  })
  return pathExists(dataDir, what.spare) ? join(dataDir, what.spare) : undefined
}

function readPlan(dataDir: string): Plan {
  const path = join(dataDir, planName)
  try {
    return plan.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw new BackupError(
      `${path} cannot be read, so the state of an interrupted restore is unknown. Move the file away and restore again before you start (examhall restore FILE); the previous data is in ${dataDir} or in its newest folder replaced-…`,
    )
  }
}

/** Completes or rolls back a restore that was interrupted while moving files. Requires the exclusive lock. */
export function finishReplacement(dataDir: string): void {
  if (!isReplacementPending(dataDir)) return
  const what = readPlan(dataDir)
  try {
    orRollBack(dataDir, what, () => execute(dataDir, what))
  } catch (error) {
    if (error instanceof IncompleteRestoreError) throw error
    throw new BackupError(
      `The interrupted restore of ${what.file} could not be completed (${failureText(error)}) and was rolled back. The data is unchanged. Start Examhall again`,
    )
  }
}

export const isReplacementPending = (dataDir: string) => pathExists(dataDir, planName)

/**
 * Takes the shared lock on a data folder, after completing or rolling back an interrupted restore.
 * @returns a release function
 * @throws BackupError while a restore holds the lock
 */
export function lockDataDir(dataDir: string): () => void {
  keepTemporaryIn(dataDir)
  const busy = () =>
    new BackupError(
      belongsToCluster(dataDir)
        ? `This server of the cluster is a standby, which is writing to ${dataDir}; run this on the leading server`
        : `A backup is being restored into ${dataDir}; start again when it has finished`,
    )
  if (isReplacementPending(dataDir)) {
    const leave = lockData(dataDir, 'alone')
    if (!leave) throw busy()
    try {
      finishReplacement(dataDir)
    } finally {
      leave()
    }
  }
  const leave = lockData(dataDir, 'shared')
  if (!leave) throw busy()
  sweepParts(dataDir)
  return leave
}

/** Returns a restore that the server has not logged yet, if any. */
export function readRestored(dataDir: string): Restored | undefined {
  const path = join(dataDir, restoredName)
  return pathExists(path) ? restored.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

export const deleteRestored = (dataDir: string) => rmSync(join(dataDir, restoredName), { force: true })
