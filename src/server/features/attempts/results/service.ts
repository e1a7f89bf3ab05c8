import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { grade, gradeOf, isPass } from '#shared/attempts/rules.ts'
import type { Results, reportAnswer, submitAnswer } from '#shared/attempts/schema.ts'
import { round2 } from '#shared/numbers.ts'
import { requireStudentTest } from '../../assignments/service.ts'
import { notSubmitted, resultNotFound } from '../errors.ts'
import { type AttemptRow, attemptsRepo } from '../repo.ts'

/** The figures of an attempt, from its paper and what is saved. */
export async function gradeSaved(tx: Db, { id, testId }: Pick<AttemptRow, 'id' | 'testId'>) {
  const questions = await attemptsRepo(tx).questionsOf(testId)
  const answers = await attemptsRepo(tx).answersOf(id)
  const { questions: _, ...figures } = grade(
    questions,
    new Map(answers.map((answer) => [answer.questionId, answer.selectedAnswer])),
  )
  return figures
}

/** Grades every submitted attempt of a test again, inside the job that changed its key. */
export async function regradeTest(tx: Db, testId: string): Promise<void> {
  for (const { id } of await attemptsRepo(tx).submittedOfTest(testId))
    await attemptsRepo(tx).update(id, await gradeSaved(tx, { id, testId }))
}

/** The figures as they were graded; a submitted attempt has them all. */
const figuresOf = (attempt: AttemptRow): Results => ({
  marksObtained: attempt.marksObtained ?? 0,
  totalMarks: attempt.totalMarks ?? 0,
  percentage: attempt.percentage ?? 0,
  correctAnswers: attempt.correctAnswers ?? 0,
  incorrectAnswers: attempt.incorrectAnswers ?? 0,
  unanswered: attempt.unanswered ?? 0,
})

/** What a submit answers, the first time and every time after. */
export async function presentSubmission(app: Platform, attemptId: string): Promise<z.input<typeof submitAnswer>> {
  const { attempt, test, graded } = await gradedAttempt(app, attemptId)
  const answer = { testType: test.testType, attemptId, results: figuresOf(attempt) }
  if (test.testType !== 'Practice') return answer
  return {
    ...answer,
    instantFeedback: graded.map(({ question, selectedAnswer, isCorrect }) => ({
      questionId: question.id,
      question: question.questionText,
      options: question.options,
      selectedAnswer,
      correctAnswer: question.correctAnswer,
      isCorrect,
      explanation: question.explanation,
    })),
  }
}

async function gradedAttempt(app: Platform, attemptId: string) {
  const repo = attemptsRepo(app.db.read)
  const found = await repo.get(attemptId)
  if (!found) throw resultNotFound()
  const questions = await repo.questionsOf(found.test.id)
  const answers = await repo.answersOf(attemptId)
  const letters = new Map(answers.map((answer) => [answer.questionId, answer.selectedAnswer]))
  return { ...found, graded: grade(questions, letters).questions }
}

/** The student's own detailed report. @throws NOT_FOUND before the start, CONFLICT while the attempt runs */
export async function getReport(
  app: Platform,
  scope: StudentScope,
  testId: string,
): Promise<z.input<typeof reportAnswer>> {
  const own = await attemptsRepo(app.db.read).find(scope, testId)
  if (!own) {
    await requireStudentTest(app, scope, testId)
    throw resultNotFound()
  }
  const { attempt, test, graded } = await gradedAttempt(app, own.id)
  const { submittedAt } = attempt
  if (submittedAt === null) throw notSubmitted()
  const student = await attemptsRepo(app.db.read).studentOf(scope.studentId)
  const figures = figuresOf(attempt)
  return {
    report: {
      id: attempt.id,
      studentId: {
        id: scope.studentId,
        name: student?.name ?? '',
        email: student?.email ?? '',
        batch: student?.batch ?? null,
        branch: student?.branch ?? null,
      },
      testId: test,
      ...figures,
      passed: isPass(figures.percentage),
      grade: gradeOf(figures.percentage),
      timeSpent: round2((Math.min(submittedAt, attempt.deadline) - attempt.startedAt) / 60_000),
      submittedBy: attempt.submittedBy ?? 'student',
      createdAt: attempt.startedAt,
      submittedAt,
      questionAnalysis: graded.map(({ question, selectedAnswer, isCorrect, marksObtained }) => ({
        questionId: question.id,
        questionText: question.questionText,
        options: question.options,
        studentAnswer: selectedAnswer,
        correctAnswer: question.correctAnswer,
        isCorrect,
        marks: question.marks,
        marksObtained,
        explanation: question.explanation,
      })),
    },
  }
}
