import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { groupPoints, scoreOf } from '#shared/coding/coding.rules.ts'
import { showGroup } from '#shared/coding/groups.schema.ts'
import type { submissionAnswer, submissionListAnswer, submissionListQuery } from '#shared/coding/submissions.schema.ts'
import { paginate } from '#shared/schema.ts'
import { isScoreShown } from '../../attempts/results.ts'
import { notReleased, submissionNotFound } from '../coding.errors.ts'
import { judgingRepo } from '../judging.repo.ts'
import { isInUnfinishedTest } from '../usage.ts'
import { type ListedRow, type SubmissionRow, submissionsRepo } from './submissions.repo.ts'
import { answerOf, roundedFigures, scoredCases } from './submissions.ts'

const present = (row: ListedRow) => ({
  id: row.id,
  status: row.status,
  score: row.score,
  language: row.language,
  testCasesPassed: row.passed,
  totalTestCases: row.total,
  ...roundedFigures(row),
  createdAt: row.createdAt,
})

/**
 * True if students may see their own submission: in practice, unless an unfinished test uses the question; in a test,
 * while they are taking it and once its scores are released.
 */
export async function isSubmissionShown(
  app: Platform,
  scope: Pick<StudentScope, 'collegeId'>,
  { questionId, attemptId }: Pick<SubmissionRow, 'questionId' | 'attemptId'>,
): Promise<boolean> {
  if (attemptId !== null) return isScoreShown(app, scope, attemptId)
  return !(await isInUnfinishedTest(app.db.read, questionId, app.clock.now()))
}

/**
 * A page of the student's own submissions to a question, newest first.
 * @throws CONFLICT while the test's scores are not released
 */
export async function findOwnSubmissions(
  app: Platform,
  scope: StudentScope,
  query: z.output<typeof submissionListQuery>,
) {
  const { questionId, testAttemptId = null } = query
  if (await isSubmissionShown(app, scope, { questionId, attemptId: testAttemptId }))
    return findSubmissions(app, scope, query)
  if (testAttemptId !== null) throw notReleased()
  return { submissions: [], pagination: paginate(query, 0) }
}

/** Returns one of the student's submissions. @throws NOT_FOUND, CONFLICT while the test's scores are not released */
export async function getOwnSubmission(app: Platform, scope: StudentScope, id: string) {
  const row = await submissionsRepo(app.db.read).findOwn(scope, id)
  if (!row) throw submissionNotFound()
  if (await isSubmissionShown(app, scope, row)) return getSubmission(app, scope, id)
  throw row.attemptId === null ? submissionNotFound() : notReleased()
}

/** A page of a student's submissions to a question, newest first, for staff. */
export async function findSubmissions(
  app: Platform,
  scope: StudentScope,
  query: z.output<typeof submissionListQuery>,
): Promise<z.input<typeof submissionListAnswer>> {
  const { questionId, testAttemptId = null, page, limit } = query
  const repo = submissionsRepo(app.db.read)
  const rows = await repo.history(scope, questionId, testAttemptId, limit, (page - 1) * limit)
  return {
    submissions: rows.map(present),
    pagination: paginate(query, await repo.countHistory(scope, questionId, testAttemptId)),
  }
}

/**
 * A student's submission with its code.
 * @param attemptId the attempt it must belong to
 * @throws NOT_FOUND, also for another student's submission
 */
export async function getSubmission(
  app: Platform,
  scope: StudentScope,
  id: string,
  attemptId?: string,
): Promise<z.input<typeof submissionAnswer>> {
  const repo = submissionsRepo(app.db.read)
  const row = await repo.findOwn(scope, id)
  if (!row || (attemptId !== undefined && row.attemptId !== attemptId)) throw submissionNotFound()
  const { questionId, code } = row
  const cases = await repo.shownCases(questionId)
  const { testResults = [], error } = answerOf(row, cases) ?? {}
  const { groups = [] } = (await judgingRepo(app.db.read).question(questionId)) ?? {}
  const results = row.cases.map(([verdict, , , score], place) => ({ place, verdict, score }))
  const scored = results.length === cases.length ? scoredCases(results, cases) : []
  const hasGroups = groups.length > 0 && results.length > 0
  // The points are not stored, so they are shown only while they lead to the same score.
  const areSame = scored.length > 0 && scoreOf(scored, groups) === row.score
  return {
    submission: {
      ...present(row),
      questionId,
      code,
      testResults,
      ...(hasGroups && areSame ? { groups: groups.map(showGroup), groupPoints: groupPoints(groups, scored) } : {}),
      ...(hasGroups && !areSame ? { groupsChanged: true } : {}),
      ...(error === undefined ? {} : { error }),
    },
  }
}
