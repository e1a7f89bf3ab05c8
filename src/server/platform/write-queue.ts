import type SqliteDatabase from 'better-sqlite3'
import { faultOf } from './faults.ts'

interface Job {
  run: () => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** Receives the outcome of each transaction, for statistics. */
export interface WriteNews {
  /** A transaction was committed. @param ms duration, including COMMIT */
  committed(jobs: number, ms: number): void
  /** The disk or file failed, so the jobs were rejected. @param jobs their number */
  failed(error: unknown, jobs: number): void
}

/** Copies commits elsewhere before they are acknowledged (src/server/cluster). */
export interface Replication {
  /** Receives the writing connection, before its first write, and the queue. */
  opened(connection: SqliteDatabase.Database, queue: () => WriteQueue): void
  /** Settles when everything committed so far may be acknowledged; never, if this server may no longer write. */
  replicate(): Promise<void>
  /** Does work on the whole file that may block for seconds, without losing the lead of the cluster. */
  blocking<T>(work: () => Promise<T>): Promise<T>
  /** The error for new writes while commits cannot be copied. */
  readonly refusal: Error | undefined
  /** False while the write-ahead log contains commits that exist nowhere else, or a snapshot of the file is being read. */
  readonly mayCheckpoint: boolean
  /** Records how far the write-ahead log goes. Call before it is copied into the file. */
  recordEnd(): void
}

/** Maximum jobs per transaction; the rest wait for the next turn, so that reads can run in between. */
const batchSize = 512

/**
 * Retry interval and timeouts of writes while another program locks the file, in ms. The client allows 15 s per save; a
 * stopping server waits only one second.
 */
const locked = { ask: 25, wait: 5_000, waitAtEnd: 1_000 }

/** Gap between acknowledged commits, in ms, after which the job of `resuming` runs first. Heartbeats commit every 2 s. */
const gapMs = 10_000

/**
 * Group commit: all writes requested in one turn of the event loop share one transaction and one flush to disk. Each
 * job has its own savepoint, so a job that throws rolls back only its own changes. A promise settles after the COMMIT:
 * acknowledged means on disk. A job may await only queries on its own connection, which settle in microtasks. Other I/O
 * would hold the transaction open for all jobs, so a job that does any is rolled back and rejected. The connection's
 * busy_timeout must be 0, because SQLite would block the whole process while waiting for a lock; this queue retries
 * without blocking (docs/decisions/035).
 */
export class WriteQueue {
  readonly #connection: SqliteDatabase.Database
  // Prepared, because parsing these statements each time would take as long as running them.
  readonly #begin: SqliteDatabase.Statement
  readonly #commit: SqliteDatabase.Statement
  readonly #savepoint: SqliteDatabase.Statement
  readonly #release: SqliteDatabase.Statement
  #waiting: Job[] = []
  #alone: Job[] = []
  #running = false
  #idle: (() => void)[] = []
  readonly #committed: () => void
  readonly #news: WriteNews | undefined
  /** Time at which the lock was first encountered, by performance.now(). */
  #lockedSince: number | undefined
  #draining = false
  /** The disk or file error of the current transaction. */
  #fault: unknown
  #sealedBy: unknown
  readonly #replication: Replication | undefined
  /** Start of the last transaction that was acknowledged, by performance.now(). */
  #acknowledgedAt = performance.now()
  #resume: (() => Promise<unknown>) | undefined
  /** True if the last transaction failed. */
  #isFailing = false

  /** @param committed called after every COMMIT, before any promise settles */
  constructor(
    connection: SqliteDatabase.Database,
    committed: () => void = () => {},
    news?: WriteNews,
    replication?: Replication,
  ) {
    this.#connection = connection
    this.#committed = committed
    this.#news = news
    this.#replication = replication
    this.#begin = connection.prepare('BEGIN IMMEDIATE')
    this.#commit = connection.prepare('COMMIT')
    this.#savepoint = connection.prepare('SAVEPOINT job')
    this.#release = connection.prepare('RELEASE job')
  }

  /** Number of pending jobs. */
  get length() {
    return this.#waiting.length
  }

