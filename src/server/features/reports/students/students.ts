import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type {
  attemptSubmissionById,
  attemptSubmissionsQuery,
  studentExportQuery,
} from '#shared/reports/students.schema.ts'
import { findRunning, requireSubmitted } from '../../attempts/review.ts'
import { findSubmissions, getSubmission } from '../../coding/submissions/history.ts'
import { getStudent } from '../../members/members.ts'
import { findMatching, getOwnPerformance } from '../student.ts'
import { attemptsFile } from './students.exports.ts'
import { studentsRepo } from './students.repo.ts'

/** A student's details, summary and running tests. */
export async function getStudentOverview(app: Platform, scope: StudentScope) {
  return {
    student: await getStudent(app, scope, scope.studentId),
    assigned: await studentsRepo(app.db.read).countAssigned(scope),
    performance: await getOwnPerformance(app, scope, 'staff'),
    running: await findRunning(app, scope),
  }
}

/** A page of an attempt's submissions to a coding question. @throws NOT_FOUND, CONFLICT while the attempt is running */
export async function findAttemptSubmissions(
  app: Platform,
  scope: StudentScope,
  { attemptId, ...query }: z.output<typeof attemptSubmissionsQuery>,
) {
  await requireSubmitted(app, scope, attemptId)
  return findSubmissions(app, scope, { ...query, testAttemptId: attemptId })
}

/**
 * A submission with its code and the verdict of each case. @throws NOT_FOUND, CONFLICT while the attempt is running
 */
export async function getAttemptSubmission(
  app: Platform,
  scope: StudentScope,
  { attemptId, submissionId }: z.output<typeof attemptSubmissionById>,
) {
  await requireSubmitted(app, scope, attemptId)
  return getSubmission(app, scope, submissionId, attemptId)
}

/** Exports the submitted attempts that match the filter. */
export async function exportAttempts(
  app: Platform,
  scope: StudentScope,
  { format, timeZone, studentId, ...filter }: z.output<typeof studentExportQuery>,
): Promise<Response> {
  const { name } = await getStudent(app, scope, studentId)
  return attemptsFile(format, name, await findMatching(app, scope, filter, 'staff'), timeZone)
}
