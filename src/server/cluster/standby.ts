import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '../platform/log.ts'
import type { Hall } from './hall.ts'
import { type Holder, Lease, LeaseWatch } from './lease.ts'
import { boundsOf, FencedError, readLog } from './log.ts'
import { type Head, MessageError } from './messages.ts'
import { DiskError, type Replica } from './replica.ts'
import type { Tail } from './tail.ts'

/** Interval at which a standby looks at the lease, and for messages whose announcement was lost, in ms. */
const lookEvery = 200
const pollEvery = 250

/** A message that NATS lacks for this long, in ms, although it has later ones, is lost; a new NATS leader may lag. */
const lostAfter = 2_000

/** Attempts to start a term while the previous leader still writes. */
const termAttempts = 50

/** The leader's announcement: the end of its log, its clock in ms UTC, and how often its uploads have changed. */
const announcement = z.object({ sequence: z.int(), term: z.int(), clock: z.number(), files: z.int() })
export type Announcement = z.output<typeof announcement>
const announcementText = z.preprocess((text) => {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}, announcement)

/** The copy cannot follow the log any more; it needs a snapshot. */
export class BehindError extends Error {}

interface Options {
  hall: Hall
  replica: Replica
  /** Receives what this copy has applied. */
  tail: Tail
  log: Logger
  /** Called for messages without pages. */
  received: (head: Head) => Promise<void>
  /** Starts a term at the end of the log. @throws FencedError */
  startTerm: () => Promise<void>
  /** Called when another node takes the lease from this one. */
  lost: (to: Holder | undefined) => void
  /** The leader has stored or deleted an upload. */
  filesChanged: () => void
  /** The disk accepts no changes, or accepts them again. */
  disk: (error: DiskError | undefined) => void
}

/** Follows the log until this node is elected. */
export class Standby {
  readonly #options: Options
  readonly #watch: LeaseWatch
  #wake: () => void = () => {}
  #announced: (Announcement & { at: number }) | undefined
  /** Monotonic time at which the copy was last known to be complete. */
  #freshAt: number | undefined
  #missingSince: number | undefined
  #isDiskFailing = false
  #stopped = false

  constructor(options: Options) {
    this.#options = options
    this.#watch = new LeaseWatch(options.hall)
  }

