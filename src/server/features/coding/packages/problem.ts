import {
  type CodingQuestionForm,
  codingBounds,
  codingDefaults,
  packageQuestionForm,
} from '#shared/coding/coding.schema.ts'
import { hasProgram } from '#shared/coding/comparison.schema.ts'
import type { Calibration } from '../check.ts'
import { unsupportedSettings } from './case-settings.ts'
import { findCases, inByteOrder } from './cases.ts'
import {
  argumentsOf,
  type Descriptor,
  isLegacy,
  languagesOf,
  nameIn,
  readDescriptor,
  tagsOf,
  textIn,
  withConstants,
  wordsOf,
} from './descriptor.ts'
import { findFigures } from './figures.ts'
import { findIncluded } from './included.ts'
import { findInputChecks, type InputCheck } from './input-validators.ts'
import { type Own, ordered, ownFileName, ownJudging, ownSolutions, readOwnFile } from './own-file.ts'
import { noPackage, packageRefused } from './packages.errors.ts'
import { findSolutions } from './solutions.ts'
import { findConversations, findStatement } from './statement.ts'
import { commonFlags, groupsOf, readTestTree, sharesPoints } from './testdata.ts'
import { findValidation, requireKnownType } from './validation.ts'

/** Reads Kattis/ICPC problem packages in the legacy and 2023-07-draft formats. */

/** The package's files by path, without an enclosing folder. */
function openPackage(files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  const isThere = (base: string) => ['problem.yaml', 'domjudge-problem.ini'].some((name) => files.has(base + name))
  if (isThere('')) return files
  const [top = '', ...others] = new Set([...files.keys()].map((path) => path.slice(0, path.indexOf('/') + 1)))
  if (others.length > 0 || !isThere(top)) throw noPackage()
  return new Map([...files].map(([path, bytes]) => [path.slice(top.length), bytes]))
}

/** Longer files are not settings and would only take time to read. */
const maxIni = 64 * 1024

/**
 * Reads DOMjudge's ini file, with lines such as `timelimit = '2'`. The first value of each key counts.
 * @returns the values by their keys in lower case
 * @throws VALIDATION when it is too long
 */
