import type { JudgePool } from '#server/judge/pool/pool.ts'
import {
  JobReturned,
  JudgeDied,
  type JudgedCase,
  JudgeError,
  type JudgeJob,
  type JudgeOutcome,
  WorkerLost,
} from '#server/judge/types.ts'
import type { Db } from '#server/platform/db.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { JobProgress, TestResult } from '#shared/coding/submissions.schema.ts'
import { jobNotFound, tooManyJobs } from './coding.errors.ts'
import { type NewSubmission, submissionsRepo } from './submissions/submissions.repo.ts'

/** The judge and the progress callback for a running task. */
export interface TaskContext {
  judge: (job: Omit<JudgeJob, 'id'>, judged?: (result: JudgedCase) => void) => Promise<JudgeOutcome>
  /** Reports a finished case to followers. */
  report: (result: TestResult) => void
}

export interface Task {
  id: string
  /** Each owner has at most one running task; queued tasks of all owners take turns. */
  owner: string
  kind: JobProgress['kind']
  /** True for a run or submission in a test. */
  isExam?: boolean
  /** Total number of cases. */
  total: number
  /** Runs the task. Followers receive the result. */
  execute: (context: TaskContext) => Promise<Pick<JobProgress, 'run' | 'submission'>>
  /** Called when the judge itself failed too often. Resolves when the failure is stored. */
  failed?: () => Promise<unknown>
}

interface Entry {
  task: Task
  /** Sort key: priority first, then fair share, then arrival. */
  key: readonly [priority: number, turn: number, arrival: number]
  progress: JobProgress
  /** Judge failures on this job, and judge crashes while it was running, for any reason. */
  failures: number
  deaths: number
  /** Workers that were lost while they judged it. */
  losses: number
  queuedAt: number
  cancelled: boolean
  wake: Set<() => void>
}

/** Maximum retries. Another job may have crashed the judge, but a job that crashes it every time must end. */
const maxRetries = { failures: 1, deaths: 5, losses: 2 }
/** Maximum jobs per person, including the running one. */
const maxJobsPerOwner = 4
/** Finished jobs kept for late followers, limited by count and size of results. */
const remembered = { jobs: 2_000, characters: 32 * 1024 * 1024 }

const before = (a: Entry['key'], b: Entry['key']) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** The kinds of jobs, most urgent first. Practice includes the trials and checks of authors. */
export const priorities = ['exam_submissions', 'exam_runs', 'practice'] as const
const priorityOf = ({ kind, isExam }: Task) => (!isExam ? 2 : kind === 'run' ? 1 : 0)

/**
 * Keeps the judge and its workers busy up to their capacity. Owners take turns within each priority, regardless of how
 * many jobs they queued, with at most one running job each.
 */
export class JudgeQueue {
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #judge: JudgePool
  readonly #entries = new Map<string, Entry>()
  /** In execution order. */
  readonly #waiting: Entry[] = []
  readonly #underWay = new Map<string, Entry>()
  /** The last assigned turn by priority and owner, and the turn being served per priority. */
  readonly #lastTurn = new Map<string, number>()
  readonly #turn = [0, 0, 0]
  readonly #done: { id: string; characters: number }[] = []
  #doneCharacters = 0
  /** Reserved places by owner, for jobs still being stored. */
  readonly #kept = new Map<string, number>()
  #arrivals = 0
  #stopped: (() => void) | undefined

  /** True once the previous process's unfinished work has been enqueued. */
  readonly resumed = { submissions: false, checks: false }

  constructor({ log, metrics }: { log: Logger; metrics: Metrics }, judge: JudgePool) {
    this.#log = log
    this.#metrics = metrics
    this.#judge = judge
    judge.onRoom = () => this.#fill()
  }

  /** Stores a submission inside the caller's job; `queueWaiting` enqueues it after the commit. */
  store = (tx: Db, submission: NewSubmission) => submissionsRepo(tx).insert({ ...submission, status: 'queued' })

