import { describe, expect, it } from 'vitest'
import { importChoices } from '#client/features/tests/model/import-choices.ts'
import type { DraftQuestion } from '#client/features/tests/model/test-draft.ts'

const questions = (count: number) => Array.from({ length: count }, () => ({}) as DraftQuestion)
const labelsOf = (numberOfQuestions: number | string, countTyped: boolean, there: number, found: number) =>
  importChoices({ numberOfQuestions, countTyped, questions: questions(there), pools: [] }, found).map(
    ({ label }) => label,
  )

describe('import choices', () => {
  it('use the file’s question count if none was typed', () => {
    expect(importChoices({ numberOfQuestions: 10, countTyped: false, questions: [], pools: [] }, 5)).toEqual([
      { label: 'Add 5 questions, keep 10', add: 5 },
      { label: 'Use the 5 questions from this file', add: 5, newLimit: 5 },
    ])
    expect(labelsOf(10, false, 0, 12)).toEqual(['Add the first 10 questions', 'Use the 12 questions from this file'])
    expect(labelsOf(5, false, 5, 3)).toEqual(['Add 3 questions, change the count to 8'])
    expect(labelsOf('', false, 0, 1)).toEqual(['Use the 1 question from this file'])
  })

  it('keep a typed question count, and offer to change it', () => {
    expect(labelsOf(10, true, 0, 5)).toEqual(['Add 5 questions, change the count to 5', 'Add 5 questions, keep 10'])
    expect(labelsOf(5, true, 0, 8)).toEqual(['Add 8 questions, change the count to 8', 'Add the first 5 questions'])
    expect(labelsOf(5, true, 5, 2)).toEqual(['Add 2 questions, change the count to 7'])
  })

  it('have one option when the questions fit exactly, and none for an empty file', () => {
    expect(labelsOf(5, false, 0, 5)).toEqual(['Add 5 questions'])
    expect(labelsOf(5, true, 4, 1)).toEqual(['Add 1 question'])
    expect(labelsOf(5, true, 0, 0)).toEqual([])
  })

  it('never exceed 100 questions', () => {
    expect(
      importChoices({ numberOfQuestions: 10, countTyped: false, questions: questions(10), pools: [] }, 200),
    ).toEqual([{ label: 'Add the first 90 questions, change the count to 100', add: 90, newLimit: 100 }])
    expect(labelsOf(100, true, 100, 5)).toEqual([])
  })
})
