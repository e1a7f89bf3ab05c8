import type { KvEntry } from '@nats-io/kv'
import { RequestError, type Subscription } from '@nats-io/transport-node'
import type { Hall } from './hall.ts'

const key = 'leader'

/** A lease not renewed for this long has expired. The leader renews it twice as often. In ms. */
export const leaseMs = 2_000
export const renewEvery = leaseMs / 2

/** Pause after a failed renewal, in ms: each attempt takes until its timeout anyway if NATS does not respond. */
const retryEvery = 100

/** Attempts to announce a pause. Without NATS, nobody can take the lease either. */
const announceAttempts = 5

/**
 * A holder without a connection to NATS for this long is gone: the system closes those of a killed process. Long enough
 * to connect to another NATS server. In ms.
 */
const goneMs = 600
const askMs = 500

export interface Holder {
  node: string
  /** Id of its process. */
  run: string
  /** Address of its HTTP server; empty until it serves. */
  address: string
  /** Subject on which its process responds; earlier versions have none. */
  alive?: string
  /** Additional time without a renewal that its process has announced, in ms, because it may block. */
  pauseMs?: number
}

/** Upper bound of an announced pause, in ms. */
const longestPause = 300_000

/** Time that rewriting, compressing or copying so many bytes may block a slow machine, in ms. */
export const pauseFor = (bytes: number): number => Math.min(longestPause, 10_000 + bytes / 25_000)

/** Watches the lease for a standby, by this machine's monotonic clock only. */
export class LeaseWatch {
  readonly #hall: Hall
  #revision = -1
  #holder: Holder | undefined
  #since = 0
  #goneSince: number | undefined

  constructor(hall: Hall) {
    this.#hall = hall
  }

  /** Returns the revision of a lease that may be taken; undefined while it is held. @throws if NATS does not respond */
  async vacancy(): Promise<number | undefined> {
    const asked = this.#ask(this.#holder)
    let entry: KvEntry | null
    try {
      entry = await this.#hall.state.get(key)
    } catch (error) {
      // A working leader could not renew it either. It gets the full time once NATS responds again.
      if ((await asked) === 'responds') this.#since = performance.now()
      throw error
    }
    if (entry?.operation !== 'PUT') return entry?.revision ?? 0
    this.#holder = entry.json<Holder>()
    const isGone = (await asked) === 'gone'
    const now = performance.now()
    this.#goneSince = isGone ? (this.#goneSince ?? now) : undefined
    if (entry.revision !== this.#revision) {
      this.#revision = entry.revision
      this.#since = now
    }
    const expiresAfter = leaseMs + Math.min(longestPause, this.#holder.pauseMs ?? 0)
    const isVacant =
      now - this.#since > expiresAfter || (this.#goneSince !== undefined && now - this.#goneSince > goneMs)
    return isVacant ? entry.revision : undefined
  }

  /** Asks the holder for a sign of life. NATS reports if nobody listens; a silent holder may be slow or cut off. */
  async #ask(holder: Holder | undefined): Promise<'responds' | 'silent' | 'gone'> {
    // Earlier versions do not respond.
    if (holder?.alive === undefined) return 'responds'
    try {
      await this.#hall.connection.request(holder.alive, '', { timeout: askMs })
      return 'responds'
    } catch (error) {
      return error instanceof RequestError && error.isNoResponders() ? 'gone' : 'silent'
    }
  }
}

/** A held lease, renewed until it is released or lost. */
export class Lease {
  readonly #hall: Hall
  readonly #holder: Holder
  readonly #lost: (to: Holder | undefined) => void
  #revision: number
  #timer: NodeJS.Timeout | undefined
  #renewedAt = performance.now()
  readonly #alive: Subscription
  #attempt = 0
  readonly #pauses = new Set<{ ms: number }>()

