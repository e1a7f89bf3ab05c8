import { languagesOf } from '#server/judge/pool/order.ts'
import type { JudgePool, Seat } from '#server/judge/pool/pool.ts'
import {
  JobReturned,
  type JudgedCase,
  JudgeError,
  type JudgeJob,
  type JudgeOutcome,
  NoMachine,
} from '#server/judge/types.ts'
import type { Db } from '#server/platform/db.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { JobProgress } from '#shared/coding/submissions.schema.ts'
import { jobNotFound, judgeFailed, tooManyJobs } from './coding.errors.ts'
import { FollowedJobs, isOver } from './followed-jobs.ts'
import { type NewSubmission, submissionsRepo } from './submissions/submissions.repo.ts'
import { mayRetry, priorities, priorityOf, type Setbacks, type Task, waitsForLanguage } from './tasks.ts'
import { WaitingJobs } from './waiting.ts'

interface Entry extends Setbacks {
  task: Task
  /** Sort key: priority first, then fair share, then arrival. */
  key: readonly [priority: number, turn: number, arrival: number]
  /** Languages of its next program. */
  languages: readonly Language[]
  /** Its slot on a machine. */
  seat: Seat | undefined
  /** Set while the running task waits for a machine that has the languages of its next program. */
  paused: { resume(): void; reject(error: Error): void } | undefined
  progress: JobProgress
  queuedAt: number
  cancelled: boolean
}

/** Maximum jobs per person, including the running one. */
const maxJobsPerOwner = 4

/**
 * Keeps the judge and its workers busy. A job starts once a machine that has its languages has a free slot. Owners take
 * turns within each priority, regardless of how many jobs they queued, with at most one running job each.
 */
export class JudgeQueue {
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #pool: JudgePool
  readonly #waiting = new WaitingJobs<Entry>()
  readonly #jobs = new FollowedJobs<Entry>((entry) => this.#waiting.countBefore(entry) + 1)
  /** The running job of each owner. A paused job leaves its turn to the owner's other jobs. */
  readonly #underWay = new Map<string, Entry>()
  /** Number of running and paused jobs. */
  #started = 0
  /** The last assigned turn by priority and owner, and the turn being served per priority. */
  readonly #lastTurn = new Map<string, number>()
  readonly #turn = [0, 0, 0]
  /** Unfinished jobs by owner, including those still being stored. */
  readonly #jobsOf = new Map<string, number>()
  #arrivals = 0
  #stopped: (() => void) | undefined

  /** True once the previous process's unfinished work has been enqueued. */
  readonly resumed = { submissions: false, checks: false }

  constructor({ log, metrics }: { log: Logger; metrics: Metrics }, pool: JudgePool) {
    this.#log = log
    this.#metrics = metrics
    this.#pool = pool
    pool.onRoom = () => this.#fill()
  }

  /** Stores a submission inside the caller's job; `queueWaiting` enqueues it after the commit. */
  store = (tx: Db, submission: NewSubmission) => submissionsRepo(tx).insert({ ...submission, status: 'queued' })

