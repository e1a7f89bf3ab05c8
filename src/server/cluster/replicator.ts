import { statSync } from 'node:fs'
import type SqliteDatabase from 'better-sqlite3'
import { unavailable } from '#shared/errors.ts'
import type { Logger } from '../platform/log.ts'
import type { Replication, WriteQueue } from '../platform/write-queue.ts'
import type { Hall } from './hall.ts'
import { FencedError, type LogNews, LogWriter } from './log.ts'
import { encodeGroup } from './messages.ts'
import { type EndRecord, type Membership, type Position, writeMembership } from './position.ts'
import type { Tail } from './tail.ts'
import { type Change, WalTail } from './wal.ts'

/** Size of the write-ahead log at which it is copied into the database file. */
const checkpointBytes = 8 * 1024 * 1024

/** Time after which a publication counts as waiting for a quorum, and after which new writes are refused, in ms. */
const noticeAfter = 1_500
const refuseAfter = 8_000

/** The error for saves while NATS has no quorum. */
export const noQuorum = () =>
  unavailable('The servers of this platform cannot reach each other. Please try again in a moment')

export interface Reports {
  /** `waiting`: there is no quorum. `local`: saves are acknowledged without one. */
  quorum(state: 'there' | 'waiting' | 'local', error?: unknown): void
  /** NATS has lost acknowledged messages that this server cannot publish again. */
  endLost(last: number): void
  published(bytes: number, ms: number): void
  /** The end of the log has moved. */
  moved(): void
  /** The disk did not accept what this server must record to continue without a quorum. */
  failed(error: unknown): void
}

interface Options {
  hall: Hall
  dataDir: string
  /** Path of the database. */
  file: string
  /** The membership with the position of the database file, without its write-ahead log. */
  membership: Membership
  /** The end of the cluster's log. */
  position: Position
  /** The known messages up to it. */
  tail: Tail
  /** Records it, before a save is acknowledged. */
  end: EndRecord
  log: Logger
  withoutQuorum: 'wait' | 'local'
  /** Keeps the lease while this process may block. @param bytes to be processed */
  blocking: <T>(bytes: number, work: () => Promise<T>) => Promise<T>
  /** Another node leads. Nothing more may be acknowledged. */
  stepDown: (error: Error) => void
}

/** A leader's side of the log: publishes what commits wrote, and copies it into the database file only afterwards. */
export class Replicator implements Replication {
  readonly #log: LogWriter
  readonly #walFile: string
  readonly #tail: WalTail
  readonly #options: Options
  #connection: SqliteDatabase.Database | undefined
  #queue: (() => WriteQueue) | undefined
  #membership: Membership
  #held = 0
  /** The publications, one after the other. */
  #last: Promise<unknown> = Promise.resolve()
  #isWaiting = false
  #reports: Partial<Reports> = {}
  #isLocal = false
  #wakeLocal: (() => void) | undefined
  #isCheckpointFailing = false
  #timers: NodeJS.Timeout[] = []
  refusal: Error | undefined

