import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import {
  acceptsAnswers,
  deadlineOf,
  graceMs,
  grade,
  gradeOf,
  isPass,
  mergeAnswers,
  timingOf,
} from '#shared/attempts/rules.ts'
import type {
  AnswerInput,
  reportAnswer,
  SubmitForm,
  saveAnswer,
  saveForm,
  startAnswer,
  submitAnswer,
  ViolationInput,
} from '#shared/attempts/schema.ts'
import { round2 } from '#shared/numbers.ts'
import { summaryOf } from '#shared/tests/rules.ts'
import { requireStudentTest } from '../assignments/service.ts'
import {
  alreadyAttempted,
  alreadySubmitted,
  hasEnded,
  notBegun,
  notInPaper,
  notStartedYet,
  notSubmitted,
  resultNotFound,
  timeIsOver,
} from './errors.ts'
import { type AttemptRow, attemptsRepo } from './repo.ts'

/** Whether anybody has begun the test. */
export const hasAttempts = async (db: Db, testId: string) => (await attemptsRepo(db).countOfTest(testId)) > 0

/** Puts answers over the saved ones. @throws VALIDATION, saving nothing, when one is not of the paper */
async function mergeIntoAttempt(tx: Db, attempt: AttemptRow, incoming: readonly AnswerInput[], now: number) {
  if (incoming.length === 0) return
  const repo = attemptsRepo(tx)
  const ids = [...new Set(incoming.map((answer) => answer.questionId))]
  const saved = new Map((await repo.findAnswers(attempt.id, ids)).map((answer) => [answer.questionId, answer]))
  for (const [position, { questionId }] of incoming.entries()) {
    // A question that has a saved answer was looked up when that was saved.
    if (!saved.has(questionId) && !(await repo.isInPaper(attempt.testId, questionId))) throw notInPaper(position)
  }
  await repo.putAnswers(attempt.id, mergeAnswers(saved, incoming), now)
}

async function addViolations(tx: Db, attempt: AttemptRow, incoming: readonly ViolationInput[], now: number) {
  if (incoming.length === 0) return
  const rows = incoming.map((violation) => ({ ...violation, receivedAt: now }))
  const counted = await attemptsRepo(tx).addViolations(attempt.id, rows)
  const violationCount = Math.max(attempt.violationCount, counted)
  await attemptsRepo(tx).update(attempt.id, { violationCount })
}

/** Grades what is saved and closes the attempt. */
async function close(tx: Db, attempt: AttemptRow, submittedBy: 'student' | 'server', now: number) {
  await attemptsRepo(tx).update(attempt.id, { submittedAt: now, submittedBy, ...(await gradeSaved(tx, attempt)) })
}

