import { z } from 'zod'
import { idSchema } from '../schema.ts'

export const eraseForm = z.object({
  confirm: z
    .string({ error: 'Please type the ID number' })
    .trim()
    .min(1, 'Please type the ID number')
    .describe("The student's ID number or email, typed as confirmation"),
})

/** The data stored about a student, which erasure removes. */
export const personalData = z.object({
  student: z.object({ id: idSchema, name: z.string(), email: z.string(), idNumber: z.string().nullable() }),
  attempts: z.number().int(),
  submissions: z.number().int().describe('Submissions, including practice'),
  assignments: z.number().int(),
  notifications: z.number().int(),
  logEntries: z.number().int().describe('Audit log entries; erasure removes the names from them'),
  inExam: z.boolean().describe('True while an attempt is running; nothing can be erased until it is submitted'),
})
export type PersonalData = z.output<typeof personalData>
