import type { Timers } from './ports.ts'
import type { Remaining, ServerClock } from './server-clock.ts'

export type TimerTone = 'red' | 'orange' | 'green'

/** mm:ss, or hh:mm:ss from one hour. */
export function formatRemaining(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return whole >= 3_600 ? `${two(Math.floor(whole / 3_600))}:${clock}` : clock
}

/** Red in the last five minutes, orange in the last ten. */
export const toneOf = (seconds: number): TimerTone => (seconds <= 300 ? 'red' : seconds <= 600 ? 'orange' : 'green')

const milestones = [
  [60, '1 minute left'],
  [300, '5 minutes left'],
  [600, '10 minutes left'],
] as const

/**
 * The announcement when the time went from `before` to `now` seconds, or null. After a sleep only the nearest counts.
 */
export const announcementFor = (before: number, now: number): string | null =>
  milestones.find(([at]) => before > at && now <= at && now > 0)?.[1] ?? null

/** Window before the end of a part, in ms, in which the client asks the server for extra time. */
const lastLookMs = { earliest: 7_000, latest: 3_000 } as const
/** How soon the server is asked again while the device's clock is in doubt, in ms. */
const doubtPauseMs = 5_000

interface Options {
  clock: ServerClock
  timers: Timers
  random: () => number
  /** Asks the server; resolves whatever the outcome. */
  check: () => Promise<void>
  /** The time has moved: the open part may be another one. */
  moved: () => void
  /** The whole is over. */
  ended: () => void
}

/** Tells every second what remains, and once when nothing does. */
export class Countdown {
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  readonly #lookMs: number
  #left: Remaining
  #cancel: (() => void) | null = null
  #checking = false
  #checkedAt = Number.NEGATIVE_INFINITY
  /** The end before which the server was asked the last time. */
  #lookedBefore = 0
  #over = false

  constructor(options: Options) {
    this.#options = options
    this.#left = this.#read()
    const { earliest, latest } = lastLookMs
    // Spread, so that a whole hall does not ask in one instant.
    this.#lookMs = latest + options.random() * (earliest - latest)
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Whole seconds left, rounded up: 0 only when the time is over. The same object until it changes. */
  readonly left = (): Remaining => this.#left

  start(): void {
    if (this.#cancel === null) this.#tick()
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  /** Looks again at once, as when the tab comes back to the front. */
  refresh(): void {
    if (this.#cancel === null) return
    this.stop()
    this.#tick()
  }

  #read(): Remaining {
    const { part, whole } = this.#options.clock.remaining()
    return { part: Math.ceil(part / 1_000), whole: Math.ceil(whole / 1_000) }
  }

  #tick(): void {
    const { clock, timers } = this.#options
    const { part } = clock.remaining()
    // The next change of the shown second, not a second from now: a late tick does not make the later ones late.
    this.#cancel = timers.after(part > 0 ? part % 1_000 || 1_000 : 1_000, () => this.#tick())
    if (clock.isDoubtful()) void this.#doubt()
    else this.#arrive()
    this.#show()
  }

  #show(): void {
    const left = this.#read()
    if (left.part === this.#left.part && left.whole === this.#left.whole) return
    this.#left = left
    for (const listener of this.#listeners) listener()
  }

  #arrive(): void {
    const { clock, moved, check } = this.#options
    moved()
    const { part, whole } = clock.remaining()
    if (whole === 0) {
      this.#end()
      return
    }
    this.#over = false
    const { partDeadline } = clock.position()
    if (part > this.#lookMs || partDeadline === this.#lookedBefore) return
    this.#lookedBefore = partDeadline
    void check()
  }

  /**
   * The device slept, or its clock was changed. Only the server knows; without it a section may end, which can be put right
   * later, but not the whole.
   */
  async #doubt(): Promise<void> {
    const { clock, check, moved } = this.#options
    const { mono } = clock.depart()
    if (this.#checking || mono - this.#checkedAt < doubtPauseMs) return
    this.#checking = true
    await check()
    this.#checking = false
    this.#checkedAt = mono
    if (this.#cancel === null) return
    if (clock.isDoubtful()) moved()
    else this.#arrive()
    this.#show()
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    this.#options.ended()
  }
}