  /** Number of queued and running jobs. */
  get counts() {
    return { waiting: this.#waiting.length, running: this.#underWay.size }
  }

  /** Number of queued jobs by priority. */
  get waitingBy() {
    return priorities.map((priority, place) => ({
      priority,
      jobs: this.#waiting.filter(({ key }) => key[0] === place).length,
    }))
  }

  /** How long the oldest queued job has waited, in ms. */
  get longestWait() {
    const now = performance.now()
    return this.#waiting.reduce((longest, { queuedAt }) => Math.max(longest, now - queuedAt), 0)
  }

  /** True if a job is queued or running. */
  has = (id: string) => ['queued', 'judging'].includes(this.#entries.get(id)?.progress.state ?? '')

  /** @throws TOO_MANY_REQUESTS when the owner has the maximum number of jobs */
  requireRoom(owner: string): void {
    const own = [...this.#underWay.values(), ...this.#waiting].filter(({ task }) => task.owner === owner)
    if (own.length + (this.#kept.get(owner) ?? 0) >= maxJobsPerOwner) throw tooManyJobs()
  }

  /**
   * Reserves a place for a job while it is stored, so concurrent requests cannot exceed the maximum.
   * @throws TOO_MANY_REQUESTS
   */
  async withRoom(owner: string, store: () => Promise<void>): Promise<void> {
    this.requireRoom(owner)
    this.#kept.set(owner, (this.#kept.get(owner) ?? 0) + 1)
    try {
      await store()
    } finally {
      const others = (this.#kept.get(owner) ?? 1) - 1
      if (others > 0) this.#kept.set(owner, others)
      else this.#kept.delete(owner)
    }
  }

  add(task: Task): void {
    const priority = priorityOf(task)
    const whose = `${priority} ${task.owner}`
    const turn = Math.max(this.#turn[priority] ?? 0, (this.#lastTurn.get(whose) ?? -1) + 1)
    this.#lastTurn.set(whose, turn)
    const { id, kind, total } = task
    const entry: Entry = {
      task,
      key: [priority, turn, this.#arrivals++],
      progress: { jobId: id, kind, state: 'queued', place: 0, total, testResults: [] },
      failures: 0,
      deaths: 0,
      losses: 0,
      queuedAt: performance.now(),
      cancelled: false,
      wake: new Set(),
    }
    this.#entries.set(id, entry)
    this.#insert(entry)
    this.#fill()
  }

  #seen(entry: Entry): JobProgress {
    const place = entry.progress.state === 'queued' ? this.#placeOf(entry) + 1 : 0
    return { ...entry.progress, place, testResults: [...entry.progress.testResults] }
  }

  /** A job's zero-based place in the queue; also its insertion index. */
  #placeOf({ key }: Entry): number {
    let low = 0
    let high = this.#waiting.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (before((this.#waiting[middle] as Entry).key, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #insert(entry: Entry) {
    this.#waiting.splice(this.#placeOf(entry), 0, entry)
  }

  /** Stops taking jobs; settles when the running ones have ended. Queued submissions are already stored. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#stopped = resolve
      for (const entry of this.#waiting)
        this.#change(entry, { state: 'failed', message: 'The server is stopping. Please try again in a moment.' })
      this.#fill()
    })
  }

  #fill() {
    if (this.#stopped) {
      if (this.#underWay.size === 0) this.#stopped()
      return
    }
    while (this.#underWay.size < this.#judge.concurrency) {
      const at = this.#waiting.findIndex(({ task }) => !this.#underWay.has(task.owner))
      const [entry] = at < 0 ? [] : this.#waiting.splice(at, 1)
      if (!entry) return
      const [priority, turn] = entry.key
      this.#turn[priority] = Math.max(this.#turn[priority] ?? 0, turn)
      this.#underWay.set(entry.task.owner, entry)
      void this.#execute(entry)
    }
    if (this.#waiting.length === 0 && this.#underWay.size === 0) this.#lastTurn.clear()
  }

  async #execute(entry: Entry) {
    const { task } = entry
    this.#change(entry, { state: 'judging', testResults: [] })
    const began = performance.now()
    try {
      const outcome = await task.execute({
        judge: (job, judged) => this.#judge.judge({ id: task.id, ...job }, judged ? { judged } : {}),
        report: (result) => this.#change(entry, { testResults: [...entry.progress.testResults, result] }),
      })
      this.#metrics.judged(task.kind, outcome.submission?.status ?? 'judged', performance.now() - began)
      this.#end(entry, { state: 'done', ...outcome })
    } catch (error) {
      if (!this.#stopped && !entry.cancelled && !(error instanceof JobReturned))
        this.#log.error({ err: error, job: task.id, kind: task.kind })
      if (entry.cancelled) this.#end(entry, cancelled)
      else if (this.#stopped || mayRetry(entry, error)) {
        this.#underWay.delete(task.owner)
        this.#insert(entry)
        this.#change(entry, { state: 'queued', testResults: [] })
      } else {
        this.#metrics.judged(task.kind, 'internal_error', performance.now() - began)
        await task.failed?.().catch((cause: unknown) => this.#log.error({ err: cause, job: task.id }))
        this.#end(entry, { state: 'failed', message: 'The judge could not run this. Please try again.' })
      }
    }
    this.#fill()
  }

  /**
   * Cancels a queued or running trial. Other jobs cannot be cancelled.
   * @throws NOT_FOUND for an unknown job, another person's job, or one that is not a trial
   */
  cancel(owner: string, id: string): void {
    const entry = this.#require(owner, id)
    if (entry.task.kind !== 'trial') throw jobNotFound()
    if (isOver(entry.progress)) return
    entry.cancelled = true
    if (this.#underWay.get(owner) === entry) this.#judge.cancel(id)
    else {
      this.#waiting.splice(this.#waiting.indexOf(entry), 1)
      this.#end(entry, cancelled)
    }
  }

  #end(entry: Entry, fields: Partial<JobProgress>) {
    if (this.#underWay.get(entry.task.owner) === entry) this.#underWay.delete(entry.task.owner)
    this.#change(entry, fields)
    const { id, owner, kind, total } = entry.task
    // Keep the result for late followers, but release the program and cases that the task holds.
    entry.task = { id, owner, kind, total, execute: alreadyFinished }
    const characters = JSON.stringify(entry.progress).length
    this.#done.push({ id, characters })
    this.#doneCharacters += characters
    while (this.#done.length > remembered.jobs || this.#doneCharacters > remembered.characters) this.#forgetOldest()
  }

  #forgetOldest() {
    const oldest = this.#done.shift()
    if (!oldest) return
    this.#doneCharacters -= oldest.characters
    const entry = this.#entries.get(oldest.id)
    // Skip jobs that are being retried.
    if (entry && isOver(entry.progress)) this.#entries.delete(oldest.id)
  }

  #change(entry: Entry, fields: Partial<JobProgress>) {
    Object.assign(entry.progress, fields)
    for (const wake of [...entry.wake]) wake()
  }

  /** @throws NOT_FOUND for an unknown job, or another person's job */
  #require(owner: string, id: string): Entry {
    const entry = this.#entries.get(id)
    if (entry?.task.owner !== owner) throw jobNotFound()
    return entry
  }

  /** Resolves when a job has ended. */
  async finished(owner: string, id: string): Promise<JobProgress> {
    const entry = this.#require(owner, id)
    while (!isOver(entry.progress)) await this.#changed(entry)
    return this.#seen(entry)
  }

  /**
   * Streams a job's state changes until the job ends or the signal aborts.
   * @throws NOT_FOUND for an unknown job, or another person's job
   */
  async *follow(owner: string, id: string, signal: AbortSignal): AsyncGenerator<JobProgress> {
    const entry = this.#require(owner, id)
    let last = ''
    let beat = 0
    while (!signal.aborted) {
      const seen = this.#seen(entry)
      const text = JSON.stringify(seen)
      // Sends unchanged states occasionally as a heartbeat, so clients do not assume a dead connection.
      if (text !== last || ++beat % beatsOfSilence === 0) yield seen
      last = text
      if (isOver(seen)) return
      // The job may have changed during the yield.
      if (seen.state === entry.progress.state && seen.testResults.length === entry.progress.testResults.length)
        await this.#changed(entry, signal)
    }
  }

  /** Settles on a change, after a second (the queue position may have changed), or on abort. */
  #changed(entry: Entry, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        entry.wake.delete(wake)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, 1_000)
      entry.wake.add(wake)
      signal?.addEventListener('abort', wake)
    })
  }
}

const cancelled = { state: 'failed', message: 'Cancelled' } as const
const alreadyFinished = () => Promise.reject(new JudgeError('The job has already finished'))

function mayRetry(entry: Entry, error: unknown): boolean {
  if (error instanceof JobReturned) return true
  if (error instanceof WorkerLost) return ++entry.losses <= maxRetries.losses
  if (error instanceof JudgeDied) return ++entry.deaths <= maxRetries.deaths
  return error instanceof JudgeError && ++entry.failures <= maxRetries.failures
}

const beatsOfSilence = 5
const isOver = ({ state }: JobProgress) => state === 'done' || state === 'failed'
