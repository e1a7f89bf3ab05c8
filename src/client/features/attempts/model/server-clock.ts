import { type AttemptClock, type Position, positionAt } from '#shared/attempts/clock/rules.ts'
import type { DeviceClock } from './ports.ts'

/** When a request left, by both clocks of the device. */
export interface Departure {
  wall: number
  mono: number
}

/** The time fields of every server answer. */
export interface TimedAnswer {
  /** ISO-8601, like `partOpenedAt`. */
  serverTime: string
  clock: { plan: readonly number[]; currentPart: number; partOpenedAt: string }
}

/** Remaining time in ms: of the open part, and of the whole test. */
export interface Remaining {
  part: number
  whole: number
}

/** A gap between the device's two clocks that only sleep or a changed clock explains, in ms. */
const doubtMs = 2_000

/**
 * The server's clock and the attempt's own as far as this device can know them. Every answer of the server carries both; half
 * the round trip is taken for the way back. Nothing here counts down: where the attempt stands is computed each time it is
 * asked, so a background tab, a sleeping phone or a wrong wall clock change nothing.
 */
export class ServerClock {
  readonly #clock: DeviceClock
  #offset = 0
  #roundTrip = Number.POSITIVE_INFINITY
  #known: Departure
  #attempt: AttemptClock = { plan: [Number.POSITIVE_INFINITY], currentPart: 0, partOpenedAt: 0 }
  /** When the request left whose answer told of the attempt's clock. */
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(clock: DeviceClock) {
    this.#clock = clock
    this.#known = this.depart()
  }

  /** To be taken just before a request is sent. */
  depart(): Departure {
    return { wall: this.#clock.wall(), mono: this.#clock.mono() }
  }

  /** Takes in what an answer said. */
  observe({ serverTime, clock }: TimedAnswer, departure: Departure): void {
    const arrival = this.depart()
    this.#observeAttempt(clock, departure)
    const server = Date.parse(serverTime)
    if (!Number.isFinite(server)) return
    const roundTrip = Math.max(0, arrival.mono - departure.mono)
    // One exchange proves only that the offset lies between these two. What a quicker exchange told stays while it fits.
    const least = server - arrival.wall
    const fits = this.#offset >= least && this.#offset <= least + roundTrip
    if (!fits || roundTrip <= this.#roundTrip) {
      this.#offset = least + roundTrip / 2
      this.#roundTrip = roundTrip
    }
    this.#known = arrival
  }

  /** The server's time now, ms since 1970. */
  now(): number {
    return this.#clock.wall() + this.#offset
  }

  /** The attempt's current position. */
  position(): Position {
    return positionAt(this.#attempt, this.now())
  }

  remaining(): Remaining {
    const { partDeadline, deadline } = this.position()
    const now = this.now()
    return { part: Math.max(0, partDeadline - now), whole: Math.max(0, deadline - now) }
  }

  /** True if a part was opened by leaving the previous one rather than by the clock. */
  isLeftByHand(part: number): boolean {
    return this.#attempt.currentPart === part
  }

  /**
   * True if the device slept or its clock was changed since the last answer, so that the server should be asked again.
   */
  isDoubtful(): boolean {
    const wall = this.#clock.wall() - this.#known.wall
    const mono = this.#clock.mono() - this.#known.mono
    return Math.abs(wall - mono) > doubtMs
  }

  /** Answers may arrive out of order: ignore the time of an older request. */
  #observeAttempt(clock: TimedAnswer['clock'], { mono }: Departure): void {
    const partOpenedAt = Date.parse(clock.partOpenedAt)
    if (mono < this.#toldAt || clock.plan.length === 0 || !Number.isFinite(partOpenedAt)) return
    this.#toldAt = mono
    this.#attempt = { plan: clock.plan, currentPart: clock.currentPart, partOpenedAt }
  }
}
