import { round2 } from '../numbers.ts'
import type { OptionLetter, Question } from '../tests/schema.ts'
import type { AnswerInput, Results, SavedAnswer } from './schema.ts'

/** How long after the deadline a save or a submit is still taken, in milliseconds: time for the network. */
export const graceMs = 5_000

/** Share of the marks, in percent, from which an attempt is passed. */
export const passMark = 40

/** The end of an attempt. It holds even past the end of the window: who began in time gets the full time. */
export const deadlineOf = (startedAt: number, durationMinutes: number) => startedAt + durationMinutes * 60_000

/** Whether what arrives at `now` is still taken. */
export const acceptsAnswers = (now: number, deadline: number) => now <= deadline + graceMs

export type Window = { startDateTime: number; endDateTime: number }

/** Where `now` lies: a test can be begun from its start up to and including its end. */
export function timingOf(window: Window, now: number): 'Upcoming' | 'Active' | 'Ended' {
  if (now < window.startDateTime) return 'Upcoming'
  return now <= window.endDateTime ? 'Active' : 'Ended'
}

/** What a student reads on a test's card. */
export function availabilityOf(
  window: Window,
  hasAttempted: boolean,
  now: number,
): 'Completed' | 'Upcoming' | 'Expired' | 'Available' {
  if (hasAttempted) return 'Completed'
  const timing = timingOf(window, now)
  return timing === 'Active' ? 'Available' : timing === 'Ended' ? 'Expired' : 'Upcoming'
}

/** The letter an answer stands for. `answered: false` and a missing letter are both "not answered". */
export const letterOf = (answer: AnswerInput): OptionLetter | null =>
  answer.answered === false ? null : (answer.selectedAnswer ?? null)

/**
 * Puts incoming answers over the saved ones, question by question: the higher revision wins, of equal revisions the
 * first stays, and an answer without a revision is the newest there is.
 *
 * @returns only the answers that changed, in order of arrival of their question
 */
export function mergeAnswers(saved: ReadonlyMap<string, SavedAnswer>, incoming: readonly AnswerInput[]): SavedAnswer[] {
  const changed = new Map<string, SavedAnswer>()
  for (const answer of incoming) {
    const before = changed.get(answer.questionId) ?? saved.get(answer.questionId)
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

export interface GradedQuestion {
  question: Question
  selectedAnswer: OptionLetter | null
  isCorrect: boolean
  marksObtained: number
}

export interface Grading extends Results {
  questions: GradedQuestion[]
}

/**
 * Grades a paper: a question's marks when its answer is right, otherwise 0. An unanswered question is neither correct
 * nor incorrect.
 */
export function grade(questions: readonly Question[], answers: ReadonlyMap<string, OptionLetter | null>): Grading {
  const graded = questions.map((question): GradedQuestion => {
    const selectedAnswer = answers.get(question.id) ?? null
    const isCorrect = selectedAnswer === question.correctAnswer
    return { question, selectedAnswer, isCorrect, marksObtained: isCorrect ? question.marks : 0 }
  })
  const answered = graded.filter((item) => item.selectedAnswer !== null).length
  const correctAnswers = graded.filter((item) => item.isCorrect).length
  const marksObtained = round2(graded.reduce((sum, item) => sum + item.marksObtained, 0))
  const totalMarks = round2(questions.reduce((sum, question) => sum + question.marks, 0))
  return {
    questions: graded,
    marksObtained,
    totalMarks,
    percentage: totalMarks === 0 ? 0 : round2((marksObtained / totalMarks) * 100),
    correctAnswers,
    incorrectAnswers: answered - correctAnswers,
    unanswered: questions.length - answered,
  }
}

export const isPass = (percentage: number) => percentage >= passMark

const grades = [
  [90, 'A+'],
  [80, 'A'],
  [70, 'B+'],
  [60, 'B'],
  [50, 'C'],
  [40, 'D'],
] as const

/** The letter grade of a percentage (0-100): A+ from 90 down to D from 40, F below. */
export const gradeOf = (percentage: number): string => grades.find(([least]) => percentage >= least)?.[1] ?? 'F'
