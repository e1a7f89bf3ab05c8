import { hintSentences } from '#shared/reports/items/hints.rules.ts'
import type { ItemFigures, TestItems } from '#shared/reports/items/items.schema.ts'

/** A question with its statistics. */
export interface ItemRow extends ItemFigures, Pick<Question, 'questionNumber' | 'questionText' | 'options'> {
  sectionName: string | null
  /** Its problems. Too few attempts is not one of them. */
  faults: string[]
}
type Question = TestItems['questions'][number]

/** The questions in paper order. */
export const itemRowsOf = ({ analysis, questions }: TestItems): ItemRow[] =>
  analysis.items.flatMap((item, place) => {
    const question = questions[place]
    if (!question) return []
    const { questionNumber, questionText, options, sectionName } = question
    const faults = item.hints.filter((hint) => hint !== hintSentences.tooFew)
    return [{ ...item, questionNumber, questionText, options, sectionName, faults }]
  })

const figures = {
  number: ({ questionNumber }: ItemRow) => questionNumber,
  correct: ({ correct }: ItemRow) => correct,
  incorrect: ({ incorrect }: ItemRow) => incorrect,
  rate: ({ correctPercentage }: ItemRow) => correctPercentage,
  facility: ({ facility }: ItemRow) => facility,
  discrimination: ({ discrimination }: ItemRow) => discrimination,
  itemRest: ({ itemRest }: ItemRow) => itemRest,
  attention: ({ faults }: ItemRow) => faults.length,
} as const

export type ItemSortKey = keyof typeof figures

/**
 * Sorts rows by a column, descending with a minus. Rows without a value come last; ties keep paper order.
 *
 * @param sort any other value keeps paper order
 */
export function sortedItems(rows: readonly ItemRow[], sort: string | undefined): ItemRow[] {
  const key = sort?.replace(/^-/, '') ?? ''
  if (!Object.hasOwn(figures, key)) return [...rows]
  const of = figures[key as ItemSortKey]
  const direction = sort?.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [of(one), of(other)]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return direction * (a - b)
  })
}
