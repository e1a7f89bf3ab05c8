import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A student's place in the queue, and the estimated wait in seconds. */
export interface Place {
  number: number
  seconds: number
}

/** Starts per second. The maximum, used without overload, is more than one server can handle, so nobody waits. */
const rates = { min: 20, max: 4_000 }

/** The delay of the event loop, in ms, above which fewer students are admitted. */
const overloadedAbove = 150

/** Minimum time between two changes of the rate, in ms. */
const adaptEvery = 200

/** Number of students who may start at once even on a busy server. */
const classSize = 100

/** The rate's growth while the server keeps up. */
const growth = 1.25

/** A student who does not return keeps the place while this many others are admitted. */
const keptPlaces = 20_000

/**
 * Returns a function that measures the event loop's delay since its last call, in ms: the average length of the turn in
 * which a request arrives. Long turns count more than in the average of all turns, because more requests arrive in them.
 */
function loopDelay(): () => number {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined
  let measuredAt = 0
  return () => {
    const elapsed = performance.now() - measuredAt
    measuredAt += elapsed
    if (!histogram) {
      histogram = monitorEventLoopDelay({ resolution: 20 })
      histogram.enable()
      return 0
    }
    // Without a single value, the current turn of the event loop has lasted since the last call.
    const { count, mean, stddev } = histogram
    const delay = count > 0 ? (mean + stddev ** 2 / mean) / 1e6 : elapsed
    histogram.reset()
    return delay
  }
}

/**
 * Admits students to a test in the order of their first request, and slows down while the server is overloaded, so that
 * saves stay fast when a whole hall starts at once (docs/decisions/072). Waiting students call again and keep their
 * place.
 */
export class StartQueue {
  readonly #delay: () => number
  readonly #now: () => number
  /** The waiting students' tickets, in ascending order. */
  readonly #tickets = new Map<string, number>()
  #issued = 0
  #admitted = 0
  #rate = rates.max
  #advancedAt: number
  #adaptedAt: number

  /** @param delay of the event loop since the last call, in ms; @param now the time in ms; both only for tests */
  constructor(delay: () => number = loopDelay(), now: () => number = () => performance.now()) {
    this.#delay = delay
    this.#now = now
    this.#advancedAt = this.#adaptedAt = now()
  }

  /** Number of students who wait, including those who may have given up. */
  get waiting(): number {
    return this.#tickets.size
  }

  /** Returns null if the student may start now, otherwise the place in the queue. @param key identifies the student */
  enter(key: string): Place | null {
    this.#advance()
    const ticket = this.#tickets.get(key) ?? ++this.#issued
    if (ticket <= this.#admitted) {
      this.#tickets.delete(key)
      return null
    }
    this.#tickets.set(key, ticket)
    const number = Math.ceil(ticket - this.#admitted)
    return { number, seconds: Math.ceil(number / this.#rate) }
  }

  #advance(): void {
    const now = this.#now()
    const elapsed = now - this.#advancedAt
    this.#advancedAt = now
    // Unused capacity accumulates up to the size of a class, not of a whole hall.
    const spare = Math.max(classSize, (this.#rate * adaptEvery) / 1_000)
    this.#admitted = Math.min(this.#issued + spare, this.#admitted + (this.#rate * elapsed) / 1_000)
    for (const [key, ticket] of this.#tickets) {
      if (ticket > this.#admitted - keptPlaces) break
      this.#tickets.delete(key)
    }
    if (now - this.#adaptedAt < adaptEvery) return
    this.#adaptedAt = now
    const delay = this.#delay()
    const factor = delay > overloadedAbove ? Math.max(0.5, overloadedAbove / delay) : growth
    this.#rate = Math.min(rates.max, Math.max(rates.min, this.#rate * factor))
  }
}
