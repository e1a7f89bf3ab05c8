import { hintSentences } from '#shared/reports/items/hints/rules.ts'
import type { ItemFigures, TestItems } from '#shared/reports/items/schema.ts'

/** A question with how it did. */
export interface ItemRow extends ItemFigures, Pick<Question, 'questionNumber' | 'questionText' | 'options'> {
  sectionName: string | null
  /** What is wrong with it; too few attempts are nothing of its own. */
  faults: string[]
}
type Question = TestItems['questions'][number]

/** The questions in the order of the paper. */
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
 * The rows by a column, a minus before its name downwards; what has no figure comes last, equals stand as in the paper.
 *
 * @param sort anything else keeps the paper's order
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
