import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { startOfDay } from '#shared/reports/days.rules.ts'
import type {
  analyticsOverview,
  analyticsQuery,
  PerformanceFilter,
  PerformanceRowsQuery,
  performanceQuery,
} from '#shared/reports/performance.schema.ts'
import { averageOf, noTotals, passRateOf, type Totals } from '#shared/reports/reports.rules.ts'
import type { GroupFilter } from '#shared/reports/reports.schema.ts'
import { paginate } from '#shared/schema.ts'
import { countPlatform } from '../../colleges/overview.ts'
import { preferGroupScan } from '../reports.repo.ts'
import { filteredRepo } from './filtered.repo.ts'
import { attemptedOf, getPerformanceTrend } from './filtered.ts'
import { type Attempted, type Extent, performanceRepo } from './performance.repo.ts'

/** Maximum recent attempts in a report. */
const maxRecent = 10
/** Maximum students in a report when no page is requested. */
const maxStudents = 200

const figuresOf = (totals: Totals) => ({
  totalAttempts: totals.completed,
  averagePercentage: averageOf(totals),
  marksObtained: totals.marksObtained,
  totalMarks: totals.totalMarks,
})

const none = { students: 0, active: 0, ...noTotals }

type Repo = ReturnType<typeof performanceRepo>

const presentRow = ({
  id,
  name,
  email,
  branch,
  batch,
  section,
  ...totals
}: Awaited<ReturnType<Repo['rows']>>[number]) => ({
  student: { id, name, email, branch, batch, section },
  ...figuresOf(totals),
})

const presentAttempt = ({
  attemptId,
  student,
  testId,
  testName,
  subject,
  submittedAt,
  ...figures
}: Awaited<ReturnType<Repo['latest']>>[number]) => ({
  id: attemptId,
  studentId: student,
  testId: { id: testId, testName, subject },
  ...figures,
  createdAt: submittedAt,
})

/** Totals of a group and of everybody, used to choose the query plan. */
async function groupAndAll(repo: Repo, extent: Extent, filter: GroupFilter) {
  const [group = none, all = none] = await Promise.all([repo.sums(extent, filter), repo.sums(extent, {})])
  return { group, all }
}
type Sums = Awaited<ReturnType<typeof groupAndAll>>

/** True to find a page within the group rather than by scanning everybody's totals. */
const isFew = ({ group, all }: Sums, needed: number) =>
  preferGroupScan(needed, { students: group.students, completed: group.active }, all.active)

async function summarize(repo: Repo, extent: Extent, filter: GroupFilter, { group, all }: Sums) {
  const sections = await repo.sections(extent, filter)
  const few = preferGroupScan(maxRecent, group, all.completed)
  const latest = group.completed > 0 ? await repo.latest(extent, filter, {}, maxRecent, few) : []
  return {
    summary: {
      totalStudents: group.students,
      totalAttempts: group.completed,
      averagePercentage: averageOf(group),
    },
    sectionPerformance: sections.map(({ section, students, ...totals }) => ({
      section,
      studentsCount: students,
      ...figuresOf(totals),
    })),
    attempts: latest.map(presentAttempt),
  }
}

/**
 * Same as `summarize`, but for a subset of attempts. Students and sections without such attempts still count.
 */
async function summarizeFiltered(app: Platform, extent: Extent, filter: GroupFilter, attempted: Attempted) {
  const repo = performanceRepo(app.db.read)
  const { group, all } = await groupAndAll(repo, extent, filter)
  const found = await filteredRepo(app.db.read).sections(extent, filter, attempted)
  const bySection = new Map(found.map((row) => [row.section, row]))
  const completed = found.reduce((sum, row) => sum + row.completed, 0)
  const percentages = found.reduce((sum, row) => sum + row.percentages, 0)
  const few = preferGroupScan(maxRecent, group, all.completed)
  const latest = completed > 0 ? await repo.latest(extent, filter, attempted, maxRecent, few) : []
  return {
    summary: {
      totalStudents: group.students,
      totalAttempts: completed,
      averagePercentage: averageOf({ completed, percentages }),
    },
    sectionPerformance: (await repo.sections(extent, filter)).map(({ section, students }) => ({
      section,
      studentsCount: students,
      ...figuresOf(bySection.get(section) ?? noTotals),
    })),
    attempts: latest.map(presentAttempt),
  }
}

