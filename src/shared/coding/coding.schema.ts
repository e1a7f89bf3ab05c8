import { z } from 'zod'
import { idSchema, isoTime, isPlain, pageQuery, pagination, requiredText, unreadable } from '../schema.ts'
import { languages, verdicts } from './languages.rules.ts'

/** The bank of coding questions. Field names are the seed's, snake_case included. */

export const codingDifficulties = ['easy', 'medium', 'hard'] as const
export type CodingDifficulty = (typeof codingDifficulties)[number]

/** `time_limit` in ms, `memory_limit` in MB. The steps bind only the form. */
export const codingBounds = {
  timeLimit: { min: 100, max: 30_000, step: 100 },
  memoryLimit: { min: 64, max: 2_048, step: 32 },
  weight: { min: 1, max: 1_000 },
  testCases: { min: 1, max: 500 },
  tags: { max: 20 },
  solutions: { max: 20 },
} as const

export const codingDefaults = {
  difficulty: 'medium',
  time_limit: 2_000,
  memory_limit: 256,
  weight: 10,
  languages: ['javascript', 'python', 'java', 'cpp'],
} as const satisfies Record<string, unknown>

const { testCases, tags, solutions, timeLimit, memoryLimit, weight } = codingBounds

/** Characters of one case's input or output; all of a question together fit into the body's 16 MiB. */
const maxCaseText = 8 * 1024 * 1024
const maxText = 20_000

/**
 * A program, or what one reads or prints: kept as it is, any character included. NUL cannot be handed to a program, and half a
 * character has no bytes in UTF-8: it would be stored as another one.
 */
export const exactText = (text: z.ZodString, must = 'Must') =>
  text
    .refine((text) => !text.includes('\0'), `${must} not contain NUL bytes`)
    .refine((text) => text.isWellFormed(), `${must} not contain incomplete characters (lone surrogates)`)

const anyCaseText = (missing: string) => z.string({ error: missing }).max(maxCaseText, 'Must be at most 8 MB')
const caseText = (missing: string) => exactText(anyCaseText(missing).min(1, missing))

const optionalMarkdown = z
  .string()
  .trim()
  .max(maxText, 'Must be at most 20,000 characters')
  .refine(isPlain, unreadable)
  .nullish()
  .transform((text) => text ?? '')

/** Text of a sample: shown as it is, and read by programs where no case is a sample. */
const sampleText = exactText(z.string().max(maxText, 'Must be at most 20,000 characters'))
  .nullish()
  .transform((text) => text ?? '')

export const testCaseForm = z.object({
  input: caseText('Input is required'),
  expected_output: caseText('Expected output is required'),
  is_sample: z.boolean().default(false),
  weight: z
    .number()
    .int()
    .min(weight.min, 'Weight must be at least 1')
    .max(weight.max, 'Weight must be at most 1000')
    .default(codingDefaults.weight),
})
/** A case of a problem package, whose program may read nothing. The form asks for an input, as one is easily forgotten there. */
export const packageCaseForm = testCaseForm.extend({ input: exactText(anyCaseText('Input is required')) })
export type TestCaseForm = z.output<typeof testCaseForm>

export const languageField = z.enum(languages)

/** A program as it is handed in. Bytes are counted where it is taken: too many are a 413. */
export const sourceField = exactText(z.string({ error: 'Please write some code first' }), 'The code must').refine(
  (code) => code.trim() !== '',
  'Please write some code first',
)

export const solutionForm = z.object({
  language: languageField,
  code: sourceField,
  expected_verdict: z.enum(verdicts).exclude(['internal_error']).default('accepted'),
})
export type SolutionForm = z.output<typeof solutionForm>

/** Trimmed, without empty ones and without doubles in another case. */
const tagList = z
  .array(z.string().trim().max(40, 'A tag has at most 40 characters').refine(isPlain, unreadable))
  .max(200)
  .default([])
  .transform((list) => {
    const seen = new Map(list.filter((tag) => tag !== '').map((tag) => [tag.toLowerCase(), tag]))
    return [...seen.values()]
  })
  .pipe(z.array(z.string()).max(tags.max, `Must be at most ${tags.max} tags`))

export const codingQuestionForm = z.object({
  title: requiredText('Title is required'),
  description: requiredText('Description is required', maxText),
  difficulty: z.enum(codingDifficulties).default(codingDefaults.difficulty),
  constraints: optionalMarkdown,
  input_format: optionalMarkdown,
  output_format: optionalMarkdown,
  time_limit: z
    .number()
    .int()
    .min(timeLimit.min, 'Time limit must be at least 100 ms')
    .max(timeLimit.max, 'Time limit must be at most 30000 ms')
    .default(codingDefaults.time_limit),
  memory_limit: z
    .number()
    .int()
    .min(memoryLimit.min, 'Memory limit must be at least 64 MB')
    .max(memoryLimit.max, 'Memory limit must be at most 2048 MB')
    .default(codingDefaults.memory_limit),
  sample_input: sampleText,
  sample_output: sampleText,
  explanation: optionalMarkdown,
  tags: tagList,
  supported_languages: z
    .array(languageField)
    .min(1, 'Please select at least one programming language')
    .default([...codingDefaults.languages])
    .transform((list) => languages.filter((language) => list.includes(language))),
  testCases: z
    .array(testCaseForm, { error: 'Please add at least one test case' })
    .min(testCases.min, 'Please add at least one test case')
    .max(testCases.max, `Must be at most ${testCases.max} test cases`),
  solutions: z.array(solutionForm).max(solutions.max).default([]),
  practice: z
    .boolean()
    .optional()
    .describe(
      'Whether students may practise it while no test uses it; absent: true for a new question, else unchanged',
    ),
})
/** A solution to try on the cases of a question that is not saved. */
export const trialForm = codingQuestionForm.pick({ time_limit: true, memory_limit: true, testCases: true }).extend({
  language: languageField,
  code: sourceField,
})
export type TrialForm = z.output<typeof trialForm>
export type TrialInput = z.input<typeof trialForm>

