/** The time in milliseconds since 1970 UTC. Always passed in, because only the server's clock counts. */
export interface Clock {
  now(): number
  /** Milliseconds by which the machine's clock has jumped ahead; negative if it jumped back, 0 without a jump. */
  jumped?(): number
  /** Adopts the machine's time immediately. */
  follow?(): void
}

/** The machine's own time in ms UTC, to compare machines with each other. */
export const machineTime = (): number => Date.now()

/** Differences of up to this many ms are slewed; larger ones are jumps. */
const slewable = 10_000
/** Slew rate while following the machine's clock: 10 s in 17 minutes. */
const slew = 0.01

/**
 * Starts at the machine's time and continues with a monotonic counter, so that changing the machine's clock cannot
 * shorten or extend an exam. Goes back only in `follow`. See docs/decisions/034.
 */
export class SteadyClock implements Clock {
  readonly #wall: () => number
  readonly #counter: () => number
  #now: number
  #counted: number

  /**
   * @param counter monotonic milliseconds from any origin
   * @param start the time to start at, if not the machine's: that of a clock which this one continues
   */
  constructor(wall = () => Date.now(), counter = () => performance.now(), start = wall()) {
    this.#wall = wall
    this.#counter = counter
    this.#now = start
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

/** A stopped clock that moves only on request, for tests and demo data. */
export class ManualClock implements Clock {
  #now: number

  constructor(now: number = Date.now()) {
    this.#now = now
  }

  now() {
    return this.#now
  }

  advance(ms: number) {
    this.#now += ms
  }

  set(now: number) {
    this.#now = now
  }
}
