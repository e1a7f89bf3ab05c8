import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { isPass, timeSpentOn } from '#shared/attempts/rules.ts'
import {
  answersBySubject,
  matches,
  minutesOf,
  performanceOf,
  type Sat,
  sorted,
  summaryOf,
} from '#shared/reports/student/rules.ts'
import type { OwnReportsQuery, ownPerformance, ownReport, ownReports } from '#shared/reports/student/schema.ts'
import { paginate } from '#shared/schema.ts'
import { studentReportsRepo } from './repo.ts'

/**
 * Everything a student has submitted. One read: nobody sits more tests than a screen could sum up, and the figures above a page
 * need all of them anyway.
 */
async function findSat(app: Platform, scope: StudentScope): Promise<Sat[]> {
  const repo = studentReportsRepo(app.db.read)
  const rows = await repo.submitted(scope)
  const withCode = rows.filter(({ codingCount }) => codingCount > 0).map(({ id }) => id)
  const waiting = new Map(
    (withCode.length > 0 ? await repo.pendingCode(withCode) : []).map((row) => [row.attemptId, row.programs]),
  )
  return rows.map(({ codingCount, startedAt, deadline, pausedMs, ...row }) => ({
    ...row,
    spentMs: timeSpentOn({ startedAt, deadline, pausedMs }, row.submittedAt),
    pendingCode: waiting.get(row.id) ?? 0,
  }))
}

const present = ({ submittedAt, spentMs, number, counts: _, ...row }: Sat): z.input<typeof ownReport> => ({
  ...row,
  ...(number > 1 && { attemptNumber: number }),
  status: isPass(row.percentage) ? 'Pass' : 'Fail',
  completedAt: submittedAt,
  timeSpent: minutesOf(spentMs),
})

/** The student's submitted attempts that the filter finds, in its order. */
export async function findMatching(
  app: Platform,
  scope: StudentScope,
  query: Omit<OwnReportsQuery, 'page' | 'limit'>,
): Promise<Sat[]> {
  const found = (await findSat(app, scope)).filter((one) => matches(one, query))
  return sorted(found, query.sort)
}

/** A page of the student's own reports, and the figures of all that the filter finds. */
export async function findOwnReports(
  app: Platform,
  scope: StudentScope,
  query: OwnReportsQuery,
): Promise<z.input<typeof ownReports>> {
  const found = await findMatching(app, scope, query)
  const first = (query.page - 1) * query.limit
  return {
    reports: found.slice(first, first + query.limit).map(present),
    summary: summaryOf(found),
    subjects: answersBySubject(found),
    pagination: paginate(query, found.length),
  }
}

/** What the student's tests come to. */
export const getOwnPerformance = async (app: Platform, scope: StudentScope): Promise<z.input<typeof ownPerformance>> =>
  performanceOf(await findSat(app, scope))
