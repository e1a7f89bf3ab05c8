import type { Platform } from '#server/platform/platform.ts'
import { tooManyAttempts } from '../errors.ts'

const minute = 60_000
/** How far back attempts count. */
const span = 15 * minute

/** Most attempts of one key within the span. Per address far more loosely: a whole college sits behind one. */
const most = { account: 10, address: 2_000, password: 10, code: 10, reset: 5 } as const
type Kind = keyof typeof most

/**
 * When somebody last tried what, in memory: a restart forgets it, which spares every sign-in a write. What is refused is
 * not noted, so that waiting as long as one is told to is enough.
 */
class AttemptLog {
  #times = new Map<string, number[]>()

  /** Notes an attempt. @returns 0, or in how many ms the next one is taken, if this one is not */
  take(kind: Kind, key: string, now: number): number {
    const name = `${kind} ${key}`
    const recent = (this.#times.get(name) ?? []).filter((at) => at > now - span)
    const oldest = recent[0]
    if (recent.length >= most[kind] && oldest !== undefined) return oldest + span - now
    recent.push(now)
    this.#times.set(name, recent)
    return 0
  }

  /** Forgets what no longer counts. */
  prune(now: number) {
    for (const [name, times] of this.#times) if ((times.at(-1) ?? 0) <= now - span) this.#times.delete(name)
  }
}

const logs = new WeakMap<Platform, AttemptLog>()
function logOf(app: Platform): AttemptLog {
  const log = logs.get(app) ?? new AttemptLog()
  logs.set(app, log)
  return log
}

function take(app: Platform, kind: Kind, key: string) {
  const wait = logOf(app).take(kind, key, app.clock.now())
  if (wait > 0) throw tooManyAttempts(wait)
}

/**
 * Counts a sign-in, whether or not there is such an account.
 *
 * @throws TOO_MANY_REQUESTS above 10 for the account or 2,000 for the address in 15 minutes
 */
export function takeSignIn(app: Platform, email: string, address: string) {
  take(app, 'address', address)
  take(app, 'account', email)
}

/** Counts a try at the current password of somebody signed in. @throws TOO_MANY_REQUESTS above 10 in 15 minutes */
export const takePasswordCheck = (app: Platform, userId: string) => take(app, 'password', userId)

/** Counts a try at the second step, signed in or not. @throws TOO_MANY_REQUESTS above 10 in 15 minutes */
export const takeCodeCheck = (app: Platform, userId: string) => take(app, 'code', userId)

/** Counts a wish for a reset link. @returns false above 5 for one email in 15 minutes: nobody's mailbox is flooded */
export const mayRequestReset = (app: Platform, email: string) => logOf(app).take('reset', email, app.clock.now()) === 0

/** Forgets attempts that no longer count. */
export const pruneAttempts = async (app: Platform) => logOf(app).prune(app.clock.now())
