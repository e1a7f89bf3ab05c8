import type { Db } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { SubmitForm } from '#shared/attempts/attempts.schema.ts'
import { acceptsAnswers, graceMs, openParts } from '#shared/attempts/clock.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { addViolations, isUntimed, mergeSent } from './answers.ts'
import { timeIsOver } from './attempts.errors.ts'
import { attemptsRepo, type Sitting } from './attempts.repo.ts'
import { codingMarksOf, mergeCode, savedCodeOf, submitSavedCode } from './code.ts'
import { deleteUnused } from './files.ts'
import { gradeAttempt, queueForMarking } from './grading.ts'
import { receiptCode } from './receipts.ts'
import { requireSitting } from './require-attempt.ts'
import { presentSubmission } from './results.ts'
import { type Origin, requireSeat, writeSeated } from './seat.ts'

/** Grades and closes an attempt and writes its receipt. @returns the updated attempt */
async function close(app: Services, tx: Db, sitting: Sitting, by: 'student' | 'server', now: number): Promise<Sitting> {
  const paper = await app.papers.of(tx, sitting)
  await submitSavedCode(app, tx, sitting, paper, now)
  const codingMarks = await codingMarksOf(tx, sitting.id, paper)
  const result = {
    submittedAt: now,
    submittedBy: by,
    receipt: receiptCode(sitting, paper, sitting.answers, await savedCodeOf(tx, sitting.id, paper), now),
    codingMarks: paper.coding.length > 0 ? codingMarks : null,
    ...gradeAttempt(paper.grading, sitting.answers, await queueForMarking(tx, sitting, paper), codingMarks),
  }
  await deleteUnused(tx, sitting.id, paper, sitting.answers)
  // Runs first so that reports never count the student twice.
  await attemptsRepo(tx).updateEarlier(sitting, { counts: false })
  await attemptsRepo(tx).submit(sitting.id, result)
  const event = { event: 'attempt.submitted', collegeId: sitting.collegeId, now } as const
  await app.webhooks.queueEvent(tx, event, async () => {
    const student = await attemptsRepo(tx).studentOf(sitting.studentId)
    const { marksObtained, totalMarks, percentage } = result
    const figures = { marksObtained, totalMarks, percentage: percentage === null ? null : round2(percentage) }
    const outcome = { submittedBy: by, ...figures, receipt: result.receipt }
    return {
      attempt: { id: sitting.id, submittedAt: new Date(now).toISOString(), ...outcome },
      test: { id: sitting.testId, testName: paper.shown.testName, testType: paper.shown.testType },
      student: { id: sitting.studentId, idNumber: student?.idNumber ?? null },
    }
  })
  return { ...sitting, ...result }
}

/**
 * Submits an attempt: merges the enclosed answers like a save, then grades. Idempotent. If the attempt never saved,
 * accepts answers to all sections regardless of their clocks, unless they are locked.
 * @throws CONFLICT after the deadline and grace period until the server has submitted the attempt, or while another
 * device is in use; FORBIDDEN outside the test's networks
 */
export async function submitAttempt(
  app: Services,
  scope: StudentScope,
  from: Origin,
  form: SubmitForm & { id: string },
) {
  const submitted = await writeSeated(app, async (tx) => {
    const sitting = await requireSitting(app, tx, scope, form)
    if (sitting.submittedAt !== null) return sitting
    const now = app.clock.now()
    if (!acceptsAnswers(now, sitting.deadline)) throw timeIsOver()
    const paper = await app.papers.of(tx, sitting)
    await requireSeat(tx, sitting, paper, from, form.writer, now)
    const open = isUntimed(sitting, paper) ? paper.plan.map((_, part) => part) : openParts(sitting, now)
    const { sheet, answered } = await mergeSent(tx, sitting, paper, form.answers, open)
    await mergeCode(tx, sitting, paper, form.answers, open, now)
    if (sheet !== sitting.answers) await attemptsRepo(tx).putSheet(sitting.id, sheet, answered, sitting.savedAt)
    if (typeof form.violations !== 'number') await addViolations(tx, sitting, form.violations, now)
    else if (form.violations > sitting.violationCount)
      await attemptsRepo(tx).update(sitting.id, { violationCount: form.violations })
    return close(app, tx, { ...sitting, answers: sheet }, 'student', now)
  })
  app.liveBoards.announce(submitted)
  return presentSubmission(app, submitted, await app.papers.of(app.db.read, submitted))
}

/** Maximum overdue attempts closed at once. Each is a write job of its own, so one that fails does not affect the others. */
const sweepBatch = 50

/**
 * Submits the saved answers of every attempt whose deadline and grace period have passed. Attempts that fail are logged
 * and retried in the next run.
 */
export async function submitOverdue(app: Services): Promise<void> {
  const failed = new Set<string>()
  while (true) {
    const before = app.clock.now() - graceMs
    const rows = await attemptsRepo(app.db.read).overdue(before, sweepBatch + failed.size)
    const waiting = rows.filter(({ id }) => !failed.has(id))
    if (waiting.length === 0) return
    const errors: unknown[] = []
    const closing = waiting.map(async ({ id }) => {
      try {
        const closed = await app.db.write((tx) => closeOverdue(app, tx, id))
        if (closed) app.liveBoards.announce(closed)
      } catch (error) {
        failed.add(id)
        errors.push(error)
        app.log.error({ err: error, attempt: id }, 'Failed to submit an overdue attempt')
      }
    })
    await Promise.all(closing)
    // More likely the database than every attempt.
    if (errors.length === waiting.length) throw errors[0]
  }
}

/** Closes an attempt, unless it was submitted or extended since it was read. */
async function closeOverdue(app: Services, tx: Db, id: string): Promise<Sitting | undefined> {
  const sitting = await attemptsRepo(tx).sitting(id)
  const now = app.clock.now()
  if (!sitting || sitting.submittedAt !== null || acceptsAnswers(now, sitting.deadline)) return undefined
  return close(app, tx, sitting, 'server', now)
}
