import { z } from 'zod'
import { assignmentStatuses } from '../assignments/assignments.schema.ts'
import { exportQuery } from '../exports.ts'
import { byId, idSchema, isoTime, pageQuery, pagination, percentage, percentageText, wholeOrPage } from '../schema.ts'
import { examRules } from '../tests/exam.schema.ts'
import { passMarkOfTest } from '../tests/scheme.schema.ts'
import { difficulties, subjects, testSummary as testOfList, testTypes } from '../tests/tests.schema.ts'
import { choiceCounts, count, groupFilter, reportStudent } from './reports.schema.ts'

const testFacts = {
  testName: z.string(),
  subject: z.enum(subjects),
  testType: z.enum(testTypes),
  difficulty: z.enum(difficulties),
}

/** A test's size, as in every list of tests. */
const testSize = testOfList.pick({
  numberOfQuestions: true,
  duration: true,
  codingCount: true,
  codingDuration: true,
}).shape

const deleted = z.boolean().describe('True if deleted; its results stay in reports')

/** The original API's Master test report. */
export const masterTestReport = z.object({
  totalAssigned: count.describe('Students'),
  totalAttempted: count,
  averageScore: percentage,
  completionRate: percentage,
  collegeResults: z.array(
    z.object({ collegeName: z.string(), assigned: count, attempted: count, averageScore: percentage }),
  ),
})

export const studentStatuses = ['Completed', 'Being Marked', 'Not Attempted'] as const

/** A student's result in one test. The fields are null without a submitted attempt. */
const studentFigures = {
  idNumber: z.string(),
  branch: z.string(),
  batch: z.string(),
  section: z.string(),
  status: z.enum(studentStatuses),
  marksObtained: z.number().nullable(),
  totalMarks: z.number().nullable(),
  percentage: percentage.nullable(),
  timeSpent: count.nullable().describe('Seconds'),
}

const statistics = z.object({
  totalAssigned: count,
  totalCompleted: count,
  completionRate: percentage,
  averageScore: percentage,
  highestScore: percentage,
  lowestScore: percentage,
  passRate: percentage,
  passedStudents: count,
})

const collegeReportTest = z.object({
  ...testFacts,
  ...testSize,
  totalMarks: z.number(),
})

/** The original API's College test report. */
export const collegeTestReport = z.object({
  test: collegeReportTest,
  statistics,
  students: z.array(z.object({ name: z.string(), ...studentFigures })),
})

/** Totals of attempts, with the field names of the faculty report. */
export const analytics = z.object({
  totalStudents: count,
  completed: count,
  avgScore: percentage,
  passPercentage: percentage,
  passedCount: count,
  failedCount: count,
})
const sectionStats = z.array(z.object({ section: z.string(), avgScore: percentage, students: count }))
const topStudents = z.array(
  z.object({
    name: z.string(),
    email: z.string(),
    percentage,
    marksObtained: z.number(),
    totalMarks: z.number(),
  }),
)
export const questionCounts = z.object({
  questionNumber: count.describe('Coding questions come last'),
  questionText: z.string(),
  correctCount: count.describe('Full marks'),
  incorrectCount: count,
  correctPercentage: percentage.describe('Percentage of the students who answered'),
})

/** The original API's Faculty test report. */
export const facultyTestReport = z.object({
  test: z.object({ ...testFacts, companyName: z.string().nullable() }),
  analytics,
  sectionStats,
  topStudents,
  questionAnalysis: z.array(questionCounts),
  attempts: z.array(
    z.object({
      id: idSchema,
      studentName: z.string(),
      studentEmail: z.string(),
      batch: z.string(),
      branch: z.string(),
      section: z.string(),
      marksObtained: z.number(),
      totalMarks: z.number(),
      percentage,
      ...choiceCounts,
      timeSpent: z.number().describe('Minutes'),
    }),
  ),
})

