import { isDeepStrictEqual } from 'node:util'
import type { CodingQuestionForm } from '#shared/coding/coding.schema.ts'
import type { CheckerForm } from '#shared/coding/comparison.schema.ts'
import { showJudging } from '#shared/coding/judging.schema.ts'
import type { CaseRow, QuestionRow, SolutionRow } from './bank.repo.ts'

/** Converts a question's form to rows, and compares them with the stored ones. */

type JudgingColumns = Parameters<typeof showJudging>[0] & Pick<QuestionRow, 'timeLimit' | 'memoryLimit'>

/** Columns set from the form. */
export const columnsOf = (form: CodingQuestionForm) => ({
  title: form.title,
  description: form.description,
  difficulty: form.difficulty,
  constraints: form.constraints,
  inputFormat: form.input_format,
  outputFormat: form.output_format,
  timeLimit: form.time_limit,
  memoryLimit: form.memory_limit,
  sampleInput: form.sample_input,
  sampleOutput: form.sample_output,
  explanation: form.explanation,
  tags: form.tags,
  supportedLanguages: form.supported_languages,
  testCasesCount: form.testCases.length,
  comparison: form.comparison,
  tolerance: form.comparison === 'numbers' ? (form.tolerance ?? null) : null,
  ignoreCase: form.ignore_case && (form.comparison === 'tokens' || form.comparison === 'numbers'),
  groups: form.groups,
  templates: form.templates,
})

export const casesOf = (questionId: string, form: CodingQuestionForm): CaseRow[] =>
  form.testCases.map(({ input, expected_output, is_sample, weight, group }, position) => ({
    questionId,
    position,
    input,
    expectedOutput: expected_output,
    isSample: is_sample,
    weight,
    groupName: group ?? null,
  }))

export const solutionsOf = (questionId: string, form: CodingQuestionForm) =>
  form.solutions.map(({ language, code, files, expected_verdict, other_verdicts }, position) => ({
    questionId,
    position,
    language,
    code,
    files: files?.length ? files : null,
    expectedVerdict: expected_verdict,
    otherVerdicts: other_verdicts?.length ? other_verdicts : null,
  }))

export const sameRun = (one: CaseRow, other: CaseRow) =>
  one.input === other.input && one.expectedOutput === other.expectedOutput && one.groupName === other.groupName
export const sameCase = (one: CaseRow, other: CaseRow) =>
  sameRun(one, other) && one.isSample === other.isSample && one.weight === other.weight
export const sameJudging = (one: JudgingColumns, other: JudgingColumns) =>
  one.timeLimit === other.timeLimit &&
  one.memoryLimit === other.memoryLimit &&
  isDeepStrictEqual([one.templates, one.groups], [other.templates, other.groups]) &&
  isDeepStrictEqual(showJudging(one), showJudging(other))
/** Treats missing arguments as an empty list. */
export const withArguments = (checker: CheckerForm | null | undefined) =>
  checker ? { ...checker, arguments: checker.arguments ?? [] } : null
export const sameSolution = (one: ReturnType<typeof solutionsOf>[number], other: SolutionRow) =>
  one.language === other.language &&
  one.code === other.code &&
  one.expectedVerdict === other.expectedVerdict &&
  isDeepStrictEqual([one.files, one.otherVerdicts], [other.files, other.otherVerdicts])

/** True if two lists are equal, element by element. */
export const alike = <One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  same: (one: One, other: Other) => boolean,
) => ones.length === others.length && ones.every((one, place) => same(one, others[place] as Other))
