import { z } from 'zod'
import { exportQuery } from '../../exports.ts'
import { byId, idSchema, percentage } from '../../schema.ts'
import { optionLetters } from '../../tests/tests.schema.ts'

/** How every question of a test did, and the test as a whole. */

const choice = z.object({
  option: z.enum(optionLetters).nullable().describe('Null is "left out"'),
  all: z.number().int(),
  upper: z.number().describe('Of the upper group; not whole where those of one score share its last places'),
  lower: z.number().describe('Of the lower group'),
})
export type ItemChoice = z.output<typeof choice>

const item = z.object({
  questionId: idSchema,
  marks: z.number(),
  correctAnswer: z.enum(optionLetters).nullable().describe('Null for a coding question'),
  correct: z.number().int().describe('Full marks'),
  incorrect: z.number().int().describe('Answered without full marks'),
  unanswered: z.number().int(),
  correctPercentage: percentage.describe('Of those who answered; 0 when nobody did'),
  facility: percentage.nullable().describe('Mean share of the marks, in percent'),
  discrimination: z
    .number()
    .nullable()
    .describe('Mean share of the marks in the upper group less that in the lower one, -1 to 1'),
  itemRest: z
    .number()
    .nullable()
    .describe('Correlation of its marks with those of all other questions, -1 to 1 (corrected point-biserial)'),
  choices: z.array(choice).nullable().describe('A, B, C, D and left out; null for a coding question'),
  hints: z.array(z.string()).describe('Plain sentences, what matters most first; none for a good question'),
})
export type ItemFigures = z.output<typeof item>

export const itemAnalysis = z.object({
  attempts: z.number().int().describe('Students who submitted, each by the first attempt'),
  totalMarks: z.number(),
  groupSize: z.number().int().describe('Attempts in the upper and in the lower group; 0 when there are no such groups'),
  mean: z.number().nullable().describe('Marks'),
  median: z.number().nullable().describe('Marks'),
  standardDeviation: z.number().nullable().describe('Marks'),
  alpha: z
    .number()
    .nullable()
    .describe("Cronbach's alpha: 1 when all questions measure the same, 0 or less when none does"),
  standardError: z.number().nullable().describe('Standard error of measurement of a score, in marks'),
  items: z.array(item),
})
export type ItemAnalysis = z.output<typeof itemAnalysis>

/** The analysis, and what the questions are. */
export const testItems = z.object({
  analysis: itemAnalysis,
  questions: z.array(
    z.object({
      id: idSchema,
      questionNumber: z.number().int(),
      questionText: z.string(),
      options: z.object({ A: z.string(), B: z.string(), C: z.string(), D: z.string() }).nullable(),
      sectionName: z.string().nullable(),
    }),
  ),
})
export type TestItems = z.output<typeof testItems>
export const itemsExport = byId.extend(exportQuery.shape)
