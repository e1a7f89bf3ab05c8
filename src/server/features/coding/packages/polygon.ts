import {
  codingBounds,
  codingDefaults,
  packageQuestionForm,
  type SolutionForm,
  solutionForm,
} from '#shared/coding/coding.schema.ts'
import { type ComparisonForm, hasProgram } from '#shared/coding/comparison.schema.ts'
import { groupBounds } from '#shared/coding/groups.schema.ts'
import { programLanguages } from '#shared/coding/languages.rules.ts'
import { textIn } from './descriptor.ts'
import { findFigures } from './figures.ts'
import { packageRefused } from './packages.errors.ts'
import { type PolygonTest, scoringIn } from './polygon-groups.ts'
import { allAt, firstAt, numberIn, readXml, type XmlElement } from './polygon-xml.ts'
import type { PackageContent } from './problem.ts'
import { isPython2, languageOfFile } from './solutions.ts'
import { convertTex, maxTex } from './tex.ts'
import { missingHeaders, programIn } from './validation.ts'

/** Reads the packages of Codeforces Polygon: problem.xml with tests, TeX statements and testlib programs. */

type Files = ReadonlyMap<string, Buffer>

export const polygonFile = 'problem.xml'

/**
 * testlib's standard checkers that have an equivalent comparison here. There is none for lcmp, which compares the words
 * of each line.
 */
const standardCheckers: Record<string, Partial<ComparisonForm>> = {
  fcmp: { comparison: 'lines' },
  wcmp: { comparison: 'tokens' },
  icmp: { comparison: 'tokens' },
  ncmp: { comparison: 'tokens' },
  hcmp: { comparison: 'tokens' },
  yesno: { comparison: 'tokens', ignore_case: true },
  nyesno: { comparison: 'tokens', ignore_case: true },
  rcmp: { comparison: 'numbers', tolerance: { absolute: 1.5e-6 } },
  ...Object.fromEntries(
    [4, 6, 9].map((digits) => {
      const tolerance = 10 ** -digits
      return [`rcmp${digits}`, { comparison: 'numbers', tolerance: { absolute: tolerance, relative: tolerance } }]
    }),
  ),
}

const crash = ['runtime_error', 'memory_limit_exceeded'] as const
const slow = ['time_limit_exceeded', 'output_limit_exceeded'] as const

/** The verdicts that a solution's tag allows. */
const tags: Record<string, readonly SolutionForm['expected_verdict'][]> = {
  main: ['accepted'],
  accepted: ['accepted'],
  rejected: ['wrong_answer', ...slow, ...crash],
  'wrong-answer': ['wrong_answer'],
  'presentation-error': ['wrong_answer'],
  'time-limit-exceeded': slow,
  'memory-limit-exceeded': ['memory_limit_exceeded', 'runtime_error'],
  'time-limit-exceeded-or-accepted': [...slow, 'accepted'],
  'time-limit-exceeded-or-memory-limit-exceeded': [...slow, ...crash],
  failed: [...crash, 'wrong_answer', ...slow],
}

const clamp = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, Math.round(value)))

/** `tests/%02d` for test 3 is `tests/03`. */
const fileOf = (pattern: string, number: number) =>
  pattern.replace(/%0?(\d*)d/, (_whole, width: string) =>
    String(number).padStart(Math.min(Number(width) || 1, 100), '0'),
  )

/** Windows packages have CRLF in every file. */
const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n')

function statementIn(files: Files) {
  const places = [...files.keys()].flatMap(
    (path) => /^statements\/([\w-]+)\/problem-properties\.json$/.exec(path)?.[1] ?? [],
  )
  const language = places.includes('english') ? 'english' : places[0]
  if (language === undefined)
    throw packageRefused('The package has no statement. Add one in Polygon and build the package again')
  const path = `statements/${language}/problem-properties.json`
  let properties: Record<string, unknown>
  try {
    properties = JSON.parse(textIn(files, path) ?? '') as Record<string, unknown>
  } catch {
    throw packageRefused(`${path} is not JSON`)
  }
  const notes: string[] = []
  const part = (key: string) => {
    const value = properties[key]
    if (typeof value !== 'string') return ''
    if (value.length > maxTex) throw packageRefused(`${path} is too long`)
    const { text, unknown } = convertTex(value)
    if (unknown.size > 0)
      notes.push(`The statement has TeX commands that were not converted: ${[...unknown].slice(0, 10).join(', ')}`)
    return text
  }
  const sections = [part('legend'), part('interaction') && `## Interaction\n\n${part('interaction')}`]
  const scoring = part('scoring')
  const found = findFigures(files, `statements/${language}`, {
    description: [...sections, scoring && `## Scoring\n\n${scoring}`].filter(Boolean).join('\n\n'),
    input_format: part('input'),
    output_format: part('output'),
    explanation: part('notes'),
  })
  const others = places.filter((place) => place !== language)
  if (others.length > 0) notes.push(`Statements in other languages were left out: ${others.join(', ')}`)
  return {
    title: typeof properties.name === 'string' ? properties.name : undefined,
    parts: found.parts,
    figures: found.figures,
    notes: [...new Set(notes), ...found.notes],
  }
}

