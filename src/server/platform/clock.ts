/** Milliseconds since 1970 UTC. The only clock that counts is the server's, and it is always handed in. */
export interface Clock {
  now(): number
  /** By how many ms the machine's clock has jumped away from this one, forward above 0; 0 while they agree. */
  jumped?(): number
  /** Takes the machine's time at once. */
  follow?(): void
}

/** Up to here the machine's clock is followed slowly; beyond, it has jumped. In ms. */
const slewable = 10_000
/** Slew rate while following the machine's clock: 10 s in 17 minutes. */
const slew = 0.01

/**
 * Takes the machine's time at the start and continues with a monotonic counter: an exam must not end, or gain an hour,
 * because somebody sets the machine's clock. It never goes back on its own. See docs/decisions/034.
 */
export class SteadyClock implements Clock {
  readonly #wall: () => number
  readonly #counter: () => number
  #now: number
  #counted: number

  /** @param counter milliseconds since anything, never set */
  constructor(wall = () => Date.now(), counter = () => performance.now()) {
    this.#wall = wall
    this.#counter = counter
    this.#now = wall()
    this.#counted = counter()
  }

  now() {
    const counted = this.#counter()
    const passed = counted - this.#counted
    this.#counted = counted
    this.#now += passed
    const apart = this.#wall() - this.#now
    if (Math.abs(apart) <= slewable) this.#now += Math.max(-passed * slew, Math.min(passed * slew, apart))
    return Math.floor(this.#now)
  }

  jumped() {
    const apart = Math.round(this.#wall() - this.now())
    return Math.abs(apart) > slewable ? apart : 0
  }

  follow() {
    this.#now = this.#wall()
    this.#counted = this.#counter()
  }
}

export const systemClock: Clock = new SteadyClock()

/** A clock that stands still until it is moved, for tests and demo data. */
export class ManualClock implements Clock {
  #now: number

  constructor(now: number = Date.now()) {
    this.#now = now
  }

  now() {
    return this.#now
  }

  /** Moves the clock on by `ms` milliseconds. */
  advance(ms: number) {
    this.#now += ms
  }

  set(now: number) {
    this.#now = now
  }
}
