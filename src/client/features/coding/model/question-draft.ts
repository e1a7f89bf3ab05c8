import { z } from 'zod'
import { plural } from '#client/lib/format.ts'
import { known } from '#client/lib/known.ts'
import {
  codingBounds,
  codingDefaults,
  codingDifficulties,
  missingTexts,
  packageQuestionForm,
} from '#shared/coding/coding.schema.ts'
import { checkerProtocols, comparisons } from '#shared/coding/comparison.schema.ts'
import { groupScorings } from '#shared/coding/groups.schema.ts'
import { type Language, languages, programLanguages, solutionVerdicts } from '#shared/coding/languages.rules.ts'
import type { QuestionDetail } from '../queries.ts'
import { templates } from './code-templates.ts'

/** A coding question in the editor. Numbers are kept as text during editing and validated on save. */

const caseShape = z.object({
  key: z.string(),
  input: z.string(),
  expected_output: z.string(),
  is_sample: z.boolean(),
  weight: z.union([z.number(), z.string()]),
  /** Key of its group; empty if it has none. */
  group: z.string().default(''),
})
export type DraftCase = z.output<typeof caseShape>

export const expectedVerdicts = solutionVerdicts.filter((verdict) => verdict !== 'internal_error')
const solutionShape = z.object({
  key: z.string(),
  language: z.enum(languages),
  code: z.string(),
  expected_verdict: z.enum(solutionVerdicts).exclude(['internal_error']),
  /** From packages of other judges. */
  other_verdicts: z.array(z.enum(solutionVerdicts).exclude(['internal_error'])).optional(),
  files: z.array(z.object({ name: z.string(), content: z.string() })).optional(),
})
export type DraftSolution = z.output<typeof solutionShape>

const groupShape = z.object({
  /** Referenced by cases and other groups, so it must stay the same, unlike the keys of other rows. */
  key: z.string(),
  name: z.string(),
  points: z.union([z.number(), z.string()]),
  scoring: z.enum(groupScorings),
  /** Keys of its prerequisite groups. */
  needs: z.array(z.string()),
  arguments: z.array(z.string()).optional(),
  full_score: z.number().optional(),
})
export type DraftGroup = z.output<typeof groupShape>

const checkerShape = z.object({
  language: z.enum(programLanguages),
  code: z.string(),
  protocol: z.enum(checkerProtocols),
  files: z.array(z.object({ name: z.string(), content: z.string() })),
  arguments: z.array(z.string()).optional(),
})
export type DraftChecker = z.output<typeof checkerShape>
const noChecker: DraftChecker = { language: 'python', code: '', protocol: 'plain', files: [] }

const templateShape = z.object({
  language: z.enum(languages),
  starter_code: z.string(),
  driver: z.string(),
  files: z.array(z.object({ name: z.string(), content: z.string() })),
})
export type DraftTemplate = z.output<typeof templateShape>

/** The draft's template for a language. */
export const templateFor = ({ templates }: Pick<QuestionDraft, 'templates'>, language: Language): DraftTemplate =>
  templates.find((one) => one.language === language) ?? { language, starter_code: '', driver: '', files: [] }

/** The code that students start from. */
export const starterOf = (draft: Pick<QuestionDraft, 'templates'>, language: Language): string =>
  templateFor(draft, language).starter_code || templates[language]

/** Text, so that numbers such as 1e-9 stay as typed. */
const toleranceShape = z.object({ absolute: z.string(), relative: z.string() })
const noTolerance = { absolute: '', relative: '' }

/** The shape of a draft, in memory and in the browser's storage. */
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
  /** False if the PDF of an imported statement is to be removed. */
  statement_pdf: z.boolean().optional(),
  practice: z.boolean().default(false),
  comparison: z.enum(comparisons).default('lines'),
  tolerance: toleranceShape.default(noTolerance),
  ignore_case: z.boolean().default(false),
  checker: checkerShape.default(noChecker),
  groups: z.array(groupShape).default([]),
  templates: z.array(templateShape).default([]),
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
  group: '',
  ...fields,
})

export const newSolution = (draft: QuestionDraft, language: Language): DraftSolution => ({
  key: newKey(),
  language,
  code: starterOf(draft, language),
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
  comparison: 'lines',
  tolerance: noTolerance,
  ignore_case: false,
  checker: noChecker,
  groups: [],
  templates: [],
})

/** Key of the group at an index of a stored question. */
const groupKey = (at: number) => `group-${at + 1}`

/** An unused key, for a group that is added to the draft. */
export const newGroupKey = (groups: readonly DraftGroup[]): string =>
  groupKey(Math.max(0, ...groups.map(({ key }) => Number(key.replace(/\D/g, '')))))

/** Fields that have the same format in a stored question. */
const ownFields = draftShape.omit({ testCases: true, solutions: true, tolerance: true, groups: true })

export const draftOf = (question: QuestionDetail): QuestionDraft => ({
  ...ownFields.parse({ ...question, checker: question.checker ?? question.interactor }),
  tolerance: {
    absolute: String(question.tolerance?.absolute ?? ''),
    relative: String(question.tolerance?.relative ?? ''),
  },
  ...rowsOf(question),
  solutions: (question.solutions ?? []).map(({ language, code, files, expected_verdict, other_verdicts }) => ({
    key: newKey(),
    language,
    code,
    expected_verdict: known(expectedVerdicts, expected_verdict) ?? 'accepted',
    ...(files ? { files } : {}),
    ...(other_verdicts ? { other_verdicts: other_verdicts.flatMap((one) => known(expectedVerdicts, one) ?? []) } : {}),
  })),
})

