import { describe, expect, it } from 'vitest'
import { itemRowsOf, sortedItems } from '#client/features/reports/model/item-rows.ts'
import type { TestItems } from '#shared/reports/items/items.schema.ts'

const item = (questionId: string, facility: number | null, hints: string[]) => ({
  ...{ questionId, facility, hints, marks: 1, correctAnswer: 'B' as const },
  ...{ correct: 1, incorrect: 2, unanswered: 0, correctPercentage: 33.33 },
  ...{ discrimination: null, itemRest: null, choices: null },
})
const question = (id: string, questionNumber: number) => ({
  ...{ id, questionNumber, questionText: `Text of ${id}`, type: 'single' as const, options: null, sectionName: null },
})
const items: TestItems = {
  analysis: {
    ...{ attempts: 3, totalMarks: 4, groupSize: 1, mean: 1, median: 1, standardDeviation: 0, alpha: null },
    standardError: null,
    items: [
      item('a', 50, ['Too few attempts to judge']),
      item('b', null, []),
      item('c', 95, ['Too easy']),
      item('d', 10, ['Too hard', 'More than half did not answer it']),
    ],
  },
  questions: [question('a', 1), question('b', 2), question('c', 3), question('d', 4)],
}

describe('the questions of a report', () => {
  const rows = itemRowsOf(items)
  const order = (sort: string | undefined) => sortedItems(rows, sort).map(({ questionId }) => questionId)

  it('show their text, and no faults if there are too few attempts to judge', () => {
    expect(
      rows.map(({ questionNumber, questionText, faults }) => [questionNumber, questionText, faults.length]),
    ).toEqual([
      [1, 'Text of a', 0],
      [2, 'Text of b', 0],
      [3, 'Text of c', 1],
      [4, 'Text of d', 2],
    ])
  })
  it('keep the paper’s order unless sorted', () => {
    expect(order(undefined)).toEqual(['a', 'b', 'c', 'd'])
    expect(order('toString')).toEqual(['a', 'b', 'c', 'd'])
  })
  it('without a value come last in either direction', () => {
    expect(order('facility')).toEqual(['d', 'a', 'c', 'b'])
    expect(order('-facility')).toEqual(['c', 'a', 'd', 'b'])
  })
  it('list questions that need attention first', () => {
    expect(order('-attention')).toEqual(['d', 'c', 'a', 'b'])
  })
})