function readIni(text = ''): ReadonlyMap<string, string> {
  if (text.length > maxIni) throw packageRefused('domjudge-problem.ini is larger than 64 kB')
  const values = new Map<string, string>()
  for (const line of text.split(/\r\n?|\n/)) {
    const [key = '', ...rest] = line.split('=')
    const name = key.trim().toLowerCase()
    const value = rest
      .join('=')
      .trim()
      .replace(/^['"]|['"]$/g, '')
    if (value && !values.has(name)) values.set(name, value)
  }
  return values
}

/** Parses a number of seconds. */
function seconds(text: string | undefined): number | undefined {
  const value = Number.parseFloat(text ?? '')
  return Number.isFinite(value) ? value : undefined
}

/** Clamps a limit to its bounds and notes the change. */
function limit(
  value: number | undefined,
  { min, max }: { min: number; max: number },
  usual: number,
  what: string,
  notes: string[],
): number {
  if (value === undefined) return usual
  const bounded = Math.min(max, Math.max(min, Math.round(value)))
  if (Math.abs(bounded - value) >= 1) notes.push(`The ${what} of ${value} was changed to ${bounded}`)
  return bounded
}

/** How the accepted solutions determine limits, as in Kattis; undefined if the package sets its limits. */
function calibrationOf({ limits = {}, ...problem }: Descriptor, hasNoTime: boolean): Calibration | undefined {
  if (!hasNoTime && limits.memory !== undefined) return undefined
  const multiplier = isLegacy(problem)
    ? (limits.time_multiplier ?? 5)
    : (limits.time_multipliers?.ac_to_time_limit ?? 2)
  const resolutionMs = Math.min(10_000, Math.max(100, 1_000 * (limits.time_resolution ?? 1)))
  return {
    ...(hasNoTime ? { time: { multiplier: Math.min(100, Math.max(1, multiplier)), resolutionMs } } : {}),
    ...(limits.memory === undefined ? { memory: true } : {}),
  }
}

const fallback = 'output is compared word by word, ignoring white space and the case of letters'

/** How output is compared and scored, as the package format defines. */
function judgingOf(
  files: ReadonlyMap<string, Buffer>,
  problem: Descriptor,
  { root, used }: ReturnType<typeof readTestTree>,
) {
  const flags = argumentsOf(problem.validator_flags)
  const kinds = { validation: wordsOf(problem.validation), types: wordsOf(problem.type) }
  requireKnownType(kinds)
  const found = findValidation(files, { ...kinds, flags: [...flags, ...commonFlags(root)] })
  const hasGraders = [...files.keys()].some((path) => /^graders?\//.test(path))
  // Only the grader knows what other scores of a validator mean.
  const hasGroups = !hasGraders || !found.scores || sharesPoints(root)
  const { groups, groupOf, notes } = groupsOf(root, hasGroups ? problem : { ...problem, type: undefined }, {
    program: hasProgram(found.fields.comparison) ? flags : undefined,
    scores: found.scores,
  })
  const list = found.unsupported.join(', ')
  const scoring =
    groups.length > 0 ? 'groups are scored as testdata.yaml says' : 'the score is the share of passed cases'
  if (hasGraders) notes.push(`The graders of the package are not run: ${scoring}`)
  const unsupported = list === '' ? [] : [`The package has ${list}, which is not supported: ${fallback}`]
  return {
    fields: { ...found.fields, groups },
    groupOf,
    notes: [...unsupported, ...(found.notes ?? []), ...notes],
    used: new Set([...used, ...found.used]),
    isUnproven: unsupported.length + notes.length > 0 || hasProgram(found.fields.comparison),
  }
}

/** One note for all unused files. */
function leftNote(paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  const groups = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/') + 1) || path)
  const named = [...groups].map(([group, { length }]) =>
    group.endsWith('/') ? `${group} (${length} ${length === 1 ? 'file' : 'files'})` : group,
  )
  const shown = named.slice(0, 20)
  const more = named.length - shown.length
  return [`Not used: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

const maxErrors = 20

function casesIn(files: ReadonlyMap<string, Buffer>, own: Own, mayLackAnswers: boolean, mayBeMarked: boolean) {
  const { cases, errors, used } = findCases(
    new Map([...files].filter(([path]) => /^data\/(sample|secret)\//.test(path))),
    { mayBeEmpty: true, mayLackAnswers, mayBeMarked },
  )
  if (errors.length > 0) {
    const shown = errors.slice(0, maxErrors).map(({ name, message }) => `${name}: ${message}`)
    const more = errors.length - shown.length
    throw packageRefused(...shown, ...(more > 0 ? [`and ${more} more`] : []))
  }
  if (cases.length === 0)
    throw packageRefused(
      'The package has no test cases. Put them into data/sample and data/secret, as 1.in and 1.ans. If it has generators, run them first',
    )
  const kept = new Map(own.cases.map(({ name, ...fields }) => [name, fields]))
  const inOrder = cases.toSorted((one, other) => inByteOrder(one.name, other.name))
  const found = ordered(inOrder, ({ name }) => name, [...kept.keys()]).map((testCase) => ({
    ...testCase,
    ...kept.get(testCase.name),
  }))
  return { found, used }
}

export interface PackageContent {
  form: CodingQuestionForm
  /** Parts that were ignored or changed. */
  notes: string[]
  /** True when nothing confirms that verdicts will be correct, or the statement is missing. */
  staysDraft: boolean
  /** Input validators to run. */
  inputChecks?: InputCheck[]
  /** Set if the package leaves limits open that its solutions can decide. */
  calibration?: Calibration
  /** Checked images, by the paths that the statement names. */
  figures?: ReadonlyMap<string, Buffer> | undefined
  /** The statement's PDF. */
  pdf?: Buffer | undefined
}

/**
 * Parses the question in a problem package.
 * @param files the archive's files, by path
 * @param fileName used as the title if the package has none
 * @throws VALIDATION when it is not a problem package, or required content is missing or invalid
 */
export function readPackage(files: ReadonlyMap<string, Buffer>, fileName: string): PackageContent {
  const opened = openPackage(files)
  const [yaml, ini, timeLimit] = ['problem.yaml', 'domjudge-problem.ini', '.timelimit'].map((path) =>
    textIn(opened, path),
  )
  const problem = readDescriptor(yaml ?? '')
  const settings = readIni(ini)
  const inside = withConstants(opened, problem)
  const ownText = textIn(inside, ownFileName)
  const own = readOwnFile(ownText)
  const {
    title,
    used: statementFiles,
    notes: statementNotes,
    isMissing,
    figures,
    pdf,
    ...statement
  } = findStatement(inside)
  const conversations = findConversations(inside)
  const owned = own.statement && findFigures(inside, 'problem_statement', own.statement)
  const isInteractive = [...wordsOf(problem.type), ...wordsOf(problem.validation)].includes('interactive')
  const { found, used: caseFiles } = casesIn(inside, own, isInteractive, ownText !== undefined)
  const names = found.map(({ name }) => name)
  const tree = readTestTree(inside, problem, names)
  const unsupported = isLegacy(problem) ? [] : unsupportedSettings(inside, tree.root, names)
  const inputs = findInputChecks(inside, tree.root, found)
  const judging = ownText === undefined ? judgingOf(inside, problem, tree) : ownJudging(inside, own, tree)
  const shownFigures = owned?.figures ?? figures ?? new Map()
  const isScoring = ownText !== undefined || judging.fields.groups.length > 0
  const included = findIncluded(inside)
  const templates = ownText === undefined ? included.templates : own.templates
  const {
    solutions,
    notes: solutionNotes,
    used: solutionFiles,
  } = findSolutions(inside, isScoring, own.solutions, templates)
  const testCases = found.map(({ name, ...testCase }) => {
    const group = judging.groupOf.get(name)
    return group === undefined ? testCase : { ...testCase, group }
  })
  const notes: string[] = [...statementNotes]
  const isNoNumber = timeLimit !== undefined && seconds(timeLimit) === undefined
  if (isNoNumber) notes.push(`is not a number and was ignored: ${timeLimit.trim().slice(0, 40)}`)
  const time = problem.limits?.time_limit ?? seconds(timeLimit) ?? seconds(settings.get('timelimit'))
  const calibration = ownText === undefined ? calibrationOf(problem, time === undefined) : undefined
  const read = packageQuestionForm.safeParse({
    ...statement,
    description: statement.description + conversations.text,
    ...owned?.parts,
    title: nameIn(problem.name) ?? title ?? settings.get('name') ?? fileName.replace(/\.zip$/i, ''),
    difficulty: own.difficulty,
    time_limit: limit(
      time === undefined ? time : time * 1_000,
      codingBounds.timeLimit,
      codingDefaults.time_limit,
      'time limit in ms',
      notes,
    ),
    memory_limit: limit(
      problem.limits?.memory,
      codingBounds.memoryLimit,
      codingDefaults.memory_limit,
      'memory limit in MB',
      notes,
    ),
    sample_input: own.sample_input,
    sample_output: own.sample_output,
    tags: own.tags ?? tagsOf(problem, notes),
    supported_languages: own.supported_languages ?? languagesOf(problem.languages, notes),
    testCases,
    ...judging.fields,
    templates,
    solutions: ownSolutions(solutions, own),
    practice: own.practice,
  })
  if (!read.success)
    throw packageRefused(...read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const known = new Set(['problem.yaml', 'domjudge-problem.ini', '.timelimit', ownFileName])
  const used = new Set([
    ...caseFiles,
    ...solutionFiles,
    ...included.used,
    ...judging.used,
    ...inputs.used,
    ...statementFiles,
    ...conversations.used,
  ])
  const isGenerator = (name: string) => /^generators?\/|(?:^|\/)generators\.yaml$/.test(name)
  const unused = [...inside.keys()].filter((name) => !known.has(name) && !used.has(name))
  const left = unused.filter((name) => !isGenerator(name))
  if (left.length < unused.length)
    notes.push('Generators are not run. If test cases are missing, generate them and import the package again')
  // Without solutions, wrong judging would go unnoticed.
  const isUnchecked = (judging.isUnproven || included.notes.length + unsupported.length > 0) && solutions.length === 0
  const draftNote = isUnchecked
    ? ['The package has no submissions to check this with, so the question remains a draft. Please review it']
    : []
  return {
    form: read.data,
    notes: [
      ...notes,
      ...judging.notes,
      ...included.notes,
      ...unsupported,
      ...draftNote,
      ...inputs.notes,
      ...solutionNotes,
      ...leftNote(left),
    ],
    staysDraft: isUnchecked || isMissing,
    ...(calibration && solutions.length > 0 ? { calibration } : {}),
    ...(inputs.checks.length > 0 ? { inputChecks: inputs.checks } : {}),
    ...(shownFigures.size > 0 ? { figures: shownFigures } : {}),
    ...(pdf ? { pdf } : {}),
  }
}
