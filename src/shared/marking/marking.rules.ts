import { round2 } from '../numbers.ts'

/** Rules for manual marking. Rubric levels are 0-based; null means that none is chosen. */

interface Criterion {
  criterion: string
  levels: readonly { label: string; marks: number }[]
}
export type Rubric = readonly Criterion[]
export type Levels = readonly (number | null)[]

/** A rubric in one line, such as `Content: None 0, Full 6; Language: Weak 1, Clear 4`. */
export const rubricText = (rubric: Rubric) =>
  rubric
    .map(({ criterion, levels }) => `${criterion}: ${levels.map(({ label, marks }) => `${label} ${marks}`).join(', ')}`)
    .join('; ')

/** Returns the reason these levels do not fit the rubric, or null if they do. */
export function levelsRefusal(rubric: Rubric, levels: Levels): string | null {
  if (levels.length > rubric.length) return 'There are more levels than criteria'
  const place = levels.findIndex((level, at) => level !== null && rubric[at]?.levels[level] === undefined)
  return place === -1 ? null : `Criterion ${place + 1} has no such level`
}

/** The sum of the chosen levels; null while a criterion has no level. It can exceed the question's marks. */
export function levelSum(rubric: Rubric, levels: Levels): number | null {
  if (rubric.length === 0) return null
  let sum = 0
  for (const [at, { levels: offered }] of rubric.entries()) {
    const level = offered[levels[at] ?? -1]
    if (!level) return null
    sum += level.marks
  }
  return round2(sum)
}

/** The marks that the chosen levels earn: their sum, up to the question's marks; null while a criterion has no level. */
export function marksOfLevels(rubric: Rubric, levels: Levels, max: number): number | null {
  const sum = levelSum(rubric, levels)
  return sum === null ? null : Math.min(max, sum)
}

/** The sum of the best level of each criterion. */
export const bestSum = (rubric: Rubric) =>
  round2(rubric.reduce((sum, { levels }) => sum + Math.max(0, ...levels.map(({ marks }) => marks)), 0))

/** A criterion with its chosen level, as shown to students. `most` is the marks for its best level. */
export interface ChosenLevel {
  criterion: string
  label: string
  marks: number
  most: number
}

/** The criteria for which a level was chosen. */
export const chosenLevels = (rubric: Rubric, levels: Levels): ChosenLevel[] =>
  rubric.flatMap(({ criterion, levels: offered }, at) => {
    const level = offered[levels[at] ?? -1]
    return level ? [{ criterion, ...level, most: Math.max(...offered.map(({ marks }) => marks)) }] : []
  })

/** A short code that identifies an answer while its student's name is hidden. */
export const candidateCode = (attemptId: string) => attemptId.slice(-5).toUpperCase()
