import { isIPv6 } from 'node:net'
import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { waitingSignIns } from '#shared/auth/limits.schema.ts'
import { notFound } from '#shared/errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { tooManyAttempts } from './auth.errors.ts'
import { authRepo } from './auth.repo.ts'

const minute = 60_000
/** Window in which attempts count, and the longest wait. */
const span = 15 * minute

/**
 * Free attempts per window.
 * - `pair`: an account from one address. `device`: an account from a device that signed in to it before.
 * - `account`: an account from everywhere except known devices, so distributed guessing gains nothing.
 * - `address`: everything from one address; generous because a whole college can share one. `passkey`: the same for
 * passkey sign-ins.
 */
const free = {
  pair: 10,
  device: 10,
  account: 100,
  address: 2_000,
  password: 10,
  code: 10,
  reset: 5,
  reset_address: 100,
  passkey: 2_000,
} as const
type Kind = keyof typeof free

/**
 * For these, each attempt beyond the free ones doubles the wait, from one minute up to the window. Others wait for the
 * window to end.
 */
const growing: ReadonlySet<Kind> = new Set(['pair', 'device', 'account', 'address'])
const nameOf = (kind: Kind, key: string) => `${kind} ${key}`

/** Attempts per kind and key. Kept in memory to save a write per sign-in; a restart clears it. */
class AttemptLog {
  #times = new Map<string, number[]>()

  #recent(name: string, now: number): number[] {
    return (this.#times.get(name) ?? []).filter((at) => at > now - span)
  }

  /** @returns ms until the next attempt is allowed, or 0 */
  wait(kind: Kind, key: string, now: number): number {
    const recent = this.#recent(nameOf(kind, key), now)
    const [first, last] = [recent[0], recent.at(-1)]
    if (first === undefined || last === undefined || recent.length < free[kind]) return 0
    const until = growing.has(kind) ? last + Math.min(span, minute * 2 ** (recent.length - free[kind])) : first + span
    return Math.max(0, until - now)
  }

  note(kind: Kind, key: string, now: number) {
    const name = nameOf(kind, key)
    this.#times.set(name, [...this.#recent(name, now), now])
  }

  /** Removes an attempt that turned out to be valid. */
  forgive(kind: Kind, key: string, at: number) {
    const times = this.#times.get(nameOf(kind, key))
    const place = times?.lastIndexOf(at) ?? -1
    if (place >= 0) times?.splice(place, 1)
  }

  /** Locked accounts by email, with the longest remaining wait in ms. */
  waitingAccounts(now: number): Map<string, number> {
    const waiting = new Map<string, number>()
    for (const name of this.#times.keys()) {
      const [kind, email] = name.split(' ')
      if (!email || (kind !== 'pair' && kind !== 'device' && kind !== 'account')) continue
      const wait = this.wait(kind, name.slice(kind.length + 1), now)
      if (wait > (waiting.get(email) ?? 0)) waiting.set(email, wait)
    }
    return waiting
  }

  /** Clears the attempts against an account and from the addresses that tried it. */
  lift(email: string) {
    for (const name of [...this.#times.keys()]) {
      const [kind, owner, address] = name.split(' ')
      if (owner !== email || !['pair', 'device', 'account'].includes(kind ?? '')) continue
      this.#times.delete(name)
      if (kind === 'pair' && address) this.#times.delete(nameOf('address', address))
    }
  }

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

/**
 * Counts an attempt against several limits at once. Refused attempts are not counted, so waiting for the stated time is
 * enough.
 */
function take(app: Platform, keys: readonly (readonly [Kind, string])[]) {
  const [log, now] = [logOf(app), app.clock.now()]
  const wait = Math.max(...keys.map(([kind, key]) => log.wait(kind, key, now)))
  if (wait > 0) throw tooManyAttempts(wait)
  for (const [kind, key] of keys) log.note(kind, key, now)
  return {
    forgive: () => {
      for (const [kind, key] of keys) log.forgive(kind, key, now)
    },
  }
}

/** An IPv6 subscriber owns a /64, so limits apply to the whole prefix. */
const networkOf = (address: string) =>
  isIPv6(address) && !address.includes('.')
    ? address.split(':').slice(0, 4).join(':')
    : address.replace(/^::ffff:/i, '')

/**
 * Counts a sign-in before its password is checked, so that concurrent attempts count too. Applies to unknown accounts
 * as well.
 * @param device id of a device that signed in to this account before: failures elsewhere do not count against it
 * @returns `forgive`, to call when the password is right
 * @throws TOO_MANY_REQUESTS with the wait
 */
export const takeSignIn = (app: Platform, email: string, address: string, device?: string) =>
  take(
    app,
    device === undefined
      ? [
          ['pair', `${email} ${networkOf(address)}`],
          ['account', email],
          ['address', networkOf(address)],
        ]
      : [['device', `${email} ${device}`]],
  )

/** Counts an attempt at the current password of a signed-in person. @throws TOO_MANY_REQUESTS */
export const takePasswordCheck = (app: Platform, userId: string) => take(app, [['password', userId]])

/** Counts an attempt at the second step, signed in or not. @throws TOO_MANY_REQUESTS */
export const takeCodeCheck = (app: Platform, userId: string) => take(app, [['code', userId]])

/** Counts the start of a passkey sign-in. @throws TOO_MANY_REQUESTS */
export const takePasskeyStart = (app: Platform, address: string) => take(app, [['passkey', networkOf(address)]])

/**
 * Counts a request for a reset link.
 * @returns false above 5 per email in 15 minutes, to protect mailboxes from floods
 * @throws TOO_MANY_REQUESTS above 100 from one address
 */
export function mayRequestReset(app: Platform, email: string, address: string): boolean {
  take(app, [['reset_address', networkOf(address)]])
  const [log, now] = [logOf(app), app.clock.now()]
  if (log.wait('reset', email, now) > 0) return false
  log.note('reset', email, now)
  return true
}

/**
 * People locked out by the sign-in limits: in their college for a college admin, everywhere for the owner. Longest wait
 * first.
 */
export async function findWaiting(app: Platform, actor: Actor): Promise<z.input<typeof waitingSignIns>> {
  const now = app.clock.now()
  const waiting = logOf(app).waitingAccounts(now)
  const people = await authRepo(app.db.read).findByEmails([...waiting.keys()], actor.collegeId)
  return {
    people: people
      .map((person) => ({ ...person, until: now + (waiting.get(person.email) ?? 0) }))
      .sort((one, other) => other.until - one.until),
  }
}

/** Lifts the sign-in limit of a person. @throws NOT_FOUND for anybody the actor does not manage */
export async function liftLimit(app: Platform, actor: Actor, id: string) {
  const found = await authRepo(app.db.read).find(id)
  if (!found || (actor.collegeId !== null && found.user.collegeId !== actor.collegeId)) throw notFound('User')
  const { name, email, collegeId } = found.user
  await app.db.write((tx) =>
    recordAudit(tx, app.clock.now(), actor, {
      action: 'sign_in.lift_limit',
      subjectType: 'sign_in',
      subjectId: id,
      subjectName: name,
      collegeId,
    }),
  )
  logOf(app).lift(email)
  return { message: `${name} can sign in again` }
}

export const pruneAttempts = async (app: Platform) => logOf(app).prune(app.clock.now())
