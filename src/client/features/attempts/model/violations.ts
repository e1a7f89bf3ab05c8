import type { Violation } from './outbox.ts'
import type { ViolationLog } from './violation-log.ts'

export const proctoringSentences = {
  tabSwitch: 'Warning: You switched tabs! This activity is being monitored.',
  fullscreenExit: 'Warning: You exited fullscreen! Please stay in fullscreen mode.',
  fullscreenNeeded: 'Please allow fullscreen mode to continue with the test.',
} as const

/** A connection gap is reported but is not a violation. */
export const countsAgainst = ({ kind }: Violation) => kind !== 'reconnect'

/** Shorter gaps in the connection are not worth a line, in ms. */
const leastGapMs = 3_000

export interface Noticed {
  /** Number of violations, here and on other devices. */
  count: number
  /** This device's events, including connection gaps. */
  events: readonly Violation[]
}

interface Options {
  /** How many the server already counts, and those on their way to it. */
  counted: number
  log: ViolationLog
  /** The server's time, ms since 1970. */
  now: () => number
  /** True if the student takes the test here and now. */
  isOn: () => boolean
  /** Keeps an event; a held one is not sent until it comes again with its duration. */
  record: (event: Violation, held: boolean) => void
  warn: (sentence: string) => void
  changed: () => void
}

/** Counts and reports what the student does outside the test. It warns and never blocks. */
export class Violations {
  readonly #options: Options
  #noticed: Noticed
  #hiddenAt: number | null = null
  #windowedAt: number | null = null
  #offlineAt: number | null = null

  constructor(options: Options) {
    this.#options = options
    this.#noticed = { count: options.counted, events: options.log.events }
  }

  /** The same object until it changes. */
  get noticed(): Noticed {
    return this.#noticed
  }

  /** The tab went to the back. It counts now; it is sent with its duration once the tab is back. */
  hidden(): void {
    if (this.#hiddenAt !== null || !this.#options.isOn()) return
    this.#hiddenAt = this.#options.now()
    this.#note({ kind: 'tab_switch', at: iso(this.#hiddenAt) }, true)
  }

  shown(): void {
    if (this.#hiddenAt === null) return
    const since = this.#hiddenAt
    this.#hiddenAt = null
    if (!this.#options.isOn()) return
    this.#noteSince('tab_switch', since)
    this.#options.warn(proctoringSentences.tabSwitch)
  }

  /** Sent at once, since nobody has to come back to full screen, and again with its duration. */
  leftFullscreen(): void {
    if (this.#windowedAt !== null || !this.#options.isOn()) return
    this.#windowedAt = this.#options.now()
    this.#note({ kind: 'fullscreen_exit', at: iso(this.#windowedAt) })
    this.#options.warn(proctoringSentences.fullscreenExit)
  }

  enteredFullscreen(): void {
    if (this.#windowedAt !== null && this.#options.isOn()) this.#noteSince('fullscreen_exit', this.#windowedAt)
    this.#windowedAt = null
  }

  /** Something of the exam was copied or cut, or something was pasted. It goes through, and is noted. */
  clipboard(kind: 'copy' | 'paste'): void {
    if (this.#options.isOn()) this.#note({ kind, at: iso(this.#options.now()) })
  }

  /** The test goes on in another tab, or on another device. */
  movedElsewhere(): void {
    this.settle()
    // Ignore events on this page from now on.
    this.#hiddenAt = null
    this.#windowedAt = null
    this.#note({ kind: 'second_tab', at: iso(this.#options.now()) })
  }

  /** True if the server is reachable. */
  connection(isThere: boolean): void {
    if (!this.#options.isOn()) return
    if (!isThere) this.#offlineAt ??= this.#options.now()
    else if (this.#offlineAt !== null) {
      const since = this.#offlineAt
      this.#offlineAt = null
      if (this.#options.now() - since >= leastGapMs) this.#noteSince('reconnect', since)
    }
  }

  /** Another tab of this browser noticed something. */
  heard(event: Violation): void {
    this.#log(event)
  }

  /** Says how long what still lasts has lasted: the test ends, or goes on elsewhere. */
  settle(): void {
    if (this.#hiddenAt !== null) this.#noteSince('tab_switch', this.#hiddenAt)
    if (this.#windowedAt !== null) this.#noteSince('fullscreen_exit', this.#windowedAt)
  }

  #noteSince(kind: Violation['kind'], since: number): void {
    const durationMs = Math.max(0, Math.round(this.#options.now() - since))
    this.#note({ kind, at: iso(since), durationMs })
  }

  #note(event: Violation, held = false): void {
    this.#options.record(event, held)
    this.#log(event)
  }

  #log(event: Violation): void {
    const isNew = this.#options.log.put(event)
    const count = this.#noticed.count + (isNew && countsAgainst(event) ? 1 : 0)
    this.#noticed = { count, events: this.#options.log.events }
    this.#options.changed()
  }
}

const iso = (ms: number) => new Date(Math.round(ms)).toISOString()
