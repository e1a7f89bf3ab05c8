import type { z } from 'zod'
import type { Column } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { PlatformDashboard, platformDashboard } from '#shared/dashboards/platform.schema.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { dateOf } from '#shared/reports/days.rules.ts'

/** A row of the report. The report's three parts share one table, which can be filtered in a spreadsheet. */
interface Line {
  part: 'Overview' | 'Platform growth' | 'Recent activity'
  item: string
  value?: number
  growth?: number
  details?: string
  at?: number
}

const columns: readonly Column<Line>[] = [
  { kind: 'text', field: 'part', heading: 'Part', width: 18, value: ({ part }) => part },
  { kind: 'text', field: 'item', heading: 'Item', width: 26, value: ({ item }) => item },
  { kind: 'integer', field: 'value', heading: 'Value', value: ({ value }) => value ?? null },
  { kind: 'number', field: 'growth', heading: 'Growth in 30 days (%)', value: ({ growth }) => growth ?? null },
  { kind: 'text', field: 'details', heading: 'Details', width: 60, value: ({ details }) => details ?? null },
  { kind: 'date', field: 'time', heading: 'Time', value: ({ at }) => at ?? null },
]

const overviewOf = ({ overview }: Pick<PlatformDashboard, 'overview'>): Line[] =>
  [
    { item: 'Total colleges', value: overview.totalColleges },
    { item: 'Total students', value: overview.totalStudents },
    { item: 'Active exams', value: overview.activeExams },
    { item: 'Completed tests', value: overview.completedTests },
  ].map((line) => ({ part: 'Overview', ...line }))

const growthOf = ({ platformGrowth }: Pick<PlatformDashboard, 'platformGrowth'>): Line[] =>
  [
    { item: 'New colleges', value: platformGrowth.newColleges, growth: platformGrowth.collegeGrowthPercentage },
    { item: 'New students', value: platformGrowth.newStudents, growth: platformGrowth.studentGrowthPercentage },
    { item: 'New faculty', value: platformGrowth.newFaculty, growth: platformGrowth.facultyGrowthPercentage },
    {
      item: 'Test completions',
      value: platformGrowth.newCompletions,
      growth: platformGrowth.testCompletionGrowthPercentage,
    },
  ].map((line) => ({ part: 'Platform growth', ...line }))

const activityOf = ({ recentActivity }: z.input<typeof platformDashboard>): Line[] =>
  recentActivity.map(({ description, details, createdAt }) => ({
    part: 'Recent activity',
    item: description,
    details,
    at: createdAt,
  }))

async function* onePage(lines: Line[]) {
  yield lines
}

/** The dashboard as a file, named with the date in the viewer's time zone. @param now ms UTC */
export const dashboardFile = (
  format: ExportFormat,
  dashboard: z.input<typeof platformDashboard>,
  timeZone: string,
  now: number,
): Response =>
  exportResponse(format, `dashboard-report-${dateOf(now, timeZone)}`, {
    title: 'Dashboard',
    list: 'lines',
    columns,
    timeZone,
    pages: onePage([...overviewOf(dashboard), ...growthOf(dashboard), ...activityOf(dashboard)]),
  })