/** A question as a problem package has it. */
export const packageQuestionForm = codingQuestionForm.extend({
  testCases: z
    .array(packageCaseForm)
    .min(testCases.min)
    .max(testCases.max, `Must be at most ${testCases.max} test cases`),
})
export type CodingQuestionForm = z.output<typeof codingQuestionForm>
export type CodingQuestionInput = z.input<typeof codingQuestionForm>

/** How a reference solution fared the last time; null verdict is not run yet, or running. */
export const solutionAnswer = z.object({
  language: languageField,
  code: z.string(),
  expected_verdict: z.enum(verdicts),
  verdict: z.enum(verdicts).nullable(),
  /** The first case that failed, from 1; null when there is none. */
  failed_case: z.number().int().nullable(),
  /** The slowest case, in ms. */
  execution_time: z.number().nullable(),
  message: z.string().nullable().describe('Output of the compiler or error output of the program'),
})

export const questionStatuses = ['draft', 'checking', 'published'] as const
export type QuestionStatus = (typeof questionStatuses)[number]

export const codingListItem = z.object({
  id: idSchema,
  title: z.string(),
  difficulty: z.enum(codingDifficulties),
  tags: z.array(z.string()),
  supported_languages: z.array(languageField),
  test_cases_count: z.number().int(),
  /** Students and colleges are shown published ones only. */
  status: z.enum(questionStatuses),
  archived: z.boolean().describe('Archived: not in the bank, still in the tests that use it'),
  practice: z.boolean().describe('false: only for tests'),
  created_at: isoTime,
})
export type CodingListItem = z.output<typeof codingListItem>

export const codingQuestion = codingListItem.extend({
  description: z.string(),
  constraints: z.string(),
  input_format: z.string(),
  output_format: z.string(),
  time_limit: z.number().int().describe('ms'),
  memory_limit: z.number().int().describe('MB'),
  sample_input: z.string(),
  sample_output: z.string(),
  explanation: z.string(),
  testCases: z
    .array(
      z.object({
        input: z.string(),
        expected_output: z.string(),
        is_sample: z.boolean(),
        weight: z.number().int(),
      }),
    )
    .describe('Sample cases only, except for the master admin'),
  solutions: z.array(solutionAnswer).optional().describe('Master admin only'),
  /** Tests, not deleted, that use it; master admin only. */
  usedBy: z.number().int().optional(),
})
export type CodingQuestion = z.output<typeof codingQuestion>

export const codingListQuery = pageQuery.extend({
  search: z.string().trim().max(200).optional().describe('Matches part of the title or a tag'),
  difficulty: z.enum(codingDifficulties).optional(),
  practice: z.boolean().optional().describe('true: practice questions; false: exam-only questions'),
  archived: z.boolean().optional().describe('true: archived questions only; master admin only'),
})
export type CodingListQuery = z.output<typeof codingListQuery>

export const codingListAnswer = z.object({
  questions: z.array(codingListItem),
  pagination,
  counts: z.record(z.enum(codingDifficulties), z.number().int()).describe('Results per difficulty'),
})

/** Where a question is used: if anywhere, it is archived rather than deleted. */
export const questionUsageAnswer = z.object({
  testCount: z.number().int(),
  tests: z.array(z.object({ id: idSchema, testName: z.string() })).describe('The newest 20'),
  attempts: z.number().int().describe('Includes deleted tests'),
  practiceSubmissions: z.number().int(),
})
export type QuestionUsage = z.output<typeof questionUsageAnswer>

export const codingQuestionAnswer = z.object({ question: codingQuestion })

export const languagesAnswer = z.object({
  languages: z.array(
    z.object({
      language: languageField,
      available: z.boolean(),
      version: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
  warning: z.string().optional().describe('Notices for staff about the judge, such as inexact limits'),
})

/** Cases read from a zip of `NAME.in` with `NAME.ans` or `NAME.out`, to fill the form. */
export const readCasesAnswer = z.object({
  testCases: z.array(testCaseForm.extend({ name: z.string() })),
  errors: z.array(z.object({ name: z.string(), message: z.string() })),
})

/** The result of importing a problem package; `notes` lists the parts that are not used. */
export const importAnswer = z.object({ question: codingQuestion, notes: z.array(z.string()) })

/** Bytes of a zip that is read: of test cases, or a problem package. */
export const maxPackageBytes = 16 * 1024 * 1024
