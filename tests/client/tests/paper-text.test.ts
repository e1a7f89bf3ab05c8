import { describe, expect, it } from 'vitest'
import { paperBodyOf, paperText, wordLimitText } from '#client/features/tests/model/paper-text.ts'
import type { ShownFields, TypedFields } from '#shared/bank/questions.schema.ts'

const options = { A: 'a', B: 'b' }
const text = { accepted: [{ value: 'x' }], caseSensitive: false, ignoreAccents: false, regex: false }

/** Each type as seen by its author and by students. */
const types: [TypedFields, ShownFields][] = [
  [
    { options, optionImages: null, correctAnswer: 'B' },
    { options, optionImages: null },
  ],
  [
    { type: 'multiple', options, optionImages: null, correctAnswers: ['A'], scoring: 'all' },
    { type: 'multiple', options, optionImages: null },
  ],
  [{ type: 'boolean', correctAnswer: false }, { type: 'boolean' }],
  [
    { type: 'numeric', correctValue: 0, unit: 'm' },
    { type: 'numeric', unit: 'm' },
  ],
  [
    { type: 'numeric', range: { min: 1, max: 2 } },
    { type: 'numeric', unit: null },
  ],
  [{ type: 'text', ...text }, { type: 'text' }],
  [
    {
      type: 'gaps',
      gaps: [
        { kind: 'text', ...text },
        { kind: 'numeric', correctValue: 1 },
      ],
    },
    { type: 'gaps', gaps: [{ kind: 'text' }, { kind: 'numeric', unit: null }] },
  ],
  [
    { type: 'matching', pairs: [{ left: 'a', right: 'b' }], distractors: [] },
    { type: 'matching', left: [{ id: '1', text: 'a' }], right: [{ id: '1', text: 'b' }] },
  ],
  [
    { type: 'ordering', items: ['a'] },
    { type: 'ordering', items: [{ id: '1', text: 'a' }] },
  ],
  [
    { type: 'essay', minWords: null, maxWords: 5, rubric: [] },
    { type: 'essay', minWords: null, maxWords: 5 },
  ],
]

describe('the body of a displayed question', () => {
  it.each(types)('is the same with and without the key: %j', (written, shown) => {
    const [one, other] = [paperBodyOf(written), paperBodyOf(shown)]
    expect(one.key).toBeDefined()
    expect(other.key).toBeUndefined()
    expect(other.type).toBe(one.type)
    expect(other.body).toMatchObject(one.body as object)
  })

  it('has no key until the author enters one', () => {
    for (const fields of [
      { options, optionImages: null, correctAnswer: undefined },
      { type: 'numeric', correctValue: undefined },
      { type: 'gaps', gaps: [] },
    ])
      expect(paperBodyOf(fields as unknown as TypedFields).key).toBeUndefined()
  })
})

describe('the text of a displayed question', () => {
  it('numbers gaps, and leaves other types alone', () => {
    expect(paperText('gaps', 'A {{1}} is {{ 2 }}')).toBe('A [1] is [2]')
    expect(paperText('text', '$\\frac{{1}}{2}$')).toBe('$\\frac{{1}}{2}$')
    expect(paperText(undefined, '{{1}}')).toBe('{{1}}')
  })

  it('states word limits', () => {
    expect(wordLimitText({ minWords: 100, maxWords: 200 })).toBe('100 to 200 words')
    expect(wordLimitText({ minWords: 100, maxWords: null })).toBe('At least 100 words')
    expect(wordLimitText({ minWords: null, maxWords: 200 })).toBe('At most 200 words')
    expect(wordLimitText({ minWords: null, maxWords: null })).toBeNull()
  })
})
