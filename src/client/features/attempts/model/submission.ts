import type { Device } from '#client/lib/device/device.ts'
import type { SavedAnswer, SavedCode, SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { Delivery, type DeliveryState } from './delivery.ts'
import type { Violation } from './outbox.ts'
import type { Outcome } from './outcome.ts'

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
  /** Minutes, as documented. The server measures the time itself. */
  timeSpent: number
  violations: Violation[]
}

interface PayloadParts {
  questionIds: readonly string[]
  answers: ReadonlyMap<string, SavedAnswer>
  /** Changes that the server may not have. */
  codes: readonly SavedCode[]
  secondsOn: (questionId: string) => number
  startTime: string
  /** Server time, in ms since 1970. */
  now: number
  violations: Violation[]
}

/**
 * The whole paper as submitted. An unanswered question carries 'A', as documented, and `answered: false`.
 *
 * If time was spent on a question since its last save, its revision is incremented so that the server accepts the time.
 * A change from another device has a later clock time as its revision and still wins.
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
  ports: Pick<Device, 'timers' | 'random' | 'clock'>
  send: (signal: AbortSignal) => Promise<Outcome<SubmitAnswer>>
  changed: () => void
}

/** Timeout in ms. A submission may be slow, because the server grades in the same request. */
export const submitTimeoutMs = 20_000

/**
 * Submits the test. If the student submitted, a failure must be retried by hand; when the time is over, it is retried
 * until it succeeds.
 */
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

  /** True if the time is over, so that the student cannot return to the questions. */
  get automatic(): boolean {
    return this.#automatic
  }

  /** True if an earlier attempt to send it failed. */
  get wasTried(): boolean {
    return this.#delivery.failures > 0
  }

  /** Returns to the questions, because there is time left after all. */
  revoke(): void {
    this.#automatic = false
    this.#delivery.reset()
  }

  /** Submits the test. While a submission is under way, a call can only make it automatic. */
  submit(automatic = false): void {
    this.#automatic ||= automatic
    if (this.state.phase === 'idle') this.#delivery.begin()
    else this.#changed()
  }

  /** Retries now instead of later. */
  retry(): void {
    this.#delivery.retry()
  }

  /** Returns to the questions. Only possible if the student submitted. */
  cancel(): void {
    if (!this.#automatic) this.#delivery.cancel()
  }

  /** Called when the screen unmounts. */
  abandon(): void {
    this.#delivery.abandon()
  }

  /** Called when the screen mounts again. */
  resume(): void {
    this.#delivery.resume()
  }
}
