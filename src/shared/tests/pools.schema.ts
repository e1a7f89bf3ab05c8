import { z } from 'zod'
import { idSchema } from '../schema.ts'
import { difficulties, subjects } from './tests.schema.ts'

/** Which questions of the bank a pool draws from: those that match every given field. */
export const poolFilter = z
  .object({
    subject: z.enum(subjects).optional(),
    topics: z
      .array(z.string().trim().min(1).max(300))
      .max(50)
      .optional()
      .describe('Topics such as "Trees/Binary trees", with everything below them'),
    difficulty: z.enum(difficulties).optional(),
    tags: z.array(z.string().trim().min(1).max(50)).max(20).optional().describe('Questions with any of these tags'),
    questionIds: z.array(idSchema).max(1_000).optional(),
  })
  .refine((filter) => Object.values(filter).some((value) => value !== undefined), 'Choose what to draw from')
export type PoolFilter = z.output<typeof poolFilter>

/** A pool as entered by its author. */
export const poolForm = z.object({
  pick: z
    .number({ error: 'Must be a whole number' })
    .int('Must be a whole number')
    .min(1, 'Must draw at least 1 question')
    .max(100, 'Must draw at most 100 questions')
    .describe('How many questions each student gets'),
  from: poolFilter,
  marks: z
    .number()
    .min(1, 'Marks must be at least 1')
    .max(10, 'Marks must be at most 10')
    .nullish()
    .describe('Marks of each question; those of the test or section if missing'),
})
export type PoolForm = z.output<typeof poolForm>
