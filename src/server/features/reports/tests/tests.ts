import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { percentOf, round2 } from '#shared/numbers.ts'
import { averageOf, completionRateOf, noTotals, studentStatusOf } from '#shared/reports/reports.rules.ts'
import type {
  collegeResultsExport,
  FacultyTestsQuery,
  facultyTest,
  PlatformTestReport,
  TestStudentsQuery,
  testStudent,
  wholeTestStudentsQuery,
} from '#shared/reports/tests.schema.ts'
import { askedPage, type PageQuery, paginate } from '#shared/schema.ts'
import { hasPassed } from '#shared/tests/scheme.rules.ts'
import { getItems } from '../items/items.ts'
import { testNotFound } from '../reports.errors.ts'
import { collegeResultsFile } from './tests.exports.ts'
import { testReportsRepo } from './tests.repo.ts'

const minute = 60_000
/** Maximum top students in a report. */
const maxTop = 5

const none = { assigned: 0, students: 0, studentsPassed: 0, ...noTotals }

/** Accepts deleted tests. @throws NOT_FOUND */
export async function requireTest(app: Platform, testId: string) {
  const test = await testReportsRepo(app.db.read).test(testId)
  if (!test) throw testNotFound()
  return test
}

/** The owner's report on a test across colleges. @throws NOT_FOUND */
export async function getMasterReport(app: Platform, testId: string): Promise<PlatformTestReport> {
  const repo = testReportsRepo(app.db.read)
  const test = await requireTest(app, testId)
  const rows = await repo.colleges(testId)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const totalAssigned = sum(({ assigned }) => assigned)
  const totalAttempted = sum(({ students }) => students)
  return {
    test,
    totalAssigned,
    totalAttempted,
    averageScore: averageOf({
      completed: sum(({ completed }) => completed),
      percentages: sum(({ percentages }) => percentages),
    }),
    completionRate: completionRateOf(totalAttempted, totalAssigned),
    collegeResults: rows.map((row) => ({
      collegeId: row.collegeId,
      collegeName: row.collegeName,
      status: row.status,
      assigned: row.assigned,
      attempted: row.students,
      averageScore: averageOf(row),
    })),
  }
}

/** Number of pending offers. */
export const countWaitingOffers = (app: Platform) => testReportsRepo(app.db.read).countWaiting()

/** A page of pending offers. */
export async function findWaitingOffers(app: Platform, query: PageQuery) {
  const offers = await testReportsRepo(app.db.read).waiting(query)
  return { offers, pagination: paginate(query, await countWaitingOffers(app)) }
}

/** Exports a test's results per college. @throws NOT_FOUND */
export const exportMasterReport = async (
  app: Platform,
  { id, format, timeZone }: z.output<typeof collegeResultsExport>,
): Promise<Response> => collegeResultsFile(format, await getMasterReport(app, id), timeZone)

/** @throws NOT_FOUND unless the college accepted the test */
export async function requireAccepted(app: Platform, scope: CollegeScope, testId: string) {
  const test = await testReportsRepo(app.db.read).acceptedTest(scope, testId)
  if (!test) throw testNotFound()
  return test
}

function statisticsOf(totals: typeof none, { highest, lowest }: { highest: number | null; lowest: number | null }) {
  return {
    totalAssigned: totals.assigned,
    totalCompleted: totals.students,
    completionRate: completionRateOf(totals.students, totals.assigned),
    averageScore: averageOf(totals),
    highestScore: highest ?? 0,
    lowestScore: lowest ?? 0,
    passRate: percentOf(totals.studentsPassed, totals.students),
    passedStudents: totals.studentsPassed,
  }
}

/** A college's report on a test, without its students. @throws NOT_FOUND */
export async function getTestSummary(app: Platform, scope: CollegeScope, testId: string) {
  const { assignmentId: _, ...test } = await requireAccepted(app, scope, testId)
  const repo = testReportsRepo(app.db.read)
  const totals = (await repo.totals(scope, testId)) ?? none
  const sections = await repo.sections(scope, testId)
  const top = await repo.top(scope, testId, maxTop)
  return {
    test,
    statistics: statisticsOf(totals, await repo.extremes(scope, testId)),
    failedStudents: totals.students - totals.studentsPassed,
    attempts: totals.completed,
    sectionStats: sections.map((row) => ({
      section: row.section,
      avgScore: averageOf(row),
      students: row.students,
    })),
    topStudents: top.map((row) => ({
      ...row,
      percentage: row.percentage ?? 0,
      marksObtained: row.marksObtained ?? 0,
      totalMarks: row.totalMarks ?? 0,
    })),
  }
}

type StudentRow = Awaited<ReturnType<ReturnType<typeof testReportsRepo>['students']>>[number]

const secondsOf = ({ spentMs }: StudentRow) => (spentMs === null ? null : Math.round(spentMs / 1000))

const presentStudent = (row: StudentRow): z.input<typeof testStudent> => ({
  ...row,
  status: studentStatusOf(row),
  timeSpent: secondsOf(row),
  passed: row.percentage === null ? null : hasPassed({ ...row, percentage: row.percentage }),
})

