import { JudgeDied, type JudgedCase, JudgeError, type JudgeJob, type JudgeOutcome } from '#server/judge/types.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { JobProgress, TestResult } from '#shared/coding/submissions/schema.ts'
import { jobNotFound, tooManyJobs } from '../errors.ts'

/** What a task needs to do its work. */
export interface Bench {
  /** Has the judge carry out a program. */
  judge: (job: Omit<JudgeJob, 'id'>, judged?: (result: JudgedCase) => void) => Promise<JudgeOutcome>
  /** Reports a finished case to followers. */
  report: (result: TestResult) => void
}

/** Work for the judge. */
export interface Task {
  id: string
  /** Whose it is: nobody has two under way, and those who wait are served in turn. */
  owner: string
  kind: JobProgress['kind']
  /** Cases in all. */
  total: number
  /** Does the work; followers get the result. */
  carryOut: (bench: Bench) => Promise<Pick<JobProgress, 'run' | 'submission'>>
  /** The judge itself failed, more often than it may. Resolves when that is written down. */
  failed?: () => Promise<unknown>
}

interface Entry {
  task: Task
  /** Order: runs first, then the fair share, then arrival. */
  key: readonly [priority: number, turn: number, arrival: number]
  progress: JobProgress
  /** Failures of the judge on this job, and deaths of the judge while it ran, for any reason. */
  failures: number
  deaths: number
  cancelled: boolean
  wake: Set<() => void>
}

/** Maximum retries. A judge that died may have died of another job, but a job that kills it each time must end. */
const triedAgain = { failures: 1, deaths: 5 }
/** Maximum jobs per person, including the running one. */
const mostPerOwner = 4
/** How many that are done are remembered, for who follows late, and how much of what came out of them. */
const remembered = { jobs: 2_000, characters: 32 * 1024 * 1024 }

const before = (a: Entry['key'], b: Entry['key']) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/**
 * Hands the judge as many jobs as it carries out at once. Runs go before submissions; people are served in turn, however many
 * jobs each of them has, and nobody has two under way.
 */
class JudgeQueue {
  readonly #app: Platform
  readonly #entries = new Map<string, Entry>()
  /** In the order in which they will be taken. */
  readonly #waiting: Entry[] = []
  readonly #underWay = new Map<string, Entry>()
  /** The last turn given to somebody, by priority and owner, and the turn that is being served. */
  readonly #lastTurn = new Map<string, number>()
  readonly #turn: [number, number] = [0, 0]
  readonly #done: { id: string; characters: number }[] = []
  #doneCharacters = 0
  /** By owner, how many places are kept for jobs that are still being written down. */
  readonly #kept = new Map<string, number>()
  #arrivals = 0
  #stopped: (() => void) | undefined

  constructor(app: Platform) {
    this.#app = app
  }

