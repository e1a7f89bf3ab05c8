import { createHash } from 'node:crypto'
import type { KnownWorker } from '#server/judge/pool/pool.ts'
import type { Platform } from '#server/platform/platform.ts'
import { DomainError } from '#shared/errors.ts'
import { isWorkerToken } from '#shared/judge-workers/judge-workers.schema.ts'
import { judgeWorkersRepo } from './judge-workers.repo.ts'

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Minimum interval between updates of a worker's last call, in ms. */
const touchIntervalMs = 60_000

const minute = 60_000
/** Maximum calls per minute for each token: more than a worker with 100 slots needs. */
const callsAMinute = 20_000

/** Checks workers' tokens. They give access only to workers' calls. */
export class WorkerAccess {
  readonly #app: Platform
  readonly #minutes = new Map<string, { began: number; calls: number }>()

  constructor(app: Platform) {
    this.#app = app
  }

  /** The worker of a token, or null if it is unknown or revoked. @throws TOO_MANY_REQUESTS above the limit */
  async authenticate(token: string | null): Promise<KnownWorker | null> {
    if (token === null || !isWorkerToken(token)) return null
    const row = await judgeWorkersRepo(this.#app.db.read).findByHash(hashOf(token))
    if (!row) return null
    const now = this.#app.clock.now()
    this.#count(row.id, now)
    if (row.lastSeenAt === null || now - row.lastSeenAt >= touchIntervalMs)
      await this.#app.db.write((tx) => judgeWorkersRepo(tx).touch(row.id, now))
    return row
  }

  #count(id: string, now: number) {
    let current = this.#minutes.get(id)
    if (!current || Math.abs(now - current.began) >= minute) {
      current = { began: now, calls: 0 }
      this.#minutes.set(id, current)
    }
    if (++current.calls <= callsAMinute) return
    const wait = Math.ceil((current.began + minute - now) / 1_000)
    const message = `This worker has used its ${callsAMinute} calls per minute. Please wait ${wait} seconds.`
    throw new DomainError('TOO_MANY_REQUESTS', message, undefined, wait)
  }

  forget = (id: string) => this.#minutes.delete(id)
}
