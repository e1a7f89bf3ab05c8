import { z } from 'zod'
import { exportQuery } from '../exports.ts'
import { idSchema, isoTime, pageQuery, pagination, percentage, wholeOrPage } from '../schema.ts'
import { passMarkOfTests } from '../tests/scheme.schema.ts'
import { subjects } from '../tests/tests.schema.ts'
import { count, groupFilter, reportStudent } from './reports.schema.ts'
import { spanUnits } from './spans.rules.ts'
import { analytics } from './tests.schema.ts'

const person = z.object({ id: idSchema, ...reportStudent.shape })

const figures = {
  totalAttempts: count,
  averagePercentage: percentage,
  marksObtained: z.number(),
  totalMarks: z.number(),
}

const summary = z.object({ totalStudents: count, totalAttempts: count, averagePercentage: percentage })
const sectionPerformance = z.array(z.object({ section: z.string(), studentsCount: count, ...figures }))
const performanceRow = z.object({ student: person, ...figures })
const recentAttempt = z.object({
  id: idSchema,
  studentId: person,
  testId: z.object({ id: idSchema, testName: z.string(), subject: z.string() }),
  percentage,
  marksObtained: z.number(),
  totalMarks: z.number(),
  createdAt: isoTime.describe('Time of submission'),
})

/** The original API's Performance report: `students` by name; `performance` of students with attempts, best first. */
export const performanceReport = z.object({
  summary,
  students: z.array(person),
  performance: z.array(performanceRow),
  attempts: z.array(recentAttempt).describe('The latest 10'),
  sectionPerformance,
  pagination: pagination.describe('Paging of `students`; `performance` has the same pages'),
})

export const performanceQuery = groupFilter.extend(wholeOrPage.shape)

/** The Performance report for the whole platform. */
export const masterOverview = performanceReport.extend({
  totalColleges: count,
  totalFaculty: count,
  totalTests: count,
})

/** The report's summary, displayed above the students. */
export const performanceSummary = z.object({
  summary,
  sectionPerformance,
  attempts: z.array(recentAttempt),
})

const performanceSortKeys = ['name', 'average', 'attempts'] as const
/** A column name sorts ascending; a leading minus sorts descending. */
export const performanceSorts = performanceSortKeys.flatMap((key) => [key, `-${key}`] as const)

const wrongDay = 'Must be a date such as 2026-01-31'
const day = z.iso
  .date(wrongDay)
  .refine((date) => date >= '1970' && date < '9000', wrongDay)
  .optional()

/** Filters the attempts that count; all if empty. */
const attemptFilter = z.object({
  startDate: day.describe('First day of submission'),
  endDate: day.describe('Last day of submission'),
  timeZone: exportQuery.shape.timeZone,
  subject: z.enum(subjects).optional(),
  testId: idSchema.optional(),
})
export type AttemptFilter = z.output<typeof attemptFilter>

const inOrder = ({ startDate, endDate }: Pick<AttemptFilter, 'startDate' | 'endDate'>) =>
  !startDate || !endDate || startDate <= endDate
const notInOrder = { error: 'The end date must not be before the start date', path: ['endDate'] }

export const performanceFilter = groupFilter.extend(attemptFilter.shape).refine(inOrder, notInOrder)
export type PerformanceFilter = z.output<typeof performanceFilter>

const rowsFilter = z.object({
  ...groupFilter.shape,
  ...attemptFilter.shape,
  search: z.string().max(200).optional().describe('Matches name, email or ID number'),
})
export const performanceRowsQuery = rowsFilter
  .extend({ ...pageQuery.shape, sort: z.enum(performanceSorts).default('-average') })
  .refine(inOrder, notInOrder)
export type PerformanceRowsQuery = z.output<typeof performanceRowsQuery>
/** The query for exporting these students as a file. */
export const performanceExportQuery = rowsFilter.extend(exportQuery.shape).refine(inOrder, notInOrder)
export const performanceRows = z.object({ performance: z.array(performanceRow), pagination })

/** The average over time, from the first attempt to the last. */
export const performanceTrend = z.object({
  unit: z.enum(spanUnits),
  passMark: passMarkOfTests,
  points: z.array(
    z.object({
      startDate: z.string(),
      endDate: z.string(),
      attempts: count,
      averagePercentage: percentage.nullable().describe('null without attempts'),
    }),
  ),
})

/** A college's statistics, for the owner. */
export const collegePerformance = z.object({
  totalAttempts: count,
  averagePercentage: percentage,
  passRate: percentage,
  lastSubmittedAt: isoTime.nullable(),
  subjects: z
    .array(z.object({ subject: z.enum(subjects), attempts: count, averagePercentage: percentage }))
    .describe('Subjects with attempts, best average first'),
  trend: performanceTrend,
})
export const collegePerformanceQuery = attemptFilter.pick({ timeZone: true })

/** The viewer's last `timeRange` days, including today. */
export const analyticsQuery = exportQuery.pick({ timeZone: true }).extend({
  timeRange: z.number().int().min(1).max(366).default(30).describe('Days'),
})
/** Submissions on the days of the query. */
export const analyticsOverview = z.object({
  timeRange: count,
  analytics: analytics.describe('`totalStudents` counts the whole college, `completed` counts attempts'),
})
