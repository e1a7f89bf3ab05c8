import { z } from 'zod'
import { penaltyField, questionSentence, typedFields } from '../bank/questions.schema.ts'
import { round2 } from '../numbers.ts'
import { idSchema, optionalText, requiredText, timeInput } from '../schema.ts'
import { practiceRefusal } from './exam.rules.ts'
import { examRules } from './exam.schema.ts'
import { imageUrlField } from './images.schema.ts'
import { type PoolForm, poolList } from './pools.schema.ts'
import { rulings } from './scheme.rules.ts'
import { bestOfField, schemeFields, sectionCutoffsField } from './scheme.schema.ts'
import { type CountedPart, questionsOfPart } from './size.rules.ts'
import { difficulties, drawnKeys, sectionedTestTypes, subjects, testTypes } from './tests.schema.ts'

/** Input limits of the original API; durations are in minutes. */
export const bounds = {
  questions: { min: 1, max: 100 },
  marks: { min: 1, max: 10 },
  duration: { min: 5, max: 300 },
  sectionDuration: { min: 5, max: 180 },
  sections: { min: 1, max: 20 },
  coding: { max: 20 },
  codingPoints: { min: 1, max: 1_000 },
  codingTimeLimit: { min: 60, max: 18_000, step: 60 },
} as const

export const testDefaults = {
  subject: 'Technical',
  difficulty: 'Medium',
  numberOfQuestions: 10,
  marksPerQuestion: 1,
  duration: 60,
} as const

/** Defaults of a new section; its name is 'Section N'. */
export const sectionDefaults = { sectionDuration: 30, numberOfQuestions: 10, marksPerQuestion: 1 } as const

/** Defaults of a coding question added to a test; `timeLimit` in seconds. */
export const codingDefaults = { points: 100, timeLimit: 3_600 } as const

const questionText = requiredText(questionSentence, 10_000)

export const marksField = z
  .number({ error: 'Marks must be at least 1' })
  .min(bounds.marks.min, 'Marks must be at least 1')
  .max(bounds.marks.max, 'Marks must be at most 10')
  .refine((marks) => round2(marks) === marks, 'Marks can have at most two decimals')

const questionFields = z.object({
  id: idSchema.optional(),
  questionText,
  questionImageUrl: imageUrlField,
  marks: marksField.nullish().transform((marks) => marks ?? undefined),
  penalty: penaltyField.nullish().transform((penalty) => penalty ?? undefined),
  passage: optionalText(20_000)
    .transform((passage) => passage ?? undefined)
    .describe('A passage shared by neighbouring questions, which stay together'),
  bankQuestionId: idSchema.nullish().describe('The bank question it was copied from'),
  bankVersion: z.number().int().nullish(),
  ruling: z
    .enum(rulings)
    .nullish()
    .transform((ruling) => ruling ?? undefined)
    .describe('Replaces grading: marks for everyone, marks for everyone who answered, or the question is dropped'),
  explanation: optionalText(10_000),
})

/** A question as entered by its author; `id` refers to a stored one. */
export const questionForm = z.intersection(questionFields, typedFields)
export type QuestionForm = z.output<typeof questionForm>

const wholeNumber = (tooSmall: string, { min, max }: { min: number; max: number }, tooLarge: string) =>
  z.number({ error: tooSmall }).int({ error: 'Must be a whole number' }).min(min, tooSmall).max(max, tooLarge)

const areNumbers = (value: unknown, ...fields: string[]) =>
  fields.every((field) => typeof (value as Record<string, unknown> | null)?.[field] === 'number')

const questionCount = wholeNumber('Must have at least 1 question', bounds.questions, 'Must have at most 100 questions')
const questionList = z.array(questionForm).max(1_000)
const canCount = ({ value }: { value: unknown }) =>
  areNumbers(value, 'numberOfQuestions') && Array.isArray((value as { questions?: unknown }).questions)

const isWithinQuestions = ({
  bestOf,
  numberOfQuestions,
}: {
  bestOf?: number | null | undefined
  numberOfQuestions: number
}) => (bestOf ?? 0) <= numberOfQuestions
export const bestOfSentence = 'Cannot be more than the number of questions'
const tooManyCount = {
  path: ['bestOf'],
  error: bestOfSentence,
  when: ({ value }: { value: unknown }) => areNumbers(value, 'bestOf', 'numberOfQuestions'),
}

/** `numberOfQuestions` may exclude the drawn questions. */
const isComplete = (part: CountedPart & { numberOfQuestions: number }) =>
  part.numberOfQuestions === questionsOfPart(part) ||
  (part.pools.length > 0 && part.numberOfQuestions === part.questions.length)

