import { z } from 'zod'
import { idSchema, isoTime, pageQuery, pagination, percentage, percentageText, wholeOrPage } from '../schema.ts'
import { resultReleases } from '../tests/exam.schema.ts'
import { subjects, testSummary, testTimings, testTypes } from '../tests/tests.schema.ts'

export const assignmentStatuses = ['pending', 'accepted', 'rejected'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

export const collegesForm = z.object({
  collegeIds: z
    .array(idSchema, { error: 'Please select at least one college' })
    .min(1, 'Please select at least one college')
    .max(10_000),
})

/** Null when the college gave no reason. */
export const rejectionReason = z.string().nullable()

export const assignedCount = z.object({ assigned: z.number().int(), alreadyAssigned: z.number().int() })

export const assignedColleges = z.object({
  colleges: z.array(
    z.object({
      collegeId: idSchema,
      collegeName: z.string(),
      status: z.enum(assignmentStatuses),
      assignedAt: isoTime,
      rejectionReason,
    }),
  ),
})

export const assignmentFilter = wholeOrPage.extend({
  testType: z.enum(testTypes).optional(),
  subject: z.enum(subjects).optional(),
})
export type AssignmentFilter = z.output<typeof assignmentFilter>

export const collegeAssignment = z.object({
  id: idSchema,
  status: z.enum(assignmentStatuses),
  assignedAt: isoTime,
  testId: testSummary,
  assignedStudentsCount: z.number().int(),
  attemptCount: z.number().int().describe('Students who submitted the test'),
  testBatches: z.array(z.string()).describe('Batches of the assigned students'),
  testBranches: z.array(z.string()),
})
export const collegeAssignmentList = z.object({
  assignments: z.array(collegeAssignment),
  pagination: pagination.optional(),
})

/** The college's answer to an offered test; `not_assigned` if it was never offered. */
export const collegeTestStatuses = [...assignmentStatuses, 'not_assigned'] as const
export type CollegeTestStatus = (typeof collegeTestStatuses)[number]

const collegeTestSortKeys = ['name', 'assigned', 'starts'] as const
/** A column name sorts ascending; a leading minus sorts descending. */
export const collegeTestSorts = collegeTestSortKeys.flatMap((key) => [key, `-${key}`] as const)
export type CollegeTestSort = (typeof collegeTestSorts)[number]

export const collegeTestQuery = pageQuery.extend({
  testType: z.enum(testTypes).optional(),
  subject: z.enum(subjects).optional(),
  search: z.string().max(200).optional(),
  status: z.enum(collegeTestStatuses).optional(),
  isAssigned: z.boolean().optional().describe('true: only tests offered to the college'),
  timing: z.enum(testTimings).optional().describe('State of the test window'),
  sort: z.enum(collegeTestSorts).default('-assigned'),
})
export type CollegeTestQuery = z.output<typeof collegeTestQuery>

export const collegeTest = testSummary.extend({
  isAssigned: z.boolean(),
  assignmentStatus: z.enum(collegeTestStatuses),
  assignmentId: idSchema.nullable(),
  assignedAt: isoTime.nullable(),
  rejectionReason,
  testBatches: z.array(z.string()).describe('Batches of the assigned students'),
  testBranches: z.array(z.string()),
  attemptCount: z.number().int().describe('Students who submitted the test'),
  assignedStudentCount: z.number().int(),
  resultRelease: z.enum(resultReleases).describe("Release rule for the scores of the college's students"),
  resultsReleasedAt: isoTime.nullable().describe('Release time of the scores, past or future'),
})
/** All tests, with their status for one college. */
export const collegeTestList = z.object({
  tests: z.array(collegeTest),
  counts: z
    .record(z.enum(collegeTestStatuses), z.number().int())
    .describe('Number of tests per status, ignoring the filters by status and assignment'),
  serverTime: isoTime,
  pagination,
})

export const decisionForm = z.object({
  status: z.enum(['accepted', 'rejected'], { error: 'Status must be accepted or rejected' }),
  reason: z
    .string()
    .trim()
    .max(500, 'Reason must be at most 500 characters')
    .optional()
    .describe('Reason for the rejection, shown to the master admin'),
})
export type Decision = z.output<typeof decisionForm>

export const assignmentAnswer = z.object({
  assignment: z.object({ id: idSchema, status: z.enum(assignmentStatuses), assignedAt: isoTime, testId: idSchema }),
})

const names = z.array(z.string().max(200)).max(1_000).default([])
/** Branches, batches and sections are combined with AND; `specificStudents` are added to the result. */
export const studentsForm = z.object({
  branches: names,
  batches: names,
  sections: names,
  specificStudents: z.array(idSchema).max(100_000).default([]),
})
export type StudentsForm = z.output<typeof studentsForm>

export const studentsAssigned = z.object({
  assigned: z.number().int(),
  alreadyAssigned: z.number().int(),
  totalAssigned: z.number().int(),
})

/** Preview of an assignment. */
export const matchingStudents = studentsAssigned.omit({ totalAssigned: true })

export const assignedStudentIds = z.object({ studentIds: z.array(idSchema) })

/** The college's students by batch, branch and section, with the number in each group who have the test. */
export const studentGroups = z.object({
  groups: z.array(
    z.object({
      batch: z.string(),
      branch: z.string(),
      section: z.string(),
      students: z.number().int(),
      assigned: z.number().int(),
    }),
  ),
})
export type StudentGroup = z.output<typeof studentGroups>['groups'][number]

export const candidateQuery = pageQuery.extend({
  search: z.string().max(200).optional().describe('Matches name, email and roll number'),
  assigned: z.boolean().optional().describe('true: only assigned students; false: only unassigned students'),
})
export type CandidateQuery = z.output<typeof candidateQuery>

export const candidateStatuses = ['not_assigned', 'not_started', 'in_progress', 'submitted'] as const
export const candidateList = z.object({
  students: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      email: z.string(),
      idNumber: z.string().nullable(),
      branch: z.string().nullable(),
      batch: z.string().nullable(),
      section: z.string().nullable(),
      status: z.enum(candidateStatuses),
    }),
  ),
  pagination,
})

