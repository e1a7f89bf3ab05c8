import { pick, type Random } from '../random.ts'

/** A rubric criterion of an essay, with text that students of each level write. */
export interface SeedCriterion {
  criterion: string
  /** Lowest first. Passages are needed only in tests that are taken in the demo. */
  levels: readonly { label: string; marks: number; passages?: readonly string[] }[]
  /** The marker's comment below the highest level. */
  advice: string
}

/** Writes an essay. @param chance the student's probability of doing well, from 0 to 1 */
export function writeEssay(criteria: readonly SeedCriterion[], random: Random, chance: number): string {
  return criteria
    .flatMap(({ levels }) => {
      const reached = levels.slice(1).filter(() => random() < 0.85 * chance).length
      return pick(random, levels[reached]?.passages ?? []) || []
    })
    .join('\n\n')
}

/** Finds an essay's level in each criterion. */
export const levelsIn = (criteria: readonly SeedCriterion[], text: string): number[] =>
  criteria.map(({ levels }) =>
    Math.max(
      0,
      levels.findLastIndex(({ passages = [] }) => passages.some((passage) => passage !== '' && text.includes(passage))),
    ),
  )

/** Returns a marker's comment on an essay with these levels. */
export function commentOn(criteria: readonly SeedCriterion[], levels: readonly number[]): string {
  const advice = criteria.flatMap(({ levels: offered, advice }, at) =>
    (levels[at] ?? 0) < offered.length - 1 ? [advice] : [],
  )
  return advice.join(' ') || 'Complete and clearly written. Well done.'
}
