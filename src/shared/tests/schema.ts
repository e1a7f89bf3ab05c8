import { z } from 'zod'
import { round2 } from '../numbers.ts'
import { idSchema, isoTime, optionalText, pageQuery, pagination, requiredText, timeInput } from '../schema.ts'

export const testTypes = ['Assessment', 'Practice', 'Assignment', 'Mock Test', 'Specific Company Test'] as const
export type TestType = (typeof testTypes)[number]

/** The types whose questions stand in one flat list; the others are divided into timed sections. */
export const flatTestTypes = ['Practice', 'Assignment'] as const satisfies readonly TestType[]

export const subjects = ['Verbal', 'Reasoning', 'Technical', 'Arithmetic', 'Communication'] as const
export const difficulties = ['Easy', 'Medium', 'Hard'] as const
export const optionLetters = ['A', 'B', 'C', 'D'] as const
export type OptionLetter = (typeof optionLetters)[number]

/** Input bounds of the seed; durations are minutes. */
export const bounds = {
  questions: { min: 1, max: 100 },
  marks: { min: 1, max: 10 },
  duration: { min: 5, max: 300 },
} as const

/** What a new test starts from. */
export const testDefaults = {
  subject: 'Technical',
  difficulty: 'Medium',
  numberOfQuestions: 10,
  marksPerQuestion: 1,
  duration: 60,
} as const

export const questionSentence = 'Please fill all question fields correctly'
const questionText = requiredText(questionSentence, 10_000)
const optionText = requiredText(questionSentence, 2_000)

export const marksField = z
  .number({ error: 'Marks must be at least 1' })
  .min(bounds.marks.min, 'Marks must be at least 1')
  .max(bounds.marks.max, 'Marks must be at most 10')
  .refine((marks) => round2(marks) === marks, 'Marks can have at most two decimals')

/** A question as written by an author; `id` names one that is already stored. */
export const questionForm = z.object({
  id: idSchema.optional(),
  questionText,
  options: z.object({ A: optionText, B: optionText, C: optionText, D: optionText }, { error: questionSentence }),
  correctAnswer: z.enum(optionLetters, { error: questionSentence }),
  marks: marksField.nullish().transform((marks) => marks ?? undefined),
  explanation: optionalText(10_000),
})
export type QuestionForm = z.output<typeof questionForm>

const wholeNumber = (tooSmall: string, { min, max }: { min: number; max: number }, tooLarge: string) =>
  z.number({ error: tooSmall }).int({ error: 'Must be a whole number' }).min(min, tooSmall).max(max, tooLarge)

const areNumbers = (value: unknown, ...fields: string[]) =>
  fields.every((field) => typeof (value as Record<string, unknown> | null)?.[field] === 'number')

export const testForm = z
  .object({
    testName: requiredText('Test name is required'),
    testDescription: requiredText('Description is required', 5_000),
    subject: z.enum(subjects),
    testType: z.enum(flatTestTypes, { error: `Test type must be ${flatTestTypes.join(' or ')}` }),
    difficulty: z.enum(difficulties),
    topics: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
    startDateTime: timeInput('Start date is required'),
    endDateTime: timeInput('End date is required'),
    numberOfQuestions: wholeNumber(
      'Must have at least 1 question',
      bounds.questions,
      'Must have at most 100 questions',
    ),
    marksPerQuestion: marksField,
    duration: wholeNumber(
      'Duration must be at least 5 minutes',
      bounds.duration,
      'Duration must be at most 300 minutes',
    ),
    questions: z.array(questionForm).max(1_000),
  })
  // Rules over several fields speak as soon as their own fields are right, whatever else is wrong.
  .refine((test) => test.endDateTime > test.startDateTime, {
    path: ['endDateTime'],
    error: 'End date must be after start date',
    when: ({ value }) => areNumbers(value, 'startDateTime', 'endDateTime'),
  })
  .refine((test) => test.questions.length === test.numberOfQuestions, {
    path: ['questions'],
    error: ({ input }) => {
      const { numberOfQuestions, questions } = input as { numberOfQuestions: number; questions: unknown[] }
      return questions.length > numberOfQuestions
        ? `Maximum ${numberOfQuestions} questions allowed`
        : `You need exactly ${numberOfQuestions} questions`
    },
    when: ({ value }) =>
      areNumbers(value, 'numberOfQuestions') && Array.isArray((value as { questions?: unknown }).questions),
  })
export type TestForm = z.output<typeof testForm>
export type TestFormInput = z.input<typeof testForm>

/** What a student may see of a question before the end: no key, no explanation. */
export const paperQuestion = z.object({
  id: idSchema,
  questionText: z.string(),
  options: z.object({ A: z.string(), B: z.string(), C: z.string(), D: z.string() }),
  marks: z.number(),
})
export type PaperQuestion = z.output<typeof paperQuestion>

export const question = paperQuestion.extend({
  correctAnswer: z.enum(optionLetters),
  explanation: z.string().nullable(),
})
export type Question = z.output<typeof question>

export const testSummary = z.object({
  id: idSchema,
  testName: z.string(),
  testDescription: z.string(),
  subject: z.enum(subjects),
  testType: z.enum(testTypes),
  companyName: z.string().nullable(),
  topics: z.array(z.string()),
  difficulty: z.enum(difficulties),
  numberOfQuestions: z.number().int(),
  marksPerQuestion: z.number(),
  totalMarks: z.number(),
  duration: z.number().int().describe('Minutes'),
  startDateTime: isoTime,
  endDateTime: isoTime,
  hasSections: z.boolean(),
  hasCodingSection: z.boolean(),
  sourceType: z.literal('manual'),
  createdAt: isoTime,
})
export type TestSummary = z.output<typeof testSummary>

const parts = { sections: z.array(z.never()), codingQuestions: z.array(z.never()) }

/** A test with its questions: with the key for its author, without it for a college, without questions for a student. */
export const testAnswer = z.object({
  test: testSummary.extend({ ...parts, questions: z.array(z.union([question, paperQuestion])) }),
})

/** What a student sits. */
export const paper = testSummary
  .omit({ sourceType: true, createdAt: true })
  .extend({ ...parts, questions: z.array(paperQuestion) })
export type Paper = z.output<typeof paper>

export const testSorts = ['recent', 'name', 'upcoming'] as const
export const testListQuery = pageQuery.extend({
  testType: z.enum(testTypes).optional(),
  subject: z.enum(subjects).optional(),
  search: z.string().max(200).optional(),
  sort: z.enum(testSorts).default('recent'),
})
export type TestListQuery = z.output<typeof testListQuery>

export const testList = z.object({
  tests: z.array(
    testSummary.extend({
      assignmentCount: z.number().int().describe('Colleges the test is assigned to'),
      attemptCount: z.number().int(),
    }),
  ),
  counts: z.record(z.enum(testTypes), z.number().int()).describe('Tests per type, other filters applied'),
  pagination,
})

/** What a question file held: rows that are right, and a reason for each that is not. */
export const questionFileAnswer = z.object({
  questions: z.array(
    z.object({
      questionText: z.string(),
      options: z.object({ A: z.string(), B: z.string(), C: z.string(), D: z.string() }),
      correctAnswer: z.enum(optionLetters),
      marks: z.number().optional(),
      explanation: z.string().nullable(),
    }),
  ),
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
})
export type QuestionFileAnswer = z.output<typeof questionFileAnswer>

/** How many tests of each type somebody has to do with. */
export const typeCounts = z.object({ counts: z.record(z.enum(testTypes), z.number().int()) })