/** @throws VALIDATION when tests have to be generated first */
function testsIn(files: Files, testset: XmlElement, isInteractive: boolean): PolygonTest[] {
  const pattern = firstAt(testset, 'input-path-pattern')?.text.trim() ?? 'tests/%02d'
  const answers = firstAt(testset, 'answer-path-pattern')?.text.trim() ?? 'tests/%02d.a'
  return allAt(testset, 'tests/test').map(({ attributes }, place) => {
    const [input, answer] = [fileOf(pattern, place + 1), fileOf(answers, place + 1)]
    if (!files.has(input) || (!files.has(answer) && !isInteractive))
      throw packageRefused(
        'The package does not contain its tests. In Polygon, download the full package (Linux or Windows) instead of the standard one',
      )
    return {
      input: withoutReturns(textIn(files, input) ?? ''),
      expected_output: withoutReturns(textIn(files, answer) ?? ''),
      is_sample: attributes.sample === 'true',
      points: numberIn(attributes.points) ?? 0,
      group: attributes.group,
    }
  })
}

/** Factors that make fractions of points whole numbers. */
const weightFactors = [1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100, 200, 250, 500, 1_000]
const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6

/** The factor from points to weights, which are whole numbers. */
function weightFactor(tests: readonly PolygonTest[]): number {
  const { max } = codingBounds.weight
  const most = Math.max(...tests.map(({ points }) => points))
  const fits = (factor: number) => most * factor <= max && tests.every(({ points }) => isWhole(points * factor))
  return weightFactors.find(fits) ?? max / most
}

/** How output is compared: like testlib's standard checkers, or by the package's own checker or interactor. */
function judgingIn(files: Files, problem: XmlElement): { fields: Partial<ComparisonForm>; notes: string[] } {
  const interactor = firstAt(problem, 'assets/interactor/source')?.attributes.path
  const checker = firstAt(problem, 'assets/checker')
  const standard = standardCheckers[/^std::(\w+)\.cpp$/.exec(checker?.attributes.name ?? '')?.[1] ?? '']
  if (standard && !interactor) return { fields: standard, notes: [] }
  const path = interactor ?? firstAt(checker, 'source')?.attributes.path
  const what = interactor ? 'an interactor' : 'a checker'
  const headers = [...files.keys()].filter((name) => /^files\/[^/]+\.(?:h|hpp)$/.test(name) && !name.includes('olymp'))
  const program =
    path === undefined || !files.has(path) ? `${what} without its source` : programIn(files, [path, ...headers], what)
  if (typeof program === 'string')
    return {
      fields: { comparison: 'tokens' },
      notes: [`The package has ${program}, which is not supported: output is compared word by word`],
    }
  const form = { ...program, protocol: 'testlib' as const }
  return {
    fields: interactor ? { comparison: 'interactive', interactor: form } : { comparison: 'checker', checker: form },
    notes: missingHeaders(form, path ?? ''),
  }
}

