import { z } from 'zod'
import { idSchema, isoTime, isPlain, pageQuery, pagination, requiredText, unreadable } from '../schema.ts'
import {
  checkComparison,
  comparisonFields,
  shownChecker,
  shownInteractor,
  sourceFile,
  sourceFiles,
} from './comparison.schema.ts'
import { checkGroups, groupList, groupName } from './groups.schema.ts'
import { shownJudging } from './judging.schema.ts'
import { languages, solutionVerdicts } from './languages.rules.ts'
import { templateList, wholeTemplate } from './templates.schema.ts'

/** The bank of coding questions. Field names, snake_case included, are the original API's. */

export const codingDifficulties = ['easy', 'medium', 'hard'] as const
export type CodingDifficulty = (typeof codingDifficulties)[number]

/** `time_limit` in ms, `memory_limit` in MB. Only the form enforces the steps. */
export const codingBounds = {
  timeLimit: { min: 100, max: 30_000, step: 100 },
  memoryLimit: { min: 64, max: 2_048, step: 32 },
  weight: { min: 1, max: 1_000 },
  testCases: { min: 1, max: 500 },
  tags: { max: 20 },
  solutions: { max: 60 },
} as const

export const codingDefaults = {
  difficulty: 'medium',
  time_limit: 2_000,
  memory_limit: 256,
  weight: 10,
  languages: ['javascript', 'python', 'java', 'cpp'],
} as const satisfies Record<string, unknown>

const { testCases, tags, solutions, timeLimit, memoryLimit, weight } = codingBounds

/** Maximum characters in a case's input or output. All cases of a question together must fit in the 16 MiB body. */
const maxCaseText = 8 * 1024 * 1024
const maxText = 20_000

/**
 * A program, its input or its output, stored exactly as sent. NUL cannot be passed to a program, and a lone surrogate
 * has no UTF-8 encoding, so it would be stored as another character.
 */
export const exactText = (text: z.ZodString, must = 'Must') =>
  text
    .refine((text) => !text.includes('\0'), `${must} not contain NUL bytes`)
    .refine((text) => text.isWellFormed(), `${must} not contain incomplete characters (lone surrogates)`)

const missingText = { input: 'Input is required', expected_output: 'Expected output is required' } as const
const anyCaseText = (missing: string) => z.string({ error: missing }).max(maxCaseText, 'Must be at most 8 MB')
const caseText = (missing: string) => exactText(anyCaseText(missing).min(1, missing))

const optionalMarkdown = z
  .string()
  .trim()
  .max(maxText, 'Must be at most 20,000 characters')
  .refine(isPlain, unreadable)
  .nullish()
  .transform((text) => text ?? '')

/** Text of a sample: displayed as is, and used as a case if no case is marked as a sample. */
const sampleText = exactText(z.string().max(maxText, 'Must be at most 20,000 characters'))
  .nullish()
  .transform((text) => text ?? '')

export const testCaseForm = z.object({
  input: caseText(missingText.input),
  expected_output: caseText(missingText.expected_output),
  is_sample: z.boolean().default(false),
  weight: z
    .number()
    .int()
    .min(weight.min, 'Weight must be at least 1')
    .max(weight.max, 'Weight must be at most 1000')
    .default(codingDefaults.weight),
  group: groupName.nullish().describe('Name of its group. If the question has groups, other cases do not count'),
})
/** A case from a problem package. Its texts may be empty; the form requires them, because they are easily forgotten. */
export const packageCaseForm = testCaseForm.extend({
  input: exactText(anyCaseText(missingText.input)),
  expected_output: exactText(anyCaseText(missingText.expected_output)),
})

type CaseTexts = Record<keyof typeof missingText, string>
/** Errors for empty texts of an edited question. They are allowed if the stored question, from a package, has some too. */
export const missingTexts = (cases: readonly CaseTexts[], stored: readonly CaseTexts[]) =>
  (['input', 'expected_output'] as const).flatMap((text) =>
    stored.some((one) => one[text] === '')
      ? []
      : cases.flatMap((one, at) =>
          one[text] === '' ? [{ field: `testCases.${at}.${text}`, message: missingText[text] }] : [],
        ),
  )

export const languageField = z.enum(languages)

/** A submitted program. The byte limit is checked on receipt, and exceeding it returns 413. */
export const sourceField = exactText(z.string({ error: 'Please write some code first' }), 'The code must').refine(
  (code) => code.trim() !== '',
  'Please write some code first',
)

const expectedVerdict = z.enum(solutionVerdicts).exclude(['internal_error'])
export const solutionForm = z.object({
  language: languageField,
  code: sourceField,
  expected_verdict: expectedVerdict.default('accepted'),
  other_verdicts: z.array(expectedVerdict).max(solutionVerdicts.length).optional().describe('Also as expected'),
  files: sourceFiles.optional().describe('Other sources, modules or header files of the program'),
})
export type SolutionForm = z.output<typeof solutionForm>

/** Trims tags, drops empty ones, and deduplicates them ignoring case. */
const tagList = z
  .array(z.string().trim().max(40, 'Tags must be at most 40 characters').refine(isPlain, unreadable))
  .max(200)
  .default([])
  .transform((list) => {
    const seen = new Map(list.filter((tag) => tag !== '').map((tag) => [tag.toLowerCase(), tag]))
    return [...seen.values()]
  })
  .pipe(z.array(z.string()).max(tags.max, `Must be at most ${tags.max} tags`))

