import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { encryptedEnding } from '#server/platform/backup/encryption.ts'
import { BackupError, failureText } from '#server/platform/backup/failures.ts'
import { whyUnusable } from '#server/platform/backup/folders.ts'
import { stampOf } from '#server/platform/backup/migrations.ts'
import { deleteRestored, readRestored } from '#server/platform/backup/replace.ts'
import type { Config } from '#server/platform/config.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { nextBackup, nextDrill, outdated, staleAfterMs } from '#shared/backups/backups.rules.ts'
import type { BackupReason } from '#shared/backups/backups.schema.ts'
import { type PageQuery, paginate } from '#shared/schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { noBackupToDrill } from './backups.errors.ts'
import { backupsRepo, type RunRow } from './backups.repo.ts'
import { DrillError, type RunningTask } from './runner.ts'

/** Removes old backups. Call only after a new one has succeeded. */
async function removeOutdated({ config: { backups } }: Platform) {
  for (const name of outdated(await readdir(backups.dir), backups.keep)) await rm(join(backups.dir, name))
}

/** File names contain the start time; a second backup in the same second uses the next free second. */
function freeName(
  { dir, recipient }: Pick<Config['backups'], 'dir' | 'recipient'>,
  reason: BackupReason,
  at: number,
): string {
  const name = `examhall-${reason}-${stampOf(at)}.tar.gz${recipient === undefined ? '' : encryptedEnding}`
  return existsSync(join(dir, name)) ? freeName({ dir, recipient }, reason, at + 1_000) : name
}

const beginBackup = (app: Services, reason: 'nightly' | 'asked') =>
  app.backupRunner.begin('backup', reason, async (watched) => {
    const now = app.clock.now()
    const { dataDir, backups } = app.config
    const name = freeName(backups, reason, now)
    const { recipient } = backups
    const order = { dataDir: resolve(dataDir), file: resolve(backups.dir, name), overwrite: false, now, recipient }
    const outcome = await watched({ kind: 'backup', ...order })
    if (outcome.kind !== 'made') throw new Error('The backup process made no backup')
    await removeOutdated(app)
    const { bytes, ...detail } = outcome.made
    return { file: name, bytes, detail }
  })

const beginDrill = (app: Services, reason: 'nightly' | 'asked', { file, detail }: RunRow) =>
  app.backupRunner.begin('drill', reason, async (watched) => {
    if (file === null) throw new Error('A successful backup has no file')
    const path = resolve(app.config.backups.dir, file)
    try {
      const outcome = await watched({ kind: 'drill', file: path })
      if (outcome.kind !== 'tried') throw new Error('The backup process did not run the drill')
      if (detail?.sha256 !== outcome.tried.sha256)
        throw new BackupError(`${file} is ${outcome.tried.schema ? 'intact, but ' : ''}not the file that was written`)
      return { file, bytes: (await stat(path)).size, detail: { ...detail, ...outcome.tried } }
    } catch (error) {
      throw new DrillError(failureText(error), file)
    }
  })

/** Files in the backup folder. A restored database may list backups that exist only on the previous machine. */
const existingFiles = ({ config }: Platform): Promise<string[]> => readdir(config.backups.dir).catch(() => [])

/** The newest good backup that a drill can restore. Excludes the plain copies made before migrations. */
async function newestBackup(app: Platform): Promise<RunRow | undefined> {
  const repo = backupsRepo(app.db.read)
  const files = await existingFiles(app)
  const both = [
    await repo.last({ kind: 'backup', reason: 'nightly', good: true, files }),
    await repo.last({ kind: 'backup', reason: 'asked', good: true, files }),
  ]
  return both.filter((run) => run !== undefined).sort((one, other) => other.startedAt - one.startedAt)[0]
}

const present = ({ kind, startedAt, done, step }: RunningTask) => ({ kind, startedAt, done, step })

