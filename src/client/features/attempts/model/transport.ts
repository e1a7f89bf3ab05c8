import type { NextSectionAnswer, SavedAnswer, SavedCode, SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import type { SaveParcel, SaveReply } from './answer-kinds.ts'
import type { Parcel, Violation } from './outbox.ts'
import type { Outcome } from './requests.ts'

/** This tab's name. */
interface Named {
  writer: string
}

/** Payload of leaving a section: its number and its unsent answers. */
export interface Leaving extends Parcel<SavedAnswer> {
  from: number
}

export interface RoomTransport {
  save: (parcel: SaveParcel, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  nextSection: (leaving: Leaving & Named, signal: AbortSignal) => Promise<Outcome<NextSectionAnswer>>
  submit: (payload: SubmitPayload & Named, signal: AbortSignal) => Promise<Outcome<SubmitAnswer>>
}

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
