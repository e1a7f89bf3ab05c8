import { randomBytes } from 'node:crypto'
import type { Language } from '#shared/coding/languages.rules.ts'
import { patienceOf } from '../patience.ts'
import { JobReturned, JudgeDied, type JudgedCase, JudgeError, type JudgeOutcome, WorkerLost } from '../types.ts'
import type { Order } from './order.ts'
import { hashOfTexts, type JobReport, type PollForm, textsOf, timing, type WireJob } from './wire.ts'

interface Lease extends Order {
  hash: string
  /** Number of results passed on to the caller. */
  seen: number
  endsAt: number
  /** Longest time between two results, and when the next one is due. */
  nextMs: number
  dueAt: number
}

interface Poll {
  free: number
  answer(jobs: WireJob[]): void
}

/** Limits of CPU time that the judge accepts, in ms. */
const longestLimit = 600_000

/** Time for fetching cases and sending results, and for the worker to restart its judge, before its jobs are taken. */
const spareMs = 60_000
/** How long a worker gets no jobs after one was taken from it because it made no progress. */
const restMs = 300_000

/** Time after which a silent worker is no longer expected. */
export const expectedMs = 300_000

const ticks = () => performance.now()

const areInOrder = (results: readonly JudgedCase[], from: number) =>
  results.every(({ place }, index) => place === from + index)

/** A judge on another machine. Jobs wait here until it polls for them, and are then leased to it. */
export class RemoteWorker {
  readonly id: string
  name: string
  isDraining: boolean
  /** As of its last poll. */
  facts: PollForm
  /** This machine's time for the same work, divided by the server's. */
  factor = 1
  load: number
  /** Reserved slots. */
  used = 0
  /** Jobs judged since the server started. */
  judged = 0
  readonly #changed: () => void
  readonly #lost: () => void
  #orders: (Order & { endsAt: number })[] = []
  readonly #leases = new Map<string, Lease>()
  #poll: Poll | undefined
  #seenAt = ticks()
  #hasLeft = false
  #restsUntil = 0
  /** True after it did not fetch a job in time, until its next poll. */
  #isOverdue = false

  /**
   * @param changed called when it can take more jobs
   * @param lost called for each lease that ended without a result
   */
  constructor(
    { id, name, isDraining }: { id: string; name: string; isDraining: boolean },
    facts: PollForm,
    changed: () => void,
    lost: () => void,
  ) {
    this.id = id
    this.name = name
    this.isDraining = isDraining
    this.facts = facts
    this.load = facts.load
    this.#changed = changed
    this.#lost = lost
  }

  get session() {
    return this.facts.session
  }

  get slots() {
    return this.facts.slots
  }

  get isOnline() {
    return !this.#hasLeft && ticks() - this.#seenAt < timing.leaseMs
  }

  /** True if it is online or may come back soon, so that its languages need not be refused. */
  get isExpected() {
    return ticks() - this.#seenAt < expectedMs
  }

  knows = (needed: readonly Language[]) => needed.every((language) => this.facts.languages.includes(language))

  /** True if it takes jobs in these languages, provided that it is online. */
  fits = (needed: readonly Language[]) =>
    !this.isDraining && !this.#isOverdue && ticks() >= this.#restsUntil && this.knows(needed)

  /** Records that the worker is alive. */
  heartbeat(load: number) {
    this.#seenAt = ticks()
    this.#hasLeft = false
    this.load = load
  }

  take(order: Order) {
    this.#orders.push({ ...order, endsAt: ticks() + timing.leaseMs })
    this.#handOut()
  }

