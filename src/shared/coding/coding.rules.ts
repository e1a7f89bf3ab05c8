import { percentOf } from '../numbers.ts'
import type { CodingDifficulty } from './coding.schema.ts'
import type { CodingGroup } from './groups.schema.ts'
import type { CaseVerdict, RunVerdict, SolutionVerdict } from './languages.rules.ts'

/** Maximum program size in bytes of UTF-8. */
export const maxSourceBytes = 65_536

/** A judged case as it counts for the score. */
export interface ScoredCase {
  weight: number
  verdict: CaseVerdict
  /** The share of its points that a checker gave, if it is neither 0 nor 1. */
  score?: number | undefined
  /** Name of its group. */
  group?: string | null | undefined
}

/** The share of a case's points, from 0 to 1. */
export const shareOf = ({ verdict, score }: Pick<ScoredCase, 'verdict' | 'score'>): number =>
  score ?? (verdict === 'accepted' ? 1 : 0)

const sumOf = <T>(items: readonly T[], amount: (item: T) => number) =>
  items.reduce((sum, item) => sum + amount(item), 0)
const earned = (cases: readonly ScoredCase[]) => sumOf(cases, (one) => one.weight * shareOf(one))
const available = (cases: readonly ScoredCase[]) => sumOf(cases, ({ weight }) => weight)

/** The share of a group's points, before its needs. */
function groupShare({ scoring }: CodingGroup, cases: readonly ScoredCase[]): number {
  if (cases.length === 0) return 0
  if (scoring === 'sum') return earned(cases) / available(cases)
  const lowest = Math.min(...cases.map(shareOf))
  return scoring === 'all' && lowest < 1 ? 0 : lowest
}

/** The points of each group, in the order of the groups. A group counts only if all groups that it needs are passed. */
export function groupPoints(groups: readonly CodingGroup[], cases: readonly ScoredCase[]): number[] {
  const casesOf = ({ name }: CodingGroup) => cases.filter(({ group }) => group === name)
  const byName = new Map(groups.map((group) => [group.name, group]))
  const isPassed = (name: string): boolean => {
    const group = byName.get(name)
    return group !== undefined && casesOf(group).every((one) => shareOf(one) === 1) && group.needs.every(isPassed)
  }
  return groups.map((group) => (group.needs.every(isPassed) ? group.points * groupShare(group, casesOf(group)) : 0))
}

/** Percentage of the points: of the groups' points, or without groups, of the cases' weights. 0 if there are none. */
export function scoreOf(cases: readonly ScoredCase[], groups: readonly CodingGroup[] = []): number {
  if (groups.length === 0) return percentOf(earned(cases), available(cases))
  return percentOf(
    sumOf(groupPoints(groups, cases), (points) => points),
    sumOf(groups, ({ points }) => points),
  )
}

/** A submission's verdict: the verdict of its first failing case. */
export const verdictOf = (cases: readonly { verdict: CaseVerdict }[]): RunVerdict =>
  cases.map(({ verdict }) => verdict).find((verdict) => verdict !== 'accepted' && verdict !== 'skipped') ?? 'accepted'

/** A reference solution's verdict: `partially_accepted` if that is expected and it earns some of the points. */
export const solutionVerdict = (
  verdict: SolutionVerdict,
  expected: SolutionVerdict,
  cases: readonly ScoredCase[],
  groups: readonly CodingGroup[],
): SolutionVerdict => {
  const score = scoreOf(cases, groups)
  return expected === 'partially_accepted' && score > 0 && score < 100 ? expected : verdict
}

/** True if a reference solution got a verdict that it may get. */
export const isAsExpected = (
  verdict: SolutionVerdict | null,
  expected: SolutionVerdict,
  others: readonly SolutionVerdict[] | null | undefined,
): boolean => verdict !== null && (verdict === expected || others?.includes(verdict) === true)

/** True if the search text is part of the title or a tag, ignoring case. */
export function matchesSearch({ title, tags }: { title: string; tags: readonly string[] }, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return [title, ...tags].some((text) => text.toLowerCase().includes(wanted))
}

export function countDifficulties(questions: readonly { difficulty: CodingDifficulty }[]) {
  const counts = { easy: 0, medium: 0, hard: 0 }
  for (const { difficulty } of questions) counts[difficulty]++
  return counts
}