  /** Seconds since the copy was last known to equal the leader's; undefined before that, or if it must not be read. */
  get age(): number | undefined {
    if (this.#freshAt === undefined || this.#options.replica.isTorn) return undefined
    return (performance.now() - this.#freshAt) / 1_000
  }

  /** Known number of log messages that the copy lacks. */
  get lag(): number {
    return Math.max(0, (this.#announced?.sequence ?? 0) - this.#options.replica.position.sequence)
  }

  /** The leader's clock, continued by this machine's monotonic counter, in ms UTC; undefined if it was never received. */
  get leaderClock(): number | undefined {
    return this.#announced && this.#announced.clock + performance.now() - this.#announced.at
  }

  stop(): void {
    this.#stopped = true
    this.#wake()
  }

  #receive(data: Uint8Array) {
    const received = announcementText.safeParse(Buffer.from(data).toString())
    if (!received.success || received.data.term < this.#options.replica.position.term) return
    const { term, files } = this.#announced ?? { term: 0, files: 0 }
    this.#announced = { ...received.data, at: performance.now() }
    if (term !== received.data.term || files !== received.data.files) this.#options.filesChanged()
    this.#refresh()
    this.#wake()
  }

  #refresh() {
    const { sequence } = this.#options.replica.position
    if (this.#announced && sequence >= this.#announced.sequence) this.#freshAt = this.#announced.at
  }

  /** Applies what the log contains now. @returns false at its end @throws BehindError, MessageError */
  async #advance(): Promise<boolean> {
    const { hall, replica, tail, received } = this.#options
    const { sequence } = replica.position
    const messages = await readLog(hall, sequence + 1)
    if (messages.length === 0 && this.lag > 0) await this.#requireNext()
    const heads: Head[] = []
    for (const message of messages) {
      const head = replica.accept(message)
      tail.keep(replica.position.sequence, message)
      if (head.kind !== 'group') heads.push(head)
      // The file must not change before it is hashed.
      if (head.kind === 'verify') break
    }
    if (messages.length > 0) this.#missingSince = undefined
    if (this.#isDiskFailing && messages.length > 0) this.#reportDisk(undefined)
    for (const head of heads) await received(head)
    this.#refresh()
    return messages.length > 0
  }

  #reportDisk(error: DiskError | undefined) {
    if (this.#isDiskFailing === (error !== undefined)) return
    this.#isDiskFailing = error !== undefined
    this.#options.disk(error)
  }

  /** @throws BehindError if NATS has purged or lost the next message but has later ones */
  async #requireNext() {
    const { hall, replica } = this.#options
    const next = replica.position.sequence + 1
    const { first, last } = await boundsOf(hall)
    if (first <= next && last <= next) return
    this.#missingSince ??= performance.now()
    if (first > next || performance.now() - this.#missingSince > lostAfter)
      throw new BehindError(`The log in NATS contains messages ${first} to ${last}, but not message ${next}`)
  }

  /** Applies everything up to the present end of the log. */
  async catchUp(): Promise<void> {
    const { hall, replica } = this.#options
    const { last } = await boundsOf(hall)
    while (replica.position.sequence < last && !this.#stopped)
      if (!(await this.#advance())) {
        await this.#requireNext()
        await sleep(20)
      }
  }

  /** Applies everything that the log contains, as soon as NATS responds. @throws BehindError, MessageError */
  begin(): Promise<void> {
    return this.#persist(() => this.catchUp())
  }

  /**
   * Follows the log. Settles once this node holds the lease and has started its term, or after `stop`.
   * @throws BehindError or MessageError if the copy needs a snapshot
   */
  async follow(): Promise<Lease | undefined> {
    const { connection, names } = this.#options.hall
    const subscription = connection.subscribe(names.end, { callback: (_error, { data }) => this.#receive(data) })
    try {
      let lookedAt = 0
      while (!this.#stopped) {
        if (performance.now() - lookedAt > lookEvery) {
          const lease = await this.#elect().catch(this.#unlessWrong)
          if (lease) return lease
          lookedAt = performance.now()
        }
        if (!(await this.#advance().catch(this.#unlessWrong))) await this.#nextArrival()
      }
      return undefined
    } finally {
      subscription.unsubscribe()
    }
  }

  /** NATS or the disk may come back; a wrong copy stays wrong. */
  readonly #unlessWrong = (error: unknown): undefined => {
    if (error instanceof MessageError || error instanceof BehindError) throw error
    if (error instanceof DiskError) return void this.#reportDisk(error)
    this.#options.log.debug({ err: error }, 'Waiting for NATS')
  }

  async #persist(step: () => Promise<void>) {
    while (!this.#stopped)
      try {
        return await step()
      } catch (error) {
        this.#unlessWrong(error)
        await sleep(pollEvery)
      }
  }

  async #nextArrival() {
    if (this.lag > 0) return void (await sleep(this.#isDiskFailing ? pollEvery : 5))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollEvery)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #elect(): Promise<Lease | undefined> {
    const revision = await this.#watch.vacancy()
    if (revision === undefined || this.#stopped) return undefined
    const { hall, log, startTerm, lost } = this.#options
    await this.catchUp()
    const lease = await Lease.take(hall, revision, lost)
    log.info({ sequence: this.#options.replica.position.sequence }, 'Took the lease')
    try {
      for (let attempt = 1; ; attempt++)
        try {
          await this.catchUp()
          await startTerm()
          return lease
        } catch (error) {
          if (!(error instanceof FencedError) || attempt === termAttempts) throw error
        }
    } catch (error) {
      await lease.release()
      throw error
    }
  }
}
