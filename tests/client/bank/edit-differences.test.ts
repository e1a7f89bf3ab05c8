import { describe, expect, it } from 'vitest'
import { bankValuesForm, bankValuesOf } from '#client/features/bank/bank-values.ts'
import { differencesOf } from '#client/features/bank/edit-differences.ts'
import type { BankQuestion } from '#client/features/bank/queries.ts'
import { everyType } from '../tests/drafts.ts'

const stored = (fields: object): BankQuestion =>
  ({
    ...{ id: 'b1', version: 3, subject: 'Technical', topic: 'Trees', difficulty: 'Easy', tags: ['a', 'b'] },
    ...{ language: 'en', source: null, notes: null, author: 'Asha', retired: false, facility: null },
    ...{ createdAt: '2026-01-10T00:00:00.000Z', updatedAt: '2026-01-10T00:00:00.000Z' },
    ...{ questionText: 'In {{1}}, {{2}} and {{3}}', questionImageUrl: null, passage: null, marks: 4 },
    explanation: null,
    ...fields,
  }) as BankQuestion

/** The question as its editor saves it. */
const edited = (question: BankQuestion, fields: object = {}) =>
  bankValuesForm.parse({ ...bankValuesOf(question), ...fields })

describe('the differences between an edited question and another version', () => {
  it.each(everyType)('are none if a $type question is unchanged', ({ fields }) => {
    const question = stored(fields)
    expect(differencesOf(edited(question), question)).toEqual({ names: [], details: [] })
  })

  it('name what differs, with the values that a preview does not show', () => {
    const question = stored({ type: 'boolean', correctAnswer: true, penalty: '1/3' })
    const about = { ...bankValuesOf(question).about, tags: ['b'], source: 'Exam 2025' }
    const mine = edited(question, { about, marks: undefined, penalty: '', explanation: 'Why', correctAnswer: 'false' })
    expect(differencesOf(mine, question)).toEqual({
      names: ['the correct answer', 'the explanation', 'the tags', 'the source', 'the marks', 'the penalty'],
      details: [
        { label: 'Tags', mine: 'b', theirs: 'a, b' },
        { label: 'Source', mine: 'Exam 2025', theirs: 'none' },
        { label: 'Marks', mine: '1', theirs: '4' },
        { label: 'Penalty', mine: 'none', theirs: '1/3' },
      ],
    })
  })

  it('name the rubric of an essay', () => {
    const question = stored({
      type: 'essay',
      rubric: [{ criterion: 'Content', levels: [{ label: 'Full', marks: 4 }] }],
    })
    const rubric = [{ criterion: 'Form', levels: [{ label: 'Full', marks: '4' }] }]
    expect(differencesOf(edited(question, { rubric }), question).names).toEqual(['the rubric'])
  })

  it('name another type', () => {
    const question = stored({ type: 'boolean', correctAnswer: true })
    const other = stored({ type: 'text', accepted: [{ value: 'x' }] })
    expect(differencesOf(edited(question), other).names).toEqual(['the type', 'the correct answer'])
  })
})