/** @throws CONFLICT while a backup or drill is running */
export async function requestBackup(app: Services, actor: Actor) {
  const running = present(beginBackup(app, 'asked'))
  const entry = { action: 'platform.backup', subject: { type: 'platform', id: 'platform', name: '' } } as const
  await app.db.write((tx) => recordAudit(tx, app.clock.now(), actor, entry))
  return { running }
}

/** @throws CONFLICT while a backup or drill is running, or when there is no backup */
export async function requestDrill(app: Services) {
  const newest = await newestBackup(app)
  if (!newest) throw noBackupToDrill()
  return { running: present(beginDrill(app, 'asked', newest)) }
}

async function plans(app: Platform) {
  const repo = backupsRepo(app.db.read)
  const nightly = await repo.last({ kind: 'backup', reason: 'nightly', files: await existingFiles(app) })
  const drill = await repo.last({ kind: 'drill' })
  const good = await newestBackup(app)
  const now = app.clock.now()
  const since = (await repo.setUpAt()) ?? now
  return {
    now,
    since,
    drill,
    good,
    backupAt: nextBackup(now, app.config.backups.hour, nightly, since),
    drillAt: nextDrill(drill, good),
  }
}

/** Start time of the last successful nightly backup. */
export const lastNightlyBackup = async (app: Platform): Promise<number | undefined> =>
  (await backupsRepo(app.db.read).last({ kind: 'backup', reason: 'nightly', good: true }))?.startedAt

/** Runs the nightly backup and weekly drill when due, including any missed while the machine was off. */
export async function keepBackups(app: Services): Promise<void> {
  if (!app.backupRunner.isFree) return
  const { now, backupAt, drillAt, good } = await plans(app)
  if (backupAt <= now) await beginBackup(app, 'nightly').ended
  else if (good && drillAt !== undefined && drillAt <= now) await beginDrill(app, 'nightly', good).ended
}

const shown = ({ detail, ...row }: RunRow) => ({ ...row, detail: detail ?? {} })

/** The owner's view of the backups. */
export async function getBackups(app: Services, query: PageQuery) {
  const repo = backupsRepo(app.db.read)
  const { now, since, drill, good, backupAt, drillAt } = await plans(app)
  const last = await repo.last({ kind: 'backup', files: await existingFiles(app) })
  const { running } = app.backupRunner
  const stale = (good?.finishedAt ?? since) < now - staleAfterMs
  return {
    lastBackup: last ? shown(last) : null,
    lastGoodBackup: good ? shown(good) : null,
    lastDrill: drill ? shown(drill) : null,
    nextBackupAt: Math.max(backupAt, now),
    nextDrillAt: drillAt === undefined ? null : Math.max(drillAt, now),
    running: running ? present(running) : null,
    warnings: [
      ...(whyUnusable(app.config.backups.dir) ? ['folder_unusable' as const] : []),
      ...(stale ? ['stale' as const] : []),
      // A failed drill is irrelevant without a good backup.
      ...(good && drill?.failure ? ['drill_failed' as const] : []),
    ],
    keep: app.config.backups.keep,
    runs: (await repo.list(query)).map(shown),
    pagination: paginate(query, await repo.count()),
  }
}

/** Logs a warning in advance if the folder would make tonight's backup fail. */
export async function checkBackupFolder({ config, log }: Platform): Promise<void> {
  const reason = whyUnusable(config.backups.dir)
  if (reason) log.warn(`BACKUP_DIR cannot be used, so no backups will be made: ${reason}`)
}

/** Records a restore in the audit log. The restore command cannot do so because it replaces the database. */
export async function recordRestore(app: Platform): Promise<void> {
  const restored = readRestored(app.config.dataDir)
  if (!restored) return
  const { file, createdAt, spare, at } = restored
  const entry = { action: 'platform.restore', subject: { type: 'platform', id: 'platform', name: '' } } as const
  await app.db.write((tx) => recordAudit(tx, at, null, { ...entry, detail: { file, createdAt, spare } }))
  deleteRestored(app.config.dataDir)
}
