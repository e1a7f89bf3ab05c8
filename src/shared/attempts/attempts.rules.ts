import { type AnswerValue, gradeAnswer, type KeyedBody, type MarkedQuestion } from '../bank/question-types.rules.ts'
import type { GradingTools } from '../bank/types/question-type.rules.ts'
import { round2 } from '../numbers.ts'
import { fromNumber, larger, plus, type Ratio, ratio, times, toNumber, zero } from '../ratio.ts'
import type { TestType } from '../tests/tests.schema.ts'
import type { AnswerInput, Results, SavedAnswer, SavedCode } from './attempts.schema.ts'

/** Minimum percentage to pass. */
export const passMark = 40

export type Window = { startDateTime: number; endDateTime: number }

/** Position of `now` in the window. A test can be started from its start up to and including its end. */
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

/** The answer. `answered: false` and a missing value both mean "not answered". */
export const givenAnswer = ({ answered, answer, selectedAnswer }: AnswerInput): AnswerValue | null =>
  answered === false ? null : ((answer ?? selectedAnswer ?? null) as AnswerValue | null)

/** A stored answer to a question of any type but coding; null if unanswered. */
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
 * answer stays. An answer without a revision counts as the newest.
 *
 * @param saved looks up the saved answer of a question
 * @returns only the answers that changed, in the order in which their questions first arrived
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

/** A question with everything that grading needs. */
export type KeyedQuestion = KeyedBody & MarkedQuestion

/** Exact marks and counts of a paper or part of one. */
export interface Graded {
  marks: Ratio
  total: Ratio
  correctAnswers: number
  incorrectAnswers: number
  unanswered: number
}

/**
 * Grades a paper or part of one.
 *
 * @param valueAt the answer to a question (`place` is its index in `questions`); null if unanswered
 */
export function grade<Q extends KeyedQuestion>(
  questions: readonly Q[],
  valueAt: (question: Q, place: number) => AnswerValue | null,
  tools: GradingTools,
): Graded {
  let marks = zero
  let total = zero
  let correctAnswers = 0
  let unanswered = 0
  for (const [place, question] of questions.entries()) {
    const outcome = gradeAnswer(question, valueAt(question, place), tools)
    total = plus(total, fromNumber(question.marks))
    if (outcome.kind === 'graded') marks = plus(marks, outcome.marks)
    if (outcome.kind === 'graded' && outcome.isCorrect) correctAnswers++
    if (outcome.kind === 'unanswered') unanswered++
  }
  return {
    marks,
    total,
    correctAnswers,
    incorrectAnswers: questions.length - unanswered - correctAnswers,
    unanswered,
  }
}

/**
 * Figures to store and show. Marks are rounded to two decimals; the percentage comes from the exact marks.
 *
 * @param coding marks and points of the coding questions, which are not in the counts
 * @param floor whether penalties can make the sum negative
 */
export function resultsOf(
  { marks, total, ...counts }: Graded,
  coding: { marks: number; points: number } = { marks: 0, points: 0 },
  floor: 'none' | 'zero' = 'zero',
): Results {
  const sum = plus(marks, fromNumber(coding.marks))
  const obtained = floor === 'zero' ? larger(zero, sum) : sum
  const all = plus(total, fromNumber(coding.points))
  return {
    marksObtained: round2(toNumber(obtained)),
    totalMarks: round2(toNumber(all)),
    percentage: all.n === 0n ? 0 : toNumber(times(obtained, ratio(all.d * 100n, all.n))),
    ...counts,
  }
}

/** The timing of an attempt, in ms; see clock.rules.ts. */
export interface Spent {
  startedAt: number
  deadline: number
  pausedMs: number
}

/** Ms spent by the server's clock, excluding returned downtime and the time the attempt was closed before reopening. */
export const timeSpentOn = ({ startedAt, deadline, pausedMs }: Spent, submittedAt: number) =>
  Math.max(0, Math.min(submittedAt, deadline) - startedAt - pausedMs)

/** @param percentage unrounded: 39.96 is displayed as 40.0% but fails */
export const isPass = (percentage: number) => percentage >= passMark

const grades = [
  [90, 'A+'],
  [80, 'A'],
  [70, 'B+'],
  [60, 'B'],
  [50, 'C'],
  [40, 'D'],
] as const

/** The letter grade of a percentage (0-100): from A+ for 90 or more down to D for 40 or more, and F below 40. */
export const gradeOf = (percentage: number): string => grades.find(([least]) => percentage >= least)?.[1] ?? 'F'