  /** Resolves with jobs as soon as there are any, or without jobs after a while. */
  poll(form: PollForm, closed: AbortSignal): Promise<WireJob[]> {
    this.facts = form
    this.#isOverdue = false
    this.heartbeat(form.load)
    this.#poll?.answer([])
    if (closed.aborted) return Promise.resolve([])
    return new Promise((resolve) => {
      const answer = (jobs: WireJob[]) => {
        clearTimeout(timer)
        closed.removeEventListener('abort', give)
        if (this.#poll === poll) this.#poll = undefined
        resolve(jobs)
      }
      const poll = { free: form.free, answer }
      const give = () => answer([])
      const timer = setTimeout(give, timing.pollMs)
      closed.addEventListener('abort', give)
      this.#poll = poll
      this.#handOut()
      this.#changed()
    })
  }

  /** Ends a waiting poll, for the server to shut down. */
  endPoll = () => this.#poll?.answer([])

  #handOut() {
    const poll = this.#poll
    if (!poll || this.#orders.length === 0) return
    poll.answer(this.#orders.splice(0, poll.free).map((order) => this.#lease(order)))
  }

  #lease(order: Order): WireJob {
    const lease = randomBytes(16).toString('base64url')
    const { id: _, cases, ...job } = order.job
    const hash = hashOfTexts(textsOf(cases))
    const timeMs = Math.min(longestLimit, Math.round(job.limits.timeMs * this.factor))
    const sent = { ...job, limits: { ...job.limits, timeMs } }
    const { first, next } = patienceOf(sent)
    const [now, nextMs] = [ticks(), next + spareMs]
    const ends = { endsAt: now + timing.leaseMs, dueAt: now + first + spareMs, nextMs }
    this.#leases.set(lease, { ...order, hash, seen: 0, ...ends })
    const marks = cases.map(({ input: _, expected: __, ...mark }) => mark)
    return { lease, job: sent, cases: { hash, marks } }
  }

  /** The texts of cases that belong to one of its leases. */
  casesOf(hash: string) {
    const lease = [...this.#leases.values()].find((lease) => lease.hash === hash)
    return lease && textsOf(lease.job.cases)
  }

  /**
   * Renews a lease, and passes on its results. Ends it if they are not those of the job's cases in order.
   * @returns false if the lease has ended
   */
  report(report: JobReport): boolean {
    const lease = this.#leases.get(report.lease)
    if (!lease) return false
    lease.endsAt = ticks() + timing.leaseMs
    const { from, results, outcome, failure } = report
    if (from + results.length > lease.job.cases.length || !areInOrder(results, from)) {
      this.#end(report.lease).reject(this.#invalid())
      return false
    }
    if (report.started) lease.progress.started?.()
    this.#pass(lease, results, from)
    if (outcome) this.#finish(report.lease, lease, outcome)
    else if (failure) this.#end(report.lease).reject(new (failure.died ? JudgeDied : JudgeError)(failure.message))
    return true
  }

  #pass(lease: Lease, results: readonly JudgedCase[], from: number) {
    if (from > lease.seen) return
    for (const result of results.slice(lease.seen - from)) {
      lease.seen++
      lease.dueAt = ticks() + lease.nextMs
      lease.progress.judged?.(this.#scaled(result))
    }
  }

  #invalid = () => new JudgeError(`The judge worker ${this.name} sent an invalid result`)

  #scaled = (result: JudgedCase) => ({ ...result, timeMs: Math.round(result.timeMs / this.factor) })

  #finish(id: string, lease: Lease, outcome: JudgeOutcome) {
    const isWhole =
      outcome.kind !== 'judged' || (outcome.cases.length === lease.job.cases.length && areInOrder(outcome.cases, 0))
    if (outcome.kind === 'judged' && isWhole) this.#pass(lease, outcome.cases, 0)
    const { resolve, reject } = this.#end(id)
    if (!isWhole) return reject(this.#invalid())
    this.judged++
    resolve(outcome.kind === 'judged' ? { ...outcome, cases: outcome.cases.map(this.#scaled) } : outcome)
  }

  #end(id: string): Order {
    const lease = this.#leases.get(id)
    if (!lease) throw new Error('Unknown lease')
    this.#leases.delete(id)
    return lease
  }

  cancel(jobId: string) {
    const order = this.#orders.find(({ job }) => job.id === jobId)
    const found = order ? undefined : [...this.#leases].find(([, { job }]) => job.id === jobId)
    if (order) this.#orders.splice(this.#orders.indexOf(order), 1)
    const cancelled = order ?? (found && this.#end(found[0]))
    cancelled?.reject(new JudgeError('The job was cancelled'))
  }

  /** Drops jobs that have waited too long for a poll, and leases without a report or without progress. */
  sweep() {
    const now = ticks()
    const isOffline = !this.isOnline
    for (const order of this.#orders.filter(({ endsAt }) => isOffline || endsAt < now)) {
      this.#orders.splice(this.#orders.indexOf(order), 1)
      this.#isOverdue = true
      order.reject(new JobReturned(`The judge worker ${this.name} did not fetch the job`))
    }
    for (const [id, { endsAt, dueAt }] of this.#leases) {
      if (Math.min(endsAt, dueAt) >= now) continue
      const isStuck = endsAt >= now
      if (isStuck) this.#restsUntil = now + restMs
      this.#lost()
      const reason = isStuck ? 'made no progress with the job' : 'was lost'
      this.#end(id).reject(new WorkerLost(`The judge worker ${this.name} ${reason}`))
    }
    if (isOffline) this.endPoll()
  }

  #returnAll(reason: string) {
    this.endPoll()
    const orders = this.#orders.splice(0)
    for (const id of [...this.#leases.keys()]) orders.push({ ...this.#end(id), endsAt: 0 })
    for (const { reject } of orders) reject(new JobReturned(reason))
  }

  /** Returns its jobs, and shows it as offline until its next call. */
  leave() {
    this.#hasLeft = true
    this.#returnAll(`The judge worker ${this.name} has stopped`)
  }
}
