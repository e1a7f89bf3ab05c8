import type { CodingGroup } from '#shared/coding/groups.schema.ts'
import { groupBounds } from '#shared/coding/groups.schema.ts'
import { round2 } from '#shared/numbers.ts'
import { inByteOrder } from './cases.ts'
import {
  argumentsOf,
  type Descriptor,
  type GroupSettings,
  isLegacy,
  readGroupSettings,
  textIn,
  wordsOf,
} from './descriptor.ts'
import { packageRefused } from './packages.errors.ts'

/** The test groups of a problem package: the folders below `data`, with their settings. */

export interface TestNode {
  /** Path below `data`; empty for the root. */
  path: string
  /** Including inherited settings. */
  settings: GroupSettings
  children: TestNode[]
  /** Names of the cases directly in this folder. */
  cases: string[]
}

const fileNames = ['test_group.yaml', 'testdata.yaml']
const maxDepth = 20
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * Builds the tree of test groups.
 * @returns the paths of the files with settings as `used`
 * @throws VALIDATION for settings that are not YAML, and for folders nested too deep
 */
export function readTestTree(files: ReadonlyMap<string, Buffer>, problem: Descriptor, caseNames: readonly string[]) {
  const used = new Set([...files.keys()].filter((path) => /^data\/(?:.*\/)?(?:test_group|testdata)\.yaml$/.test(path)))
  const legacy = isLegacy(problem)
  const open = (path: string, inherited: GroupSettings): TestNode => {
    const file = fileNames.map((name) => `data/${path === '' ? '' : `${path}/`}${name}`).find((name) => files.has(name))
    const own = file ? readGroupSettings(textIn(files, file) ?? '', file) : {}
    const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
    // The legacy format inherits everything, later ones only arguments.
    const { output_validator_args, input_validator_args } = inherited
    const settings = { ...(legacy ? inherited : { output_validator_args, input_validator_args }), ...given }
    const inside = caseNames.filter((name) => name.startsWith(`data/${path === '' ? '' : `${path}/`}`))
    const depth = path === '' ? 0 : path.split('/').length
    if (depth > maxDepth) throw packageRefused(`The folders in data are nested more than ${maxDepth} deep`)
    const below = new Set(
      inside.map((name) => folderOf(name).split('/').slice(1)).flatMap((parts) => parts[depth] ?? []),
    )
    return {
      path,
      settings,
      cases: inside.filter((name) => folderOf(name) === (path === '' ? 'data' : `data/${path}`)),
      children: [...below].sort(inByteOrder).map((name) => open(path === '' ? name : `${path}/${name}`, settings)),
    }
  }
  return { root: open('', {} as GroupSettings), used }
}

export interface FoundGroups {
  groups: CodingGroup[]
  /** Name of each case's group. */
  groupOf: Map<string, string>
  /** What our groups cannot express. */
  notes: string[]
}

/** A group under construction. */
interface Draft {
  path: string
  points: number
  scoring: CodingGroup['scoring']
  cases: string[]
  needs: string[]
  fullScore?: number | undefined
  flags: string[]
}

/** Flags of a node's output validator, in addition to those of problem.yaml. */
const flagsOf = ({ settings }: TestNode) =>
  argumentsOf(settings.output_validator_args ?? settings.output_validator_flags)

const casesBelow = (node: TestNode): string[] => [...node.cases, ...node.children.flatMap(casesBelow)]
const pathsOf = (drafts: readonly Draft[]) => drafts.map(({ path }) => path)

/** Collects what differs from the package's own scoring. */
class Differences {
  readonly notes = new Set<string>()
  add(path: string, what: string) {
    this.notes.add(`data/${path}: ${what}`)
  }
}

/** Points of a group whose grader multiplies them by the validator's score: a convention of olympiads. */
function sharedPointsOf({ settings }: TestNode): number | undefined {
  const flag = wordsOf(settings.grader_flags).find((word) => word.startsWith('subtask_score='))
  const points = Number.parseFloat(flag?.slice(flag.indexOf('=') + 1) ?? '')
  return Number.isFinite(points) ? points : undefined
}

