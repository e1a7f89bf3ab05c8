import { z } from 'zod'
import { idSchema, isoTime, pageQuery, pagination, percentage, wholeOrPage } from '../schema.ts'
import { passMarkOfTest } from '../tests/scheme.schema.ts'
import { difficulties, subjects, testTypes } from '../tests/tests.schema.ts'
import { choiceCounts, count, groupFilter } from './reports.schema.ts'

/** The original API's Faculty student report row. */
export const studentResult = z.object({
  id: idSchema,
  studentName: z.string(),
  studentEmail: z.string(),
  batch: z.string(),
  branch: z.string(),
  section: z.string(),
  testName: z.string(),
  companyName: z.string().nullable(),
  difficulty: z.enum(difficulties),
  testType: z.enum(testTypes),
  subject: z.enum(subjects),
  marksObtained: z.number(),
  totalMarks: z.number(),
  ...choiceCounts,
  unanswered: count,
  percentage,
  status: z.enum(['Pass', 'Fail']),
  completedAt: isoTime,
  timeSpent: z.number().describe('Minutes'),
})

export const resultFilter = groupFilter.extend({
  testType: z.enum(testTypes).optional(),
  subject: z.enum(subjects).optional(),
  studentName: z.string().max(200).optional().describe('Matches part of the name or email'),
})
export type ResultFilter = z.output<typeof resultFilter>

export const resultsQuery = resultFilter.extend(wholeOrPage.shape)
export const resultReports = z.object({ reports: z.array(studentResult), pagination: pagination.optional() })

export const resultSorts = ['completed', '-completed', 'percentage', '-percentage'] as const
export const resultRowsQuery = resultFilter.extend({
  ...pageQuery.shape,
  sort: z.enum(resultSorts).default('-completed'),
})
export type ResultRowsQuery = z.output<typeof resultRowsQuery>
/** A row on screen, which links to the student's page. */
const resultRow = studentResult.extend({ studentId: idSchema, passMark: passMarkOfTest })
export type ResultRow = z.output<typeof resultRow>
export const resultRows = z.object({ reports: z.array(resultRow), pagination })

/** Totals of all matching rows. */
export const resultSummary = z.object({
  totalAttempts: count,
  students: count,
  passed: count,
  failed: count,
  averagePercentage: percentage,
})