  private constructor(
    hall: Hall,
    holder: Holder & { alive: string },
    revision: number,
    lost: (to: Holder | undefined) => void,
  ) {
    this.#hall = hall
    this.#holder = holder
    this.#revision = revision
    this.#lost = lost
    this.#alive = hall.connection.subscribe(holder.alive, { callback: (_error, message) => void message.respond() })
    this.#renewLater(renewEvery)
    void this.#renewOnReconnect()
  }

  /**
   * Takes a vacant lease. @param revision as returned by `vacancy` @param lost called when another node has taken it
   * @throws if another node was faster, or NATS has no quorum
   */
  static async take(hall: Hall, revision: number, lost: (to: Holder | undefined) => void): Promise<Lease> {
    const holder = { node: hall.node, run: hall.run, address: '', alive: `${hall.names.alive}.${hall.run}` }
    const value = JSON.stringify(holder)
    const taken = await (revision === 0 ? hall.state.create(key, value) : hall.state.update(key, value, revision))
    return new Lease(hall, holder, taken, lost)
  }

  /** Milliseconds since the last renewal. */
  get age(): number {
    return performance.now() - this.#renewedAt
  }

  /** True while no other node may take it. */
  get isHeld(): boolean {
    return this.age < leaseMs + this.#pauseMs
  }

  /** The longest announced pause, in ms. */
  get #pauseMs(): number {
    return Math.max(0, ...[...this.#pauses].map(({ ms }) => ms))
  }

  /** Publishes the address at which this leader serves. */
  async announce(address: string): Promise<void> {
    this.#holder.address = address
    await this.#renew()
  }

  /**
   * Keeps the lease while this process may block for up to `ms` at a time: announces that before `work` begins, until it
   * has ended. A killed process still loses the lease at once, because its connection ends.
   */
  async during<T>(ms: number, work: () => Promise<T>): Promise<T> {
    const pause = { ms }
    this.#pauses.add(pause)
    try {
      for (let attempt = 0; attempt < announceAttempts && !(await this.#renew()); attempt++);
      return await work()
    } finally {
      this.#pauses.delete(pause)
      if (this.#timer !== undefined) void this.#renew()
    }
  }

  #renewLater(ms: number) {
    this.#timer = setTimeout(() => void this.#renew(), ms)
  }

  /** Without a connection, another node may have taken the lease. */
  async #renewOnReconnect() {
    for await (const { type } of this.#hall.connection.status()) {
      if (this.#timer === undefined) return
      if (type === 'reconnect') void this.#renew()
    }
  }

  /** A reconnection may start an attempt while the previous one waits for a response that is lost. The last one counts. */
  async #renew(): Promise<boolean> {
    clearTimeout(this.#timer)
    const attempt = ++this.#attempt
    const isRenewed = await this.#update()
    if (attempt === this.#attempt && this.#timer !== undefined) this.#renewLater(isRenewed ? renewEvery : retryEvery)
    return isRenewed
  }

  async #update(): Promise<boolean> {
    try {
      const holder: Holder = { ...this.#holder, pauseMs: this.#pauseMs }
      this.#revision = await this.#hall.state.update(key, JSON.stringify(holder), this.#revision)
      this.#renewedAt = performance.now()
      return true
    } catch {
      // Without NATS, the log decides who leads: keep trying.
      await this.#compare().catch(() => {})
      return false
    }
  }

  /** Finds out whether a renewal's acknowledgement was lost, or the lease; NATS may also have lost renewals. */
  async #compare() {
    const entry = await this.#hall.state.get(key)
    const holder = entry?.operation === 'PUT' ? entry.json<Holder>() : undefined
    if (entry && entry.revision > this.#revision && holder?.run !== this.#holder.run) this.#lost(holder)
    else this.#revision = entry?.revision ?? 0
  }

  /** Stops renewing, and lets another node take over at once. */
  async release(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#alive.unsubscribe()
    await this.#hall.state.delete(key, { previousSeq: this.#revision }).catch(() => {})
  }
}