  /** Runs `job` inside the next transaction and settles once the transaction is committed. */
  write<T>(job: () => Promise<T>): Promise<T> {
    const refusal = this.#replication?.refusal
    if (refusal) return Promise.reject(refusal)
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: job, resolve: resolve as Job['resolve'], reject })
      this.#start()
    })
  }

  /** True while writes are refused. What must be recorded, such as an email, should not be done meanwhile. */
  get isStalled(): boolean {
    return this.#isFailing || this.#replication?.refusal !== undefined
  }

  /** Runs `job` in a transaction of its own before all others after a failed transaction or a longer gap. */
  resuming(job: () => Promise<unknown>): void {
    this.#resume = job
  }

  /** Rejects all pending jobs. The transaction that is being copied still waits. */
  refuse(error: Error): void {
    for (const job of this.#waiting.splice(0)) job.reject(error)
  }

  /** Runs a function between transactions. */
  alone(run: () => void | Promise<void>): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#alone.push({ run: async () => run(), resolve: () => resolve(), reject })
      this.#start()
    })
  }

  #start() {
    if (this.#running) return
    this.#running = true
    setImmediate(() => void this.#turn())
  }

  /** Settles when nothing is pending or running. */
  drain(): Promise<void> {
    this.#draining = true
    return this.#running ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve()
  }

  /** Stops accepting writes, because any write to a damaged file could damage it further or be lost. */
  seal(error: unknown): void {
    this.#sealedBy ??= error
  }

  async #turn() {
    for (const job of this.#alone.splice(0)) await job.run().then(job.resolve, job.reject)
    const began = performance.now()
    if (!this.#opened(began)) return
    const isResuming = this.#isFailing || began - this.#acknowledgedAt > gapMs
    const run = isResuming ? this.#resume : undefined
    const batch = run ? [this.#first(run)] : this.#waiting.splice(0, batchSize)
    const settle: (() => void)[] = []
    this.#fault = undefined
    try {
      for (const job of batch) settle.push(await this.#runOne(job))
      this.#commit.run()
      if (this.#replication) await this.#replication.replicate()
      this.#committed()
      for (const done of settle) done()
      if (this.#fault === undefined) {
        // An empty transaction succeeds on a full disk too.
        if (batch.length > 0) {
          this.#acknowledgedAt = began
          this.#isFailing = false
        }
        this.#news?.committed(batch.length, performance.now() - began)
      }
    } catch (error) {
      this.#fault ??= faultOf(error) && error
      this.#rollBack()
      for (const job of batch) job.reject(error)
    }
    if (this.#fault !== undefined) this.#suffered(this.#fault, batch.length)
    this.#next()
  }

  /** The job that ends a gap. While it fails, every other job fails too. */
  #first(run: () => Promise<unknown>): Job {
    return { run, resolve: () => {}, reject: (error) => this.refuse(error as Error) }
  }

  /** Tries to open a transaction. @returns false after scheduling a retry or rejecting the jobs */
  #opened(now: number): boolean {
    let refusal = this.#sealedBy
    if (refusal === undefined) {
      try {
        this.#begin.run()
        this.#lockedSince = undefined
        return true
      } catch (error) {
        const isLocked = faultOf(error) === 'database_locked'
        this.#lockedSince = isLocked ? (this.#lockedSince ?? now) : undefined
        const patience = this.#draining ? locked.waitAtEnd : locked.wait
        if (this.#lockedSince !== undefined && now - this.#lockedSince < patience) {
          setTimeout(() => void this.#turn(), locked.ask)
          return false
        }
        refusal = error
      }
    }
    const refused = this.#waiting.splice(0)
    for (const job of refused) job.reject(refusal)
    this.#suffered(refusal, refused.length)
    this.#next()
    return false
  }

  #suffered(error: unknown, jobs: number) {
    this.#isFailing = true
    if (faultOf(error) === 'database_corrupt') this.seal(error)
    this.#news?.failed(error, jobs)
  }

  #rollBack() {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    } catch {
      // A failing disk may fail here too. Nothing was committed, and the next BEGIN reports the error.
    }
  }

  #next() {
    if (this.#waiting.length > 0 || this.#alone.length > 0) {
      setImmediate(() => void this.#turn())
      return
    }
    this.#running = false
    for (const done of this.#idle.splice(0)) done()
  }

  /** Returns a function that settles the job after the commit. @throws when the whole transaction is lost */
  async #runOne(job: Job): Promise<() => void> {
    let turned = false
    const watch = setImmediate(() => {
      turned = true
    })
    this.#savepoint.run()
    try {
      const value = await job.run()
      if (turned) throw new Error('A write job awaited something other than its own queries')
      this.#release.run()
      return () => job.resolve(value)
    } catch (error) {
      this.#fault ??= faultOf(error) && error
      // Some errors, such as a full disk, make SQLite roll back the whole transaction.
      if (!this.#connection.inTransaction || faultOf(error) === 'database_corrupt') throw error
      this.#connection.exec('ROLLBACK TO job; RELEASE job')
      return () => job.reject(error)
    } finally {
      clearImmediate(watch)
    }
  }
}
