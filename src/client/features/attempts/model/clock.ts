import type { DeviceClock } from '#client/lib/device/device.ts'
import { type AttemptClock, type Position, positionAt } from '#shared/attempts/clock.rules.ts'

/** The time a request was sent, by the device's wall clock and monotonic clock. */
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

/** Remaining time of the open part and of the whole test, in ms or in whole seconds. */
export interface Remaining {
  part: number
  whole: number
}

/** All clock readings at an event, and the attempt's position. */
export interface Moment extends Departure {
  /** The server's time, in ms since 1970. */
  now: number
  position: Position
  remaining: Remaining
  /** True if this part opened because the student left the previous one; false if time ran out. */
  isLeftByHand: boolean
  /** True if the device slept or its clock was changed since the last response, so the time must be fetched again. */
  isDoubtful: boolean
  /** In [0, 1). */
  random: number
}

/** Drift between the device's two clocks, in ms, above which the device must have slept or had its clock changed. */
const doubtMs = 2_000

/**
 * Estimates the server's clock and the attempt's clock on this device. Every server response contains both. The
 * response is assumed to take half of the round trip. Nothing here counts down: the position is computed on each call,
 * so background tabs, sleeping phones and wrong wall clocks do not matter.
 */
export class ServerClock {
  readonly #clock: DeviceClock
  #offset = 0
  #roundTrip = Number.POSITIVE_INFINITY
  #known: Departure
  #attempt: AttemptClock = { plan: [Number.POSITIVE_INFINITY], currentPart: 0, partOpenedAt: 0 }
  /** The monotonic send time of the request that last set the attempt's clock. */
  #attemptSentAt = Number.NEGATIVE_INFINITY

  constructor(clock: DeviceClock) {
    this.#clock = clock
    this.#known = this.depart()
  }