  /** Number of queued and running jobs. */
  get counts() {
    return { waiting: this.#waiting.size, running: this.#underWay.size }
  }

  /** Number of queued jobs by priority. */
  get waitingBy() {
    return priorities.map((priority, place) => ({
      priority,
      jobs: this.#waiting.all.filter(({ key }) => key[0] === place).length,
    }))
  }

  /** How long the oldest queued job has waited, in ms. */
  get longestWait() {
    const now = performance.now()
    return this.#waiting.all.reduce((longest, { queuedAt }) => Math.max(longest, now - queuedAt), 0)
  }

  /** True if a job is queued or running. */
  has = (id: string) => this.#jobs.has(id)

  /** @throws TOO_MANY_REQUESTS when the owner has the maximum number of jobs */
  requireRoom(owner: string): void {
    if ((this.#jobsOf.get(owner) ?? 0) >= maxJobsPerOwner) throw tooManyJobs()
  }

  /**
   * Reserves a place for a job while it is stored, so concurrent requests cannot exceed the maximum.
   * @throws TOO_MANY_REQUESTS
   */
  async withRoom(owner: string, store: () => Promise<void>): Promise<void> {
    this.requireRoom(owner)
    this.#count(owner, 1)
    try {
      await store()
    } finally {
      this.#count(owner, -1)
    }
  }

  #count(owner: string, change: 1 | -1) {
    const jobs = (this.#jobsOf.get(owner) ?? 0) + change
    if (jobs > 0) this.#jobsOf.set(owner, jobs)
    else this.#jobsOf.delete(owner)
  }

  add(task: Task): void {
    const priority = priorityOf(task)
    const whose = `${priority} ${task.owner}`
    const turn = Math.max(this.#turn[priority] ?? 0, (this.#lastTurn.get(whose) ?? -1) + 1)
    this.#lastTurn.set(whose, turn)
    const { id, owner, kind, total, languages = [] } = task
    const entry: Entry = {
      task,
      key: [priority, turn, this.#arrivals++],
      languages,
      seat: undefined,
      paused: undefined,
      progress: { jobId: id, kind, state: 'queued', place: 0, total, testResults: [] },
      failures: 0,
      deaths: 0,
      losses: 0,
      queuedAt: performance.now(),
      cancelled: false,
    }
    this.#jobs.add(entry)
    this.#count(owner, 1)
    this.#waiting.add(entry)
    this.#fill()
  }

  /** Stops taking jobs; settles when the running ones have ended. Queued submissions are already stored. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#stopped = resolve
      for (const entry of this.#waiting.all)
        if (entry.paused) this.#endPause(entry, new JobReturned(stopping))
        else this.#jobs.change(entry, { state: 'failed', message: stopping })
      this.#fill()
    })
  }

  #fill() {
    if (this.#stopped) {
      if (this.#started === 0) this.#stopped()
      return
    }
    this.#endHopeless()
    while (this.#startNext());
    if (this.#waiting.size === 0 && this.#underWay.size === 0) this.#lastTurn.clear()
  }

  #endHopeless() {
    for (const jobs of this.#waiting.lanes) {
      const reason = jobs[0] && this.#pool.whyNone(jobs[0].languages)
      if (reason === undefined) continue
      for (const entry of jobs.filter((entry) => !waitsForLanguage(entry.task)))
        this.#drop(entry, new NoMachine(reason))
    }
  }

  /** Starts or continues the first job that a machine can take. @returns false if there is none */
  #startNext(): boolean {
    const isReady = ({ task }: Entry) => !this.#underWay.has(task.owner)
    for (const entry of this.#waiting.heads(isReady)) {
      entry.seat = this.#pool.reserve(entry.languages)
      if (!entry.seat) continue
      this.#underWay.set(entry.task.owner, entry)
      if (entry.paused) {
        this.#endPause(entry)
        return true
      }
      this.#waiting.delete(entry)
      const [priority, turn] = entry.key
      this.#turn[priority] = Math.max(this.#turn[priority] ?? 0, turn)
      this.#started++
      void this.#execute(entry)
      return true
    }
    return false
  }

  async #judge(entry: Entry, job: JudgeJob, judged?: (result: JudgedCase) => void): Promise<JudgeOutcome> {
    const needed = languagesOf(job)
    const reason = waitsForLanguage(entry.task) ? undefined : this.#pool.whyNone(needed)
    if (reason !== undefined) throw new NoMachine(reason)
    let { seat } = entry
    while (!seat?.fits(needed)) {
      await this.#changeSeat(entry, needed)
      seat = entry.seat
    }
    if (entry.cancelled) throw new JudgeError('The job was cancelled')
    return seat.judge(job, judged ? { judged } : {})
  }

  /** Waits for a slot on a machine that has these languages, in the same place in the order. */
  #changeSeat(entry: Entry, languages: readonly Language[]): Promise<void> {
    if (this.#stopped) throw new JobReturned(stopping)
    this.#leaveSeat(entry)
    this.#leaveTurn(entry)
    return new Promise((resolve, reject) => {
      entry.languages = languages
      entry.paused = { resume: resolve, reject }
      this.#waiting.add(entry)
      this.#fill()
    })
  }

  #endPause(entry: Entry, error?: Error) {
    const { paused } = entry
    this.#waiting.delete(entry)
    entry.paused = undefined
    if (error) paused?.reject(error)
    else paused?.resume()
  }

  /** Ends a job that waits. */
  #drop(entry: Entry, error: Error) {
    if (entry.paused) return this.#endPause(entry, error)
    this.#waiting.delete(entry)
    this.#end(entry, { state: 'failed', message: error.message })
  }

  #leaveTurn(entry: Entry) {
    if (this.#underWay.get(entry.task.owner) === entry) this.#underWay.delete(entry.task.owner)
  }

  #leaveSeat(entry: Entry) {
    entry.seat?.release()
    entry.seat = undefined
  }