/** True if a validator's scores are shares of a group's points, instead of points. */
export const sharesPoints = (node: TestNode): boolean =>
  sharedPointsOf(node) !== undefined || node.children.some(sharesPoints)

const infinite = /inf|unbounded/i

/** The upper end of a range such as `0 100`; undefined if there is none. */
function topOf(range: string | undefined): number | undefined {
  const top = Number.parseFloat(range?.trim().split(/\s+/)[1] ?? '')
  return Number.isFinite(top) ? top : undefined
}

/** The legacy format: each case has `accept_score`, which the grader's flags aggregate upwards. */
function legacyDrafts(root: TestNode, problem: Descriptor, scores: boolean, differences: Differences): Draft[] {
  const { grading } = problem
  const modeOf = ({ settings }: TestNode) => {
    const flags = wordsOf(settings.grader_flags)
    return (['min', 'max', 'avg'] as const).find((mode) => flags.includes(mode)) ?? 'sum'
  }
  const breaks = ({ settings }: TestNode) => {
    if (grading?.on_reject === 'first_error') return true
    if (grading?.on_reject === 'grade') return false
    return settings.on_reject !== 'continue' && settings.on_reject !== 'grade'
  }
  const neverRejects = ({ settings }: TestNode) =>
    wordsOf(settings.grader_flags).some((flag) => flag === 'always_accept' || flag === 'accept_if_any_accepted')

  const ofCases = (node: TestNode, factor: number): Draft => {
    const { path, settings, cases } = node
    if ((grading?.reject_score ?? settings.reject_score ?? 0) !== 0)
      differences.add(path, 'a reject_score other than 0 is not supported: failed cases get no points')
    const each = grading?.accept_score ?? settings.accept_score ?? 1
    const mode = modeOf(node)
    if (mode === 'max') differences.add(path, 'scoring by the best case is not supported: each case counts equally')
    if (mode === 'sum' && breaks(node) && cases.length > 1)
      differences.add(path, 'cases after a failed one still count, unlike with on_reject: break')
    const shared = sharedPointsOf(node)
    if (shared !== undefined)
      return {
        ...{ path, cases, needs: [], flags: flagsOf(node) },
        points: Math.max(0, factor * shared),
        scoring: mode === 'min' ? (scores ? 'min' : 'all') : 'sum',
      }
    const isSum = mode === 'sum'
    const top = scores ? topOf(grading?.range ?? settings.range) : undefined
    if (scores && top === undefined)
      differences.add(path, 'the range has no upper end: a score of 1 counts as full marks')
    const full = top === undefined ? each : isSum ? top / cases.length : top
    if (top !== undefined && isSum && settings.accept_score !== full && cases.length > 1)
      differences.add(path, `the full score of each case is taken to be ${round2(full)}, an equal share of the range`)
    return {
      path,
      points: Math.max(0, factor * (isSum ? full * cases.length : full)),
      scoring: mode === 'min' ? (scores ? 'min' : 'all') : 'sum',
      cases,
      needs: [],
      flags: flagsOf(node),
      ...(top === undefined ? {} : { fullScore: full }),
    }
  }
  const walk = (node: TestNode, factor: number): Draft[] => {
    const mode = modeOf(node)
    const { children, cases, path } = node
    if (children.length === 0) return [ofCases(node, factor)]
    if (mode === 'max') differences.add(path, 'scoring by the best group is not supported: each group counts equally')
    const share = mode === 'avg' || mode === 'max' ? factor / children.length : factor
    const lists = [...(cases.length > 0 ? [[ofCases({ ...node, children: [] }, factor)]] : [])]
    for (const child of children) {
      const drafts = walk(child, share)
      const before = lists.at(-1) ?? []
      const previous = children[children.indexOf(child) - 1]
      if (breaks(node) && !(previous && neverRejects(previous)))
        for (const draft of drafts) draft.needs.push(...pathsOf(before))
      lists.push(drafts)
    }
    if (mode !== 'min') return lists.flat()
    const points = Math.min(...lists.map((drafts) => drafts.reduce((sum, draft) => sum + draft.points, 0)))
    return [{ ...ofCases(node, factor), points, scoring: scores ? 'min' : 'all', cases: casesBelow(node) }]
  }
  const sample = root.children.find(({ path }) => path === 'sample')
  const ignored = wordsOf(root.settings.grader_flags).includes('ignore_sample')
  const drafts = walk(root, 1)
  if (sample && ignored) for (const draft of drafts) if (draft.path.split('/')[0] === 'sample') draft.points = 0
  return drafts
}