/** A section as entered by its author; `id` refers to a stored one. */
export const sectionForm = z
  .object({
    id: idSchema.optional(),
    // A record of cut-offs cannot have this key.
    sectionName: requiredText('Section name is required').refine(
      (name) => name !== '__proto__',
      'Choose another section name',
    ),
    sectionDuration: wholeNumber(
      'Section duration must be at least 5 minutes',
      bounds.sectionDuration,
      'Section duration must be at most 180 minutes',
    ).describe('Minutes'),
    numberOfQuestions: questionCount,
    marksPerQuestion: marksField,
    bestOf: bestOfField.nullish(),
    questions: questionList,
    pools: poolList,
  })
  .refine(isWithinQuestions, tooManyCount)
  .refine(isComplete, {
    path: ['questions'],
    error: ({ input }) => {
      const { sectionName, numberOfQuestions, questions } = input as {
        sectionName: string
        numberOfQuestions: number
        questions: unknown[]
      }
      return questions.length > numberOfQuestions
        ? `Maximum ${numberOfQuestions} questions allowed for this section`
        : `Section "${sectionName}" needs exactly ${numberOfQuestions} questions`
    },
    when: canCount,
  })
export type SectionForm = z.output<typeof sectionForm>

/** A bank question used in a test. `timeLimit` is its share of the coding section's time, in seconds. */
export const codingEntryForm = z.object({
  questionId: idSchema,
  points: z
    .number()
    .min(bounds.codingPoints.min, 'Marks must be at least 1')
    .max(bounds.codingPoints.max, 'Marks must be at most 1000')
    .refine((points) => round2(points) === points, 'Marks can have at most two decimals')
    .default(codingDefaults.points),
  timeLimit: z
    .number()
    .int({ error: 'Must be a whole number' })
    .min(bounds.codingTimeLimit.min, 'Time limit must be at least 60 seconds')
    .max(bounds.codingTimeLimit.max, 'Time limit must be at most 18000 seconds')
    .default(codingDefaults.timeLimit),
})
export type CodingEntryForm = z.output<typeof codingEntryForm>

const codingEntries = z
  .array(codingEntryForm)
  .max(bounds.coding.max, `At most ${bounds.coding.max} coding questions are allowed`)
  .default([])

/** Empties a disabled coding section, and requires a question in an enabled one. */
const withCoding = <T extends { hasCodingSection: boolean; codingQuestions: CodingEntryForm[] }>(form: T): T =>
  form.hasCodingSection ? form : { ...form, codingQuestions: [] }
const hasCoding = (form: { hasCodingSection: boolean; codingQuestions: unknown[] }) =>
  !form.hasCodingSection || form.codingQuestions.length > 0
const codingNeeded = (error: string) => ({
  path: ['codingQuestions'],
  error,
  when: ({ value }: { value: unknown }) =>
    Array.isArray((value as { codingQuestions?: unknown } | null)?.codingQuestions),
})
const codingWhenOn = codingNeeded('At least one coding question is required when coding section is enabled')

const common = {
  testName: requiredText('Test name is required'),
  testDescription: requiredText('Description is required', 5_000),
  subject: z.enum(subjects),
  companyName: optionalText(),
  difficulty: z.enum(difficulties),
  topics: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  startDateTime: timeInput('Start date is required'),
  endDateTime: timeInput('End date is required'),
  hasCodingSection: z.boolean().default(false),
  codingQuestions: codingEntries,
  rules: examRules
    .optional()
    .describe('If omitted, a new test gets the most relaxed rules and an existing test keeps its rules'),
  ...schemeFields,
  objectionsUntil: timeInput('Please choose a date and time')
    .nullish()
    .describe('Deadline for objections by students who can see the answer key; null to disallow objections'),
  drawnKeys: drawnKeys
    .optional()
    .describe(
      'New keys, rulings and explanations of questions drawn from pools; the other drawn questions keep theirs',
    ),
  baseVersion: z.number().int().optional().describe('The `version` being edited; 409 if there is a newer one'),
}

// Cross-field rules run as soon as their own fields are valid, even if others are not.
const endsAfterStart = {
  path: ['endDateTime'],
  error: 'End date must be after start date',
  when: ({ value }: { value: unknown }) => areNumbers(value, 'startDateTime', 'endDateTime'),
}
type Dates = { startDateTime: number; endDateTime: number }
const isAfterStart = (test: Dates) => test.endDateTime > test.startDateTime

const objectionsAfterStart = {
  path: ['objectionsUntil'],
  error: 'The objection deadline must be after the start',
  when: ({ value }: { value: unknown }) => areNumbers(value, 'startDateTime', 'objectionsUntil'),
}
const isObjectedAfterStart = (test: { startDateTime: number; objectionsUntil?: number | null | undefined }) =>
  (test.objectionsUntil ?? Number.POSITIVE_INFINITY) > test.startDateTime

