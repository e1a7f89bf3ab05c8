import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { acceptsAnswers, deadlineOf, graceMs, mergeAnswers, timingOf } from '#shared/attempts/rules.ts'
import type {
  AnswerInput,
  SubmitForm,
  saveAnswer,
  saveForm,
  startAnswer,
  ViolationInput,
} from '#shared/attempts/schema.ts'
import { summaryOf } from '#shared/tests/rules.ts'
import { requireStudentTest } from '../assignments/service.ts'
import {
  alreadyAttempted,
  alreadySubmitted,
  hasEnded,
  notBegun,
  notInPaper,
  notStartedYet,
  testNotFound,
  timeIsOver,
} from './errors.ts'
import { type AttemptRow, attemptsRepo } from './repo.ts'
import { gradeSaved, presentSubmission } from './results/service.ts'

/** Whether anybody has begun the test. */
export const hasAttempts = async (db: Db, testId: string) => (await attemptsRepo(db).countOfTest(testId)) > 0

/**
 * Puts answers over the saved ones.
 *
 * @returns what stays of the questions whose incoming answer was not the newest
 * @throws VALIDATION, saving nothing, when one is not of the paper
 */
async function mergeIntoAttempt(tx: Db, attempt: AttemptRow, incoming: readonly AnswerInput[], now: number) {
  if (incoming.length === 0) return []
  const repo = attemptsRepo(tx)
  const ids = [...new Set(incoming.map((answer) => answer.questionId))]
  const saved = new Map((await repo.findAnswers(attempt.id, ids)).map((answer) => [answer.questionId, answer]))
  for (const [position, { questionId }] of incoming.entries()) {
    // A question that has a saved answer was looked up when that was saved.
    if (!saved.has(questionId) && !(await repo.isInPaper(attempt.testId, questionId))) throw notInPaper(position)
  }
  const changed = mergeAnswers(saved, incoming)
  await repo.putAnswers(attempt.id, changed, now)
  const changedIds = new Set(changed.map((answer) => answer.questionId))
  return [...saved.values()].filter((answer) => !changedIds.has(answer.questionId))
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
    if (test.deletedAt !== null) throw testNotFound()
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
  const { test } = await requireStudentTest(app, scope, testId)
  throw test.deletedAt === null ? notBegun() : testNotFound()
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
  const { attempt, newer } = await app.db.write(async (tx) => {
    const found = await attemptsRepo(tx).find(scope, testId)
    if (!found) throw notBegun()
    const now = app.clock.now()
    if (found.submittedAt !== null) throw alreadySubmitted()
    if (!acceptsAnswers(now, found.deadline)) throw timeIsOver()
    const newer = await mergeIntoAttempt(tx, found, form.answers, now)
    await addViolations(tx, found, form.violations, now)
    return { attempt: found, newer }
  })
  const now = app.clock.now()
  return { savedAt: now, serverTime: now, deadline: attempt.deadline, ignored: [], newer }
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
