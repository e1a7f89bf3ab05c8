import type { Column } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { completionRateOf } from '#shared/reports/reports.rules.ts'
import type { PlatformTestReport } from '#shared/reports/tests.schema.ts'

type CollegeResult = PlatformTestReport['collegeResults'][number]

const collegeColumns: readonly Column<CollegeResult>[] = [
  { kind: 'text', field: 'collegeName', heading: 'College', width: 40, value: ({ collegeName }) => collegeName },
  { kind: 'integer', field: 'assigned', heading: 'Students Assigned', value: ({ assigned }) => assigned },
  { kind: 'integer', field: 'attempted', heading: 'Attempted', value: ({ attempted }) => attempted },
  {
    kind: 'percent',
    field: 'completionRate',
    heading: 'Completion Rate',
    value: ({ assigned, attempted }) => (assigned === 0 ? null : completionRateOf(attempted, assigned)),
  },
  {
    kind: 'percent',
    field: 'averageScore',
    heading: 'Average Score',
    // Without any attempts, an average of 0 would look like a very bad result.
    value: ({ attempted, averageScore }) => (attempted === 0 ? null : averageScore),
  },
]

/** Wraps rows in a single page. */
export async function* onePage<Row>(rows: readonly Row[]) {
  yield rows
}

/** A test's results per college, as a file. */
export const collegeResultsFile = (
  format: ExportFormat,
  { test, collegeResults }: PlatformTestReport,
  timeZone: string,
): Response =>
  exportResponse(format, `${test.testName}_results`, {
    title: 'Colleges',
    list: 'colleges',
    columns: collegeColumns,
    timeZone,
    pages: onePage(collegeResults),
  })
