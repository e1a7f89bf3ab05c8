import { randomBytes } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '#shared/coding/languages.rules.ts'
import { type CaseTexts, type JobReport, protocol, type Speeds, timing, type WireJob } from '../pool/wire.ts'
import { type Judge, JudgeDied, type JudgedCase, type JudgeOutcome } from '../types.ts'
import { CallFailed, type Calls, WorkerRefused } from './calls.ts'
import { CaseCache } from './case-cache.ts'

export interface WorkerSettings {
  calls: Calls
  judge: Judge
  languages: Language[]
  speeds: Speeds
  version: string
  /** Folder for the encrypted cases. */
  folder: string
  log: (line: string) => void
}

interface Held {
  lease: string
  started: boolean
  results: JudgedCase[]
  /** Number of results that the server has acknowledged. */
  sent: number
  outcome?: JudgeOutcome
  failure?: { message: string; died: boolean }
}

/** How long running jobs may take to end when the worker stops, in ms. */
const finishMs = 5_000
/** How long results of cases are collected before they are sent, in ms. */
const collectMs = 100
const backOff = { firstMs: 300, maxMs: 15_000 }
/** Reason for dropping jobs, detected by this worker's clock or reported by the server, whichever comes first. */
const leasesEnded = 'their leases have ended'
/** Attempts to fetch a job's cases. */
const maxFetches = 10

const ticks = () => performance.now()
const load = () => loadavg()[0] ?? 0

/**
 * Judges jobs of a server on this machine. It polls for jobs and reports on them; each report renews their leases. When
 * the leases have ended, because the server was out of reach or this process was stopped, it forgets the jobs.
 */
export class Worker {
  readonly #settings: WorkerSettings
  readonly #session = randomBytes(16).toString('base64url')
  readonly #jobs = new Map<string, Held>()
  readonly #cases: CaseCache
  #polling = new AbortController()
  #stopping = false
  #ended = false
  /** Start of the last report that the server accepted. */
  #renewedAt = ticks()
  #isConnected = false
  #wakeReport: () => void = () => {}
  #wakePoll: () => void = () => {}

  constructor(settings: WorkerSettings) {
    this.#settings = settings
    this.#cases = new CaseCache(settings.folder, settings.calls.cases)
  }

