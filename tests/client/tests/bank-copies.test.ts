import { describe, expect, it } from 'vitest'
import type { BankQuestion } from '#client/features/tests/bank-queries.ts'
import {
  bankFormOf,
  bankIdsIn,
  changedIn,
  copyOf,
  isPermitted,
  withLatest,
  withOriginOf,
  withOrigins,
} from '#client/features/tests/model/bank-copies.ts'
import { questionValuesForm, valuesOf } from '#client/features/tests/model/question-values.ts'
import { keyChanges, permittedOf } from '#client/features/tests/model/started-test.ts'
import { type DraftQuestion, splitQuestion } from '#client/features/tests/model/test-draft.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import { aDraft, aDraftQuestion, aDraftSection, everyType, type SingleChoice, someQuestions } from './drafts.ts'

const heap = {
  options: { A: 'A heap', B: 'A stack', C: 'A queue' },
  optionImages: null,
  correctAnswer: 'A',
} as const satisfies TypedFields

const inBank = (fields: object = {}): BankQuestion => ({
  ...{ id: 'b1', version: 3, subject: 'Technical', topic: '', difficulty: 'Easy', tags: [], language: 'en' },
  ...{ source: null, notes: null, author: null, retired: false, facility: null },
  ...{ createdAt: '2026-01-10T00:00:00.000Z', updatedAt: '2026-01-10T00:00:00.000Z' },
  ...{ questionText: 'Which structure does a heap sort use?', questionImageUrl: null, passage: null, marks: 4 },
  explanation: 'It is named after it.',
  ...heap,
  ...fields,
})

const origin = { bankQuestionId: 'b1', bankVersion: 3 }
const originOf = ({ bankQuestionId, bankVersion }: DraftQuestion) => ({ bankQuestionId, bankVersion })
const none = { bankQuestionId: undefined, bankVersion: undefined }
/** Edits a question in the dialog and keeps the changes. */
const edited = (question: DraftQuestion, change: object = {}) =>
  withOriginOf([question], { ...questionValuesForm.parse({ ...valuesOf(question), ...change }), key: question.key })

describe('a copy of a bank question', () => {
  it.each(everyType)('has the question’s content and refers to its version: $type', ({ fields }) => {
    const copy = copyOf(inBank({ options: undefined, optionImages: undefined, correctAnswer: undefined, ...fields }))
    expect(splitFields(splitQuestion(copy).fields)).toEqual(splitFields(fields))
    expect(copy).toMatchObject({ ...origin, marks: 4, explanation: 'It is named after it.' })
    expect(originOf(edited({ ...copy, questionText: 'In {{1}}, {{2}} and {{3}}' }))).toEqual(origin)
  })

  it('uses the part’s marks if the author chooses them', () => {
    expect(copyOf(inBank(), 2)).not.toHaveProperty('marks')
    expect(copyOf(inBank({ penalty: '1/3' }), 2)).toMatchObject({ penalty: '1/3' })
  })

  it('remains a copy while only its marks, penalty or ruling change', () => {
    expect(originOf(edited(copyOf(inBank()), { marks: 2, penalty: '1/4', ruling: 'dropped' }))).toEqual(origin)
  })

  it.each([
    { questionText: 'Which one?' },
    { questionImageUrl: '/images/0123456789abcdef0123456789abcdef.png' },
    { passage: 'A text' },
    { options: { ...heap.options, D: 'A list' } },
    { correctAnswer: 'B' },
    { alternatives: ['B'] },
    { type: 'multiple', correctAnswers: ['A'] },
    { explanation: '' },
  ])('is no longer a copy once its content changes: %j', (change) => {
    expect(originOf(edited(copyOf(inBank()), change))).toEqual(none)
  })

  it('is found in every section, so it is not added twice', () => {
    const sections = [
      aDraftSection([copyOf(inBank())]),
      aDraftSection([...someQuestions(1), copyOf(inBank({ id: 'b2' }))]),
    ]
    expect(bankIdsIn(aDraft('Mock Test', { sections }))).toEqual(new Set(['b1', 'b2']))
  })
})

