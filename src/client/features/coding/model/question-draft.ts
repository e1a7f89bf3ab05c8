import { z } from 'zod'
import { plural } from '#client/lib/format.ts'
import { known } from '#client/lib/known.ts'
import { codingBounds, codingDefaults, codingDifficulties, codingQuestionForm } from '#shared/coding/coding.schema.ts'
import { type Language, languages, verdicts } from '#shared/coding/languages.rules.ts'
import type { QuestionDetail } from '../queries.ts'
import { templates } from './code-templates.ts'

/** A coding question in the editor. Numbers are kept as text during editing and validated on save. */

const caseShape = z.object({
  key: z.string(),
  input: z.string(),
  expected_output: z.string(),
  is_sample: z.boolean(),
  weight: z.union([z.number(), z.string()]),
})
export type DraftCase = z.output<typeof caseShape>

export const expectedVerdicts = verdicts.filter((verdict) => verdict !== 'internal_error')
const solutionShape = z.object({
  key: z.string(),
  language: z.enum(languages),
  code: z.string(),
  expected_verdict: z.enum(verdicts).exclude(['internal_error']),
})
export type DraftSolution = z.output<typeof solutionShape>

/** The shape of a draft, also when stored in the browser. */
export const draftShape = z.object({
  title: z.string(),
  description: z.string(),
  difficulty: z.enum(codingDifficulties),
  constraints: z.string(),
  input_format: z.string(),
  output_format: z.string(),
  time_limit: z.union([z.number(), z.string()]),
  memory_limit: z.union([z.number(), z.string()]),
  sample_input: z.string(),
  sample_output: z.string(),
  explanation: z.string(),
  tags: z.array(z.string()),
  supported_languages: z.array(z.enum(languages)),
  testCases: z.array(caseShape),
  solutions: z.array(solutionShape),
  practice: z.boolean().default(false),
})
export type QuestionDraft = z.output<typeof draftShape>

let made = 0
/** A row key that is unique while the page is open. */
export const newKey = () => `row-${++made}`

export const newCase = (fields: Partial<Omit<DraftCase, 'key'>> = {}): DraftCase => ({
  key: newKey(),
  input: '',
  expected_output: '',
  is_sample: false,
  weight: codingDefaults.weight,
  ...fields,
})

export const newSolution = (language: Language): DraftSolution => ({
  key: newKey(),
  language,
  code: templates[language],
  expected_verdict: 'accepted',
})

export const emptyDraft = (): QuestionDraft => ({
  title: '',
  description: '',
  difficulty: codingDefaults.difficulty,
  constraints: '',
  input_format: '',
  output_format: '',
  time_limit: codingDefaults.time_limit,
  memory_limit: codingDefaults.memory_limit,
  sample_input: '',
  sample_output: '',
  explanation: '',
  tags: [],
  supported_languages: [...codingDefaults.languages],
  testCases: [newCase({ is_sample: true })],
  solutions: [],
  practice: false,
})

/** All fields except the rows. */
const ownFields = draftShape.omit({ testCases: true, solutions: true })

export const draftOf = (question: QuestionDetail): QuestionDraft => ({
  ...ownFields.parse(question),
  testCases: question.testCases.map((one) => ({ key: newKey(), ...one })),
  solutions: (question.solutions ?? []).map(({ language, code, expected_verdict }) => ({
    key: newKey(),
    language,
    code,
    expected_verdict: known(expectedVerdicts, expected_verdict) ?? 'accepted',
  })),
})

/** `12 test cases · 2 reference solutions`. */
export const figuresOf = ({ testCases, solutions }: QuestionDraft): string =>
  `${plural(testCases.length, 'test case')} · ${plural(solutions.length, 'reference solution')}`

/** Trims tags and removes duplicates, ignoring case. The first spelling wins. */
export function cleanTags(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags.flatMap((tag) => {
    const text = tag.trim()
    if (text === '' || seen.has(text.toLowerCase())) return []
    seen.add(text.toLowerCase())
    return [text]
  })
}

export type QuestionForm = z.output<typeof codingQuestionForm>
export type DraftErrors = Readonly<Record<string, string>>

/** The fields in screen order. */
const order = [
  'title difficulty tags practice description input_format output_format constraints sample_input',
  'sample_output explanation supported_languages time_limit memory_limit testCases solutions',
].flatMap((line) => line.split(' '))
const rank = (path: string) => {
  const [field = '', at = '0'] = path.split('.')
  return order.indexOf(field) * 10_000 + Number(at)
}

/** Sorts errors by path, in screen order. */
export const inOrder = (errors: Record<string, string>): DraftErrors =>
  Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)))

/** Messages for values that are not numbers. zod's own messages are not meant for users. */
const figureLabels: Record<string, string> = {
  time_limit: 'Time limit must be a whole number',
  memory_limit: 'Memory limit must be a whole number',
  weight: 'Weight must be a whole number',
}

const steps = [
  { field: 'time_limit', step: codingBounds.timeLimit.step, words: 'Time limit must be a multiple of 100 ms' },
  { field: 'memory_limit', step: codingBounds.memoryLimit.step, words: 'Memory limit must be a multiple of 32 MB' },
] as const

/**
 * Errors for limits that are not multiples of their step. Steps are enforced only for edited values: a limit from a
 * package or the REST API is kept until somebody changes it.
 */
const offSteps = (draft: QuestionDraft, initial: QuestionDraft): Record<string, string> =>
  Object.fromEntries(
    steps.flatMap(({ field, step, words }) => {
      const value = Number(draft[field])
      return value % step === 0 || value === Number(initial[field]) ? [] : [[field, words]]
    }),
  )

/** Validates a draft against the server's schema and the limits' steps. @param initial the editor's initial draft */
export function checkDraft(
  draft: QuestionDraft,
  initial: QuestionDraft,
): { form: QuestionForm | null; errors: DraftErrors } {
  const { data, error } = codingQuestionForm.safeParse(draft)
  const off = offSteps(draft, initial)
  if (data && Object.keys(off).length === 0) return { form: data, errors: {} }
  const errors: Record<string, string> = {}
  for (const { path, message, code } of error?.issues ?? []) {
    const figure = code === 'invalid_type' ? figureLabels[String(path.at(-1))] : undefined
    errors[path.join('.')] ??= figure ?? message
  }
  return { form: null, errors: inOrder({ ...off, ...errors }) }
}

/** Removes the errors of a field and its nested fields. */
export function withoutErrors(errors: DraftErrors, path: string): DraftErrors {
  const left = Object.entries(errors).filter(([at]) => at !== path && !at.startsWith(`${path}.`))
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left)
}

/** The first error as shown in the bar at the bottom, with its location if it is in a row. */
export function alertOf(errors: DraftErrors): string | null {
  const [path, message] = Object.entries(errors)[0] ?? []
  if (path === undefined || message === undefined) return null
  const [, rows, at] = /^(testCases|solutions)\.(\d+)/.exec(path) ?? []
  if (rows === undefined) return message
  return `${rows === 'testCases' ? 'Test case' : 'Solution'} ${Number(at) + 1}: ${message}`
}