/** Totals of the selected groups, overall and by section, with their latest attempts. */
export async function getPerformanceSummary(app: Platform, extent: Extent, filter: PerformanceFilter) {
  const attempted = attemptedOf(filter)
  if (attempted) return summarizeFiltered(app, extent, filter, attempted)
  const repo = performanceRepo(app.db.read)
  return summarize(repo, extent, filter, await groupAndAll(repo, extent, filter))
}

/** A page of the students with attempts. */
export async function findPerformanceRows(app: Platform, scope: CollegeScope, query: PerformanceRowsQuery) {
  const repo = performanceRepo(app.db.read)
  const slice = { limit: query.limit, offset: (query.page - 1) * query.limit }
  const attempted = attemptedOf(query)
  if (attempted) {
    const rows = await filteredRepo(app.db.read).rows(scope, query, attempted, query.sort, slice)
    return { performance: rows.map(presentRow), pagination: paginate(query, rows[0]?.total ?? 0) }
  }
  const sums = await groupAndAll(repo, scope, query)
  const few = Boolean(query.search) || isFew(sums, query.page * query.limit)
  const rows = await repo.rows(scope, query, query.sort, slice, few)
  const total = query.search ? await repo.countRows(scope, query) : sums.group.active
  return { performance: rows.map(presentRow), pagination: paginate(query, total) }
}

/** Performance report of a college, or of the platform. */
export async function getPerformanceReport(app: Platform, extent: Extent, query: z.output<typeof performanceQuery>) {
  const repo = performanceRepo(app.db.read)
  const { page = 1, limit = maxStudents } = query
  const slice = { limit, offset: (page - 1) * limit }
  const sums = await groupAndAll(repo, extent, query)
  const rows = await repo.rows(extent, query, '-average', slice, isFew(sums, page * limit))
  return {
    ...(await summarize(repo, extent, query, sums)),
    students: await repo.students(extent, query, slice),
    performance: rows.map(presentRow),
    pagination: paginate({ page, limit }, sums.group.students),
  }
}

/** The platform's report with counts of colleges, faculty and tests. */
export async function getMasterOverview(app: Platform, query: z.output<typeof performanceQuery>) {
  const { colleges, faculty } = await countPlatform(app)
  return {
    ...(await getPerformanceReport(app, null, query)),
    totalColleges: colleges,
    totalFaculty: faculty,
    totalTests: await performanceRepo(app.db.read).countTests(),
  }
}

/** A college's report for the owner, without students' names. */
export async function getCollegePerformance(app: Platform, scope: CollegeScope, timeZone: string) {
  const repo = performanceRepo(app.db.read)
  const totals = (await repo.sums(scope, {})) ?? none
  const subjects = await repo.subjects(scope)
  return {
    totalAttempts: totals.completed,
    averagePercentage: averageOf(totals),
    passRate: passRateOf(totals),
    lastSubmittedAt: (await repo.lastSubmission(scope)) ?? null,
    subjects: subjects.map(({ subject, ...sums }) => ({
      subject,
      attempts: sums.completed,
      averagePercentage: averageOf(sums),
    })),
    trend: await getPerformanceTrend(app, scope, { timeZone }),
  }
}

/** Totals of the college's submissions over the last `timeRange` days in the viewer's time zone. */
export async function getAnalytics(
  app: Platform,
  scope: CollegeScope,
  { timeRange, timeZone }: z.output<typeof analyticsQuery>,
): Promise<z.input<typeof analyticsOverview>> {
  const repo = performanceRepo(app.db.read)
  const { students } = (await repo.sums(scope, {})) ?? none
  const totals = (await repo.sumsSince(scope, startOfDay(app.clock.now(), timeZone, 1 - timeRange))) ?? noTotals
  return {
    timeRange,
    analytics: {
      totalStudents: students,
      completed: totals.completed,
      avgScore: averageOf(totals),
      passPercentage: passRateOf(totals),
      passedCount: totals.passed,
      failedCount: totals.completed - totals.passed,
    },
  }
}
