import { isIPv6 } from 'node:net'
import type { Clock } from '#server/platform/clock.ts'
import { tooManyAttempts } from './auth.errors.ts'

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
 * For these kinds, each attempt beyond the free ones doubles the wait, from one minute up to the window. The others
 * wait until the oldest attempt leaves the window.
 */
const growing: ReadonlySet<Kind> = new Set(['pair', 'device', 'account', 'address'])
const nameOf = (kind: Kind, key: string) => `${kind} ${key}`

/** Attempts per kind and key. They are kept in memory to save a write per sign-in, so a restart clears them. */
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

/** An IPv6 subscriber owns a /64, so limits apply to the whole prefix. */
const networkOf = (address: string) =>
  isIPv6(address) && !address.includes('.')
    ? address.split(':').slice(0, 4).join(':')
    : address.replace(/^::ffff:/i, '')

/** Limits attempts to sign in and to confirm an identity. */
export class SignInLimits {
  readonly #clock: Clock
  readonly #log = new AttemptLog()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Counts an attempt against several limits at once. Refused attempts are not counted, so waiting for the stated time
   * is enough.
   */
  #take(keys: readonly (readonly [Kind, string])[]) {
    const now = this.#clock.now()
    const wait = Math.max(...keys.map(([kind, key]) => this.#log.wait(kind, key, now)))
    if (wait > 0) throw tooManyAttempts(wait)
    for (const [kind, key] of keys) this.#log.note(kind, key, now)
    return {
      forgive: () => {
        for (const [kind, key] of keys) this.#log.forgive(kind, key, now)
      },
    }
  }

  /**
   * Counts a sign-in before its password is checked, so concurrent attempts count too. Applies to unknown accounts as
   * well.
   * @param device id of a device that signed in to this account before: failures elsewhere do not count against it
   * @returns `forgive`, to call when the password is right
   * @throws TOO_MANY_REQUESTS with the wait
   */
  takeSignIn = (email: string, address: string, device?: string) =>
    this.#take(
      device === undefined
        ? [
            ['pair', `${email} ${networkOf(address)}`],
            ['account', email],
            ['address', networkOf(address)],
          ]
        : [['device', `${email} ${device}`]],
    )

  /** Counts a signed-in person's attempt to enter the current password. @throws TOO_MANY_REQUESTS */
  takePasswordCheck = (userId: string) => this.#take([['password', userId]])

  /** Counts an attempt at the second step, signed in or not. @throws TOO_MANY_REQUESTS */
  takeCodeCheck = (userId: string) => this.#take([['code', userId]])

  /** Counts the start of a passkey sign-in. @throws TOO_MANY_REQUESTS */
  takePasskeyStart = (address: string) => this.#take([['passkey', networkOf(address)]])

  /**
   * Counts a request for a reset link.
   * @returns false after 5 requests per email in 15 minutes, to protect mailboxes from floods
   * @throws TOO_MANY_REQUESTS after 100 requests from one address
   */
  mayRequestReset(email: string, address: string): boolean {
    this.#take([['reset_address', networkOf(address)]])
    const now = this.#clock.now()
    if (this.#log.wait('reset', email, now) > 0) return false
    this.#log.note('reset', email, now)
    return true
  }

  /** Locked accounts by email, with the longest remaining wait in ms. */
  waitingAccounts = () => this.#log.waitingAccounts(this.#clock.now())

  /** Clears the attempts against an account and from the addresses that tried it. */
  lift = (email: string) => this.#log.lift(email)

  prune = () => this.#log.prune(this.#clock.now())
}
