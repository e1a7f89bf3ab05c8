import { z } from 'zod'
import { idSchema, isoTime, requiredText } from '../schema.ts'

export const timeChangeKinds = ['extra', 'downtime', 'reopened'] as const

const reason = requiredText('Please give a reason', 500)
const names = z.array(z.string().max(200)).max(1_000).default([])
const minutes = (message: string) =>
  z.number({ error: message }).int({ error: 'Must be a whole number' }).min(1, message).max(300, message)

/**
 * Extra minutes for students of an assignment, before or during their test. Selects the assigned students who match all
 * of the given branches, batches and sections, plus those in `students`.
 */
export const extraTimeForm = z.object({
  minutes: minutes('Extra time must be between 1 and 300 minutes'),
  reason,
  branches: names,
  batches: names,
  sections: names,
  students: z.array(idSchema).max(100_000).default([]),
})
export type ExtraTimeForm = z.output<typeof extraTimeForm>
export const extraTimeAnswer = z.object({
  students: z.number().int().describe('Students who received extra time'),
  running: z.number().int().describe('Of these, students currently taking the test'),
  submitted: z.number().int().describe('Selected students who had already submitted; nothing changes for them'),
})

export const reopenForm = z.object({
  studentId: idSchema,
  minutes: minutes('Time must be between 1 and 300 minutes'),
  reason,
})
export type ReopenForm = z.output<typeof reopenForm>

/** The students who would get extra time or a reopened attempt. */
export const keyExposureForm = extraTimeForm
  .omit({ minutes: true, reason: true })
  .extend({ kind: z.enum(['extra', 'reopened']) })
export type KeyExposureForm = z.output<typeof keyExposureForm>
export const keyExposure = z.object({
  seen: z.number().int().describe('Students who have seen the answer key, or could have'),
  released: z.boolean().describe('True if staff have released the answer key'),
})

export const timeChangeQuery = z.object({
  studentId: z.string().optional().describe('Only changes for this student'),
})

/** Changes to the clocks of an assignment's students, newest first. A change for many students is one entry. */
export const timeChangeList = z.object({
  changes: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(timeChangeKinds),
      minutes: z.number(),
      reason: z.string(),
      students: z.number().int(),
      studentName: z.string().describe('Name of the student; if there are several, the first by name'),
      changedBy: z.string().nullable().describe('Actor name; null for the server'),
      changedAt: isoTime,
    }),
  ),
})
