import type { z } from 'zod'
import { type Column, pagesBy } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope, Reach } from '#server/platform/scope.ts'
import { round2 } from '#shared/numbers.ts'
import { dateOf } from '#shared/reports/days.rules.ts'
import type { performanceExportQuery } from '#shared/reports/performance.schema.ts'
import { averageOf, studentStatusOf } from '#shared/reports/reports.rules.ts'
import type { testExportQuery } from '#shared/reports/tests.schema.ts'
import { filteredRepo } from './performance/filtered.repo.ts'
import { attemptedOf } from './performance/filtered.ts'
import { performanceRepo } from './performance/performance.repo.ts'
import { refusedExtent } from './reports.errors.ts'
import { onePage } from './tests/tests.exports.ts'
import { testReportsRepo } from './tests/tests.repo.ts'
import { requireAccepted } from './tests/tests.ts'

/** Maximum rows per read. A read takes a few milliseconds, and other calls can run in between. */
const rowsPerBatch = 500

type StudentRow = Awaited<ReturnType<ReturnType<typeof testReportsRepo>['students']>>[number]

/** Columns of a test's report, in order. */
const studentColumns: readonly Column<StudentRow>[] = [
  { kind: 'text', field: 'name', heading: 'Student Name', width: 28, value: ({ name }) => name },
  { kind: 'text', field: 'idNumber', heading: 'ID Number', value: ({ idNumber }) => idNumber },
  { kind: 'text', field: 'branch', heading: 'Branch', value: ({ branch }) => branch },
  { kind: 'text', field: 'batch', heading: 'Batch', value: ({ batch }) => batch },
  { kind: 'text', field: 'section', heading: 'Section', value: ({ section }) => section },
  {
    kind: 'text',
    field: 'status',
    heading: 'Status',
    value: studentStatusOf,
  },
  { kind: 'number', field: 'marksObtained', heading: 'Marks Obtained', value: ({ marksObtained }) => marksObtained },
  { kind: 'number', field: 'totalMarks', heading: 'Total Marks', value: ({ totalMarks }) => totalMarks },
  { kind: 'percent', field: 'percentage', heading: 'Percentage', value: ({ percentage }) => percentage },
  {
    kind: 'number',
    field: 'timeSpent',
    heading: 'Time Spent (min)',
    value: ({ spentMs }) => (spentMs === null ? null : round2(Math.round(spentMs / 1000) / 60)),
  },
]

/** Exports the students of a test with their results, by name. @throws NOT_FOUND */
export async function exportTestStudents(
  app: Platform,
  scope: CollegeScope,
  { id, format, timeZone, ...filter }: z.output<typeof testExportQuery>,
): Promise<Response> {
  const { assignmentId, testName } = await requireAccepted(app, scope, id)
  const repo = testReportsRepo(app.db.read)
  return exportResponse(format, `${testName}_results`, {
    title: testName,
    list: 'results',
    columns: studentColumns,
    timeZone,
    pages: pagesBy<StudentRow>((after) => repo.studentsAfter(assignmentId, id, filter, after, rowsPerBatch)),
  })
}

type RankedRow = Awaited<ReturnType<ReturnType<typeof performanceRepo>['rowsAfter']>>[number]
type PerformanceRow = Omit<Awaited<ReturnType<ReturnType<typeof filteredRepo>['rows']>>[number], 'total'>

const performanceColumns = (withCollege: boolean): readonly Column<PerformanceRow>[] => [
  { kind: 'text', field: 'name', heading: 'Student Name', width: 28, value: ({ name }) => name },
  { kind: 'text', field: 'email', heading: 'Email', width: 32, value: ({ email }) => email },
  { kind: 'text', field: 'idNumber', heading: 'ID Number', value: ({ idNumber }) => idNumber },
  ...(withCollege
    ? [
        {
          kind: 'text',
          field: 'college',
          heading: 'College',
          width: 28,
          value: (row: PerformanceRow) => row.college,
        } as const,
      ]
    : []),
  { kind: 'text', field: 'branch', heading: 'Branch', value: ({ branch }) => branch },
  { kind: 'text', field: 'batch', heading: 'Batch', value: ({ batch }) => batch },
  { kind: 'text', field: 'section', heading: 'Section', value: ({ section }) => section },
  { kind: 'integer', field: 'totalAttempts', heading: 'Total Attempts', value: ({ completed }) => completed },
  { kind: 'percent', field: 'averagePercentage', heading: 'Average Score', value: averageOf },
  { kind: 'number', field: 'marksObtained', heading: 'Marks Obtained', value: ({ marksObtained }) => marksObtained },
  { kind: 'number', field: 'totalMarks', heading: 'Total Marks', value: ({ totalMarks }) => totalMarks },
]

/** Exports students' performance, best first, for a college or the whole platform. */
export async function exportPerformance(
  app: Platform,
  reach: Reach,
  { format, timeZone, ...filter }: z.output<typeof performanceExportQuery>,
): Promise<Response> {
  if (reach.kind === 'student') throw refusedExtent()
  const extent = reach.kind === 'platform' ? null : reach.scope
  const attempted = attemptedOf({ ...filter, timeZone })
  const name = `performance-report-${dateOf(app.clock.now(), timeZone)}`
  return exportResponse(format, name, {
    title: 'Performance',
    list: 'performance',
    columns: performanceColumns(extent === null),
    timeZone,
    pages: attempted
      ? onePage(await filteredRepo(app.db.read).rows(extent, filter, attempted, '-average', { limit: -1, offset: 0 }))
      : pagesBy<RankedRow>((after) => performanceRepo(app.db.read).rowsAfter(extent, filter, after, rowsPerBatch)),
  })
}