/** A stored question's cases and groups, with references to groups by key instead of name. */
function rowsOf({ testCases, groups = [] }: QuestionDetail): Pick<QuestionDraft, 'testCases' | 'groups'> {
  const keys = new Map(groups.map(({ name }, at) => [name, groupKey(at)]))
  const keyOf = (name: string | undefined) => keys.get(name ?? '') ?? ''
  return {
    testCases: testCases.map((one) => ({ key: newKey(), ...one, group: keyOf(one.group) })),
    groups: groups.map((group, at) => ({ key: groupKey(at), ...group, needs: group.needs.map(keyOf) })),
  }
}

const numberIn = (text: string) => (text.trim() === '' ? undefined : Number(text))

/** The fields that a run of a solution depends on. */
export const judgingFields = [
  ...(['time_limit', 'memory_limit', 'comparison', 'tolerance', 'ignore_case'] as const),
  ...(['checker', 'groups', 'testCases', 'templates'] as const),
] as const

/** Converts a draft to the server's format, without validation. Omits fields that the comparison does not use. */
export function inputOf(draft: QuestionDraft) {
  const { comparison, tolerance, ignore_case, checker, groups, testCases } = draft
  const names = new Map(groups.map(({ key, name }) => [key, name]))
  return {
    ...draft,
    tolerance:
      comparison === 'numbers'
        ? { absolute: numberIn(tolerance.absolute), relative: numberIn(tolerance.relative) }
        : undefined,
    ignore_case: (comparison === 'tokens' || comparison === 'numbers') && ignore_case,
    checker: comparison === 'checker' ? checker : undefined,
    interactor: comparison === 'interactive' ? checker : undefined,
    groups: groups.map(({ needs, ...group }) => ({ ...group, needs: needs.flatMap((key) => names.get(key) ?? []) })),
    testCases: testCases.map(({ group, ...one }) => ({ ...one, group: names.get(group) })),
  }
}

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

export type QuestionForm = z.output<typeof packageQuestionForm>
export type DraftErrors = Readonly<Record<string, string>>

/** The fields in screen order. */
const order = [
  'title difficulty tags practice description input_format output_format constraints sample_input',
  'sample_output explanation supported_languages time_limit memory_limit templates comparison tolerance ignore_case checker interactor',
  'groups testCases solutions',
].flatMap((line) => line.split(' '))
const rank = (path: string) => {
  const [field = '', at = '0'] = path.split('.')
  return order.indexOf(field) * 10_000 + (Number(at) || 0)
}

/** Sorts errors by path, in screen order. */
export const inOrder = (errors: Record<string, string>): DraftErrors =>
  Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)))

/** Messages for values that are not numbers. zod's own messages are not meant for users. */
const figureLabels: Record<string, string> = {
  time_limit: 'Time limit must be a whole number',
  memory_limit: 'Memory limit must be a whole number',
  weight: 'Weight must be a whole number',
  points: 'Points must be a number',
  absolute: 'A tolerance must be a number, such as 0.001',
  relative: 'A tolerance must be a number, such as 0.001',
}

/** References to a group by its name. The group itself has the error. */
const references = /^(testCases\.\d+\.group|groups\.\d+\.needs\.\d+)$/

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
  const { data, error } = packageQuestionForm.safeParse(inputOf(draft))
  // Only a new question has no title.
  const missing = missingTexts(draft.testCases, initial.title === '' ? [] : initial.testCases)
  const off = {
    ...offSteps(draft, initial),
    ...Object.fromEntries(missing.map(({ field, message }) => [field, message])),
  }
  if (data && Object.keys(off).length === 0) return { form: data, errors: {} }
  const errors: Record<string, string> = {}
  for (const { path, message, code } of error?.issues ?? []) {
    if (references.test(path.join('.'))) continue
    const figure = code === 'invalid_type' ? figureLabels[String(path.at(-1))] : undefined
    errors[path.join('.')] ??= figure ?? message
  }
  return { form: null, errors: inOrder({ ...off, ...errors }) }
}

/** Removes the errors of a field and its nested fields. The draft keeps an interactor in the checker's field. */
export function withoutErrors(errors: DraftErrors, path: string): DraftErrors {
  const paths = path === 'checker' ? [path, 'interactor'] : [path]
  const left = Object.entries(errors).filter(([at]) => !paths.some((one) => at === one || at.startsWith(`${one}.`)))
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left)
}

const rowNames: Record<string, string> = { testCases: 'Test case', solutions: 'Solution', groups: 'Group' }

/** The first error as shown in the bar at the bottom, with its location if it is in a row. */
export function alertOf(errors: DraftErrors): string | null {
  const [path, message] = Object.entries(errors)[0] ?? []
  if (path === undefined || message === undefined) return null
  const [, rows = '', at] = /^(testCases|solutions|groups)\.(\d+)/.exec(path) ?? []
  const name = rowNames[rows]
  if (name !== undefined) return `${name} ${Number(at) + 1}: ${message}`
  if (path.startsWith('templates.')) return `Starter code: ${message}`
  const program = /^(?:checker|interactor)\./.exec(path)?.[0]
  return program === undefined ? message : `${program === 'checker.' ? 'Checker' : 'Interactor'}: ${message}`
}
