import { z } from 'zod'
import { attemptById, attemptProgress } from '../attempts/review.schema.ts'
import { submissionListQuery } from '../coding/submissions.schema.ts'
import { exportQuery } from '../exports.ts'
import { member } from '../members/members.schema.ts'
import { byStudent } from '../schema.ts'
import { count } from './reports.schema.ts'
import { ownPerformance, ownReportsQuery } from './student.schema.ts'

/** A student's page, for the college's staff. */
export const studentOverview = z.object({
  student: member.pick({
    id: true,
    name: true,
    email: true,
    idNumber: true,
    batch: true,
    branch: true,
    section: true,
    isActive: true,
    lastLogin: true,
  }),
  assigned: count.describe('Number of assigned tests'),
  performance: ownPerformance,
  running: z.array(attemptProgress).describe('Running attempts, newest first'),
})

const attemptFilter = ownReportsQuery.omit({ page: true, limit: true }).shape
export const studentAttemptsQuery = ownReportsQuery.extend(byStudent.shape)
export const studentExportQuery = exportQuery.extend({ ...byStudent.shape, ...attemptFilter })

export const attemptSubmissionsQuery = attemptById.extend(submissionListQuery.omit({ testAttemptId: true }).shape)
export const attemptSubmissionById = attemptById.extend({ submissionId: z.string() })
