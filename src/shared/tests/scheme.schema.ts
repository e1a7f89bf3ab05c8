import { z } from 'zod'
import { penaltyField } from '../bank/questions.schema.ts'
import { idSchema } from '../schema.ts'
import { floors } from './scheme.rules.ts'

/** The fields of a test's marking scheme, and of the order of questions and options for each student. */

const percent = (what: string) =>
  z
    .number({ error: `${what} must be a number` })
    .min(0, `${what} cannot be negative`)
    .max(100, `${what} must be at most 100`)

export const sectionCutoffsField = z
  .record(z.string(), percent('The cut-off'))
  .describe('Percentage needed to pass in each section, by section name')

export const bestOfField = z
  .number({ error: 'Must be a whole number' })
  .int('Must be a whole number')
  .min(1, 'Must be at least 1')
  .max(100, 'Must be at most 100')
  .describe('Only this many answers count: the ones with the most marks')

const penalty = penaltyField.describe(
  'Cost of a wrong answer: marks, or a fraction of the question’s marks such as "1/3"',
)
const floor = z.enum(floors).describe('Sums that are never below 0; `test` by default')
const passMark = percent('The pass mark').describe('Percentage needed to pass; 40 by default')

/** The pass mark in reports. */
export const passMarkOfTest = z.number().describe('Percentage needed to pass the test')
export const passMarkOfTests = z
  .number()
  .nullable()
  .describe('Percentage needed to pass each of these tests; null if it differs')

const shuffleQuestions = z.boolean().describe('The order of questions differs between students')
const shuffleOptions = z
  .boolean()
  .describe('The order of options differs between students; letters refer to what the student saw')

/** A new pass mark and new cut-offs, which cause a regrade. */
export const passChange = z.object({
  passMark: passMark.optional(),
  cutoffs: z
    .record(idSchema, percent('The cut-off').nullable())
    .optional()
    .describe('Percentage needed in a section, by section id; null for none'),
})
export type PassChange = z.output<typeof passChange>

/** A missing field keeps its value when a test is replaced; null sets the default. */
export const schemeFields = {
  penalty: penalty.nullish(),
  floor: floor.nullish(),
  passMark: passMark.nullish(),
  shuffleQuestions: shuffleQuestions.nullish(),
  shuffleOptions: shuffleOptions.nullish(),
}

/** A test's marking scheme, without default values. */
export const shownScheme = z.object({
  penalty: penalty.optional(),
  floor: floor.optional(),
  passMark: passMark.optional(),
  bestOf: bestOfField.optional(),
  sectionCutoffs: sectionCutoffsField.optional(),
  shuffleQuestions: shuffleQuestions.optional(),
  shuffleOptions: shuffleOptions.optional(),
})
export type ShownScheme = z.output<typeof shownScheme>
