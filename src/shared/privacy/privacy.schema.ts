import { z } from 'zod'
import { idSchema } from '../schema.ts'

export const eraseForm = z.object({
  confirm: z
    .string({ error: 'Please type the ID number' })
    .trim()
    .min(1, 'Please type the ID number')
    .describe("The student's ID number or email, typed by who means it"),
})

/** The data kept about a student, which erasing removes. */
export const personalData = z.object({
  student: z.object({ id: idSchema, name: z.string(), email: z.string(), idNumber: z.string().nullable() }),
  attempts: z.number().int(),
  submissions: z.number().int().describe('Programs handed in, practice among them'),
  assignments: z.number().int(),
  notifications: z.number().int(),
  logEntries: z.number().int().describe('Entries of the audit log; erasing takes the names out of them'),
  inExam: z.boolean().describe('An attempt is running: nothing can be erased until it is submitted'),
})
export type PersonalData = z.output<typeof personalData>
