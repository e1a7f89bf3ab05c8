import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { attemptProgress } from '#shared/attempts/review.schema.ts'
import { questionsOf } from '#shared/tests/size.rules.ts'
import { attemptNotFound, notSubmitted } from './attempts.errors.ts'
import { attemptsRepo } from './attempts.repo.ts'
import { liveRepo } from './live.repo.ts'
import { presentReport } from './results.ts'
import { reviewRepo } from './review.repo.ts'

type Row = Awaited<ReturnType<ReturnType<typeof reviewRepo>['running']>>[number]

const present = ({ studentName: _, numberOfQuestions, codingCount, ...row }: Row): z.input<typeof attemptProgress> => ({
  ...row,
  questions: questionsOf({ numberOfQuestions, codingCount }),
})

/** Progress of each running attempt of a student. */
export const findRunning = async (app: Platform, scope: StudentScope) =>
  (await reviewRepo(app.db.read).running(scope)).map(present)

/** @throws NOT_FOUND, also for another student's attempt */
async function requireAttempt(app: Platform, scope: StudentScope, attemptId: string): Promise<Row> {
  const row = await reviewRepo(app.db.read).find(scope, attemptId)
  if (!row) throw attemptNotFound()
  return row
}

/** @throws NOT_FOUND, CONFLICT while the attempt is running */
export async function requireSubmitted(app: Platform, scope: StudentScope, attemptId: string): Promise<void> {
  if ((await requireAttempt(app, scope, attemptId)).submittedAt === null) throw notSubmitted()
}

/**
 * Returns an attempt's progress for college staff and, once it is submitted, its report. @throws NOT_FOUND
 */
export async function reviewAttempt(app: Services, scope: StudentScope, attemptId: string) {
  const row = await requireAttempt(app, scope, attemptId)
  const sitting = row.submittedAt === null ? undefined : await attemptsRepo(app.db.read).sitting(attemptId)
  return {
    studentName: row.studentName,
    progress: present(row),
    violations: await liveRepo(app.db.read).violationsOf(attemptId),
    report: sitting ? await presentReport(app, sitting) : null,
  }
}
