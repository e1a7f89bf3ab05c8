/** Milliseconds since 1970 UTC. The only clock that counts is the server's, and it is always handed in. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

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
