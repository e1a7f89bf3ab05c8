import { z } from 'zod'
import { maxPageSize } from '../numbers.ts'
import { idSchema, isoTime, pageQuery, pagination, percentage } from '../schema.ts'
import { passMarkOfTest, passMarkOfTests } from '../tests/scheme.schema.ts'
import { difficulties, subjects, testTypes } from '../tests/tests.schema.ts'

export const reportStatuses = ['Pass', 'Fail'] as const

const reportSortKeys = ['testName', 'percentage', 'completedAt', 'timeSpent'] as const
export type ReportSortKey = (typeof reportSortKeys)[number]
/** A column name sorts ascending; a leading minus sorts descending. */
export const reportSorts = reportSortKeys.flatMap((key) => [key, `-${key}`] as const)

export const ownReportsQuery = pageQuery.extend({
  // The original API returns everything without paging; nobody has more attempts than fit on the largest page.
  limit: pageQuery.shape.limit.unwrap().default(maxPageSize),
  testType: z.enum(testTypes).optional(),
  subject: z.enum(subjects).optional(),
  search: z.string().max(200).optional().describe('Matches test and company names'),
  sort: z.enum(reportSorts).default('-completedAt'),
})
export type OwnReportsQuery = z.output<typeof ownReportsQuery>

/** The original API's Student report row. */
export const ownReport = z.object({
  id: idSchema.describe("The attempt's id"),
  testId: idSchema,
  testName: z.string(),
  companyName: z.string().nullable(),
  difficulty: z.enum(difficulties),
  testType: z.enum(testTypes),
  subject: z.enum(subjects),
  marksObtained: z.number().nullable().describe('null until results are released, like the other figures'),
  totalMarks: z.number(),
  correctAnswers: z.number().int().nullable(),
  incorrectAnswers: z.number().int().nullable(),
  unanswered: z.number().int().nullable(),
  percentage: percentage.nullable(),
  status: z.enum(reportStatuses).nullable(),
  passMark: passMarkOfTest,
  pendingMarks: z.number().int().optional().describe('Answers still to be marked'),
  releaseAt: isoTime.nullable().optional().describe('Release time of unreleased results, if known'),
  completedAt: isoTime,
  timeSpent: z.number().describe('Minutes by the server clock'),
  pendingCode: z.number().int().describe('Submissions not judged yet; marks may still rise'),
  attemptNumber: z.number().int().optional().describe('Present from the second attempt at a Practice test'),
})
export type OwnReport = z.output<typeof ownReport>

export const subjectCounts = z.object({
  subject: z.enum(subjects),
  correct: z.number().int(),
  incorrect: z.number().int(),
})

const attemptCount = z.number().int().describe('Submitted attempts included in the average')

/** Everything except the rows covers all matches, not just the page. */
export const ownReports = z.object({
  reports: z.array(ownReport),
  summary: z.object({
    total: z.number().int().describe('Tests, each counted once'),
    attempts: attemptCount,
    passed: z.number().int().describe('Tests whose latest attempt passed'),
    failed: z.number().int(),
    averagePercentage: percentage,
    timeSpent: z.number().describe('Minutes'),
  }),
  subjects: z.array(subjectCounts).describe('Answered multiple-choice questions by subject of the test'),
  pagination,
})

export const ownScore = ownReport
  .pick({ id: true, testId: true, testName: true, testType: true, subject: true, completedAt: true })
  .extend({ percentage })
export type OwnScore = z.output<typeof ownScore>

export const subjectAverage = z.object({
  subject: z.enum(subjects),
  tests: z.number().int(),
  averagePercentage: percentage,
})
export type SubjectAverage = z.output<typeof subjectAverage>

/** Summary of all of a student's submitted tests. Counts are of tests, and averages are of attempts. */
export const ownPerformance = z.object({
  totalTests: z.number().int(),
  attempts: attemptCount,
  averagePercentage: percentage,
  passed: z.number().int(),
  failed: z.number().int(),
  passRate: percentage,
  timeSpent: z.number().describe('Minutes'),
  trend: z.enum(['improving', 'declining', 'stable', 'neutral']),
  scores: z.array(ownScore).describe('The last 10, oldest first'),
  passMark: passMarkOfTests.describe('Percentage needed to pass each test in `scores`; null if it differs'),
  highest: ownScore.nullable(),
  lowest: ownScore.nullable(),
  subjects: z.array(subjectAverage),
  weakestSubjects: z.array(subjectAverage).describe('The three lowest averages, lowest first'),
  testTypes: z.array(z.object({ testType: z.enum(testTypes), tests: z.number().int() })),
})
