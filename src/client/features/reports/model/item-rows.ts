import { paperText } from '#client/features/tests/model/paper-text.ts'
import { hintSentences } from '#shared/reports/items/hints.rules.ts'
import type { ItemFigures, TestItems } from '#shared/reports/items/items.schema.ts'
import { sortedRows } from './sorted-rows.ts'

/** A question with its statistics. */
export interface ItemRow extends ItemFigures, Pick<Question, 'questionNumber' | 'questionText' | 'type' | 'options'> {
  sectionName: string | null
  /** Problems with the question, except too few attempts. */
  faults: string[]
}
type Question = TestItems['questions'][number]

/** The questions with their statistics, in paper order. */
export const itemRowsOf = ({ analysis, questions }: TestItems): ItemRow[] =>
  analysis.items.flatMap((item, place) => {
    const question = questions[place]
    if (!question) return []
    const { questionNumber, type, options, sectionName } = question
    const questionText = paperText(type ?? undefined, question.questionText)
    const faults = item.hints.filter((hint) => hint !== hintSentences.tooFew)
    return [{ ...item, questionNumber, questionText, type, options, sectionName, faults }]
  })

const figures: Record<string, (row: ItemRow) => number | null> = {
  rate: ({ correctPercentage }) => correctPercentage,
  facility: ({ facility }) => facility,
  discrimination: ({ discrimination }) => discrimination,
  itemRest: ({ itemRest }) => itemRest,
  attention: ({ faults }) => faults.length,
}

/** Sorts rows by a column, descending with a leading minus. Any other value and ties keep paper order. */
export const sortedItems = (rows: readonly ItemRow[], sort = ''): ItemRow[] => sortedRows(rows, sort, figures)
