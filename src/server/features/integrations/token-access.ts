import { createHash } from 'node:crypto'
import type { Database } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { tokenRolesOf } from '#shared/integrations/tokens.schema.ts'
import { tokensRepo } from './tokens.repo.ts'

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Known = NonNullable<ReturnType<ReturnType<typeof tokensRepo>['findByHash']>>

const maxCached = 5_000

/**
 * Cached like sessions (docs/decisions/025): a commit that changes the token, its owner or any college drops the entry.
 */
function cachedLookup(db: Database): (token: string) => Known | undefined {
  const cache = new Map<string, Known>()
  const forget = (changed: (one: Known) => boolean) => {
    for (const [hash, one] of cache) if (changed(one)) cache.delete(hash)
  }
  db.watch('api_tokens', (ids) => forget(({ token }) => ids.has(token.id)))
  db.watch('users', (ids) => forget(({ user }) => ids.has(user.id)))
  db.watch('colleges', () => cache.clear())
  return (token) => {
    const hash = hashOf(token)
    const known = cache.get(hash)
    if (known) return known
    // Read and cached synchronously: a commit in between would leave a stale entry.
    const found = tokensRepo(db.read).findByHash(hash)
    if (found) {
      if (cache.size >= maxCached) cache.clear()
      cache.set(hash, found)
    }
    return found
  }
}

/** Minimum interval between updates of a token's last use. */
const touchIntervalMs = 60_000

const minute = 60_000
/** Maximum calls per minute for each token. */
export const callsAMinute = 600

interface Minute {
  began: number
  calls: number
}

/** A token's call limit and remaining calls. */
export interface CallRate {
  limit: number
  remaining: number
  /** Seconds until the minute ends. */
  reset: number
  exceeded: boolean
}

/** Checks API tokens and counts their calls. */
export class ApiTokens {
  readonly #app: Platform
  readonly #lookUp: (token: string) => Known | undefined
  /** The current minute of each token, which starts with its first call. A restart clears the counts. */
  readonly #minutes = new Map<string, Minute>()

  constructor(app: Platform) {
    this.#app = app
    this.#lookUp = cachedLookup(app.db)
  }

  /** Finds a valid token: not expired, with an active owner and college, and a role that the owner may still grant. */
  #findValid(text: string): Known | undefined {
    const found = this.#lookUp(text)
    if (!found || found.token.expiresAt <= this.#app.clock.now()) return undefined
    const { user, token, collegeIsActive } = found
    if (!user.isActive || collegeIsActive === false || !tokenRolesOf(user.role).includes(token.role)) return undefined
    return found
  }

  /** The person an API token acts for, or null when it is invalid. */
  async authenticate(text: string): Promise<Omit<Actor, 'address'> | null> {
    const found = this.#findValid(text)
    if (!found) return null
    const { user, token } = found
    const now = this.#app.clock.now()
    const isDue = token.lastUsedAt === null || now - token.lastUsedAt >= touchIntervalMs
    if (isDue && !this.#app.db.isCopy) {
      // Set first so that only one of many concurrent calls writes.
      token.lastUsedAt = now
      await this.#app.db.write((tx) => tokensRepo(tx).touch(token.id, now))
    }
    const { id, name, email, collegeId } = user
    return { id, name, email, collegeId, role: token.role, apiToken: { access: token.access } }
  }

  /** Counts calls with a token. @returns null for invalid tokens, which are rejected elsewhere */
  takeCalls(text: string, calls: number): CallRate | null {
    const found = this.#findValid(text)
    if (!found) return null
    const now = this.#app.clock.now()
    let current = this.#minutes.get(found.token.id)
    if (!current || now - current.began >= minute || now < current.began) {
      current = { began: now, calls: 0 }
      this.#minutes.set(found.token.id, current)
    }
    const exceeded = current.calls + calls > callsAMinute
    if (!exceeded) current.calls += calls
    return {
      limit: callsAMinute,
      remaining: callsAMinute - current.calls,
      reset: Math.ceil((current.began + minute - now) / 1_000),
      exceeded,
    }
  }

  prune() {
    const now = this.#app.clock.now()
    for (const [id, { began }] of this.#minutes) if (now - began >= minute) this.#minutes.delete(id)
  }
}