function solutionsIn(files: Files, problem: XmlElement) {
  const notes: string[] = []
  const solutions: SolutionForm[] = []
  for (const solution of allAt(problem, 'assets/solutions/solution')) {
    const path = firstAt(solution, 'source')?.attributes.path ?? ''
    const { type = '' } = firstAt(solution, 'source')?.attributes ?? {}
    const code = files.has(path) ? textIn(files, path) : ''
    const { tag = '' } = solution.attributes
    const [verdict, ...others] = tags[tag] ?? []
    const read = solutionForm.safeParse({
      language: languageOfFile(path),
      code,
      expected_verdict: verdict,
      ...(others.length > 0 ? { other_verdicts: others } : {}),
    })
    if (verdict === undefined) notes.push(`${path} was skipped: its tag ${tag} is not an expected verdict`)
    else if (/^python\.(?:2|pypy2)/.test(type) || (read.data?.language === 'python' && isPython2(read.data.code)))
      notes.push(`${path} was skipped: it is Python 2`)
    else if (!read.success) notes.push(`${path} was skipped: it is in an unsupported language, or empty`)
    else if (solutions.length < codingBounds.solutions.max) solutions.push(read.data)
  }
  return { solutions, notes }
}

/** @throws VALIDATION when required content is missing or invalid */
export function readPolygon(files: Files, fileName: string): PackageContent {
  const problem = readXml(textIn(files, polygonFile) ?? '')
  const testsets = allAt(problem, 'judging/testset')
  const testset = testsets.find(({ attributes }) => attributes.name === 'tests') ?? testsets[0]
  const others = testsets.filter((one) => one !== testset).map(({ attributes }) => attributes.name)
  if (!testset) throw packageRefused('problem.xml describes no tests')
  const { title, notes, parts, figures } = statementIn(files)
  const judging = judgingIn(files, problem)
  const tests = testsIn(files, testset, judging.fields.comparison === 'interactive')
  const mayScore = hasProgram(judging.fields.comparison ?? 'tokens')
  const whole = scoringIn(testset, tests, false)
  const split = scoringIn(testset, tests, mayScore)
  const isTooMany = split.groups.length > groupBounds.groups
  const { groups, groupOf, numbered } = isTooMany ? whole : split
  const { solutions, notes: solutionNotes } = solutionsIn(files, problem)
  const { attributes } = firstAt(problem, 'judging') ?? {}
  const factor = weightFactor(tests)
  const isRounded =
    groups.some(({ scoring }) => scoring === 'sum') && !tests.every(({ points }) => isWhole(points * factor))
  const memory = numberIn(firstAt(testset, 'memory-limit')?.text)
  const read = packageQuestionForm.safeParse({
    ...parts,
    title: title ?? problem.attributes['short-name'] ?? fileName.replace(/\.zip$/i, ''),
    time_limit: clamp(
      numberIn(firstAt(testset, 'time-limit')?.text) ?? codingDefaults.time_limit,
      codingBounds.timeLimit,
    ),
    memory_limit: clamp(
      memory === undefined ? codingDefaults.memory_limit : memory / 1_048_576,
      codingBounds.memoryLimit,
    ),
    tags: allAt(problem, 'tags/tag')
      .flatMap(({ attributes }) => attributes.value ?? [])
      .slice(0, codingBounds.tags.max),
    supported_languages: [...programLanguages],
    testCases: tests.map((test) => {
      const { input, expected_output, is_sample, points } = test
      const weight = points > 0 ? Math.max(1, Math.round(points * factor)) : codingDefaults.weight
      return { input, expected_output, is_sample, weight, group: groupOf.get(test) }
    }),
    groups,
    ...judging.fields,
    solutions,
  })
  if (!read.success)
    throw packageRefused(...read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const isUnchecked = judging.notes.length > 0 && solutions.length === 0
  const usesFiles = [attributes?.['input-file'], attributes?.['output-file']].some(Boolean)
  return {
    form: read.data,
    notes: [
      ...notes,
      ...judging.notes,
      ...solutionNotes,
      ...(others.length > 0
        ? [`Only the testset ${testset.attributes.name ?? ''} is used, not: ${others.join(', ')}`]
        : []),
      ...(isRounded ? ['The points of tests were rounded in proportion'] : []),
      ...(numbered.length > 0
        ? [`Test groups that would have had the same name were numbered: ${numbered.join(', ')}`]
        : []),
      ...(isTooMany
        ? ['Tests of a group have different points. The checker must give shares from 0 to 1 instead']
        : []),
      ...(usesFiles ? ['The package names an input or output file. Programs here use standard input and output'] : []),
      ...(allAt(problem, 'assets/validators/validator').length > 0 ? ['The validators of Polygon are not run'] : []),
    ],
    staysDraft: isUnchecked,
    figures,
  }
}