/** The report without its students, for a screen. */
export const testSummary = z.object({
  test: z.object({
    ...collegeReportTest.shape,
    id: idSchema,
    companyName: z.string().nullable(),
    deleted,
    passMark: passMarkOfTest,
    rules: examRules.describe('Release of scores and answers, and the conditions of the exam'),
  }),
  statistics,
  failedStudents: count,
  attempts: count.describe('Submitted attempts included in averages'),
  sectionStats,
  topStudents: z.array(topStudents.element.extend({ id: idSchema })),
})
export type TestSummary = z.output<typeof testSummary>

const studentSortKeys = ['name', 'idNumber', 'percentage', 'timeSpent', 'submittedAt'] as const
/** A column name sorts ascending; a leading minus sorts descending. */
export const studentSorts = studentSortKeys.flatMap((key) => [key, `-${key}`] as const)
export type StudentSort = (typeof studentSorts)[number]

/** The Master test report, with the test and its colleges for its screen. */
export const platformTestReport = masterTestReport.extend({
  test: testSummary.shape.test,
  collegeResults: z.array(
    masterTestReport.shape.collegeResults.element.extend({ collegeId: idSchema, status: z.enum(assignmentStatuses) }),
  ),
})
export type PlatformTestReport = z.output<typeof platformTestReport>
export const collegeResultsExport = byId.extend(exportQuery.shape)

/** Pending offers, oldest first. */
export const pendingOffers = z.object({
  offers: z.array(
    z.object({
      id: idSchema,
      testName: z.string(),
      collegeId: idSchema,
      collegeName: z.string(),
      assignedAt: isoTime,
      endDateTime: isoTime,
    }),
  ),
  pagination,
})

export const testStudentsQuery = byId.extend({
  ...pageQuery.shape,
  ...groupFilter.shape,
  search: z.string().max(200).optional().describe('Matches name, email or ID number'),
  status: z.enum([...studentStatuses, 'Pass', 'Fail']).optional(),
  sort: z.enum(studentSorts).default('-percentage'),
})
export type TestStudentsQuery = z.output<typeof testStudentsQuery>

/** The query for exporting these students as a file. */
export const testExportQuery = exportQuery.extend({
  ...byId.shape,
  ...testStudentsQuery.pick({ batch: true, branch: true, section: true, search: true, status: true }).shape,
})

export const testStudent = z.object({
  id: idSchema.describe("The student's id"),
  ...reportStudent.shape,
  ...studentFigures,
  passed: z.boolean().nullable(),
  correctAnswers: choiceCounts.correctAnswers.nullable(),
  incorrectAnswers: choiceCounts.incorrectAnswers.nullable(),
  unanswered: count.nullable(),
  submittedAt: isoTime.nullable(),
})
export const testStudents = z.object({ students: z.array(testStudent), pagination })
/** The students of a test; all of them unless a page is requested. */
export const wholeTestStudents = testStudents.partial({ pagination: true })
export const wholeTestStudentsQuery = byId.extend(wholeOrPage.shape)

/** A college's accepted test, for faculty. */
export const facultyTest = z.object({
  id: idSchema,
  assignedDate: isoTime,
  totalStudents: count,
  completed: count,
  avgScore: percentageText,
  testId: z.object({
    id: idSchema,
    ...testFacts,
    companyName: z.string().nullable(),
    ...testSize,
    deleted,
  }),
})
export const facultyTests = z.object({ tests: z.array(facultyTest) })

export const testKindFilter = z.object({
  testType: z.enum(testTypes).optional(),
  subject: z.enum(subjects).optional(),
})

/** A page of accepted tests, with totals over all matches and counts per type and subject. */
export const facultyTestsQuery = pageQuery.extend({
  ...testKindFilter.shape,
  search: z.string().max(200).optional(),
  sort: z.enum(['assigned', '-assigned', 'name', '-name']).default('-assigned'),
})
export type FacultyTestsQuery = z.output<typeof facultyTestsQuery>
export const facultyTestPage = facultyTests.extend({
  summary: z.object({
    totalTests: count,
    studentsAssigned: count,
    completed: count.describe('Students, counted once per test'),
    attempts: count,
    averageScore: percentage,
    completionRate: percentage,
  }),
  counts: z
    .array(z.object({ testType: z.enum(testTypes), subject: z.enum(subjects), tests: count }))
    .describe('Counts all accepted tests, regardless of filters'),
  pagination,
})
