import { hintSentences } from '#shared/reports/items/hints.rules.ts'
import type { ItemFigures, TestItems } from '#shared/reports/items/items.schema.ts'
import { sortedRows } from './sorted-rows.ts'

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

const figures: Record<string, (row: ItemRow) => number | null> = {
  rate: ({ correctPercentage }) => correctPercentage,
  facility: ({ facility }) => facility,
  discrimination: ({ discrimination }) => discrimination,
  itemRest: ({ itemRest }) => itemRest,
  attention: ({ faults }) => faults.length,
}

/** Rows sorted by a column, descending with a minus. Any other value keeps paper order, as do ties. */
export const sortedItems = (rows: readonly ItemRow[], sort = ''): ItemRow[] => sortedRows(rows, sort, figures)
