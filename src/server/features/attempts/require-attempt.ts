import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { acceptsAnswers, positionAt } from '#shared/attempts/clock.rules.ts'
import { requireStudentTest } from '../assignments/assignments.ts'
import { alreadySubmitted, attemptNotFound, notStartedByStudent, testNotFound, timeIsOver } from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo } from './attempts.repo.ts'
import type { Paper } from './paper.ts'

/** The attempt's state, part of every exam room response. */
export function standingAt(attempt: AttemptRow, paper: Paper, now: number) {
  const { part, partDeadline } = positionAt(attempt, now)
  const { plan, currentPart, partOpenedAt } = attempt
  return {
    serverTime: now,
    deadline: attempt.deadline,
    clock: { plan, currentPart, partOpenedAt },
    ...(paper.sections.length > 0 || paper.plan.length > 1
      ? { currentSection: part, sectionDeadline: partDeadline }
      : {}),
  }
}

/** The target of a call: a test and an attempt at it, by default the latest. */
interface Target {
  id: string
  attemptId?: string | undefined
}

/** Returns the target attempt. @throws NOT_FOUND, CONFLICT before the start */
export async function requireSitting(app: Platform, db: Db, scope: StudentScope, { id, attemptId }: Target) {
  const sitting = await attemptsRepo(db).findSitting(scope, id, attemptId)
  if (sitting) return sitting
  const reason = await whyNotStarted(app, scope, id)
  throw attemptId === undefined ? reason : attemptNotFound()
}

/** Returns the target attempt of a save or section change. @throws CONFLICT when it no longer accepts answers */
export async function requireRunning(app: Platform, tx: Db, scope: StudentScope, target: Target, now: number) {
  const sitting = await requireSitting(app, tx, scope, target)
  requireOpen(sitting, now)
  return sitting
}

/** @throws CONFLICT when the attempt no longer accepts answers */
export function requireOpen({ submittedAt, deadline }: AttemptRow, now: number): void {
  if (submittedAt !== null) throw alreadySubmitted()
  if (!acceptsAnswers(now, deadline)) throw timeIsOver()
}

/** Returns the error for a missing attempt: test deleted or not started. @throws NOT_FOUND when it is not assigned */
export async function whyNotStarted(app: Platform, scope: StudentScope, testId: string) {
  const { test } = await requireStudentTest(app, scope, testId)
  return test.deletedAt === null ? notStartedByStudent() : testNotFound()
}

/**
 * Checks that the student has started a test. @throws NOT_FOUND when the test is not assigned, CONFLICT before the
 * start
 */
export async function requireAttempt(app: Platform, scope: StudentScope, testId: string): Promise<void> {
  if (!(await attemptsRepo(app.db.read).hasStarted(scope, testId))) throw await whyNotStarted(app, scope, testId)
}