describe('a newer version in the bank', () => {
  const latest = inBank({ version: 4, correctAnswer: 'B', explanation: null })
  const stored: DraftQuestion = { ...copyOf(inBank()), key: 'q1', id: 'q1', marks: 2, penalty: 1, ruling: 'answered' }

  it('replaces the content, and keeps the id, marks, penalty and ruling', () => {
    expect(withLatest(stored, latest)).toEqual({
      ...stored,
      correctAnswer: 'B',
      explanation: null,
      bankVersion: 4,
    })
    expect(changedIn(withLatest(stored, latest), latest)).toEqual([])
  })

  it('is permitted in a test that has attempts if only the key and explanation differ', () => {
    expect(changedIn(stored, latest)).toEqual(['key', 'explanation'])
    expect(isPermitted(changedIn(stored, latest))).toBe(true)
    const reworded = inBank({ version: 4, questionText: 'Which one?', options: { A: 'A heap', B: 'A tree' } })
    expect(changedIn(stored, reworded)).toEqual(['text', 'body'])
    expect(isPermitted(changedIn(stored, reworded))).toBe(false)
    expect(changedIn(stored, inBank({ ...reworded, type: 'boolean', correctAnswer: true }))).toContain('type')
  })

  it('regrades a test that has attempts', () => {
    const before = aDraft('Assignment', { questions: [stored] })
    const after = { ...before, questions: [withLatest(stored, latest)] }
    expect(keyChanges(before, after)).toEqual([{ questionId: 'q1', correctAnswer: 'B' }])
    expect(permittedOf(before, after).questions).toEqual(after.questions)
  })

  it('is not referenced by a restored draft that may not use its text', () => {
    const before = aDraft('Assignment', { questions: [stored] })
    const restored = (version: BankQuestion) =>
      permittedOf(before, { ...before, questions: [withLatest(stored, version)] }).questions
    const text = { questionText: 'Which one?', explanation: 'It is named after it.' }
    expect(restored(inBank({ version: 4, ...text }))).toEqual([stored])
    expect(restored(inBank({ version: 4, ...text, correctAnswer: 'C' }))).toMatchObject([
      { correctAnswer: 'C', ...none },
    ])
  })
})

describe('saving questions to the bank', () => {
  it.each(everyType)('sends a $type question with its marks', ({ fields }) => {
    const question = { ...aDraftQuestion(), options: undefined, correctAnswer: undefined, ...fields } as DraftQuestion
    const form = bankFormOf(question, 2)
    const sent = bankQuestionForm.parse({ ...form, subject: 'Technical' })
    expect(sent.marks).toBe(2)
    expect(splitFields(sent)).toEqual(splitFields(fields))
    expect(bankFormOf({ ...question, marks: 5 }, 2).marks).toBe(5)
  })

  it('turns them into copies of the new bank questions', () => {
    const [first, second, third] = someQuestions(3)
    if (!first || !second || !third) throw new Error('Expected three questions')
    const draft = aDraft('Mock Test', { sections: [aDraftSection([first]), aDraftSection([second, third])] })
    const { sections } = withOrigins(draft, new Map([[second.key, origin]]))
    expect(sections.map(({ questions }) => questions)).toEqual([[first], [{ ...second, ...origin }, third]])
    expect(sections[0]?.questions).toBe(draft.sections[0]?.questions)
  })
})

describe('additional accepted options', () => {
  it('regrade a test that has attempts with the whole key', () => {
    const question: SingleChoice = aDraftQuestion({ id: 'q1' })
    const before = aDraft('Assignment', { questions: [question] })
    const after = { ...before, questions: [{ ...question, alternatives: ['C' as const] }] }
    const { options, optionImages, correctAnswer } = question
    expect(keyChanges(before, after)).toEqual([
      { questionId: 'q1', fields: { options, optionImages, correctAnswer, alternatives: ['C'] } },
    ])
    expect(keyChanges(after, before)).toEqual([{ questionId: 'q1', correctAnswer }])
    expect(permittedOf(before, after)).toEqual(after)
  })
})
