import type { DeviceClock } from './ports.ts'

/** When a request left, by both clocks of the device. */
export interface Departure {
  wall: number
  mono: number
}

/** A gap between the device's two clocks that only sleep or a changed clock explains, in ms. */
const doubtMs = 2_000

/**
 * The server's clock and the attempt's deadline as far as this device can know them. Every answer of the server carries
 * its time; half the round trip is taken for the way back. Nothing here counts down: what remains is computed each time
 * it is asked, so a background tab, a sleeping phone or a wrong wall clock change nothing.
 */
export class ServerClock {
  readonly #clock: DeviceClock
  #offset = 0
  #roundTrip = Number.POSITIVE_INFINITY
  #known: Departure
  #deadline = Number.POSITIVE_INFINITY

  constructor(clock: DeviceClock) {
    this.#clock = clock
    this.#known = this.depart()
  }

  /** To be taken just before a request is sent. */
  depart(): Departure {
    return { wall: this.#clock.wall(), mono: this.#clock.mono() }
  }

  /** Takes in what an answer said. Times are ISO-8601 texts. */
  observe(answer: { serverTime: string; deadline: string }, departure: Departure): void {
    const arrival = this.depart()
    const server = Date.parse(answer.serverTime)
    const deadline = Date.parse(answer.deadline)
    if (Number.isFinite(deadline)) this.#deadline = deadline
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

  /** The attempt's end by the server's clock, ms since 1970. */
  get deadline(): number {
    return this.#deadline
  }

  remainingMs(): number {
    return Math.max(0, this.#deadline - this.now())
  }

  /** Whether the device slept or its clock was changed since the last answer, so that the server should be asked again. */
  isDoubtful(): boolean {
    const wall = this.#clock.wall() - this.#known.wall
    const mono = this.#clock.mono() - this.#known.mono
    return Math.abs(wall - mono) > doubtMs
  }
}