/** Since 2023-07: groups have a `max_score`, which their aggregation divides among their cases. */
function currentDrafts(root: TestNode, scores: boolean, differences: Differences): Draft[] {
  const scoringOf = ({ settings }: TestNode) => ({
    ...(typeof settings.grading === 'object' ? settings.grading : {}),
    ...settings.scoring,
    ...Object.fromEntries(
      (['max_score', 'score', 'score_aggregation', 'aggregation', 'require_pass'] as const).flatMap((key) =>
        settings[key] === undefined ? [] : [[key, settings[key]]],
      ),
    ),
  })
  const maxOf = (node: TestNode) => {
    const { max_score, score } = scoringOf(node)
    const value = max_score ?? score
    if (typeof value === 'string' && infinite.test(value))
      differences.add(node.path, 'scores without a maximum are not supported: a score of 1 counts as full marks')
    const points = Number(value ?? Number.NaN)
    return Number.isFinite(points) ? points : undefined
  }
  const walk = (node: TestNode, points: number): Draft[] => {
    const { path, children } = node
    const { score_aggregation, aggregation, require_pass } = scoringOf(node)
    const how = score_aggregation ?? aggregation ?? (path === 'secret' ? 'sum' : 'pass-fail')
    const needs = wordsOf(require_pass).map((need) => need.replace(/^data\//, '').replace(/\/$/, ''))
    if (children.length === 0 || how !== 'sum') {
      const cases = casesBelow(node)
      const scoring = how === 'sum' ? 'sum' : how === 'min' ? 'min' : 'all'
      const full = scoring === 'sum' ? points / cases.length : points
      const fullScore = scores && full > 0 ? full : undefined
      return [{ path, points, scoring, cases, needs, flags: flagsOf(node), fullScore }]
    }
    if (node.cases.length > 0) differences.add(path, 'cases beside groups count as a group without points')
    const maxima = children.map(maxOf)
    const missing = maxima.filter((one) => one === undefined).length
    const rest = Math.max(0, points - maxima.reduce<number>((sum, one) => sum + (one ?? 0), 0)) / Math.max(1, missing)
    const drafts = children.flatMap((child, place) => walk(child, maxima[place] ?? rest))
    for (const draft of drafts) draft.needs.push(...needs)
    return drafts
  }
  return root.children.flatMap((node) => walk(node, node.path === 'sample' ? (maxOf(node) ?? 0) : (maxOf(node) ?? 100)))
}

/** Replaces the needs with paths of groups: a folder stands for all groups below it. */
function resolveNeeds(drafts: readonly Draft[], differences: Differences) {
  for (const draft of drafts) {
    const paths = draft.needs.flatMap((need) => {
      const found = drafts.filter(({ path }) => path !== draft.path && (path === need || path.startsWith(`${need}/`)))
      if (found.length === 0) differences.add(draft.path, `the requirement to pass ${need} is not supported`)
      return pathsOf(found)
    })
    draft.needs = [...new Set(paths)]
  }
}

/** A unique name of at most 40 characters for each group. */
function namesOf(drafts: readonly Draft[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { path } of drafts) {
    const name = (path.replace(/^secret\//, '') || 'data').slice(0, 40).trim()
    const taken = new Set(names.values())
    let free = name
    for (let place = 2; taken.has(free); place++) free = `${name.slice(0, 36)} ${place}`
    names.set(path, free)
  }
  return names
}

const sameList = (one: readonly string[], other: readonly string[]) => one.join('\0') === other.join('\0')

/** The validator's flags below the root that most cases have. */
export function commonFlags(root: TestNode): string[] {
  const counts = new Map<string, { flags: string[]; cases: number }>()
  const visit = (node: TestNode) => {
    const flags = flagsOf(node)
    const key = flags.join('\0')
    counts.set(key, { flags, cases: (counts.get(key)?.cases ?? 0) + node.cases.length })
    node.children.forEach(visit)
  }
  visit(root)
  return [...counts.values()].sort((one, other) => other.cases - one.cases)[0]?.flags ?? []
}

/** Groups that only carry arguments: cases count as if there were no groups. */
function argumentDrafts(root: TestNode): Draft[] {
  const own = { path: root.path, cases: root.cases, points: root.cases.length, needs: [], flags: flagsOf(root) }
  return [
    ...(root.cases.length > 0 ? [{ ...own, scoring: 'sum' as const }] : []),
    ...root.children.flatMap(argumentDrafts),
  ]
}

/**
 * Converts test groups to the question's groups.
 * @param program the flags of the question's own validator; undefined if it has none
 * @param scores true if the validator gives points
 */
export function groupsOf(
  root: TestNode,
  problem: Descriptor,
  { program, scores }: { program: readonly string[] | undefined; scores: boolean },
): FoundGroups {
  const differences = new Differences()
  const none: FoundGroups = { groups: [], groupOf: new Map(), notes: [] }
  const common = commonFlags(root)
  const differs = (node: TestNode): boolean =>
    (node.cases.length > 0 && !sameList(flagsOf(node), common)) || node.children.some(differs)
  const isScoring = wordsOf(problem.type).includes('scoring')
  if (!program && differs(root))
    differences.add('', 'test groups have different validator flags; those of most cases are used for all')
  const notes = [...differences.notes]
  if (!isScoring && !(program && differs(root))) return { ...none, notes }
  if (isScoring && problem.grading?.objective === 'min')
    return {
      ...none,
      notes: [...notes, 'Scores to be minimised are not supported: the score is the share of passed cases'],
    }
  const all = !isScoring
    ? argumentDrafts(root)
    : isLegacy(problem)
      ? legacyDrafts(root, problem, scores, differences)
      : currentDrafts(root, scores, differences)
  resolveNeeds(all, differences)
  // Groups without points are kept only if others need them, or for their arguments.
  const needed = new Set(all.flatMap(({ needs }) => needs))
  const hasArguments = ({ flags }: Draft) => program !== undefined && !sameList(flags, common)
  const drafts = all.filter(
    (draft) => draft.cases.length > 0 && (draft.points > 0 || needed.has(draft.path) || hasArguments(draft)),
  )
  const total = drafts.reduce((sum, { points }) => sum + points, 0)
  if (total === 0 || drafts.length > groupBounds.groups) {
    const why = total === 0 ? 'no points' : `more than ${groupBounds.groups} groups`
    return { ...none, notes: [...notes, `The test groups have ${why}: the score is the share of passed cases`] }
  }
  const names = namesOf(drafts)
  const scale = Math.min(1, groupBounds.points.max / Math.max(...drafts.map(({ points }) => points)))
  if (scale < 1) differences.add('', 'points are scaled down to at most 10,000 per group')
  return {
    groups: drafts.map((draft) => ({
      name: names.get(draft.path) ?? draft.path,
      points: Number((draft.points * scale).toPrecision(12)),
      scoring: draft.scoring,
      needs: draft.needs.flatMap((need) => names.get(need) ?? []),
      ...(program && hasArguments(draft) ? { arguments: [...program, ...draft.flags] } : {}),
      // It does not matter in groups without points.
      ...(draft.fullScore && draft.fullScore > 0 && draft.fullScore !== 1 ? { full_score: draft.fullScore } : {}),
    })),
    groupOf: new Map(drafts.flatMap(({ path, cases }) => cases.map((name) => [name, names.get(path) ?? path]))),
    notes: [...differences.notes],
  }
}
