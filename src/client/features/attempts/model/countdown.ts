import type { Timers } from './ports.ts'
import type { ServerClock } from './server-clock.ts'

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

/** What to read aloud when the time went from `before` to `now` seconds, or null. After a sleep only the nearest counts. */
export const announcementFor = (before: number, now: number): string | null =>
  milestones.find(([at]) => before > at && now <= at && now > 0)?.[1] ?? null

/**
 * Tells every second what remains, and once when nothing does. `check` is asked for when the device's clock cannot be
 * trusted: it asks the server and resolves whatever the outcome.
 */
export class Countdown {
  readonly #clock: ServerClock
  readonly #timers: Timers
  readonly #check: () => Promise<void>
  readonly #onZero: () => void
  readonly #listeners = new Set<() => void>()
  #seconds: number
  #cancel: (() => void) | null = null
  #checking = false
  #over = false

  constructor(clock: ServerClock, timers: Timers, check: () => Promise<void>, onZero: () => void) {
    this.#clock = clock
    this.#timers = timers
    this.#check = check
    this.#onZero = onZero
    this.#seconds = this.#read()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Whole seconds left, rounded up: 0 only when the time is over. */
  readonly seconds = () => this.#seconds

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

  #read(): number {
    return Math.ceil(this.#clock.remainingMs() / 1_000)
  }

  #tick(): void {
    const remaining = this.#clock.remainingMs()
    // The next change of the shown second, not a second from now: a late tick does not make the later ones late.
    this.#cancel = this.#timers.after(remaining > 0 ? remaining % 1_000 || 1_000 : 1_000, () => this.#tick())
    const seconds = this.#read()
    if (seconds !== this.#seconds) {
      this.#seconds = seconds
      for (const listener of this.#listeners) listener()
    }
    if (this.#clock.isDoubtful()) void this.#doubt()
    else if (seconds === 0) this.#end()
  }

  async #doubt(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    await this.#check()
    this.#checking = false
    if (this.#cancel !== null && this.#read() === 0) this.#end()
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    this.#onZero()
  }
}
