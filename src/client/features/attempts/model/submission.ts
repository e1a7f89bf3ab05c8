import type { SavedAnswer, SubmitAnswer } from '#shared/attempts/schema.ts'
import type { OptionLetter } from '#shared/tests/schema.ts'
import type { Violation } from './outbox.ts'
import type { Outcome, Timers } from './ports.ts'
import { retryDelay, withTimeout } from './retry.ts'

export interface SubmitPayload {
  answers: {
    questionId: string
    selectedAnswer: OptionLetter
    answered: boolean
    timeSpent: number
    revision: number
  }[]
  startTime: string
  /** Minutes, as documented; the server measures for itself. */
  timeSpent: number
  violations: Violation[]
}

interface PayloadParts {
  questionIds: readonly string[]
  answers: ReadonlyMap<string, SavedAnswer>
  secondsOn: (questionId: string) => number
  startTime: string
  /** The server's time, ms since 1970. */
  now: number
  violations: Violation[]
}

/**
 * The whole paper as it is submitted. An unanswered question carries 'A', as documented, and `answered: false`.
 *
 * A question on which time was spent since its last save goes one revision up, so that the time is taken; a change
 * made on another device has a later clock time as its revision and still wins.
 */
export function submitPayload(parts: PayloadParts): SubmitPayload {
  return {
    answers: parts.questionIds.map((questionId) => {
      const known = parts.answers.get(questionId)
      const timeSpent = Math.max(parts.secondsOn(questionId), Math.round(known?.timeSpent ?? 0))
      const letter = known?.selectedAnswer ?? null
      const later = timeSpent > (known?.timeSpent ?? 0) ? 1 : 0
      return {
        questionId,
        selectedAnswer: letter ?? 'A',
        answered: letter !== null,
        timeSpent,
        revision: (known?.revision ?? 0) + later,
      }
    }),
    startTime: parts.startTime,
    timeSpent: Math.max(0, Math.round(((parts.now - Date.parse(parts.startTime)) / 60_000) * 100) / 100),
    violations: parts.violations.slice(0, 200),
  }
}

export const submitFailed = 'Failed to submit test. Please try again.'

export type SubmitState =
  | { phase: 'idle'; message: string | null }
  | { phase: 'sending' }
  /** Not through yet; it tries again by itself. */
  | { phase: 'waiting'; message: string }
  | { phase: 'signed-out' }
  | { phase: 'done'; answer: SubmitAnswer }
  /** The attempt was over already; its result is to be asked for. */
  | { phase: 'closed' }

interface Options {
  timers: Timers
  random: () => number
  send: (signal: AbortSignal) => Promise<Outcome<SubmitAnswer>>
  changed: () => void
}

/** A submission may take its time: the server grades in the same request. In ms. */
export const submitTimeoutMs = 20_000

/** Submitting: one request at a time, tried until it is through while the network is the only thing in the way. */
export class Submission {
  readonly #options: Options
  #state: SubmitState = { phase: 'idle', message: null }
  #automatic = false
  #failures = 0
  #cancelRetry: (() => void) | null = null
  #abandoned = false

  constructor(options: Options) {
    this.#options = options
  }

  get state(): SubmitState {
    return this.#state
  }

  /** The time is over: there is no way back to the questions. */
  get automatic(): boolean {
    return this.#automatic
  }

  /** Submits; while a submission is under way, asking again changes nothing but that it may become automatic. */
  submit(automatic = false): void {
    this.#automatic ||= automatic
    if (this.#state.phase === 'idle') void this.#attempt()
    else this.#options.changed()
  }

  /** Tries now instead of later. */
  retry(): void {
    if (this.#state.phase === 'waiting' || this.#state.phase === 'signed-out') void this.#attempt()
  }

  /** Back to the questions, which only the student's own submission allows. */
  cancel(): void {
    if (this.#automatic || (this.#state.phase !== 'waiting' && this.#state.phase !== 'signed-out')) return
    this.#cancelRetry?.()
    this.#set({ phase: 'idle', message: null })
  }

  /** The screen is gone. */
  abandon(): void {
    this.#abandoned = true
    this.#cancelRetry?.()
  }

  /** The screen is back. */
  resume(): void {
    this.#abandoned = false
    this.retry()
  }

  async #attempt(): Promise<void> {
    const { timers, send } = this.#options
    this.#cancelRetry?.()
    this.#set({ phase: 'sending' })
    const outcome = await withTimeout(timers, submitTimeoutMs, send)
    if (outcome.ok) return this.#set({ phase: 'done', answer: outcome.value })
    const { kind, message } = outcome.failure
    if (kind === 'closed') return this.#set({ phase: 'closed' })
    if (kind === 'signed-out') return this.#set({ phase: 'signed-out' })
    if (kind !== 'offline' && !this.#automatic) return this.#set({ phase: 'idle', message: submitFailed })
    this.#failures++
    this.#set({ phase: 'waiting', message: kind === 'offline' ? message : submitFailed })
    if (this.#abandoned) return
    this.#cancelRetry = timers.after(retryDelay(this.#failures, this.#options.random), () => void this.#attempt())
  }

  #set(state: SubmitState): void {
    this.#state = state
    this.#options.changed()
  }
}
