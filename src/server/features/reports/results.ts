import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { round2 } from '#shared/numbers.ts'
import { averageOf, noTotals } from '#shared/reports/reports.rules.ts'
import type { ResultFilter, ResultRowsQuery, resultRows, resultsQuery } from '#shared/reports/results.schema.ts'
import { askedPage, paginate } from '#shared/schema.ts'
import { hasPassed } from '#shared/tests/scheme.rules.ts'
import { performanceRepo } from './performance/performance.repo.ts'
import { type Plan, resultsRepo } from './results.repo.ts'

const minute = 60_000

type Row = Awaited<ReturnType<ReturnType<typeof resultsRepo>['rows']>>[number]

const present = ({ student, spentMs, passed, ...row }: Row): z.input<typeof resultRows>['reports'][number] => ({
  ...row,
  studentName: student.name,
  studentEmail: student.email,
  batch: student.batch,
  branch: student.branch,
  section: student.section,
  status: hasPassed({ ...row, passed }) ? 'Pass' : 'Fail',
  timeSpent: round2(spentMs / minute),
})

/** Totals of all matching results. */
export async function getResultSummary(app: Platform, scope: CollegeScope, filter: ResultFilter) {
  const repo = resultsRepo(app.db.read)
  const counted = filter.studentName ? await repo.counted(scope, filter) : undefined
  const totals = counted ?? (await repo.sums(scope, filter)) ?? noTotals
  return {
    totalAttempts: totals.completed,
    students: counted?.students ?? (await countStudents(app, scope, filter)),
    passed: totals.passed,
    failed: totals.completed - totals.passed,
    averagePercentage: averageOf(totals),
  }
}

async function countStudents(app: Platform, scope: CollegeScope, filter: ResultFilter) {
  if (filter.testType || filter.subject) return resultsRepo(app.db.read).countStudents(scope, filter)
  return (await performanceRepo(app.db.read).sums(scope, filter))?.active ?? 0
}

/**
 * Chooses the plan that reads the fewest rows for a page. @param matched number of matches, ignoring the name search
 */
async function planFor(
  app: Platform,
  scope: CollegeScope,
  { page, limit, studentName, testType, subject, ...group }: ResultRowsQuery,
  matched: number,
): Promise<Plan> {
  if (studentName) return 'people'
  const { sums } = performanceRepo(app.db.read)
  const [all, people, tests] = await Promise.all([
    sums(scope, {}),
    sums(scope, group),
    resultsRepo(app.db.read).sums(scope, { testType, subject }),
  ])
  // A scan in order continues until the page is full.
  const scanned = (Math.min(page * limit, matched) * (all?.completed ?? 0)) / matched
  const ofPeople = (people?.students ?? 0) + (people?.completed ?? 0)
  const ofTests = tests?.completed ?? 0
  if (scanned <= Math.min(ofPeople, ofTests)) return 'order'
  return ofPeople < ofTests ? 'people' : 'tests'
}

/** A page of the college's results. */
export async function findResults(app: Platform, scope: CollegeScope, query: ResultRowsQuery) {
  const repo = resultsRepo(app.db.read)
  const { completed } = (await (query.studentName ? repo.counted : repo.sums)(scope, query)) ?? noTotals
  const rows = completed > 0 ? await repo.rows(scope, query, await planFor(app, scope, query, completed)) : []
  return { reports: rows.map(present), pagination: paginate(query, completed) }
}

/** Results for faculty: all of them unless a page is requested. */
export async function listResults(app: Platform, scope: CollegeScope, query: z.output<typeof resultsQuery>) {
  const sort = '-completed'
  const page = askedPage(query)
  if (page) return findResults(app, scope, { ...query, ...page, sort })
  const rows = await resultsRepo(app.db.read).rows(scope, { ...query, sort }, 'order')
  return { reports: rows.map(present) }
}
