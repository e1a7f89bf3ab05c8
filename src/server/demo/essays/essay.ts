import { pick, type Random } from '../random.ts'

/** A criterion of an essay's rubric, with what students of each level write. */
export interface SeedCriterion {
  criterion: string
  /** From the lowest. Only tests that are taken in the demo need passages. */
  levels: readonly { label: string; marks: number; passages?: readonly string[] }[]
  /** Comments of markers below the highest level. */
  advice: string
}

/** Writes an essay. @param chance how likely the student is to do well, from 0 to 1 */
export function writeEssay(criteria: readonly SeedCriterion[], random: Random, chance: number): string {
  return criteria
    .flatMap(({ levels }) => {
      const reached = levels.slice(1).filter(() => random() < 0.85 * chance).length
      return pick(random, levels[reached]?.passages ?? []) || []
    })
    .join('\n\n')
}

/** The level that an essay reaches in each criterion. */
export const levelsIn = (criteria: readonly SeedCriterion[], text: string): number[] =>
  criteria.map(({ levels }) =>
    Math.max(
      0,
      levels.findLastIndex(({ passages = [] }) => passages.some((passage) => passage !== '' && text.includes(passage))),
    ),
  )

/** A marker's comment on an essay of these levels. */
export function commentOn(criteria: readonly SeedCriterion[], levels: readonly number[]): string {
  const advice = criteria.flatMap(({ levels: offered, advice }, at) =>
    (levels[at] ?? 0) < offered.length - 1 ? [advice] : [],
  )
  return advice.join(' ') || 'Complete and clearly written. Well done.'
}