  /** How many jobs wait, and how many the judge has now. */
  get counts() {
    return { waiting: this.#waiting.length, running: this.#underWay.size }
  }

  has = (id: string) => this.#entries.has(id) && this.#entries.get(id)?.progress.state !== 'failed'

  /** @throws TOO_MANY_REQUESTS for somebody who has as many as one may have */
  requireRoom(owner: string): void {
    const own = [...this.#underWay.values(), ...this.#waiting].filter(({ task }) => task.owner === owner)
    if (own.length + (this.#kept.get(owner) ?? 0) >= mostPerOwner) throw tooManyJobs()
  }

  /** Keeps a place for a job while it is written down, so that many at one moment are no more than may be. @throws as requireRoom */
  async withRoom(owner: string, writeDown: () => Promise<void>): Promise<void> {
    this.requireRoom(owner)
    this.#kept.set(owner, (this.#kept.get(owner) ?? 0) + 1)
    try {
      await writeDown()
    } finally {
      const others = (this.#kept.get(owner) ?? 1) - 1
      if (others > 0) this.#kept.set(owner, others)
      else this.#kept.delete(owner)
    }
  }

  add(task: Task): void {
    const priority = task.kind === 'run' ? 0 : 1
    const whose = `${priority} ${task.owner}`
    const turn = Math.max(this.#turn[priority], (this.#lastTurn.get(whose) ?? -1) + 1)
    this.#lastTurn.set(whose, turn)
    const { id, kind, total } = task
    const entry: Entry = {
      task,
      key: [priority, turn, this.#arrivals++],
      progress: { jobId: id, kind, state: 'queued', place: 0, total, testResults: [] },
      failures: 0,
      deaths: 0,
      cancelled: false,
      wake: new Set(),
    }
    this.#entries.set(id, entry)
    this.#insert(entry)
    this.#fill()
  }

  /** The current state of a job. */
  #seen(entry: Entry): JobProgress {
    const place = entry.progress.state === 'queued' ? this.#placeOf(entry) + 1 : 0
    return { ...entry.progress, place, testResults: [...entry.progress.testResults] }
  }

  /** A job's place in the queue, from 0; also its insertion index. */
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

  /** Takes nothing more; settles when what is under way has come to its end. Submissions that wait are written down. */
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
    while (this.#underWay.size < this.#app.judge.concurrency) {
      const at = this.#waiting.findIndex(({ task }) => !this.#underWay.has(task.owner))
      const [entry] = at < 0 ? [] : this.#waiting.splice(at, 1)
      if (!entry) return
      const [priority, turn] = entry.key
      this.#turn[priority as 0 | 1] = Math.max(this.#turn[priority as 0 | 1], turn)
      this.#underWay.set(entry.task.owner, entry)
      void this.#carryOut(entry)
    }
    if (this.#waiting.length === 0 && this.#underWay.size === 0) this.#lastTurn.clear()
  }

  async #carryOut(entry: Entry) {
    const { task } = entry
    this.#change(entry, { state: 'judging', testResults: [] })
    const began = performance.now()
    try {
      const outcome = await task.carryOut({
        judge: (job, judged) => this.#app.judge.judge({ id: task.id, ...job }, judged ? { judged } : {}),
        report: (result) => this.#change(entry, { testResults: [...entry.progress.testResults, result] }),
      })
      this.#app.metrics.judged(task.kind, outcome.submission?.status ?? 'judged', performance.now() - began)
      this.#end(entry, { state: 'done', ...outcome })
    } catch (error) {
      if (!this.#stopped && !entry.cancelled) this.#app.log.error({ err: error, job: task.id, kind: task.kind })
      if (entry.cancelled) this.#end(entry, cancelled)
      else if (this.#stopped || mayTryAgain(entry, error)) {
        this.#underWay.delete(task.owner)
        this.#insert(entry)
        this.#change(entry, { state: 'queued', testResults: [] })
      } else {
        this.#app.metrics.judged(task.kind, 'internal_error', performance.now() - began)
        await task.failed?.().catch((cause: unknown) => this.#app.log.error({ err: cause, job: task.id }))
        this.#end(entry, { state: 'failed', message: 'The judge could not carry this out. Please try again.' })
      }
    }
    this.#fill()
  }

  /**
   * Ends a trial, waiting or under way. Nothing else can be cancelled: what is written down must come to a verdict.
   *
   * @throws NOT_FOUND for a job that is unknown, somebody else's, or no trial
   */
  cancel(owner: string, id: string): void {
    const entry = this.#require(owner, id)
    if (entry.task.kind !== 'trial') throw jobNotFound()
    if (isOver(entry.progress)) return
    entry.cancelled = true
    if (this.#underWay.get(owner) === entry) this.#app.judge.cancel(id)
    else {
      this.#waiting.splice(this.#waiting.indexOf(entry), 1)
      this.#end(entry, cancelled)
    }
  }

  #end(entry: Entry, fields: Partial<JobProgress>) {
    if (this.#underWay.get(entry.task.owner) === entry) this.#underWay.delete(entry.task.owner)
    this.#change(entry, fields)
    const { id, owner, kind, total } = entry.task
    // Late followers get the result; the program and cases held by the work are released.
    entry.task = { id, owner, kind, total, carryOut: carriedOut }
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
    // Not one that is being tried again.
    if (entry && isOver(entry.progress)) this.#entries.delete(oldest.id)
  }

  #change(entry: Entry, fields: Partial<JobProgress>) {
    Object.assign(entry.progress, fields)
    for (const wake of [...entry.wake]) wake()
  }

  /** @throws NOT_FOUND for a job that is unknown, or somebody else's */
  #require(owner: string, id: string): Entry {
    const entry = this.#entries.get(id)
    if (entry?.task.owner !== owner) throw jobNotFound()
    return entry
  }

  /** Resolves when a job has come to its end. */
  async finished(owner: string, id: string): Promise<JobProgress> {
    const entry = this.#require(owner, id)
    while (!isOver(entry.progress)) await this.#changed(entry)
    return this.#seen(entry)
  }

  /**
   * Streams the state of a job whenever it changes, until it ends or the signal aborts.
   * @throws NOT_FOUND for an unknown job, or another person's
   */
  async *follow(owner: string, id: string, signal: AbortSignal): AsyncGenerator<JobProgress> {
    const entry = this.#require(owner, id)
    let told = ''
    let beat = 0
    while (!signal.aborted) {
      const seen = this.#seen(entry)
      const text = JSON.stringify(seen)
      // Now and then also what has not changed: a client that hears nothing takes the connection for dead.
      if (text !== told || ++beat % beatsOfSilence === 0) yield seen
      told = text
      if (isOver(seen)) return
      // It may have gone on while that was being told.
      if (seen.state === entry.progress.state && seen.testResults.length === entry.progress.testResults.length)
        await this.#changed(entry, signal)
    }
  }

  /** Settles when something happens to a job, a second goes by (its place may be another), or the signal comes. */
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
const carriedOut = () => Promise.reject(new JudgeError('The job has been carried out'))

function mayTryAgain(entry: Entry, error: unknown): boolean {
  if (error instanceof JudgeDied) return ++entry.deaths <= triedAgain.deaths
  return error instanceof JudgeError && ++entry.failures <= triedAgain.failures
}

const beatsOfSilence = 5
const isOver = ({ state }: JobProgress) => state === 'done' || state === 'failed'

const queues = new WeakMap<Platform, JudgeQueue>()

/** The one queue before the judge. */
export function queueOf(app: Platform): JudgeQueue {
  const queue = queues.get(app) ?? new JudgeQueue(app)
  queues.set(app, queue)
  return queue
}

/** Starts a judge that has died before somebody's next program waits for it; whether it comes up, health hears by itself. */
export async function reviveJudge(app: Platform): Promise<void> {
  if (app.health.has('judge_down')) await app.judge.languages()
}
