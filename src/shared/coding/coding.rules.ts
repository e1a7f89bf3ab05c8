import { percentOf } from '../numbers.ts'
import type { CodingDifficulty } from './coding.schema.ts'
import type { CaseVerdict } from './languages.rules.ts'

/** Maximum program size in bytes of UTF-8. */
export const maxSourceBytes = 65_536

/** Weighted percentage of passed cases; 0 if the weights sum to 0. */
export function scoreOf(cases: readonly { weight: number; verdict: CaseVerdict }[]): number {
  const weigh = (counted: typeof cases) => counted.reduce((sum, { weight }) => sum + weight, 0)
  return percentOf(weigh(cases.filter(({ verdict }) => verdict === 'accepted')), weigh(cases))
}

/** A submission's verdict: the verdict of its first failing case. */
export const verdictOf = (cases: readonly { verdict: CaseVerdict }[]): CaseVerdict =>
  cases.find(({ verdict }) => verdict !== 'accepted')?.verdict ?? 'accepted'

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
