import type { AnswerValue } from '../bank/question-types.rules.ts'
import type { TestType } from '../tests/tests.schema.ts'
import type { AnswerInput, SavedAnswer, SavedCode } from './attempts.schema.ts'

export type Window = { startDateTime: number; endDateTime: number }

/** Position of `now` relative to the window. Students can start a test from its start to its end, inclusive. */
export function timingOf(window: Window, now: number): 'Upcoming' | 'Active' | 'Ended' {
  if (now < window.startDateTime) return 'Upcoming'
  return now <= window.endDateTime ? 'Active' : 'Ended'
}

/** The status on a student's test card. */
export function availabilityOf(
  window: Window,
  hasAttempted: boolean,
  now: number,
): 'Completed' | 'Upcoming' | 'Expired' | 'Available' {
  if (hasAttempted) return 'Completed'
  const timing = timingOf(window, now)
  return timing === 'Active' ? 'Available' : timing === 'Ended' ? 'Expired' : 'Upcoming'
}

/** Students can take Practice tests as often as they like. */
export const isRepeatable = ({ testType }: { testType: TestType }) => testType === 'Practice'

/** True for `''`, `[]` and `{}`, which mean "unanswered" to every type of question. */
const isBlank = (value: unknown) =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** The given answer, or null. `answered: false`, a missing value and an empty one all mean "unanswered". */
export function givenAnswer({ answered, answer, selectedAnswer }: AnswerInput): AnswerValue | null {
  const value = answer ?? selectedAnswer ?? null
  return answered === false || isBlank(value) ? null : (value as AnswerValue | null)
}

/** A stored answer to a question of any type except coding; null if unanswered. */
export interface StoredAnswer {
  questionId: string
  value: AnswerValue | null
  /** Seconds. */
  timeSpent: number
  revision: number
}

/** The answers without the code of coding questions. */
export const choicesOf = (answers: readonly (SavedAnswer | SavedCode)[]): SavedAnswer[] =>
  answers.filter((answer): answer is SavedAnswer => !('code' in answer))

/**
 * Merges incoming answers into the saved ones, question by question. The higher revision wins; on a tie, the earlier
 * answer is kept. An answer without a revision counts as the newest.
 *
 * @param saved looks up the saved answer of a question
 * @returns only the answers that changed, in the order their questions first arrived
 */
export function mergeAnswers(
  saved: (questionId: string) => StoredAnswer | undefined,
  incoming: readonly AnswerInput[],
): StoredAnswer[] {
  const changed = new Map<string, StoredAnswer>()
  for (const answer of incoming) {
    const before = changed.get(answer.questionId) ?? saved(answer.questionId)
    const revision = answer.revision ?? (before ? before.revision + 1 : 0)
    if (before && revision <= before.revision) continue
    changed.set(answer.questionId, {
      questionId: answer.questionId,
      value: givenAnswer(answer),
      timeSpent: answer.timeSpent ?? before?.timeSpent ?? 0,
      revision,
    })
  }
  return [...changed.values()]
}

/** The timing of an attempt, in ms; see clock.rules.ts. */
export interface Spent {
  startedAt: number
  deadline: number
  pausedMs: number
}

/** Time spent in ms by the server's clock, excluding returned downtime and any time closed before a reopen. */
export const timeSpentOn = ({ startedAt, deadline, pausedMs }: Spent, submittedAt: number) =>
  Math.max(0, Math.min(submittedAt, deadline) - startedAt - pausedMs)
