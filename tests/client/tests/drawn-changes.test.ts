import { describe, expect, it } from 'vitest'
import { keyChanges, permittedOf, withDrawn, withDrawnChange } from '#client/features/tests/model/started-test.ts'
import { draftSchema } from '#client/features/tests/model/test-draft.ts'
import { aDraft, aDraftQuestion, aTypedQuestion, everyType, fieldsOf } from './drafts.ts'

const draft = aDraft('Assignment', {
  numberOfQuestions: 2,
  questions: [aDraftQuestion()],
  pools: [{ pick: 1, from: { topics: ['Trees'] }, marks: null }],
})
const stored = aDraftQuestion({ key: 'drawn', id: '00000000-0000-7000-8000-000000000001' })
const rekeyed = { ...stored, correctAnswer: 'C' as const }

describe('a change to a drawn question', () => {
  it('replaces an earlier one, and is dropped once the question equals the stored one again', () => {
    const once = withDrawn(draft, stored, { ...stored, correctAnswer: 'A' })
    const twice = withDrawn(once, stored, rekeyed)
    expect(twice.drawn).toEqual([{ before: stored, after: rekeyed }])
    expect(withDrawnChange(twice, stored)).toBe(rekeyed)
    expect(withDrawnChange(twice, aDraftQuestion({ key: 'other' })).key).toBe('other')
    expect(withDrawn(twice, stored, { ...stored }).drawn).toEqual([])
  })

  it('is regraded and saved with the other changes, and kept in a restored draft', () => {
    const changed = withDrawn(draft, stored, { ...rekeyed, explanation: 'See page 12.' })
    const { id: questionId = '', options, optionImages } = stored
    expect(keyChanges(draft, changed)).toEqual([{ questionId, correctAnswer: 'C' }])
    expect(draftSchema(undefined).parse(changed).drawnKeys).toMatchObject([
      {
        questionId,
        fields: { options, optionImages, correctAnswer: 'C' },
        ruling: null,
        explanation: 'See page 12.',
      },
    ])
    expect(draftSchema(undefined).parse(draft)).not.toHaveProperty('drawnKeys')
    expect(permittedOf(draft, changed).drawn).toEqual(changed.drawn)
  })

  it('can be a ruling or a new rubric', () => {
    const ruled = withDrawn(draft, stored, { ...stored, ruling: 'dropped' })
    expect(keyChanges(draft, ruled)).toEqual([{ questionId: stored.id, ruling: 'dropped' }])
    const essay = { ...aTypedQuestion(fieldsOf('essay')), id: stored.id }
    const marked = withDrawn(draft, essay, { ...essay, rubric: [] } as typeof essay)
    expect(keyChanges(draft, marked)).toEqual([])
    expect(draftSchema(undefined).parse(marked).drawnKeys).toMatchObject([{ fields: { type: 'essay', rubric: [] } }])
  })

  it.each(everyType)('can be saved for a $type question', ({ fields }) => {
    const question = { ...aTypedQuestion(fields), id: stored.id }
    const ruled = withDrawn(draft, question, { ...question, ruling: 'all' })
    expect(draftSchema(undefined).parse(ruled).drawnKeys).toMatchObject([{ questionId: stored.id, ruling: 'all' }])
  })
})
