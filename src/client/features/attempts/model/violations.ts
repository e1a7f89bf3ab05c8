import type { Violation } from './outbox.ts'

export const proctoringSentences = {
  tabSwitch: 'Warning: You switched tabs! This activity is being monitored.',
  fullscreenExit: 'Warning: You exited fullscreen! Please stay in fullscreen mode.',
  fullscreenNeeded: 'Please allow fullscreen mode to continue with the test.',
} as const

interface Options {
  /** How many the server already counts. */
  counted: number
  /** The server's time, ms since 1970. */
  now: () => number
  /** Keeps an event; a held one is not sent until it comes again with its duration. */
  record: (event: Violation, held: boolean) => void
  warn: (sentence: string) => void
  changed: () => void
}

/** Counts and reports what the student does outside the test. It warns and never blocks. */
export class Violations {
  readonly #options: Options
  #count: number
  #hiddenAt: number | null = null
  #windowedAt: number | null = null

  constructor(options: Options) {
    this.#options = options
    this.#count = options.counted
  }

  /** The number in the header: what the server counts too, tab switches and exits from full screen. */
  get count(): number {
    return this.#count
  }

  /** The tab went to the back. It counts now; it is sent with its duration once the tab is back. */
  hidden(): void {
    if (this.#hiddenAt !== null) return
    this.#hiddenAt = this.#options.now()
    this.#count++
    this.#options.record({ kind: 'tab_switch', at: iso(this.#hiddenAt) }, true)
    this.#options.changed()
  }

  shown(): void {
    if (this.#hiddenAt === null) return
    const event = { kind: 'tab_switch', at: iso(this.#hiddenAt), durationMs: this.#since(this.#hiddenAt) } as const
    this.#hiddenAt = null
    this.#options.record(event, false)
    this.#options.warn(proctoringSentences.tabSwitch)
  }

  leftFullscreen(): void {
    if (this.#windowedAt !== null) return
    this.#windowedAt = this.#options.now()
    this.#count++
    this.#options.record({ kind: 'fullscreen_exit', at: iso(this.#windowedAt) }, false)
    this.#options.warn(proctoringSentences.fullscreenExit)
    this.#options.changed()
  }

  enteredFullscreen(): void {
    this.#windowedAt = null
  }

  #since(at: number): number {
    return Math.max(0, Math.round(this.#options.now() - at))
  }
}

const iso = (ms: number) => new Date(Math.round(ms)).toISOString()
