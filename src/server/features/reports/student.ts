import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { timeSpentOn } from '#shared/attempts/attempts.rules.ts'
import { releaseOf } from '#shared/attempts/release.rules.ts'
import {
  answersBySubject,
  matches,
  minutesOf,
  performanceOf,
  type SubmittedAttempt,
  sorted,
  summaryOf,
} from '#shared/reports/student.rules.ts'
import type { OwnReportsQuery, ownReport } from '#shared/reports/student.schema.ts'
import { paginate } from '#shared/schema.ts'
import { hasPassed } from '#shared/tests/scheme.rules.ts'
import { studentReportsRepo } from './student.repo.ts'

/** The viewer of a student's report. Students do not see unreleased scores. */
export type Viewer = 'student' | 'staff'

const noFigures = { marksObtained: 0, correctAnswers: 0, incorrectAnswers: 0, unanswered: 0, percentage: 0 }

/**
 * All of a student's submitted attempts. One read, because there are few and the totals above a page need all of them.
 */
async function findSubmitted(app: Platform, scope: StudentScope, viewer: Viewer): Promise<SubmittedAttempt[]> {
  const repo = studentReportsRepo(app.db.read)
  const rows = await repo.submitted(scope)
  const withCode = rows.filter(({ codingCount }) => codingCount > 0).map(({ id }) => id)
  const waiting = new Map(
    (withCode.length > 0 ? await repo.pendingCode(withCode) : []).map((row) => [row.attemptId, row.programs]),
  )
  const now = app.clock.now()
  return rows.map(({ codingCount, startedAt, deadline, pausedMs, release, ...row }) => {
    const { isOut, at } = releaseOf(release, now).score
    return {
      ...row,
      ...(viewer === 'student' && !isOut && { ...noFigures, held: { until: at } }),
      ...(row.pendingMarks > 0 && { ...noFigures, held: { until: null } }),
      spentMs: timeSpentOn({ startedAt, deadline, pausedMs }, row.submittedAt),
      pendingCode: waiting.get(row.id) ?? 0,
    }
  })
}

const isShown = ({ held }: SubmittedAttempt) => held === undefined
const blank = { marksObtained: null, correctAnswers: null, incorrectAnswers: null, unanswered: null, percentage: null }

const present = ({
  submittedAt,
  spentMs,
  number,
  counts: _,
  held,
  passed,
  pendingMarks,
  ...row
}: SubmittedAttempt): z.input<typeof ownReport> => ({
  ...row,
  ...(number > 1 && { attemptNumber: number }),
  ...(pendingMarks > 0 && { pendingMarks }),
  status: hasPassed({ ...row, passed }) ? 'Pass' : 'Fail',
  completedAt: submittedAt,
  timeSpent: minutesOf(spentMs),
  ...(held && { ...blank, status: null, releaseAt: held.until }),
})

/** The student's submitted attempts that match the filter, in the requested order. */
export async function findMatching(
  app: Platform,
  scope: StudentScope,
  query: Omit<OwnReportsQuery, 'page' | 'limit'>,
  viewer: Viewer,
): Promise<SubmittedAttempt[]> {
  const found = (await findSubmitted(app, scope, viewer)).filter((one) => matches(one, query))
  return sorted(found, query.sort)
}

/** A page of a student's reports, with totals over all matches that the viewer may see. */
export async function findOwnReports(app: Platform, scope: StudentScope, query: OwnReportsQuery, viewer: Viewer) {
  const found = await findMatching(app, scope, query, viewer)
  const shown = found.filter(isShown)
  const first = (query.page - 1) * query.limit
  return {
    reports: found.slice(first, first + query.limit).map(present),
    summary: summaryOf(shown),
    subjects: answersBySubject(shown),
    pagination: paginate(query, found.length),
  }
}

/** Summary of a student's tests, without scores hidden from the viewer. */
export const getOwnPerformance = async (app: Platform, scope: StudentScope, viewer: Viewer) =>
  performanceOf((await findSubmitted(app, scope, viewer)).filter(isShown))
