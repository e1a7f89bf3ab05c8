import { z } from 'zod'
import { idSchema, isoTime } from '../schema.ts'
import { subjects, testSummary, testTypes } from '../tests/schema.ts'

export const assignmentStatuses = ['pending', 'accepted', 'rejected'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

export const collegesForm = z.object({
  collegeIds: z
    .array(idSchema, { error: 'Please select at least one college' })
    .min(1, 'Please select at least one college')
    .max(10_000),
})

export const assignedCount = z.object({ assigned: z.number().int(), alreadyAssigned: z.number().int() })

export const assignedColleges = z.object({
  colleges: z.array(
    z.object({
      collegeId: idSchema,
      collegeName: z.string(),
      status: z.enum(assignmentStatuses),
      assignedAt: isoTime,
    }),
  ),
})

export const assignmentFilter = z.object({
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
  attemptCount: z.number().int(),
  testBatches: z.array(z.string()).describe('Batches of the students it is assigned to'),
  testBranches: z.array(z.string()),
})
export const collegeAssignmentList = z.object({ assignments: z.array(collegeAssignment) })

export const decisionForm = z.object({
  status: z.enum(['accepted', 'rejected'], { error: 'Status must be accepted or rejected' }),
})
export const assignmentAnswer = z.object({
  assignment: z.object({ id: idSchema, status: z.enum(assignmentStatuses), assignedAt: isoTime, testId: idSchema }),
})

const names = z.array(z.string().max(200)).max(1_000).default([])
/** Branches, batches and sections narrow together; `specificStudents` add to whom they match. */
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

export const assignedStudentIds = z.object({ studentIds: z.array(idSchema) })

export const studentAssignment = z.object({
  id: idSchema,
  hasAttempted: z.boolean(),
  inProgress: z.boolean().describe('Begun and not yet submitted: it can be resumed'),
  deadline: isoTime.nullable().describe('When the attempt in progress ends'),
  attempt: z
    .object({ marksObtained: z.number(), percentage: z.number(), submittedAt: isoTime, createdAt: isoTime })
    .nullable(),
  testId: testSummary,
})
export type StudentAssignment = z.output<typeof studentAssignment>
export const studentAssignmentList = z.object({ assignments: z.array(studentAssignment), serverTime: isoTime })

export const facultyTestList = z.object({
  tests: z.array(
    z.object({
      id: idSchema,
      assignedDate: isoTime,
      totalStudents: z.number().int(),
      completed: z.number().int(),
      avgScore: z.string().describe('Mean percentage of the submitted attempts, one decimal'),
      testId: testSummary,
    }),
  ),
})
