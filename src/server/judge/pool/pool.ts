import { type Language, languageNames } from '#shared/coding/languages.rules.ts'
import { conflict } from '#shared/errors.ts'
import { factorOf, fastest, measureSpeeds } from '../calibration.ts'
import type { Judge, JudgeJob, JudgeOutcome, JudgeProgress, LanguageStatus } from '../types.ts'
import { expectedMs, RemoteWorker } from './remote.ts'
import { type CaseTexts, type PollForm, protocol, type ReportForm, type Speeds, type WireJob } from './wire.ts'

/** A worker's identity, from its token. */
export interface KnownWorker {
  id: string
  name: string
  isDraining: boolean
}

/** A slot of a machine, reserved for one job at a time. */
export interface Seat {
  /** True if the machine still takes jobs, and has these languages. */
  fits(needed: readonly Language[]): boolean
  /** @throws JudgeError as `Judge.judge` does; JobReturned or WorkerLost if another machine should judge the job */
  judge(job: JudgeJob, progress: JudgeProgress): Promise<JudgeOutcome>
  /** Cancels a job as `Judge.cancel` does. */
  cancel(id: string): void
  /** Must be called once, after the last job has ended. */
  release(): void
}

interface Events {
  /** A lease ended without a result. */
  leaseLost(): void
}

const sweepMs = 500
/** Sessions whose token another process uses now. */
const rememberedSessions = 100

const replaced = () => conflict('Another worker has started with the same token. Create a token for each worker')
const revoked = () => conflict('This worker was revoked')
const outdated = () => conflict('This worker and the server have different versions. Update the worker')

/**
 * The server's own judge together with the workers on other machines. Each job is leased to one worker. A result counts
 * only while its lease lasts, so a job has one result however many workers judged it.
 */
export class JudgePool {
  readonly #own: Judge
  readonly #events: Events
  readonly #remotes = new Map<string, RemoteWorker>()
  /** Reserved slots of the server's own judge. */
  #ownUsed = 0
  #ownStatuses: readonly LanguageStatus[] = []
  #ownLanguages: ReadonlySet<Language> | undefined
  #askingLanguages = false
  #ownIsDraining = false
  #measuring: Promise<Speeds> = Promise.resolve({})
  #fallback: Speeds | undefined
  readonly #retired = new Set<string>()
  readonly #revoked = new Set<string>()
  #sweeping: NodeJS.Timeout | undefined
  /** Workers that have not called since the server started, and may still do so. Their languages are unknown. */
  readonly #awaited = new Set<string>()
  #awaiting: NodeJS.Timeout | undefined
  /** Called when there may be room for more jobs, except after `release`. */
  onRoom: () => void = () => {}

  constructor(own: Judge, events: Events) {
    this.#own = own
    this.#events = events
  }

