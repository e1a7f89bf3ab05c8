import { z } from 'zod'
import { assignmentStatuses, rejectionReason } from '../assignments/assignments.schema.ts'
import { roles } from '../roles.ts'
import {
  addressField,
  byId,
  emailField,
  idSchema,
  isoTime,
  pageQuery,
  pagination,
  percentage,
  requiredText,
} from '../schema.ts'
import { testTypes } from '../tests/tests.schema.ts'

export const collegeForm = z.object({
  name: requiredText('College name is required'),
  code: requiredText('College code is required', 32).pipe(
    z.string().min(2, 'College code must be at least 2 characters'),
  ),
  email: emailField,
  address: addressField,
})
export type CollegeForm = z.output<typeof collegeForm>

export const college = z.object({
  id: idSchema,
  name: z.string(),
  code: z.string(),
  email: z.string(),
  address: z.string(),
  isActive: z.boolean(),
  totalFaculty: z.number().int(),
  totalStudents: z.number().int(),
  createdAt: isoTime,
  ownTests: z.boolean().optional().describe('True if it may write its own tests; omitted if it never could'),
  adminInfo: z
    .object({
      name: z.string(),
      hasLoggedIn: z.boolean(),
      lastLogin: isoTime.nullable(),
      twoStep: z.boolean().describe('True with two-step sign-in or a passkey'),
    })
    .nullable(),
})
export type College = z.output<typeof college>

/** The status of a college or a person. */
export const activities = ['active', 'inactive'] as const

export const collegeListQuery = pageQuery.extend({
  search: z.string().max(200).optional(),
  status: z.enum(activities).optional(),
})
export type CollegeListQuery = z.output<typeof collegeListQuery>

export const toggleForm = byId.extend({
  wasActive: z.boolean().optional().describe('Changes the status only if this is still its value; used by undo'),
})

export const ownTestsForm = z.object({ allowed: z.boolean() })
/** A college's permissions to read and to write its own tests and questions. */
export const ownTests = z.object({ canRead: z.boolean(), canWrite: z.boolean() })

/** Deleting a college deletes everything in it, so the user must type its code first. */
export const deleteCollegeForm = z.object({
  confirm: z.string({ error: 'Please type the college code' }).trim().min(1, 'Please type the college code'),
})

/** One batch or one stream (branch) of a college. */
const collegeGroup = z.object({
  name: z.string(),
  students: z.number().int(),
  active: z.number().int().describe('Students whose account is active'),
  signedIn: z.number().int().describe('Students who have signed in at least once'),
  faculty: z.number().int(),
  parts: z.number().int().describe('Number of branches in a batch, or of batches in a stream'),
  sections: z.number().int(),
})
export type CollegeGroup = z.output<typeof collegeGroup>

/** The detail view of a college, without its assignments. */
export const collegeOverview = z.object({
  college,
  batches: z.array(collegeGroup),
  streams: z.array(collegeGroup),
  features: z.array(
    z.object({
      feature: z.enum(['tests', 'attempts', 'practice', 'bulkUpload', 'signIns']),
      /** Number of uses; for `signIns`, the number of people who have signed in. */
      used: z.number().int(),
      /** The maximum, where known. */
      of: z.number().int().nullable(),
      lastUsed: isoTime.nullable(),
    }),
  ),
})
export type CollegeOverview = z.output<typeof collegeOverview>

export const collegeTestsQuery = pageQuery.extend({
  search: z.string().max(200).optional(),
  status: z.enum(assignmentStatuses).optional(),
})
export const collegeTests = z.object({
  assignments: z.array(
    z.object({
      id: idSchema,
      testId: idSchema,
      testName: z.string(),
      testType: z.enum(testTypes),
      status: z.enum(assignmentStatuses),
      rejectionReason,
      assignedAt: isoTime,
      startDateTime: isoTime,
      endDateTime: isoTime,
      assignedStudents: z.number().int(),
      submitted: z.number().int(),
      averagePercentage: percentage.nullable().describe('Over submitted attempts; null if there are none'),
    }),
  ),
  counts: z.object({ pending: z.number().int(), accepted: z.number().int(), rejected: z.number().int() }),
  pagination,
})
export type CollegeTest = z.output<typeof collegeTests>['assignments'][number]

/** The original API's Admin stats. */
export const adminStats = z.object({
  totalColleges: z.number().int(),
  totalFaculty: z.number().int(),
  totalStudents: z.number().int(),
  recentLogins: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      collegeId: idSchema.nullable(),
      collegeName: z.string().nullable(),
      lastLogin: isoTime.nullable(),
    }),
  ),
})
export type RecentLogin = z.output<typeof adminStats>['recentLogins'][number]

export const credentials = z.object({ email: z.string(), temporaryPassword: z.string() })
export const collegeAnswer = z.object({ college })
export const collegeCreated = z.object({ college, credentials })
export const collegeList = z.object({ colleges: z.array(college), pagination })
