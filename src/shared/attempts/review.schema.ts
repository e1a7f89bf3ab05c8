import { z } from 'zod'
import { byStudent, idSchema, isoTime } from '../schema.ts'
import { report } from './attempts.schema.ts'
import { violationLog } from './live.schema.ts'

/** One attempt as college staff see it. */

export const attemptById = byStudent.extend({ attemptId: z.string() })

export const attemptProgress = z.object({
  id: idSchema,
  assignmentId: idSchema,
  testName: z.string(),
  startedAt: isoTime,
  deadline: isoTime,
  submittedAt: isoTime.nullable(),
  answered: z.number().int(),
  questions: z.number().int().describe('Including coding questions'),
  violations: z.number().int(),
})
export type AttemptProgress = z.output<typeof attemptProgress>

export const attemptReview = z.object({
  studentName: z.string(),
  progress: attemptProgress,
  ...violationLog.shape,
  report: report.nullable().describe('null while the attempt is running; answers stay private until submitted'),
})
