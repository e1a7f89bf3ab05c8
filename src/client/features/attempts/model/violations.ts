import type { Violation } from './outbox.ts'
import type { ViolationLog } from './violation-log.ts'

export const proctoringSentences = {
  tabSwitch: 'Warning: You switched tabs! This activity is being monitored.',
  fullscreenExit: 'Warning: You exited fullscreen! Please stay in fullscreen mode.',
  fullscreenNeeded: 'Please allow fullscreen mode to continue with the test.',
} as const

/** A connection gap is reported, but is not a violation. */
export const countsAgainst = ({ kind }: Violation) => kind !== 'reconnect'

/** Minimum connection gap to report, in ms. */
const leastGapMs = 3_000

export interface Noticed {
  /** Number of violations, here and on other devices. */
  count: number
  /** This device's events, including connection gaps. */
  events: readonly Violation[]
}

interface Options {
  /** Violations that the server already counts or that are on their way to it. */
  counted: number
  log: ViolationLog
  /** Server time, in ms since 1970. */
  now: () => number
  /** True if the student takes the test in this tab now. */
  isOn: () => boolean
  /** Stores an event. A held one is not sent until it is recorded again with its duration. */
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

  /** Returns the same object until it changes. */
  get noticed(): Noticed {
    return this.#noticed
  }

  /** The tab was hidden. It counts at once, but is sent with its duration when the tab returns. */
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

  /** Sent at once, since the student may never return to full screen, and sent again with its duration. */
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

  /** Records that part of the exam was copied or cut, or that something was pasted. Nothing is blocked. */
  clipboard(kind: 'copy' | 'paste'): void {
    if (this.#options.isOn()) this.#note({ kind, at: iso(this.#options.now()) })
  }

  /** The test continues in another tab or on another device. */
  movedElsewhere(): void {
    this.settle()
    // Ignore events on this page from now on.
    this.#hiddenAt = null
    this.#windowedAt = null
    this.#note({ kind: 'second_tab', at: iso(this.#options.now()) })
  }

  /** @param isThere true if the server is reachable */
  connection(isThere: boolean): void {
    if (!this.#options.isOn()) return
    if (!isThere) this.#offlineAt ??= this.#options.now()
    else if (this.#offlineAt !== null) {
      const since = this.#offlineAt
      this.#offlineAt = null
      if (this.#options.now() - since >= leastGapMs) this.#noteSince('reconnect', since)
    }
  }

  /** Another tab of this browser recorded an event. */
  heard(event: Violation): void {
    this.#log(event)
  }

  /** Sets the duration of events that are still ongoing, because the test ends or continues elsewhere. */
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