const flatFields = {
  ...common,
  numberOfQuestions: questionCount,
  marksPerQuestion: marksField,
  duration: wholeNumber('Duration must be at least 5 minutes', bounds.duration, 'Duration must be at most 300 minutes'),
  bestOf: bestOfField.nullish(),
  questions: questionList,
  pools: poolList,
}
const needsExactly = {
  path: ['questions'],
  error: ({ input }: { input?: unknown }) => {
    const { numberOfQuestions, questions } = input as { numberOfQuestions: number; questions: unknown[] }
    return questions.length > numberOfQuestions
      ? `Maximum ${numberOfQuestions} questions allowed`
      : `You need exactly ${numberOfQuestions} questions`
  },
  when: canCount,
}

/** Practice is for learning, so exam restrictions are not allowed. */
const practiceRules = examRules
  .superRefine((rules, ctx) => {
    const refused = practiceRefusal(rules)
    if (refused) ctx.addIssue({ code: 'custom', path: [refused], message: 'Practice tests show everything at once' })
  })
  .optional()

const assignmentForm = z
  .object({ ...flatFields, testType: z.literal('Assignment') })
  .refine(isWithinQuestions, tooManyCount)
  .refine(isAfterStart, endsAfterStart)
  .refine(isObjectedAfterStart, objectionsAfterStart)
  .refine(isComplete, needsExactly)
  .refine(hasCoding, codingWhenOn)
  .transform(withCoding)

const choicePracticeForm = z
  .object({
    ...flatFields,
    rules: practiceRules,
    testType: z.literal('Practice'),
    hasCodingSection: z.literal(false).optional(),
  })
  .refine(isWithinQuestions, tooManyCount)
  .refine(isAfterStart, endsAfterStart)
  .refine(isObjectedAfterStart, objectionsAfterStart)
  .refine(isComplete, needsExactly)
  .transform((form) => withCoding({ ...form, hasCodingSection: false as boolean }))

/** Coding makes a Practice test coding-only: its multiple-choice fields are ignored. */
const codingPracticeForm = z
  .object({ ...common, rules: practiceRules, testType: z.literal('Practice'), hasCodingSection: z.literal(true) })
  .refine(isAfterStart, endsAfterStart)
  .refine(isObjectedAfterStart, objectionsAfterStart)
  .refine(hasCoding, codingNeeded('At least one coding question is required'))
  .transform((form) => ({
    ...form,
    hasCodingSection: true as boolean,
    numberOfQuestions: 0,
    marksPerQuestion: 0,
    duration: 0,
    bestOf: null as number | null,
    questions: [] as QuestionForm[],
    pools: [] as PoolForm[],
  }))

export type FlatForm = z.output<typeof assignmentForm> | z.output<typeof choicePracticeForm>
export type FlatFormInput =
  | z.input<typeof assignmentForm>
  | (Omit<z.input<typeof choicePracticeForm>, 'hasCodingSection'> & { hasCodingSection?: boolean | undefined })

const sectionList = z
  .array(sectionForm, { error: 'At least one section is required' })
  .min(bounds.sections.min, 'At least one section is required')
  .max(bounds.sections.max, 'At most 20 sections are allowed')
  .superRefine((sections, ctx) => {
    const names = sections.map(({ sectionName }) => sectionName.normalize('NFC').toLowerCase())
    for (const [place, name] of names.entries())
      if (names.indexOf(name) < place)
        ctx.addIssue({ code: 'custom', path: [place, 'sectionName'], message: 'Another section has this name' })
  })

/** Totals are computed from the sections; values entered for the whole test are ignored. */
const sectionedForm = z
  .object({
    ...common,
    testType: z.enum(sectionedTestTypes),
    sections: sectionList,
    sectionCutoffs: sectionCutoffsField.nullish(),
  })
  .refine(isAfterStart, endsAfterStart)
  .refine(isObjectedAfterStart, objectionsAfterStart)
  .refine((test) => test.testType !== 'Specific Company Test' || Boolean(test.companyName), {
    path: ['companyName'],
    error: 'Company name is required for Specific Company tests',
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .superRefine(({ sections, sectionCutoffs }, ctx) => {
    for (const name of Object.keys(sectionCutoffs ?? {}))
      if (!sections.some(({ sectionName }) => sectionName === name))
        ctx.addIssue({ code: 'custom', path: ['sectionCutoffs', name], message: 'There is no section with this name' })
  })
  .refine(hasCoding, codingWhenOn)
  .transform(withCoding)
export type SectionedForm = z.output<typeof sectionedForm>
export type SectionedFormInput = z.input<typeof sectionedForm>

/** A test as entered by its author. Its type determines whether it has a flat list of questions or sections. */
export const testForm = z.discriminatedUnion(
  'testType',
  [assignmentForm, z.discriminatedUnion('hasCodingSection', [choicePracticeForm, codingPracticeForm]), sectionedForm],
  { error: `Must be one of: ${testTypes.join(', ')}` },
)
export type TestForm = z.output<typeof testForm>
export type TestFormInput = z.input<typeof testForm>
