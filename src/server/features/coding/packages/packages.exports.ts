import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import {
  type CodingQuestion,
  type CodingQuestionForm,
  type CodingQuestionInput,
  type SolutionForm,
  solutionForm,
} from '#shared/coding/coding.schema.ts'
import { type CheckerForm, defaultTolerance, judgingProgram } from '#shared/coding/comparison.schema.ts'
import { type OwnFile, ownFileName } from './own-file.ts'
import { extensionOf, pathOf } from './solutions.ts'
import { joinMarkdown, splitMarkdown } from './statement.ts'

/** Writes a Kattis/ICPC problem package in the legacy format, which most judges read. */

type Whole = Pick<
  CodingQuestion,
  | 'title'
  | 'description'
  | 'constraints'
  | 'input_format'
  | 'output_format'
  | 'explanation'
  | 'difficulty'
  | 'tags'
  | 'supported_languages'
  | 'sample_input'
  | 'sample_output'
  | 'time_limit'
  | 'memory_limit'
> & {
  [Field in 'comparison' | 'tolerance' | 'ignore_case' | 'checker' | 'interactor' | 'groups']?:
    | CodingQuestionForm[Field]
    | undefined
} & {
  testCases: readonly (Omit<CodingQuestion['testCases'][number], 'group'> & { group?: string | null | undefined })[]
  templates?: CodingQuestionInput['templates']
  practice?: boolean | undefined
  solutions?:
    | readonly (Pick<SolutionForm, 'language' | 'code' | 'files'> & {
        expected_verdict: string
        other_verdicts?: readonly string[] | undefined
      })[]
    | undefined
}

/** The folder of a group's cases. */
const groupFolder = (place: number) => `data/secret/group${String(place + 1).padStart(2, '0')}`

/** File name of a case, numbered across the question so that names sort in order. */
function caseName({ is_sample, group }: Whole['testCases'][number], place: number, groups: Whole['groups'] = []) {
  const index = groups.findIndex(({ name }) => name === group)
  const folder = is_sample ? 'data/sample' : index < 0 ? 'data/secret' : groupFolder(index)
  return `${folder}/${String(place + 1).padStart(3, '0')}`
}

/** Settings of the test groups for other judges. The legacy format cannot express needs. */
function groupFiles({ groups = [], testCases }: Whole): [path: string, content: string][] {
  if (groups.length === 0) return []
  const total = groups.reduce((sum, { points }) => sum + points, 0)
  const settings = (path: string, fields: object): [string, string] => [`${path}/testdata.yaml`, stringify(fields)]
  return [
    settings('data', { on_reject: 'continue', range: `0 ${total}`, grader_flags: 'ignore_sample' }),
    settings('data/secret', { on_reject: 'continue', accept_score: 0, grader_flags: 'accept_if_any_accepted' }),
    ...groups.flatMap(({ name, points, scoring, arguments: given }, place) => {
      const cases = testCases.filter(({ group, is_sample }) => group === name && !is_sample).length
      if (cases === 0) return []
      const isSum = scoring === 'sum'
      const fields = {
        on_reject: isSum ? 'continue' : 'break',
        accept_score: isSum ? points / cases : points,
        range: `0 ${points}`,
        grader_flags: isSum ? 'sum accept_if_any_accepted' : 'min',
        ...(given ? { output_validator_flags: given.join(' ') } : {}),
      }
      return [settings(groupFolder(place), fields)]
    }),
  ]
}

/** The checker's program and its other files by path; undefined without a checker. */
function filesOfChecker(checker: CheckerForm | null): Map<string, string> | undefined {
  if (!checker) return undefined
  const folder = 'output_validators/checker'
  const main = new Set(checker.files.map(({ name }) => name)).has(`checker.${extensionOf(checker.language)}`)
    ? 'main'
    : 'checker'
  return new Map([
    [`${folder}/${main}.${extensionOf(checker.language)}`, checker.code],
    ...checker.files.map(({ name, content }): [string, string] => [`${folder}/${name}`, content]),
  ])
}