  /** Works until `stop`. @throws WorkerRefused if the server does not want this worker */
  async run(): Promise<void> {
    try {
      await Promise.all([this.#pollJobs(), this.#reportJobs()])
      if (this.#isConnected) await this.#settings.calls.release(this.#session).catch(() => {})
    } finally {
      this.#stopping = true
      this.#ended = true
      this.#polling.abort()
      this.#wakePoll()
      this.#wakeReport()
      this.#forgetAll('the worker stops')
      this.#cases.close()
    }
  }

  /** Takes no more jobs, lets the running ones finish for a while, and returns the others. */
  stop() {
    if (this.#stopping) {
      this.#ended = true
      this.#wakeReport()
      return
    }
    this.#stopping = true
    this.#polling.abort()
    this.#wakePoll()
    this.#wakeReport()
    setTimeout(() => this.stop(), finishMs).unref()
  }

  async #pollJobs() {
    const { calls, judge, languages, speeds, version } = this.#settings
    let failures = 0
    while (!this.#stopping) {
      const free = judge.concurrency - this.#jobs.size
      if (free <= 0) {
        await new Promise<void>((resolve) => {
          this.#wakePoll = resolve
        })
        continue
      }
      this.#polling = new AbortController()
      try {
        const facts = { protocol, session: this.#session, version, languages, speeds, cores: availableParallelism() }
        const form = { ...facts, slots: judge.concurrency, free, load: load() }
        const { jobs, factor } = await calls.poll(form, this.#polling.signal)
        failures = 0
        this.#connected(factor)
        // Leases begin with the poll.
        if (this.#jobs.size === 0) this.#renewedAt = ticks()
        for (const job of jobs) void this.#judge(job)
      } catch (error) {
        if (error instanceof WorkerRefused) throw error
        if (this.#polling.signal.aborted) continue
        this.#disconnected(error)
        const wait = Math.min(backOff.maxMs, backOff.firstMs * 2 ** failures++) * (0.5 + Math.random() / 2)
        await sleep(wait, undefined, { signal: this.#polling.signal }).catch(() => {})
      }
    }
  }

  #connected(factor: number) {
    if (this.#isConnected) return
    this.#isConnected = true
    this.#settings.log(`Connected. Time limits are multiplied by ${factor}`)
  }

  #disconnected(error: unknown) {
    if (this.#isConnected) this.#settings.log(`Lost the server: ${(error as Error).message}`)
    this.#isConnected = false
  }

  async #judge({ lease, job, cases: { hash, marks } }: WireJob) {
    const held: Held = { lease, started: false, results: [], sent: 0 }
    this.#jobs.set(lease, held)
    this.#wakeReport()
    try {
      const texts = await this.#fetchCases(hash, lease)
      if (!texts) return
      const cases = texts.map(([input, expected], place) => ({
        input,
        ...(expected === null ? {} : { expected }),
        ...marks[place],
      }))
      held.outcome = await this.#settings.judge.judge(
        { ...job, id: lease, cases },
        {
          started: () => {
            held.started = true
          },
          judged: (result) => {
            held.results.push(result)
            if (held.results.length === held.sent + 1) setTimeout(() => this.#wakeReport(), collectMs)
          },
        },
      )
    } catch (error) {
      held.failure = { message: (error as Error).message, died: error instanceof JudgeDied }
    } finally {
      this.#cases.release(lease)
      this.#wakeReport()
    }
  }

  /** @returns undefined if the job was forgotten in the meantime */
  async #fetchCases(hash: string, lease: string): Promise<CaseTexts | undefined> {
    for (let tries = 1; this.#jobs.has(lease); tries++)
      try {
        const texts = await this.#cases.get(hash, lease)
        return this.#jobs.has(lease) ? texts : undefined
      } catch (error) {
        if (tries === maxFetches) throw error
        await sleep(backOff.firstMs)
      }
    return undefined
  }

  async #reportJobs() {
    while (!this.#ended && !(this.#stopping && this.#jobs.size === 0)) {
      await this.#reportDue()
      if (ticks() - this.#renewedAt > timing.leaseMs) this.#forgetAll(leasesEnded)
      const jobs = [...this.#jobs.values()].map(reportOf)
      const began = ticks()
      try {
        const { gone } = await this.#settings.calls.report({ session: this.#session, load: load(), jobs })
        this.#renewedAt = began
        this.#giveUp(gone, leasesEnded)
        for (const job of jobs) this.#acknowledge(job)
      } catch (error) {
        if (error instanceof WorkerRefused) throw error
        if (error instanceof CallFailed && error.status === 413) this.#shorten()
        await sleep(backOff.firstMs * (0.5 + Math.random() / 2))
      }
    }
  }

  /** Waits until there is something to report, or until the leases need renewing. */
  async #reportDue() {
    const isNew = ({ outcome, failure, results, sent }: Held) => outcome || failure || results.length > sent
    if ([...this.#jobs.values()].some(isNew)) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timing.reportMs)
      this.#wakeReport = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #acknowledge({ lease, from, results, outcome, failure }: JobReport) {
    const held = this.#jobs.get(lease)
    if (held) held.sent = from + results.length
    if (outcome || failure) this.#drop(lease)
  }

  /** Replaces results that the server rejects as too large. */
  #shorten() {
    for (const held of this.#jobs.values())
      if (held.outcome) {
        delete held.outcome
        held.failure = { message: 'The result is too large to send', died: false }
      }
  }

  #drop(lease: string) {
    this.#jobs.delete(lease)
    this.#wakePoll()
  }

  /** Forgets a job whose lease has ended. */
  #forget(lease: string) {
    if (!this.#jobs.has(lease)) return
    this.#drop(lease)
    this.#settings.judge.cancel(lease)
    this.#cases.release(lease)
  }

  #forgetAll(reason: string) {
    if (this.#jobs.size > 0) this.#polling.abort()
    this.#giveUp([...this.#jobs.keys()], reason)
  }

  #giveUp(leases: readonly string[], reason: string) {
    const held = leases.filter((lease) => this.#jobs.has(lease))
    if (held.length > 0) this.#settings.log(`Gave up ${held.length} jobs: ${reason}`)
    for (const lease of held) this.#forget(lease)
  }
}

/** What the server needs to know about a job. An outcome contains the results of all cases. */
function reportOf({ lease, started, results, sent, outcome, failure }: Held): JobReport {
  const isOver = outcome !== undefined || failure !== undefined
  return {
    lease,
    started,
    from: sent,
    results: isOver ? [] : results.slice(sent),
    ...(outcome && { outcome }),
    ...(failure && { failure }),
  }
}