  /** Call just before sending a request. */
  depart(): Departure {
    return { wall: this.#clock.wall(), mono: this.#clock.mono() }
  }

  observe({ serverTime, clock }: TimedAnswer, departure: Departure): void {
    const arrival = this.depart()
    const partOpenedAt = Date.parse(clock.partOpenedAt)
    // Responses may arrive out of order. Ignore the attempt's clock in the response to an older request.
    if (departure.mono >= this.#attemptSentAt && clock.plan.length > 0 && Number.isFinite(partOpenedAt)) {
      this.#attemptSentAt = departure.mono
      this.#attempt = { ...clock, partOpenedAt }
    }
    const server = Date.parse(serverTime)
    if (!Number.isFinite(server)) return
    const roundTrip = Math.max(0, arrival.mono - departure.mono)
    // An exchange proves only that the offset lies between `least` and `least + roundTrip`. Keep the estimate of a
    // faster exchange while it is within these bounds.
    const least = server - arrival.wall
    const fits = this.#offset >= least && this.#offset <= least + roundTrip
    if (!fits || roundTrip <= this.#roundTrip) {
      this.#offset = least + roundTrip / 2
      this.#roundTrip = roundTrip
    }
    this.#known = arrival
  }

  /** The server's time now, in ms since 1970. */
  now(): number {
    return this.#clock.wall() + this.#offset
  }

  /** @param random a number in [0, 1) */
  moment(random: number): Moment {
    const { wall, mono } = this.depart()
    const now = wall + this.#offset
    const position = positionAt(this.#attempt, now)
    return {
      wall,
      mono,
      now,
      position,
      remaining: { part: Math.max(0, position.partDeadline - now), whole: Math.max(0, position.deadline - now) },
      isLeftByHand: this.#attempt.currentPart === position.part,
      isDoubtful: Math.abs(wall - this.#known.wall - (mono - this.#known.mono)) > doubtMs,
      random,
    }
  }
}

/** mm:ss, or hh:mm:ss for one hour or more. */
export function formatRemaining(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return whole >= 3_600 ? `${two(Math.floor(whole / 3_600))}:${clock}` : clock
}

/** Red in the last five minutes, orange in the last ten. */
export const toneOf = (seconds: number) => (seconds <= 300 ? 'red' : seconds <= 600 ? 'orange' : 'green')

const milestones = [
  [60, '1 minute left'],
  [300, '5 minutes left'],
  [600, '10 minutes left'],
] as const

/** The announcement due between `before` and `now` seconds left, or null. After sleep, only the latest one. */
export const announcementFor = (before: number, now: number): string | null =>
  milestones.find(([at]) => before > at && now <= at && now > 0)?.[1] ?? null

/** Polling interval while the device's clock is in doubt, in ms. */
const doubtPauseMs = 5_000

/** Actions requested by a tick. */
export type Wish =
  /** Time has passed, so another part may be open. */
  | 'follow'
  | 'end'
  /** Check the server for extra time. */
  | 'look'
  /** Fetch the server's time, then call `answered`. */
  | 'ask'

export interface Ticked {
  countdown: Countdown
  wishes: readonly Wish[]
}

/** The countdown's state. It updates the remaining time every second and ends the test once when time runs out. */
export interface Countdown {
  /** Whole seconds left, rounded up, so 0 only once time is over. The same object until a value changes. */
  left: Remaining
  isRunning: boolean
  /** Lead time before the end of a part for the extra time check, in ms. */
  lookMs: number
  isAsking: boolean
  /** The monotonic send time of the last answered time request. */
  askedAt: number
  /** The part deadline before which the server was last checked for extra time. */
  lookedBefore: number
  isOver: boolean
}

export const newCountdown = ({ remaining, random }: Moment): Countdown => ({
  left: secondsOf(remaining),
  isRunning: false,
  // 3 to 7 s, so the students in a hall do not all send requests at the same instant.
  lookMs: 3_000 + random * 4_000,
  isAsking: false,
  askedAt: Number.NEGATIVE_INFINITY,
  lookedBefore: 0,
  isOver: false,
})

const secondsOf = ({ part, whole }: Remaining): Remaining => ({
  part: Math.ceil(part / 1_000),
  whole: Math.ceil(whole / 1_000),
})

/** The time until the displayed second changes, so one late tick does not delay later ones. */
export const nextTickMs = ({ remaining: { part } }: Moment) => (part > 0 ? part % 1_000 || 1_000 : 1_000)

export function ticked(before: Countdown, at: Moment): Ticked {
  const countdown = { ...before, isRunning: true }
  if (!at.isDoubtful) return arrived(countdown, at)
  if (before.isAsking || at.mono - before.askedAt < doubtPauseMs) return shown(countdown, at, [])
  return shown({ ...countdown, isAsking: true }, at, ['ask'])
}

/**
 * Continues after fetching the time because the device slept or its clock was changed. If the server could not be
 * reached, a section may end, since that can be corrected later, but the whole test may not.
 */
export function answered(before: Countdown, askedAt: number, at: Moment): Ticked {
  const countdown = { ...before, isAsking: false, askedAt }
  if (!before.isRunning) return { countdown, wishes: [] }
  return at.isDoubtful ? shown(countdown, at, ['follow']) : arrived(countdown, at)
}

function arrived(countdown: Countdown, at: Moment): Ticked {
  const { remaining, position } = at
  if (remaining.whole === 0)
    return shown({ ...countdown, isOver: true }, at, countdown.isOver ? ['follow'] : ['follow', 'end'])
  const isNear = remaining.part <= countdown.lookMs && position.partDeadline !== countdown.lookedBefore
  const lookedBefore = isNear ? position.partDeadline : countdown.lookedBefore
  return shown({ ...countdown, isOver: false, lookedBefore }, at, isNear ? ['follow', 'look'] : ['follow'])
}

function shown(countdown: Countdown, { remaining }: Moment, wishes: readonly Wish[]): Ticked {
  const left = secondsOf(remaining)
  const isSame = left.part === countdown.left.part && left.whole === countdown.left.whole
  return { countdown: isSame ? countdown : { ...countdown, left }, wishes }
}