/** The fields of a question, without the rules that concern several of them. */
export const questionFields = z.object({
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
  ...comparisonFields,
  groups: groupList.describe('Groups of cases that are scored together. Without groups, cases count by weight'),
  templates: templateList.describe('Starter code and drivers, at most one per language'),
  statement_pdf: z.boolean().optional().describe('false removes the PDF of an imported statement'),
  practice: z
    .boolean()
    .optional()
    .describe(
      'True if students may practise it while no test uses it. Defaults to true for a new question, else unchanged',
    ),
})

type Judging = Parameters<typeof checkComparison>[0] & Parameters<typeof checkGroups>[0]
function checkJudging(form: Judging, ctx: z.RefinementCtx) {
  checkComparison(form, ctx)
  checkGroups(form, ctx)
}
export const codingQuestionForm = questionFields.superRefine(checkJudging)

const packageCases = z
  .array(packageCaseForm)
  .min(testCases.min, 'Please add at least one test case')
  .max(testCases.max, `Must be at most ${testCases.max} test cases`)

/** A question from a problem package, as imported or edited. `missingTexts` reports texts that were forgotten. */
export const packageQuestionForm = questionFields.extend({ testCases: packageCases }).superRefine(checkJudging)

/** A solution to try against the cases of an unsaved question. */
export const trialForm = questionFields
  .pick({
    time_limit: true,
    memory_limit: true,
    comparison: true,
    tolerance: true,
    ignore_case: true,
    checker: true,
    interactor: true,
    groups: true,
    templates: true,
  })
  .extend({ testCases: packageCases, language: languageField, code: sourceField, files: solutionForm.shape.files })
  .superRefine(checkJudging)
export type TrialForm = z.output<typeof trialForm>
export type TrialInput = z.input<typeof trialForm>

export type CodingQuestionForm = z.output<typeof codingQuestionForm>
export type CodingQuestionInput = z.input<typeof codingQuestionForm>

/** Result of a reference solution's last check; a null verdict means pending or running. */
export const solutionAnswer = z.object({
  language: languageField,
  code: z.string(),
  expected_verdict: z.enum(solutionVerdicts),
  other_verdicts: z.array(z.enum(solutionVerdicts)).optional().describe('Also as expected'),
  files: z.array(sourceFile).optional(),
  verdict: z.enum(solutionVerdicts).nullable(),
  /** 1-based number of the first failed case; null if none failed. */
  failed_case: z.number().int().nullable(),
  /** Time of the slowest case, in ms. */
  execution_time: z.number().nullable(),
  message: z.string().nullable().describe("The compiler's output or the program's error output"),
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
  /** Students and colleges only ever see published questions. */
  status: z.enum(questionStatuses),
  archived: z.boolean().describe('True if no longer in the bank, but still in the tests that use it'),
  practice: z.boolean().describe('false: only for tests'),
  created_at: isoTime,
})

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
  statement_pdf: z.boolean().optional().describe('True if the statement has a PDF, to download separately'),
  testCases: z
    .array(
      z.object({
        input: z.string(),
        expected_output: z.string(),
        is_sample: z.boolean(),
        weight: z.number().int(),
        group: z.string().optional(),
      }),
    )
    .describe('Sample cases only, except for the master admin'),
  ...shownJudging,
  templates: z.array(wholeTemplate).optional(),
  checker: shownChecker.optional().describe('Master admin only'),
  interactor: shownInteractor.optional().describe('Master admin only'),
  checker_failure: z.string().optional().describe('Why the checker or interactor does not compile; master admin only'),
  solutions: z.array(solutionAnswer).optional().describe('Master admin only'),
  /** Number of tests that use it, excluding deleted ones; master admin only. */
  usedBy: z.number().int().optional(),
})
export type CodingQuestion = z.output<typeof codingQuestion>

export const codingListQuery = pageQuery.extend({
  search: z.string().trim().max(200).optional().describe('Matches part of the title or a tag'),
  difficulty: z.enum(codingDifficulties).optional(),
  practice: z.boolean().optional().describe('true: practice questions; false: exam-only questions'),
  status: z.enum(questionStatuses).optional().describe('Master admin only; others only see published questions'),
  archived: z.boolean().optional().describe('true: archived questions only; master admin only'),
})
export type CodingListQuery = z.output<typeof codingListQuery>

export const codingListAnswer = z.object({
  questions: z.array(codingListItem),
  pagination,
  counts: z.record(z.enum(codingDifficulties), z.number().int()).describe('Results per difficulty'),
})

/** The uses of a question. A used question is archived rather than deleted. */
export const questionUsageAnswer = z.object({
  testCount: z.number().int(),
  tests: z.array(z.object({ id: idSchema, testName: z.string() })).describe('The newest 20'),
  attempts: z.number().int().describe('Including attempts at deleted tests'),
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
      compiler: z.string().optional().describe('The compiler or interpreter, such as g++'),
      flags: z.string().optional().describe('Its flags that matter to a program, or its rules'),
      reason: z.string().optional().describe('Why it is not available'),
    }),
  ),
  warning: z.string().optional().describe('A notice for staff about the judge, such as inexact limits'),
})

/** Cases read from a zip that pairs `NAME.in` with `NAME.ans` or `NAME.out`, to fill in the form. */
export const readCasesAnswer = z.object({
  testCases: z.array(testCaseForm.extend({ name: z.string() })),
  errors: z.array(z.object({ name: z.string(), message: z.string() })),
})

/** The result of importing a problem package; `notes` lists the parts that were ignored. */
export const importAnswer = z.object({ question: codingQuestion, notes: z.array(z.string()) })

/** Maximum size of an uploaded zip of test cases or a problem package. */
export const maxPackageBytes = 16 * 1024 * 1024
