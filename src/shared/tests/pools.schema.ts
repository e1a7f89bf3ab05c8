import { z } from 'zod'
import { idSchema } from '../schema.ts'
import { difficulties, subjects } from './kinds.rules.ts'

export const poolFilterFields = z.object({
  subject: z.enum(subjects).optional(),
  topics: z
    .array(z.string().trim().min(1).max(300))
    .max(50)
    .optional()
    .describe('Topics such as "Trees/Binary trees", including everything below them'),
  difficulty: z.enum(difficulties).optional(),
  tags: z.array(z.string().trim().min(1).max(50)).max(20).optional().describe('Questions with any of these tags'),
  questionIds: z.array(idSchema).max(1_000).optional(),
})

/** Selects the bank questions that a pool draws from: the ones that match every given field. */
export const poolFilter = poolFilterFields.refine(
  (filter) => Object.values(filter).some((value) => value !== undefined),
  'Choose what to draw from',
)
export type PoolFilter = z.output<typeof poolFilter>

/** A pool as entered by its author. */
export const poolForm = z.object({
  pick: z
    .number({ error: 'Must be a whole number' })
    .int('Must be a whole number')
    .min(1, 'Must draw at least 1 question')
    .max(100, 'Must draw at most 100 questions')
    .describe('Number of questions that each student gets'),
  from: poolFilter,
  marks: z
    .number()
    .min(1, 'Marks must be at least 1')
    .max(10, 'Marks must be at most 10')
    .nullish()
    .describe('Marks per question; defaults to those of the test or section'),
})
export type PoolForm = z.output<typeof poolForm>

export const poolList = z
  .array(poolForm)
  .max(20, 'At most 20 pools are allowed')
  .nullish()
  .transform((pools) => pools ?? [])

/** A pool of a stored test. */
export const shownPool = z.object({
  pick: z.number().int(),
  from: poolFilter,
  marks: z.number(),
  candidates: z.number().int().describe('Number of questions that can be drawn'),
})

/** Pools to try out before a test is saved. */
export const blueprintForm = z.object({
  pools: z.array(poolForm).min(1).max(20),
  marksPerQuestion: z.number().min(1).max(10).default(1),
})

/** The expected fairness of drawn papers. Marks are the expected marks of an average student. */
export const blueprint = z.object({
  pools: z.array(
    z.object({
      candidates: z.number().int(),
      pick: z.number().int(),
      overlap: z
        .number()
        .nullable()
        .describe('Expected percentage of its questions that two students share; null if the pool is too small'),
      isEnough: z.boolean(),
    }),
  ),
  spread: z
    .object({
      draws: z.number().int(),
      least: z.number(),
      low: z.number().describe('5% of papers are harder'),
      mean: z.number(),
      high: z.number().describe('5% of papers are easier'),
      most: z.number(),
    })
    .nullable()
    .describe('Expected marks of simulated papers; null if a pool is too small'),
})