/** A page of a test's assigned students. @throws NOT_FOUND */
export async function findTestStudents(app: Platform, scope: CollegeScope, query: TestStudentsQuery) {
  const { assignmentId } = await requireAccepted(app, scope, query.id)
  const repo = testReportsRepo(app.db.read)
  const rows = await repo.students(assignmentId, query.id, query)
  return {
    students: rows.map(presentStudent),
    pagination: paginate(query, await countOf(app, scope, assignmentId, query)),
  }
}

/** Derives the total from the stored sums where possible. */
async function countOf(app: Platform, scope: CollegeScope, assignmentId: string, query: TestStudentsQuery) {
  const repo = testReportsRepo(app.db.read)
  if (query.search || query.status === 'Not Attempted' || query.status === 'Being Marked')
    return repo.countStudents(assignmentId, query.id, query)
  const sums = (await repo.groupSums(scope, query.id, query)) ?? none
  if (query.status === 'Completed') return sums.students
  if (query.status === 'Pass') return sums.studentsPassed
  return query.status === 'Fail' ? sums.students - sums.studentsPassed : sums.assigned
}

/** A test's students by name, for REST: all of them unless a page is requested. @throws NOT_FOUND */
export async function listTestStudents(
  app: Platform,
  scope: CollegeScope,
  { id, ...query }: z.output<typeof wholeTestStudentsQuery>,
) {
  const sort = 'name'
  const page = askedPage(query)
  if (page) return findTestStudents(app, scope, { id, ...page, sort })
  const { assignmentId } = await requireAccepted(app, scope, id)
  const rows = await testReportsRepo(app.db.read).students(assignmentId, id, { sort })
  return { students: rows.map(presentStudent) }
}

/** A college admin's report on a test. @throws NOT_FOUND */
export async function getCollegeReport(app: Platform, scope: CollegeScope, testId: string) {
  const { test, statistics } = await getTestSummary(app, scope, testId)
  return { test, statistics, ...(await listTestStudents(app, scope, { id: testId })) }
}

/** A faculty member's report on a test. @throws NOT_FOUND */
export async function getFacultyReport(app: Services, scope: CollegeScope, testId: string) {
  const { test, statistics, failedStudents, sectionStats, topStudents } = await getTestSummary(app, scope, testId)
  const { assignmentId } = await requireAccepted(app, scope, testId)
  const { analysis, questions } = await getItems(app, { kind: 'faculty', scope }, testId)
  const rows = await testReportsRepo(app.db.read).students(
    assignmentId,
    testId,
    { status: 'Completed', sort: '-percentage' },
    true,
  )
  return {
    test,
    analytics: {
      totalStudents: statistics.totalAssigned,
      completed: statistics.totalCompleted,
      avgScore: statistics.averageScore,
      passPercentage: statistics.passRate,
      passedCount: statistics.passedStudents,
      failedCount: failedStudents,
    },
    sectionStats,
    topStudents,
    questionAnalysis: analysis.items.map((item, place) => ({
      questionNumber: questions[place]?.questionNumber ?? place + 1,
      questionText: questions[place]?.questionText ?? '',
      correctCount: item.correct,
      incorrectCount: item.incorrect,
      correctPercentage: item.correctPercentage,
    })),
    attempts: rows.map((row) => ({
      id: row.attemptId ?? '',
      studentName: row.name,
      studentEmail: row.email,
      batch: row.batch,
      branch: row.branch,
      section: row.section,
      marksObtained: row.marksObtained ?? 0,
      totalMarks: row.totalMarks ?? 0,
      percentage: row.percentage ?? 0,
      correctAnswers: row.correctAnswers ?? 0,
      incorrectAnswers: row.incorrectAnswers ?? 0,
      timeSpent: round2((row.spentMs ?? 0) / minute),
    })),
  }
}

type AcceptedRow = Awaited<ReturnType<ReturnType<typeof testReportsRepo>['accepted']>>[number]

const presentTest = (row: AcceptedRow): z.input<typeof facultyTest> => ({
  id: row.assignmentId,
  assignedDate: row.assignedAt,
  totalStudents: row.assigned,
  completed: row.students,
  avgScore: String(averageOf(row)),
  testId: row,
})

/** A page of the tests that the college accepted, with totals over all matches. */
export async function findFacultyTests(app: Platform, scope: CollegeScope, query: FacultyTestsQuery) {
  const repo = testReportsRepo(app.db.read)
  const rows = await repo.accepted(scope, query)
  const sums = (await repo.acceptedSums(scope, query)) ?? { tests: 0, ...none }
  return {
    tests: rows.map(presentTest),
    summary: {
      totalTests: sums.tests,
      studentsAssigned: sums.assigned,
      completed: sums.students,
      attempts: sums.completed,
      averageScore: averageOf(sums),
      completionRate: completionRateOf(sums.students, sums.assigned),
    },
    counts: await repo.acceptedKinds(scope),
    pagination: paginate(query, sums.tests),
  }
}
