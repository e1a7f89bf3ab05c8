import type { DeviceClock } from '#client/lib/device/device.ts'

/** Counts the seconds that each question was on a visible screen. */
export class QuestionTimer {
  readonly #clock: DeviceClock
  readonly #spent: Map<string, number>
  #current: string | null = null
  #since: number | null = null

  /** `spent` is in seconds, from an earlier visit. */
  constructor(clock: DeviceClock, spent: Readonly<Record<string, number>>) {
    this.#clock = clock
    this.#spent = new Map(Object.entries(spent))
  }

  enter(questionId: string): void {
    this.pause()
    this.#current = questionId
    this.resume()
  }

  /** Pauses while the screen is hidden or left. */
  pause(): void {
    if (this.#current !== null) this.#spent.set(this.#current, this.#exactly(this.#current))
    this.#since = null
  }

  resume(): void {
    if (this.#current !== null) this.#since = this.#clock.mono()
  }

  /** Whole seconds, capped at a day, which is the server's limit. */
  secondsOn(questionId: string): number {
    return Math.min(86_400, Math.round(this.#exactly(questionId)))
  }

  all(): Record<string, number> {
    const ids = new Set(this.#spent.keys())
    if (this.#current !== null) ids.add(this.#current)
    return Object.fromEntries([...ids].map((id) => [id, this.secondsOn(id)]))
  }

  #exactly(questionId: string): number {
    const running = questionId === this.#current && this.#since !== null ? this.#clock.mono() - this.#since : 0
    return (this.#spent.get(questionId) ?? 0) + running / 1_000
  }
}