  /** Waits a while for workers that may have been connected before the server was restarted. */
  awaitWorkers(ids: readonly string[]) {
    for (const id of ids) this.#awaited.add(id)
    this.#awaiting = setTimeout(() => {
      this.#awaited.clear()
      this.onRoom()
    }, expectedMs).unref()
  }

  get #online() {
    return [...this.#remotes.values()].filter(({ isOnline }) => isOnline)
  }

  /** Workers that are online or may come back soon. */
  get #expected() {
    return [...this.#remotes.values()].filter(({ isExpected }) => isExpected)
  }

  /** The server's own slots, unless none of its languages work. */
  get #ownSlots() {
    return this.#ownIsDraining || this.#ownLanguages?.size === 0 ? 0 : this.#own.concurrency
  }

  get concurrency() {
    return this.#online.reduce((sum, { isDraining, slots }) => sum + (isDraining ? 0 : slots), this.#ownSlots)
  }

  sandbox = () => this.#own.sandbox()

  /** Languages that the server or a connected worker can judge. */
  async languages() {
    const own = await this.#own.languages()
    const before = this.#ownLanguages?.size
    this.#ownStatuses = own
    this.#ownLanguages = new Set(own.flatMap(({ language, available }) => (available ? [language] : [])))
    if (this.#ownLanguages.size !== before) this.onRoom()
    const remotes = this.#expected
    return own.map((status) =>
      status.available || !remotes.some(({ knows }) => knows([status.language]))
        ? status
        : { language: status.language, available: true },
    )
  }

  /** Languages to accept programs in: also those that no machine has, while one that may have them is awaited. */
  async offered() {
    const statuses = await this.languages()
    if (this.#awaited.size === 0) return statuses
    return statuses.map((status) => (status.available ? status : { language: status.language, available: true }))
  }

  /**
   * Why no machine will judge a program that needs these languages, in a sentence. Undefined if one may, if not all
   * languages are known yet, or if nothing can be judged at all, because then the server's judge may be restarting.
   */
  whyNone(needed: readonly Language[]): string | undefined {
    if (!this.#ownLanguages || this.#awaited.size > 0) return undefined
    const machines = [[...this.#ownLanguages], ...this.#expected.map(({ facts }) => facts.languages)]
    const anywhere = new Set(machines.flat())
    if (anywhere.size === 0 || machines.some((known) => needed.every((one) => known.includes(one)))) return undefined
    const missing = needed.find((language) => !anywhere.has(language))
    if (missing === undefined)
      return `No machine has both ${needed.map((one) => languageNames[one]).join(' and ')}. A program and its checker or interactor run on the same machine: install both languages on one, or use one language for both.`
    const { reason } = this.#ownStatuses.find(({ language }) => language === missing) ?? {}
    return `${languageNames[missing]} is not available here${reason ? `: ${reason}` : ''}`
  }

  /**
   * Reserves a slot on the machine with the largest free share of its slots, relative to its speed. Workers win ties.
   * @returns undefined if no machine that has these languages has a free slot
   */
  reserve(needed: readonly Language[]): Seat | undefined {
    const best = this.#online
      .filter((worker) => worker.fits(needed))
      .map((worker) => ({ worker, share: (worker.slots - worker.used) / worker.slots / worker.factor }))
      .reduce<{ worker: RemoteWorker; share: number } | undefined>(
        (best, one) => (one.share > (best?.share ?? 0) ? one : best),
        undefined,
      )
    const ownFree = this.#own.concurrency - this.#ownUsed
    const own = this.#ownFits(needed) ? ownFree / this.#own.concurrency : 0
    if (best && best.share >= own) return this.#seatAt(best.worker)
    return own > 0 ? this.#ownSeat() : undefined
  }

  /** True if the server's own judge should judge programs in these languages. */
  #ownFits = (needed: readonly Language[]): boolean => {
    const own = this.#ownLanguages
    if (!own) this.#askLanguages()
    if (!own || own.size === 0) return false
    const knows = needed.every((language) => own.has(language))
    const able = this.#online.filter((worker) => worker.fits(needed))
    if (able.length > 0) return knows && !this.#ownIsDraining
    // If no worker can, the server judges it even while draining. Without workers, it also takes jobs it has to reject,
    // but not soon after a restart, before its workers have reconnected.
    if (this.#ownIsDraining) return knows && this.#online.some(({ isDraining }) => !isDraining)
    return knows || (this.#remotes.size === 0 && this.#awaited.size === 0)
  }

  #askLanguages() {
    if (this.#askingLanguages) return
    this.#askingLanguages = true
    void this.languages()
      // The judge may have died before it answered. Jobs may wait, so ask again.
      .catch(() => setTimeout(() => this.onRoom(), sweepMs).unref())
      .finally(() => {
        this.#askingLanguages = false
      })
  }

  #seatAt(worker: RemoteWorker): Seat {
    worker.used++
    return {
      fits: (needed) => worker.isOnline && worker.fits(needed),
      judge: (job, progress) => new Promise((resolve, reject) => worker.take({ job, progress, resolve, reject })),
      cancel: (id) => worker.cancel(id),
      release: () => worker.used--,
    }
  }

  #ownSeat(): Seat {
    this.#ownUsed++
    return {
      fits: this.#ownFits,
      judge: (job, progress) => this.#own.judge(job, progress),
      cancel: (id) => this.#own.cancel(id),
      release: () => this.#ownUsed--,
    }
  }

  /**
   * Waits for jobs for a worker.
   * @throws CONFLICT if its token is used by a newer process, or its version is too old
   */
  async poll(known: KnownWorker, form: PollForm, closed: AbortSignal): Promise<{ jobs: WireJob[]; factor: number }> {
    if (form.protocol !== protocol) throw outdated()
    this.#requireCurrent(form.session)
    let remote = this.#remotes.get(known.id)
    const isNew = remote?.session !== form.session
    if (!remote || isNew) {
      const factor = factorOf(form.speeds, await this.#referenceFor(form.speeds))
      // In the meantime, its token may have been revoked, or used by another process.
      if (this.#revoked.has(known.id)) throw revoked()
      this.#requireCurrent(form.session)
      const previous = this.#remotes.get(known.id)
      if (previous && previous.session !== form.session) this.#retire(previous)
      remote = new RemoteWorker(known, form, () => this.onRoom(), this.#events.leaseLost)
      remote.factor = factor
      this.#remotes.set(known.id, remote)
      this.#awaited.delete(known.id)
      this.#sweeping ??= setInterval(() => this.#sweep(), sweepMs).unref()
    }
    remote.name = known.name
    remote.isDraining = known.isDraining
    // The first response only confirms the connection.
    if (isNew) return { jobs: [], factor: remote.factor }
    return { jobs: await remote.poll(form, closed), factor: remote.factor }
  }

  #retire(remote: RemoteWorker) {
    this.#retired.add(remote.session)
    for (const oldest of [...this.#retired].slice(0, -rememberedSessions)) this.#retired.delete(oldest)
    remote.leave()
  }

  #requireCurrent(session: string) {
    if (this.#retired.has(session)) throw replaced()
  }

  /**
   * The server's speed, or the first worker's if the server cannot judge. Measured again for each new worker, one at a
   * time, because the shortest times are the least disturbed ones.
   */
  #referenceFor(speeds: Speeds): Promise<Speeds> {
    const previous = this.#measuring.catch((): Speeds => ({}))
    this.#measuring = previous.then(async (before) => {
      const own = fastest(before, await measureSpeeds(this.#own))
      this.#fallback ??= speeds
      return Object.keys(own).length > 0 ? own : this.#fallback
    })
    return this.#measuring
  }

  /** Handles a worker's report. @returns the leases that have ended */
  report(known: KnownWorker, form: ReportForm): { gone: string[] } {
    this.#requireCurrent(form.session)
    const remote = this.#remotes.get(known.id)
    const isCurrent = remote?.session === form.session
    if (isCurrent) remote.heartbeat(form.load)
    return { gone: form.jobs.filter((job) => !(isCurrent && remote.report(job))).map(({ lease }) => lease) }
  }

  /** The texts of cases; undefined unless the worker has a job with them. */
  casesFor = ({ id }: KnownWorker, hash: string): CaseTexts | undefined => this.#remotes.get(id)?.casesOf(hash)

  /** Returns the jobs of a worker that stops to the queue. */
  release({ id }: KnownWorker, session: string) {
    const remote = this.#remotes.get(id)
    if (remote?.session === session) remote.leave()
  }

  /** Returns the jobs of a worker whose token was revoked to the queue. */
  remove(id: string) {
    const remote = this.#remotes.get(id)
    this.#remotes.delete(id)
    this.#awaited.delete(id)
    this.#revoked.add(id)
    if (remote) this.#retire(remote)
    this.onRoom()
  }

  /** @param id undefined for the server's own judge */
  setDraining(id: string | undefined, isDraining: boolean) {
    const remote = id === undefined ? undefined : this.#remotes.get(id)
    if (id === undefined) this.#ownIsDraining = isDraining
    else if (remote) remote.isDraining = isDraining
    this.onRoom()
  }

  #sweep() {
    for (const remote of this.#remotes.values()) remote.sweep()
    this.onRoom()
  }

  /** Ends all polls and abandons the jobs on other machines when the server stops. */
  stop() {
    clearInterval(this.#sweeping)
    clearTimeout(this.#awaiting)
    for (const remote of this.#remotes.values()) remote.leave()
  }

  close = () => this.#own.close()

  /** The state of the server's own judge. */
  get own() {
    return {
      slots: this.#own.concurrency,
      running: this.#ownUsed,
      isDraining: this.#ownIsDraining,
      languages: this.#ownLanguages && [...this.#ownLanguages],
    }
  }

  /** A worker that has called since the server started. */
  find = (id: string) => this.#remotes.get(id)

  get onlineWorkers() {
    return this.#online.length
  }
}
