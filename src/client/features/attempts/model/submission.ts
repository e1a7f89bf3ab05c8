import type { SavedAnswer, SavedCode, SubmitAnswer } from '#shared/attempts/schema.ts'
import type { OptionLetter } from '#shared/tests/schema.ts'
import { Delivery, type DeliveryState } from './delivery.ts'
import type { Violation } from './outbox.ts'
import type { Outcome, Ports } from './ports.ts'

export interface SubmitPayload {
  answers: (
    | {
        questionId: string
        selectedAnswer: OptionLetter
        answered: boolean
        timeSpent: number
        revision: number
      }
    | SavedCode
  )[]
  startTime: string
  /** Minutes, as documented; the server measures for itself. */
  timeSpent: number
  violations: Violation[]
}

interface PayloadParts {
  questionIds: readonly string[]
  answers: ReadonlyMap<string, SavedAnswer>
  /** Changes the server is not known to have. */
  codes: readonly SavedCode[]
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
    answers: [...parts.questionIds.map((id) => choiceOf(id, parts)), ...parts.codes],
    startTime: parts.startTime,
    timeSpent: Math.max(0, Math.round(((parts.now - Date.parse(parts.startTime)) / 60_000) * 100) / 100),
    violations: parts.violations.slice(0, 200),
  }
}

function choiceOf(questionId: string, { answers, secondsOn }: PayloadParts) {
  const known = answers.get(questionId)
  const timeSpent = Math.max(secondsOn(questionId), Math.round(known?.timeSpent ?? 0))
  const letter = known?.selectedAnswer ?? null
  const later = timeSpent > (known?.timeSpent ?? 0) ? 1 : 0
  return {
    questionId,
    selectedAnswer: letter ?? 'A',
    answered: letter !== null,
    timeSpent,
    revision: (known?.revision ?? 0) + later,
  }
}

export const submitFailed = 'Failed to submit test. Please try again.'

export type SubmitState = DeliveryState<SubmitAnswer>

interface Options {
  ports: Pick<Ports, 'timers' | 'random' | 'clock'>
  send: (signal: AbortSignal) => Promise<Outcome<SubmitAnswer>>
  changed: () => void
}

/** A submission may take its time: the server grades in the same request. In ms. */
export const submitTimeoutMs = 20_000

/** Submitting. By the student it may fail and be tried again by hand; when the time is over it is tried until it is through. */
export class Submission {
  readonly #delivery: Delivery<SubmitAnswer>
  readonly #changed: () => void
  #automatic = false

  constructor({ ports, send, changed }: Options) {
    this.#changed = changed
    this.#delivery = new Delivery({
      ports,
      send,
      changed,
      timeoutMs: submitTimeoutMs,
      failed: submitFailed,
      worthRetrying: ({ kind }) => kind === 'offline' || this.#automatic,
    })
  }

  get state(): SubmitState {
    return this.#delivery.state
  }

  /** The time is over: there is no way back to the questions. */
  get automatic(): boolean {
    return this.#automatic
  }

  /** True if an earlier attempt to send it failed. */
  get wasTried(): boolean {
    return this.#delivery.failures > 0
  }

  /** There is time left after all: back to the questions. */
  revoke(): void {
    this.#automatic = false
    this.#delivery.reset()
  }

  /** Submits; while a submission is under way, asking again changes nothing but that it may become automatic. */
  submit(automatic = false): void {
    this.#automatic ||= automatic
    if (this.state.phase === 'idle') this.#delivery.begin()
    else this.#changed()
  }

  /** Tries now instead of later. */
  retry(): void {
    this.#delivery.retry()
  }

  /** Back to the questions, which only the student's own submission allows. */
  cancel(): void {
    if (!this.#automatic) this.#delivery.cancel()
  }

  /** The screen is gone. */
  abandon(): void {
    this.#delivery.abandon()
  }

  /** The screen is back. */
  resume(): void {
    this.#delivery.resume()
  }
}
