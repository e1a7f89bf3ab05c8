import { z } from 'zod'
import { questionTypeNames } from '../../bank/question-types.rules.ts'
import { letters } from '../../bank/types/choice.rules.ts'
import { exportQuery } from '../../exports.ts'
import { byId, idSchema, percentage } from '../../schema.ts'

/** Results for every question in a test, and for the test as a whole. */

const choice = z.object({
  option: z.enum(letters).nullable().describe('Null means unanswered'),
  all: z.number().int(),
  upper: z.number().describe('Count in the upper group; fractional if tied scores share its last places'),
  lower: z.number().describe('Count in the lower group'),
})
export type ItemChoice = z.output<typeof choice>

const item = z.object({
  questionId: idSchema,
  marks: z.number(),
  correctAnswer: z.enum(letters).nullable().describe('Null unless single choice'),
  correct: z.number().int().describe('Full marks'),
  incorrect: z.number().int().describe('Answered without full marks'),
  unanswered: z.number().int(),
  correctPercentage: percentage.describe('Percentage of the students who answered; 0 if none did'),
  facility: percentage.nullable().describe('Mean percentage of the marks; penalties may make it negative'),
  discrimination: z
    .number()
    .nullable()
    .describe(
      'Mean score of the upper group minus that of the lower, as fractions of the marks; -1 to 1 without penalties',
    ),
  itemRest: z
    .number()
    .nullable()
    .describe('Correlation of its marks with the marks of all other questions, -1 to 1 (corrected point-biserial)'),
  choices: z.array(choice).nullable().describe('The options and unanswered; null unless single choice'),
  hints: z.array(z.string()).describe('Sentences, most important first; empty for a good question'),
})
export type ItemFigures = z.output<typeof item>

export const itemAnalysis = z.object({
  attempts: z.number().int().describe("Students who submitted; each student's first attempt counts"),
  totalMarks: z.number(),
  groupSize: z.number().int().describe('Attempts in each of the upper and lower groups; 0 if there are too few'),
  mean: z.number().nullable().describe('Marks'),
  median: z.number().nullable().describe('Marks'),
  standardDeviation: z.number().nullable().describe('Marks'),
  alpha: z
    .number()
    .nullable()
    .describe("Cronbach's alpha: near 1 if all questions measure the same ability, 0 or less if none do"),
  standardError: z.number().nullable().describe('Standard error of measurement of a score, in marks'),
  items: z.array(item),
})
export type ItemAnalysis = z.output<typeof itemAnalysis>

/** The analysis, with the text of each question. */
export const testItems = z.object({
  analysis: itemAnalysis,
  questions: z.array(
    z.object({
      id: idSchema,
      questionNumber: z.number().int(),
      questionText: z.string(),
      type: z.enum(questionTypeNames).nullable().describe('null for a coding question'),
      options: z.partialRecord(z.enum(letters), z.string()).nullable().describe('null unless single choice'),
      sectionName: z.string().nullable(),
    }),
  ),
})
export type TestItems = z.output<typeof testItems>
export const itemsExport = byId.extend(exportQuery.shape)