  constructor(options: Options) {
    this.#options = options
    this.#membership = options.membership
    this.#walFile = `${options.file}-wal`
    this.#tail = new WalTail(this.#walFile)
    const news: LogNews = {
      waiting: (error) => this.#wait(error),
      published: (bytes, ms) => {
        options.end.note(this.#log.position)
        this.#resume()
        this.#reports.published?.(bytes, ms)
      },
      endLost: (last) => this.#reports.endLost?.(last),
    }
    this.#log = new LogWriter(options.hall, options.position, news, options.tail)
  }

  /** Starts reporting, beginning with a quorum that is already lost. */
  report(reports: Partial<Reports>): void {
    this.#reports = reports
    if (this.#isLocal) reports.quorum?.('local')
    else if (this.#isWaiting) reports.quorum?.('waiting')
  }

  get position(): Position {
    return this.#log.position
  }

  get mayCheckpoint(): boolean {
    return this.#held === 0 && !this.#isLocal
  }

  /** Fences the previous leader. @throws FencedError if another node was faster */
  startTerm(): Promise<void> {
    return this.#log.startTerm()
  }

  /** Calls `use` while no publication is in progress. */
  betweenPublications(use: () => Promise<void>): Promise<void> {
    return this.#inTurn(use)
  }

  /** Does work on the whole file that may block for seconds, without losing the lease. */
  blocking<T>(work: () => Promise<T>): Promise<T> {
    return this.#options.blocking(statSync(this.#options.file).size, work)
  }

  opened(connection: SqliteDatabase.Database, queue: () => WriteQueue): void {
    this.#connection = connection
    this.#queue = queue
  }

  async replicate(): Promise<void> {
    // Acknowledged on this disk only. The publication in progress publishes this commit too.
    if (this.#isLocal) return
    await this.#unlessLocal(this.#inTurn(() => this.#publish()))
    if (this.#tail.end > checkpointBytes) this.checkpoint()
  }

  /** Waits for a publication, but only until this server continues without a quorum. */
  async #unlessLocal(published: Promise<void>) {
    if (this.#options.withoutQuorum === 'wait') return published
    const wentLocal = new Promise<void>((resolve) => {
      this.#wakeLocal = resolve
    })
    return Promise.race([published, wentLocal])
  }

  async #publish() {
    const change = this.#isLocal ? undefined : this.#tail.read()
    if (change) await this.#append(change)
    if (this.#isLocal) await this.#options.blocking(statSync(this.#walFile).size, () => this.#publishLocal())
    // Kept until a later publication, it only makes the next start compare the log.
    if (this.#membership.ahead) await this.#mark(undefined).catch((error) => this.#reports.failed?.(error))
  }

  /** Publishes commits that were acknowledged locally in the meantime as one group, which may be large. */
  async #publishLocal() {
    for (let change = this.#tail.read(); change; change = this.#tail.read()) await this.#append(change)
    // In the same turn: every later commit waits for its publication.
    this.#isLocal = false
    this.#reports.quorum?.('there')
  }

  async #append(change: Change) {
    const { term, group, chain } = this.#log.position
    const messages = encodeGroup(change, { term, node: this.#options.hall.node, group: group + 1 }, chain)
    await this.#log.appendGroup(messages)
  }

  async #verify(id: string) {
    await this.#log.appendVerify(id)
    // What was acknowledged locally in the meantime.
    await this.#publish()
  }

  /** Runs `use` when earlier publications have ended. Never settles once another node leads. */
  #inTurn<T>(use: () => Promise<T>): Promise<T> {
    const result = this.#last.then(use).catch((error) => {
      if (!(error instanceof FencedError)) throw error
      this.#options.stepDown(error)
      return new Promise<T>(() => {})
    })
    this.#last = result.then(
      () => this.#reports.moved?.(),
      () => {},
    )
    return result
  }

  #wait(error: unknown) {
    if (this.#isWaiting) return
    this.#isWaiting = true
    const notice = () => {
      if (this.#options.withoutQuorum !== 'local') return this.#reports.quorum?.('waiting', error)
      void this.#goLocal().catch((failure) => {
        // Without the mark on disk, a restart would drop these saves. They wait for the quorum.
        this.#reports.quorum?.('waiting', error)
        this.#reports.failed?.(failure)
        if (this.#isWaiting) this.#timers.push(setTimeout(notice, noticeAfter))
      })
    }
    const refuse = () => {
      if (this.#isLocal) return
      this.refusal = noQuorum()
      this.#queue?.().refuse(this.refusal)
    }
    this.#timers = [setTimeout(notice, noticeAfter), setTimeout(refuse, refuseAfter)]
  }

  #resume() {
    if (!this.#isWaiting) return
    this.#isWaiting = false
    for (const timer of this.#timers) clearTimeout(timer)
    this.refusal = undefined
    if (!this.#isLocal) this.#reports.quorum?.('there')
  }

  async #goLocal() {
    // A server whose term has not started has nothing to acknowledge.
    if (!this.#queue) return
    // First on disk: after a crash, this node must know that its log may hold more than the cluster's.
    const ahead = this.#log.position
    await this.#mark(ahead)
    // Published in the meantime; the next publication may already be waiting.
    if (this.#membership.ahead !== ahead) return
    if (!this.#isWaiting) return this.#mark(undefined)
    this.#isLocal = true
    this.refusal = undefined
    this.#reports.quorum?.('local')
    this.#wakeLocal?.()
  }

  async #mark(ahead: Position | undefined) {
    const before = this.#membership.ahead
    this.#membership = { ...this.#membership, ahead }
    try {
      await writeMembership(this.#options.dataDir, this.#membership)
    } catch (error) {
      this.#membership = { ...this.#membership, ahead: before }
      throw error
    }
  }

  recordEnd(): void {
    this.#options.end.sync()
  }

  /**
   * Copies the write-ahead log into the database file and records the position. Does nothing while a snapshot is being
   * read or the log has not acknowledged everything. Call between transactions.
   * @returns true if the file now equals the end of the log
   */
  checkpoint(): boolean {
    if (!this.mayCheckpoint || !this.#connection) return false
    try {
      this.recordEnd()
      const [outcome] = this.#connection.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
      if (!outcome || outcome.log !== outcome.checkpointed) return false
    } catch (error) {
      // The commits are in both logs.
      if (!this.#isCheckpointFailing)
        this.#options.log.error({ err: error }, 'The write-ahead log cannot be copied into the file')
      this.#isCheckpointFailing = true
      return false
    }
    this.#isCheckpointFailing = false
    this.#membership = { ...this.#membership, ...this.#log.position }
    void writeMembership(this.#options.dataDir, this.#membership).catch(() => {})
    return true
  }

  /**
   * Calls `use` while the database file does not change, with the position it corresponds to.
   * @param verifyId asks all nodes for the hash of their file at this position
   * @throws if the file cannot be brought up to the end of the log now
   */
  async withStillFile<T>(use: (position: Position, size: number) => Promise<T>, verifyId?: string): Promise<T> {
    let at: { position: Position; size: number } | undefined
    await this.#queue?.().alone(async () => {
      if (!this.checkpoint()) return
      if (verifyId !== undefined) await this.#unlessLocal(this.#inTurn(() => this.#verify(verifyId)))
      if (this.#isLocal) return
      this.#held++
      at = { position: this.#log.position, size: statSync(this.#options.file).size }
    })
    if (!at) throw new Error('The database file is not at the end of the log at the moment')
    try {
      return await use(at.position, at.size)
    } finally {
      this.#held--
    }
  }
}
