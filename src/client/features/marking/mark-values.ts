import { noteOn, numberOf } from '#client/lib/typed-numbers.ts'
import { levelsRefusal, marksOfLevels, type Rubric } from '#shared/marking/marking.rules.ts'
import type { QueuedAnswer } from './queries.ts'

/** The form's values for one answer. */
export interface MarkValues {
  /** As typed. */
  marks: string
  levels: (number | null)[]
  comment: string
}

type Opinion = Pick<QueuedAnswer, 'marks' | 'comment' | 'levels'>

/** The stored marks, or empty values. */
export const valuesOf = (stored: Opinion | null, rubric: Rubric): MarkValues => ({
  marks: stored?.marks == null ? '' : String(stored.marks),
  levels: rubric.map((_, place) => stored?.levels?.[place] ?? null),
  comment: stored?.comment ?? '',
})

/** Chooses a level, or clears it if already chosen. Sets the marks once every criterion has a level. */
export function withLevel(
  values: MarkValues,
  rubric: Rubric,
  max: number,
  criterion: number,
  level: number,
): MarkValues {
  const levels = values.levels.map((before, place) => {
    if (place !== criterion) return before
    return before === level ? null : level
  })
  const marks = marksOfLevels(rubric, levels, max)
  return { ...values, levels, marks: marks === null ? values.marks : String(marks) }
}

/** The reason the values cannot be saved; null if they can. */
export function refusalOf({ marks, levels }: MarkValues, rubric: Rubric, max: number): string | null {
  const number = numberOf(marks)
  if (number === '')
    return rubric.length > 0 ? 'Choose a level for every criterion, or enter the marks' : 'Enter the marks'
  if (typeof number === 'string') return noteOn(marks).refusal ?? 'Enter a number'
  if (number < 0 || number > max) return `Enter 0 to ${max}`
  if (Math.round(number * 100) / 100 !== number) return 'At most two decimals'
  return levelsRefusal(rubric, levels)
}

/** The form to send. Call `refusalOf` first. */
export function formOf({ marks, levels, comment }: MarkValues) {
  const number = numberOf(marks)
  return {
    marks: typeof number === 'number' ? number : null,
    comment,
    ...(levels.some((level) => level !== null) && { levels }),
  }
}
