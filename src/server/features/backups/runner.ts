import { resolve } from 'node:path'
import { BackupError, failureText } from '#server/platform/backup/failures.ts'
import { startTask } from '#server/platform/backup/process.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { BackupKind, BackupReason } from '#shared/backups/backups.schema.ts'
import { alreadyRunning } from './backups.errors.ts'
import { backupsRepo } from './backups.repo.ts'

export interface RunningTask {
  kind: BackupKind
  startedAt: number
  done: number
  step: string
  stop: () => Promise<void>
  /** Settles once the outcome is recorded; never rejects. */
  ended: Promise<void>
}

interface Result {
  file: string | null
  bytes: number | null
  detail: Record<string, unknown>
}

type Watched = (task: Parameters<typeof startTask>[0]) => ReturnType<typeof startTask>['outcome']

/** A failed drill of a known file. */
export class DrillError extends BackupError {
  readonly file: string
  constructor(message: string, file: string) {
    super(message)
    this.file = file
  }
}

/** Runs backups and restore drills, one at a time. */
export class BackupRunner {
  readonly #app: Platform
  #running: RunningTask | undefined
  #stopped = false

  constructor(app: Platform) {
    this.#app = app
  }

  get running() {
    return this.#running
  }

  /** True unless a task is running or the server is stopping. */
  get isFree() {
    return !this.#running && !this.#stopped
  }

  /** Runs a task and records its outcome. @throws CONFLICT while another is running */
  begin(kind: BackupKind, reason: BackupReason, run: (watched: Watched) => Promise<Result>): RunningTask {
    if (!this.isFree) throw alreadyRunning()
    const { clock, config, db, log } = this.#app
    const startedAt = clock.now()
    const state: RunningTask = {
      kind,
      startedAt,
      done: 0,
      step: 'Beginning',
      stop: async () => {},
      ended: Promise.resolve(),
    }
    const watched: Watched = (task) => {
      const { outcome, stop } = startTask(task, (done, step) => Object.assign(state, { done, step }))
      state.stop = stop
      return outcome
    }
    const record = async (result: Result, failure: string | null) => {
      const row = { id: newId(), kind, reason, startedAt, finishedAt: clock.now(), ...result, failure }
      if (!this.#stopped) await db.write((tx) => backupsRepo(tx).insert(row))
    }
    const execute = async () => {
      try {
        await record(await run(watched), null)
      } catch (error) {
        // Show file names only, not the path of the backups folder.
        const failure = failureText(error).replaceAll(`${resolve(config.backups.dir)}/`, '')
        if (!this.#stopped) log.error({ err: error, kind, reason }, `${kind} failed: ${failure}`)
        const { file = null } = error instanceof DrillError ? error : {}
        await record({ file, bytes: null, detail: {} }, failure)
      }
    }
    this.#running = state
    state.ended = execute()
      .catch((error: unknown) => log.error({ err: error }, 'Failed to record the outcome of a backup'))
      .finally(() => {
        this.#running = undefined
      })
    return state
  }

  /** Aborts the running task at shutdown. */
  async stop(): Promise<void> {
    this.#stopped = true
    const running = this.#running
    await running?.stop()
    await running?.ended
  }
}
