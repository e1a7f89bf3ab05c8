import type SqliteDatabase from 'better-sqlite3'

interface Job {
  run: () => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** So many jobs share one transaction at most; the rest wait for the next turn, so that reads come in between. */
const batchSize = 512

/**
 * Group commit: all writes that were asked for in one turn of the event loop share one transaction and one flush to the
 * disk. Each job has a savepoint of its own, so a job that throws takes back only what it did itself. A promise settles
 * after the COMMIT: what was acknowledged is on disk.
 *
 * A job may await nothing but the queries on its own connection (they settle in microtasks). One that does real I/O would
 * hold the transaction open for everybody; it is taken back and refused.
 */
export class WriteQueue {
  readonly #connection: SqliteDatabase.Database
  // Prepared: parsing these few words anew would cost as much as they do.
  readonly #begin: SqliteDatabase.Statement
  readonly #commit: SqliteDatabase.Statement
  readonly #savepoint: SqliteDatabase.Statement
  readonly #release: SqliteDatabase.Statement
  #waiting: Job[] = []
  #alone: Job[] = []
  #running = false
  #idle: (() => void)[] = []
  readonly #committed: () => void

  /** @param committed called after every COMMIT, before anybody is told of it */
  constructor(connection: SqliteDatabase.Database, committed: () => void = () => {}) {
    this.#connection = connection
    this.#committed = committed
    this.#begin = connection.prepare('BEGIN IMMEDIATE')
    this.#commit = connection.prepare('COMMIT')
    this.#savepoint = connection.prepare('SAVEPOINT job')
    this.#release = connection.prepare('RELEASE job')
  }

  /** Runs `job` inside the next transaction and settles once that is committed. */
  write<T>(job: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: job, resolve: resolve as Job['resolve'], reject })
      this.#start()
    })
  }

  /** Runs something between two transactions, for what must not be inside one. */
  alone(run: () => void): Promise<void> {
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

  /** Settles when nothing is waiting or running. */
  drain(): Promise<void> {
    return this.#running ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve()
  }

  async #turn() {
    for (const job of this.#alone.splice(0)) await job.run().then(job.resolve, job.reject)
    const batch = this.#waiting.splice(0, batchSize)
    const settle: (() => void)[] = []
    try {
      this.#begin.run()
      for (const job of batch) settle.push(await this.#runOne(job))
      this.#commit.run()
      this.#committed()
      for (const done of settle) done()
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
      for (const job of batch) job.reject(error)
    }
    if (this.#waiting.length > 0 || this.#alone.length > 0) {
      setImmediate(() => void this.#turn())
      return
    }
    this.#running = false
    for (const done of this.#idle.splice(0)) done()
  }

  /** Returns how to settle the job once the transaction is committed. */
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
      this.#connection.exec('ROLLBACK TO job; RELEASE job')
      return () => job.reject(error)
    } finally {
      clearImmediate(watch)
    }
  }
}