async function gradeSaved(tx: Db, { id, testId }: Pick<AttemptRow, 'id' | 'testId'>) {
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

/**
 * Begins a test, or resumes the attempt that runs: same start, the answers saved so far.
 *
 * @throws NOT_FOUND when the test is not the student's; CONFLICT outside the window or after submitting
 */
export async function startAttempt(
  app: Platform,
  scope: StudentScope,
  testId: string,
): Promise<z.input<typeof startAnswer>> {
  const { assignmentId, test } = await requireStudentTest(app, scope, testId)
  const now = app.clock.now()
  let attempt = await attemptsRepo(app.db.read).find(scope, testId)
  if (!attempt) {
    if (test.deletedAt !== null) throw hasEnded()
    const timing = timingOf(test, now)
    if (timing === 'Upcoming') throw notStartedYet()
    if (timing === 'Ended') throw hasEnded()
    attempt = await app.db.write(async (tx) => {
      // Two devices may press Start in the same moment: the second one finds the first one's attempt.
      const begun = await attemptsRepo(tx).find(scope, testId)
      if (begun) return begun
      await attemptsRepo(tx).insert({
        id: newId(),
        testId,
        assignmentId,
        collegeId: scope.collegeId,
        studentId: scope.studentId,
        startedAt: now,
        deadline: deadlineOf(now, test.duration),
      })
      return attemptsRepo(tx).find(scope, testId)
    })
  }
  if (!attempt) throw notBegun()
  if (attempt.submittedAt !== null || !acceptsAnswers(now, attempt.deadline)) throw alreadyAttempted()
  const questions = await attemptsRepo(app.db.read).questionsOf(testId)
  return {
    test: {
      ...summaryOf(test),
      sections: [],
      codingQuestions: [],
      questions: questions.map(({ id, questionText, options, marks }) => ({ id, questionText, options, marks })),
    },
    attemptId: attempt.id,
    startTime: attempt.startedAt,
    serverTime: app.clock.now(),
    deadline: attempt.deadline,
    answers: await attemptsRepo(app.db.read).answersOf(attempt.id),
    violationCount: attempt.violationCount,
  }
}

/** The student's attempt at a test. @throws NOT_FOUND when the test is not the student's, CONFLICT before the start */
export async function requireAttempt(app: Platform, scope: StudentScope, testId: string): Promise<AttemptRow> {
  const found = await attemptsRepo(app.db.read).find(scope, testId)
  if (found) return found
  await requireStudentTest(app, scope, testId)
  throw notBegun()
}

/**
 * Saves answers while the attempt runs. The promise settles when they are on disk.
 *
 * @throws CONFLICT after the submission, or later than the grace behind the deadline; VALIDATION, saving nothing, for a
 * question that is not in the paper
 */
export async function saveAnswers(
  app: Platform,
  scope: StudentScope,
  testId: string,
  form: z.output<typeof saveForm>,
): Promise<z.input<typeof saveAnswer>> {
  const attempt = await app.db.write(async (tx) => {
    const found = await attemptsRepo(tx).find(scope, testId)
    if (!found) throw notBegun()
    const now = app.clock.now()
    if (found.submittedAt !== null) throw alreadySubmitted()
    if (!acceptsAnswers(now, found.deadline)) throw timeIsOver()
    await mergeIntoAttempt(tx, found, form.answers, now)
    await addViolations(tx, found, form.violations, now)
    return found
  })
  const now = app.clock.now()
  return { savedAt: now, serverTime: now, deadline: attempt.deadline, ignored: [] }
}

/**
 * Submits an attempt: its answers are merged like one last save, then it is graded. Repeated, it changes nothing and
 * answers the same.
 *
 * @throws CONFLICT later than the grace behind the deadline, until the server has submitted the attempt itself
 */
export async function submitAttempt(app: Platform, scope: StudentScope, testId: string, form: SubmitForm) {
  const attemptId = await app.db.write(async (tx) => {
    const attempt = await attemptsRepo(tx).find(scope, testId)
    if (!attempt) throw notBegun()
    if (attempt.submittedAt !== null) return attempt.id
    const now = app.clock.now()
    if (!acceptsAnswers(now, attempt.deadline)) throw timeIsOver()
    await mergeIntoAttempt(tx, attempt, form.answers, now)
    if (typeof form.violations !== 'number') await addViolations(tx, attempt, form.violations, now)
    else if (form.violations > attempt.violationCount)
      await attemptsRepo(tx).update(attempt.id, { violationCount: form.violations })
    await close(tx, attempt, 'student', now)
    return attempt.id
  })
  return presentSubmission(app, attemptId)
}

async function presentSubmission(app: Platform, attemptId: string): Promise<z.input<typeof submitAnswer>> {
  const { attempt, test, graded } = await gradedAttempt(app, attemptId)
  const results = {
    marksObtained: attempt.marksObtained ?? 0,
    totalMarks: attempt.totalMarks ?? 0,
    percentage: attempt.percentage ?? 0,
    correctAnswers: attempt.correctAnswers ?? 0,
    incorrectAnswers: attempt.incorrectAnswers ?? 0,
    unanswered: attempt.unanswered ?? 0,
  }
  const answer = { testType: test.testType, attemptId, results }
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
  const percentage = attempt.percentage ?? 0
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
      marksObtained: attempt.marksObtained ?? 0,
      totalMarks: attempt.totalMarks ?? 0,
      percentage,
      correctAnswers: attempt.correctAnswers ?? 0,
      incorrectAnswers: attempt.incorrectAnswers ?? 0,
      unanswered: attempt.unanswered ?? 0,
      passed: isPass(percentage),
      grade: gradeOf(percentage),
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

/** So many overdue attempts are closed in one write, so that saves come in between. */
const sweepBatch = 50

/** Submits every attempt whose deadline and grace have passed, from what was saved. */
export async function submitOverdue(app: Platform): Promise<void> {
  while (true) {
    const rows = await attemptsRepo(app.db.read).overdue(app.clock.now() - graceMs, sweepBatch)
    if (rows.length === 0) return
    await app.db.write(async (tx) => {
      for (const attempt of rows) {
        // It may have been submitted since it was read.
        const still = await attemptsRepo(tx).get(attempt.id)
        if (still && still.attempt.submittedAt === null) await close(tx, attempt, 'server', app.clock.now())
      }
    })
  }
}