  async #execute(entry: Entry) {
    const { task } = entry
    this.#jobs.change(entry, { state: 'judging', testResults: [] })
    const began = performance.now()
    try {
      const outcome = await task.execute({
        judge: (job, judged) => this.#judge(entry, { id: task.id, ...job }, judged),
        report: (result) => {
          entry.progress.testResults.push(result)
          this.#jobs.change(entry, {})
        },
      })
      this.#metrics.judged(task.kind, outcome.submission?.status ?? 'judged', performance.now() - began)
      this.#end(entry, { state: 'done', ...outcome })
    } catch (error) {
      const isExpected = error instanceof JobReturned || error instanceof NoMachine
      if (!this.#stopped && !entry.cancelled && !isExpected)
        this.#log.error({ err: error, job: task.id, kind: task.kind })
      if (entry.cancelled) this.#end(entry, cancelled)
      else if (this.#stopped || mayRetry(entry, error)) {
        this.#leaveTurn(entry)
        entry.languages = task.languages ?? []
        this.#waiting.add(entry)
        this.#jobs.change(entry, { state: 'queued', testResults: [] })
      } else {
        this.#metrics.judged(task.kind, 'internal_error', performance.now() - began)
        await task.failed?.().catch((cause: unknown) => this.#log.error({ err: cause, job: task.id }))
        this.#end(entry, {
          state: 'failed',
          message: error instanceof NoMachine ? error.message : judgeFailed().message,
        })
      }
    }
    this.#leaveSeat(entry)
    this.#started--
    this.#fill()
  }

  /**
   * Cancels a queued or running trial. Other jobs cannot be cancelled.
   * @throws NOT_FOUND for an unknown job, another person's job, or one that is not a trial
   */
  cancel(owner: string, id: string): void {
    const entry = this.#jobs.require(owner, id)
    if (entry.task.kind !== 'trial') throw jobNotFound()
    if (isOver(entry.progress)) return
    entry.cancelled = true
    if (this.#underWay.get(owner) === entry) entry.seat?.cancel(id)
    else this.#drop(entry, new JudgeError(cancelled.message))
  }

  #end(entry: Entry, fields: Partial<JobProgress>) {
    const { id, owner, kind, total } = entry.task
    this.#leaveTurn(entry)
    this.#count(owner, -1)
    this.#jobs.change(entry, fields)
    // Keep the result for late followers, but release the program and cases that the task holds.
    entry.task = { id, owner, kind, total, execute: alreadyFinished }
    this.#jobs.end(entry)
  }

  /** Resolves when a job has ended. @throws NOT_FOUND for an unknown job, or another person's job */
  finished = (owner: string, id: string): Promise<JobProgress> => this.#jobs.finished(owner, id)

  /**
   * Streams a job's state changes until the job ends or the signal aborts.
   * @throws NOT_FOUND for an unknown job, or another person's job
   */
  follow = (owner: string, id: string, signal: AbortSignal): AsyncGenerator<JobProgress> =>
    this.#jobs.follow(owner, id, signal)
}

const stopping = 'The server is stopping. Please try again in a moment.'
const cancelled = { state: 'failed', message: 'Cancelled' } as const
const alreadyFinished = () => Promise.reject(new JudgeError('The job has already finished'))