/** The default validator's flags, for other judges. */
function flagsOf({ comparison, tolerance, ignore_case }: Whole): { validator_flags?: string } {
  if (comparison !== 'tokens' && comparison !== 'numbers') return {}
  const { absolute, relative } = tolerance ?? { absolute: defaultTolerance, relative: defaultTolerance }
  const flags = [
    ...(ignore_case ? [] : ['case_sensitive']),
    ...(comparison === 'numbers' && absolute !== undefined ? [`float_absolute_tolerance ${absolute}`] : []),
    ...(comparison === 'numbers' && relative !== undefined ? [`float_relative_tolerance ${relative}`] : []),
  ]
  return flags.length > 0 ? { validator_flags: flags.join(' ') } : {}
}

/** The path of a solution's other file. */
const besideMain = (path: string, name: string) => path.slice(0, path.lastIndexOf('/') + 1) + name

/** @returns the package's files by path */
export function writePackage(question: Whole): Map<string, string> {
  const { description, input_format, output_format, constraints, explanation } = question
  const parts = { description, input_format, output_format, constraints, explanation }
  const statement = joinMarkdown(parts)
  const solutions = (question.solutions ?? []).flatMap((solution) => solutionForm.safeParse(solution).data ?? [])
  const checker = judgingProgram({ ...question, comparison: question.comparison ?? 'lines' })
  const checkerFiles = filesOfChecker(checker)
  const own: OwnFile = {
    difficulty: question.difficulty,
    tags: question.tags,
    supported_languages: question.supported_languages,
    sample_input: question.sample_input,
    sample_output: question.sample_output,
    practice: question.practice,
    ...(isDeepStrictEqual(splitMarkdown(statement), parts) ? {} : { statement: parts }),
    cases: question.testCases.map((testCase, place) => ({
      name: caseName(testCase, place, question.groups),
      weight: testCase.weight,
      ...(testCase.group ? { group: testCase.group } : {}),
    })),
    comparison: question.comparison,
    tolerance: question.tolerance,
    ignore_case: question.ignore_case,
    groups: question.groups,
    templates: question.templates,
    ...(checkerFiles && checker
      ? {
          checker: {
            language: checker.language,
            protocol: checker.protocol,
            ...(checker.arguments?.length ? { arguments: checker.arguments } : {}),
            paths: [...checkerFiles.keys()],
          },
        }
      : {}),
    solutions: solutions.map((solution, place) => ({
      path: pathOf(solution, place),
      language: solution.language,
      files: (solution.files ?? []).map(({ name }) => besideMain(pathOf(solution, place), name)),
      ...(solution.other_verdicts ? { other_verdicts: solution.other_verdicts } : {}),
    })),
  }
  const files = new Map([
    [
      'problem.yaml',
      stringify({
        problem_format_version: 'legacy',
        name: question.title,
        validation: checkerFiles ? `custom${question.comparison === 'interactive' ? ' interactive' : ''}` : 'default',
        ...(question.groups?.length ? { type: 'scoring' } : {}),
        ...flagsOf(question),
        ...(checker?.arguments?.length && !question.groups?.some((group) => group.arguments)
          ? { validator_flags: checker.arguments.join(' ') }
          : {}),
        keywords: question.tags.join(', '),
        limits: { memory: question.memory_limit },
      }),
    ],
    ['.timelimit', `${question.time_limit / 1_000}\n`],
    ['domjudge-problem.ini', `timelimit = ${question.time_limit / 1_000}\n`],
    [ownFileName, `${JSON.stringify(own, null, 2)}\n`],
    ['problem_statement/problem.en.md', `${statement}\n`],
  ])
  for (const [path, content] of groupFiles(question)) files.set(path, content)
  for (const [place, testCase] of question.testCases.entries()) {
    const name = caseName(testCase, place, question.groups)
    files.set(`${name}.in`, testCase.input)
    files.set(`${name}.ans`, testCase.expected_output)
  }
  for (const [path, content] of checkerFiles ?? []) files.set(path, content)
  for (const [place, solution] of solutions.entries()) {
    const path = pathOf(solution, place)
    files.set(path, solution.code)
    for (const { name, content } of solution.files ?? []) files.set(besideMain(path, name), content)
  }
  return files
}

/** An ASCII file name for a title in any script. */
export const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'coding-question'