export const studentAssignment = z.object({
  id: idSchema,
  hasAttempted: z.boolean(),
  inProgress: z.boolean().describe('Started but not submitted, so it can be resumed'),
  deadline: isoTime.nullable().describe('Deadline of the running attempt'),
  extraMinutes: z.number().describe('Extra time given to this student'),
  sectionCount: z.number().int().describe('0 for a test without sections'),
  attempt: z
    .object({
      marksObtained: z.number().nullable().describe('null until results are released, as is `percentage`'),
      percentage: percentage.nullable(),
      pendingMarks: z.number().int().optional().describe('Answers still to be marked'),
      releaseAt: isoTime.nullable().optional().describe('Release time of unreleased results, if known'),
      submittedAt: isoTime,
      createdAt: isoTime,
    })
    .nullable()
    .describe('The latest attempt'),
  practised: z
    .object({ attempts: z.number().int(), bestPercentage: percentage })
    .optional()
    .describe('Summary of all submitted attempts at a Practice test; present once there are two or more'),
  testId: testSummary,
})
export type StudentAssignment = z.output<typeof studentAssignment>
export const studentAssignmentList = z.object({
  assignments: z.array(studentAssignment),
  serverTime: isoTime,
  pagination: pagination.optional(),
})

export const facultyTestList = z.object({
  tests: z.array(
    z.object({
      id: idSchema,
      assignedDate: isoTime,
      totalStudents: z.number().int(),
      completed: z.number().int(),
      avgScore: percentageText.describe('Average percentage over submitted attempts, to two decimals'),
      testId: testSummary,
    }),
  ),
  pagination: pagination.optional(),
})
