import type { Timers } from '#client/lib/device/device.ts'
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

/** The announcement due between `before` and `now` seconds left, or null. After a sleep, only the most recent one. */
export const announcementFor = (before: number, now: number): string | null =>
  milestones.find(([at]) => before > at && now <= at && now > 0)?.[1] ?? null

/** Window before the end of a part, in ms, in which the client asks the server for extra time. */
const lastLookMs = { earliest: 7_000, latest: 3_000 } as const
/** Polling interval while the device's clock is in doubt, in ms. */
const doubtPauseMs = 5_000

interface Options {
  clock: ServerClock
  timers: Timers
  random: () => number
  /** Asks the server. Resolves whatever the outcome. */
  check: () => Promise<void>
  /** Called when time has passed, as another part may be open. */
  moved: () => void
  /** Called when the whole test is over. */
  ended: () => void
}

/** Reports the remaining time every second, and once when it has run out. */
export class Countdown {
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  readonly #lookMs: number
  #left: Remaining
  #cancel: (() => void) | null = null
  #checking = false
  #checkedAt = Number.NEGATIVE_INFINITY
  /** The end for which the server was last asked. */
  #lookedBefore = 0
  #over = false

  constructor(options: Options) {
    this.#options = options
    this.#left = this.#read()
    const { earliest, latest } = lastLookMs
    // Randomized, so that a whole hall does not ask in the same instant.
    this.#lookMs = latest + options.random() * (earliest - latest)
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Whole seconds left, rounded up: 0 only once the time is over. Returns the same object until it changes. */
  readonly left = (): Remaining => this.#left

  start(): void {
    if (this.#cancel === null) this.#tick()
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  /** Updates at once, for example when the tab becomes visible again. */
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
    // Tick at the next change of the displayed second, so that one late tick does not delay the following ones.
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
   * The device slept, or its clock was changed. Ask the server. If it cannot be reached, a section may end, which can
   * be corrected later, but not the whole test.
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
