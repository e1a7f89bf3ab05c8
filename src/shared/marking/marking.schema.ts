import { z } from 'zod'
import { questionTypeNames } from '../bank/question-types.rules.ts'
import { answerFile } from '../bank/questions.schema.ts'
import { round2 } from '../numbers.ts'
import { idSchema, isoTime, optionalText, pageQuery, pagination } from '../schema.ts'

const level = z.number().int().min(0).max(100).nullable()
const levels = z.array(level).max(20)

/** Marks for one answer. If `marks` is missing, the levels of all criteria determine them. */
export const markForm = z.object({
  questionId: idSchema,
  marks: z
    .number({ error: 'Marks must be a number' })
    .min(0, 'Marks cannot be negative')
    .refine((marks) => round2(marks) === marks, 'Marks can have at most two decimals')
    .nullish()
    .describe('null removes the marks'),
  comment: optionalText(5_000).describe('Shown to the student with the correct answers'),
  levels: levels.nullish().describe('0-based level of each criterion of the rubric'),
  second: z.boolean().default(false).describe('True for a second opinion, which does not change the result'),
  since: z
    .string()
    .nullish()
    .describe('`markedAt` as last seen, null if unmarked; 409 if someone has marked the answer since'),
})
export type MarkForm = z.output<typeof markForm>

const opinion = z.object({
  marks: z.number().nullable().describe('null until marked'),
  comment: z.string().nullable(),
  levels: levels.nullable(),
  markedBy: z.string().nullable().describe('Name of the person who marked it'),
  markedAt: isoTime.nullable(),
})

/** An answer to mark. */
export const markedAnswer = z.object({
  attemptId: idSchema,
  candidate: z.string().describe('Identifies the answer while names are hidden'),
  student: z
    .object({ id: idSchema, name: z.string(), idNumber: z.string().nullable(), collegeName: z.string() })
    .nullable()
    .describe('null while names are hidden'),
  answer: z.string().describe('With the option letters of the test; empty if unanswered'),
  answerText: z
    .string()
    .describe('With the option letters that the student saw and the texts of the options; empty if unanswered'),
  files: z.array(answerFile).describe('Numbered instead of named while names are hidden'),
  ...opinion.shape,
  second: opinion.nullable().describe('The second opinion; null if there is none'),
})

export const markAnswer = z.object({
  mark: markedAnswer,
  pendingMarks: z.number().int().describe('Answers in this attempt still to be marked'),
})

const counts = {
  waiting: z.number().int(),
  marked: z.number().int(),
  differing: z.number().int().describe('Answers whose second opinion gives different marks'),
}

export const markedQuestion = z.object({
  questionId: idSchema,
  questionNumber: z.number().int().describe('1-based'),
  questionText: z.string(),
  type: z.enum(questionTypeNames),
  marks: z.number().describe('Maximum marks for an answer'),
  ...counts,
})
export type MarkedQuestion = z.output<typeof markedQuestion>

/** A test's questions with answers that are, or were, marked by hand. */
export const markingOverview = z.object({ testName: z.string(), questions: z.array(markedQuestion) })

export const markingStates = ['waiting', 'marked', 'second', 'differing', 'all'] as const
export const markingQuery = pageQuery.extend({
  questionId: idSchema,
  state: z
    .enum(markingStates)
    .default('waiting')
    .describe(
      '`second`: marked by someone else, without a second opinion. `all` includes answers marked automatically',
    ),
  names: z.boolean().default(false).describe('Includes the students’ names'),
  after: idSchema
    .nullish()
    .describe('`attemptId` of the last answer seen. Pages would skip answers, because marked ones leave the list'),
  attemptId: idSchema.optional().describe('Only the answer in this attempt'),
})
export type MarkingQuery = z.output<typeof markingQuery>

export const markingQueue = z.object({
  question: markedQuestion.extend({
    questionImageUrl: z.string().nullable(),
    explanation: z.string().nullable(),
    minWords: z.number().nullable(),
    maxWords: z.number().nullable(),
    rubric: z.array(
      z.object({
        criterion: z.string(),
        levels: z.array(z.object({ label: z.string(), marks: z.number() })),
      }),
    ),
  }),
  answers: z.array(markedAnswer),
  pagination,
})

export const markingExists = z.object({ exists: z.boolean() })
/** Tests with objections or answers to mark, the ones with the most waiting answers first. */
export const markingTests = z.object({
  tests: z.array(
    z.object({
      testId: idSchema,
      testName: z.string(),
      waiting: z.number().int(),
      marked: z.number().int(),
      objections: z
        .object({ open: z.number().int(), answered: z.number().int() })
        .optional()
        .describe('Students’ objections to questions, if there are any'),
    }),
  ),
})

/** Faculty chosen to mark a test. If none of a college's faculty is chosen, all of them may mark. */
export const markerList = z.object({
  markers: z.array(
    z.object({ id: idSchema, name: z.string(), email: z.string(), collegeId: idSchema, collegeName: z.string() }),
  ),
})
export const markersForm = z.object({ userIds: z.array(idSchema).max(1_000) })
