import type { DeviceClock } from '#client/lib/device/device.ts'
import { type AttemptClock, type Position, positionAt } from '#shared/attempts/clock.rules.ts'

/** When a request was sent, by both clocks of the device. */
export interface Departure {
  wall: number
  mono: number
}

/** The time fields of every server response. */
export interface TimedAnswer {
  /** ISO-8601, like `partOpenedAt`. */
  serverTime: string
  clock: { plan: readonly number[]; currentPart: number; partOpenedAt: string }
}

/** Remaining time in ms, for the open part and the whole test. */
export interface Remaining {
  part: number
  whole: number
}

/** The time of one event, by every clock. */
export interface Moment extends Departure {
  /** The server's time, ms since 1970. */
  now: number
  position: Position
  remaining: Remaining
  /** True if the open part was opened by leaving the previous one rather than by the clock. */
  isLeftByHand: boolean
  /**
   * True if the device slept or its clock was changed since the last response, so that the server should be asked
   * again.
   */
  isDoubtful: boolean
  /** 0 up to 1. */
  random: number
}

/** Drift between the device's two clocks, in ms, above which the device must have slept or its clock was changed. */
const doubtMs = 2_000

/**
 * Estimates the server's clock and the attempt's clock on this device. Every server response carries both; half the
 * round trip is attributed to the way back. Nothing here counts down. The position is computed on each call, so
 * background tabs, sleeping phones and wrong wall clocks do not matter.
 */
export class ServerClock {
  readonly #clock: DeviceClock
  #offset = 0
  #roundTrip = Number.POSITIVE_INFINITY
  #known: Departure
  #attempt: AttemptClock = { plan: [Number.POSITIVE_INFINITY], currentPart: 0, partOpenedAt: 0 }
  /** When the request was sent whose response set the attempt's clock. */
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(clock: DeviceClock) {
    this.#clock = clock
    this.#known = this.depart()
  }

  /** Call just before sending a request. */
  depart(): Departure {
    return { wall: this.#clock.wall(), mono: this.#clock.mono() }
  }

  /** Applies the times of a response. */
  observe({ serverTime, clock }: TimedAnswer, departure: Departure): void {
    const arrival = this.depart()
    this.#observeAttempt(clock, departure)
    const server = Date.parse(serverTime)
    if (!Number.isFinite(server)) return
    const roundTrip = Math.max(0, arrival.mono - departure.mono)
    // One exchange only proves that the offset lies between these bounds. Keep the estimate of a faster exchange while
    // it is within them.
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

  /** @param random a number from 0 up to 1 */
  moment(random: number): Moment {
    const { wall, mono } = this.depart()
    const position = this.position()
    const isLeftByHand = this.#attempt.currentPart === position.part
    const isDoubtful = Math.abs(wall - this.#known.wall - (mono - this.#known.mono)) > doubtMs
    return { wall, mono, now: this.now(), position, remaining: this.remaining(), isLeftByHand, isDoubtful, random }
  }

  /** Responses may arrive out of order. Ignore the time of an older request. */
  #observeAttempt(clock: TimedAnswer['clock'], { mono }: Departure): void {
    const partOpenedAt = Date.parse(clock.partOpenedAt)
    if (mono < this.#toldAt || clock.plan.length === 0 || !Number.isFinite(partOpenedAt)) return
    this.#toldAt = mono
    this.#attempt = { plan: clock.plan, currentPart: clock.currentPart, partOpenedAt }
  }
}
