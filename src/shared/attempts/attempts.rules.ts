import { percentOf, round2 } from '../numbers.ts'
import type { OptionLetter, TestType } from '../tests/tests.schema.ts'
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

/** The chosen option. `answered: false` and a missing option both mean "not answered". */
export const letterOf = (answer: AnswerInput): OptionLetter | null =>
  answer.answered === false ? null : (answer.selectedAnswer ?? null)

/** The multiple-choice answers, without the code of coding questions. */
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
  saved: (questionId: string) => SavedAnswer | undefined,
  incoming: readonly AnswerInput[],
): SavedAnswer[] {
  const changed = new Map<string, SavedAnswer>()
  for (const answer of incoming) {
    const before = changed.get(answer.questionId) ?? saved(answer.questionId)
    const revision = answer.revision ?? (before ? before.revision + 1 : 0)
    if (before && revision <= before.revision) continue
    changed.set(answer.questionId, {
      questionId: answer.questionId,
      selectedAnswer: letterOf(answer),
      timeSpent: answer.timeSpent ?? before?.timeSpent ?? 0,
      revision,
    })
  }
  return [...changed.values()]
}

/** The question fields that grading needs. */
export interface KeyedQuestion {
  id: string
  correctAnswer: OptionLetter
  marks: number
}

export interface Outcome {
  selectedAnswer: OptionLetter | null
  isCorrect: boolean
  marksObtained: number
}

/** Full marks if correct, otherwise 0. An unanswered question is neither correct nor incorrect. */
export function outcomeOf(question: KeyedQuestion, selectedAnswer: OptionLetter | null): Outcome {
  const isCorrect = selectedAnswer === question.correctAnswer
  return { selectedAnswer, isCorrect, marksObtained: isCorrect ? question.marks : 0 }
}

/**
 * Grades a paper or part of one.
 *
 * @param letterOf the option chosen for a question (`place` is its index in `questions`); null if unanswered
 */
export function grade<Q extends KeyedQuestion>(
  questions: readonly Q[],
  letterOf: (question: Q, place: number) => OptionLetter | null,
): Results {
  let marks = 0
  let total = 0
  let correctAnswers = 0
  let unanswered = 0
  for (const [place, question] of questions.entries()) {
    const { selectedAnswer, isCorrect, marksObtained } = outcomeOf(question, letterOf(question, place))
    total += question.marks
    marks += marksObtained
    if (isCorrect) correctAnswers++
    if (selectedAnswer === null) unanswered++
  }
  const marksObtained = round2(marks)
  const totalMarks = round2(total)
  return {
    marksObtained,
    totalMarks,
    percentage: percentOf(marksObtained, totalMarks),
    correctAnswers,
    incorrectAnswers: questions.length - unanswered - correctAnswers,
    unanswered,
  }
}

/** Adds the coding questions' marks to the multiple-choice results. The question counts do not include coding. */
export function withCoding(choice: Results, codingMarks: number, codingPoints: number): Results {
  const marksObtained = round2(choice.marksObtained + codingMarks)
  const totalMarks = round2(choice.totalMarks + codingPoints)
  return { ...choice, marksObtained, totalMarks, percentage: percentOf(marksObtained, totalMarks) }
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
