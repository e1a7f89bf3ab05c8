import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fourOptions, marksOf, questionOf, samples, tools } from '#tests/factories/question-types.ts'
import { compare, fromNumber, ratio, zero } from '../ratio.ts'
import { gradedKey, joinFields, splitFields } from './question-parts.rules.ts'
import {
  type AnswerValue,
  answerText,
  gradeAnswer,
  isAnswered,
  isAnswerTo,
  keyText,
  type Penalty,
} from './question-types.rules.ts'
import { penaltyField, typedFields } from './questions.schema.ts'
import type { OrderingBody } from './types/arranging.rules.ts'
import { letters } from './types/choice.rules.ts'

const right: AnswerValue[] = ['B', ['C', 'A'], false, '9,81 m/s²', ' kathmandu ', ['Stack', '1,5', 'B']]

describe('every type', () => {
  it.each(samples)('$type returns the same fields to its author', (fields) => {
    const stored = questionOf(fields)
    expect(splitFields(typedFields.parse(joinFields(stored)))).toEqual(stored)
    // Questions are stored as JSON.
    expect(JSON.parse(JSON.stringify(stored))).toEqual(stored)
  })

  it('matching returns pairs and distractors in the author’s order, which is stored only if it matters', () => {
    const pairs = ['d', 'b', 'a', 'c', 'f', 'e'].map((left) => ({ left, right: left.toUpperCase() }))
    const fields = { type: 'matching', pairs, distractors: ['Z', 'X', 'Y', 'W'] }
    const stored = questionOf(fields)
    expect(joinFields(stored)).toEqual(fields)
    if (stored.type !== 'matching') throw new Error('Not a matching question')
    // Questions stored without an order are saved unchanged.
    const old = { ...stored, key: { pairs: stored.key.pairs } }
    expect(splitFields(typedFields.parse(joinFields(old)))).toEqual(old)
    expect(gradedKey(stored)).toEqual(gradedKey(old))
  })

  it.each(samples.slice(0, 6).map((fields, place) => ({ ...fields, answer: right[place] ?? null })))(
    '$type gives full marks for the right answer and costs nothing if unanswered',
    ({ answer, ...fields }) => {
      expect(marksOf(fields, answer, 4, '1/3')).toBe(4)
      expect(marksOf(fields, null, 4, '1/3')).toBeNull()
      expect(isAnswerTo(questionOf(fields), answer)).toBe(true)
    },
  )

  it.each(samples)('$type rejects values of the wrong kind', (fields) => {
    const question = questionOf(fields)
    for (const value of [undefined, null, {}, [{}], { text: 1 }, ['A', 'A'], { 1: 9 }, 'Z'.repeat(60_000), [[]]])
      expect(isAnswerTo(question, value) && isAnswered(question, value)).toBe(false)
  })

  it.each(samples)('$type does not reveal its key in its body', (fields) => {
    const { body, key } = questionOf(fields)
    const seen = JSON.stringify(body)
    for (const field of Object.keys(key).filter((name) => name !== 'gaps')) expect(seen).not.toContain(`"${field}"`)
    expect(seen).not.toMatch(/correct|accepted|tolerance|range|rubric/)
  })

  it('ordering shows every order equally often, even if the texts differ in one character', () => {
    const seen = new Map<string, number>()
    const stems = 24_000
    for (let stem = 0; stem < stems; stem++) {
      const { body } = questionOf({
        type: 'ordering',
        items: ['1', '2', '3', '4'].map((step) => `Q${stem} step ${step}`),
      })
      const order = (body as OrderingBody).items.map(({ text }) => text.at(-1)).join('')
      seen.set(order, (seen.get(order) ?? 0) + 1)
    }
    const expected = stems / 24
    const chiSquared = [...seen.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(seen.size).toBe(24)
    // The 99.9% limit for 23 degrees of freedom.
    expect(chiSquared).toBeLessThan(49.7)
  })

  it('defaults to single choice', () => {
    expect(questionOf({ options: { A: '1', B: '2' }, correctAnswer: 'A' })).toEqual({
      type: 'single',
      body: { options: { A: '1', B: '2' }, optionImages: null },
      key: { correctAnswer: 'A' },
    })
  })
})

describe('an invalid question', () => {
  it.each([
    [{ options: { A: 'one' }, correctAnswer: 'A' }, 'At least 2 options are required'],
    [{ options: { A: 'one', C: 'three' }, correctAnswer: 'A' }, 'Options must be lettered from A without gaps'],
    [{ options: { A: 'one', B: 'two' }, correctAnswer: 'C' }, 'Please fill all question fields correctly'],
    [{ type: 'multiple', options: fourOptions, correctAnswers: [] }, 'Mark at least one option as correct'],
    [
      { type: 'multiple', options: fourOptions, correctAnswers: ['A', 'E'] },
      'Please fill all question fields correctly',
    ],
    [{ type: 'boolean' }, 'Choose True or False'],
    [{ type: 'numeric' }, 'Enter either the correct value or a range'],
    [{ type: 'numeric', correctValue: 1, range: { min: 0, max: 1 } }, 'Enter either the correct value or a range'],
    [{ type: 'numeric', range: { min: 2, max: 1 } }, 'Must not be less than the minimum'],
    [{ type: 'numeric', correctValue: 1, tolerance: -1 }, 'A tolerance cannot be negative'],
    [{ type: 'text', accepted: [] }, 'Enter at least one accepted answer'],
    [{ type: 'text', accepted: [{ value: 'a', fraction: '1/0' }] }, 'Must be a number or a fraction such as 1/3'],
    [{ type: 'gaps', gaps: [] }, 'Add at least one gap'],
    [
      {
        type: 'matching',
        pairs: [
          { left: 'a', right: 'b' },
          { left: 'a', right: 'c' },
        ],
      },
      'Each left side can be used only once',
    ],
    [{ type: 'ordering', items: ['a', 'a'] }, 'Each item can be used only once'],
    [{ type: 'essay', minWords: 10, maxWords: 5 }, 'Must not be less than the minimum'],
  ])('%j is rejected: %s', (fields, message) => {
    expect(typedFields.safeParse(fields).error?.issues.map((issue) => issue.message)).toContain(message)
  })
})

describe('penalties', () => {
  const single = { options: fourOptions, correctAnswer: 'A' }

  it.each<[Penalty, number]>([
    [0, 0],
    [1, -1],
    [0.25, -0.25],
    ['1/4', -1],
    ['1/3', -4 / 3],
  ])('of %j give %d marks for a wrong answer to a 4-mark question', (penalty, marks) => {
    expect(marksOf(single, 'B', 4, penalty)).toBe(marks)
  })

  it.each([
    ['1/3', true],
    ['1/999', true],
    ['33.25/100', true],
    ['0.333333333333', true],
    ['1/1001', false],
    ['1/999999999999999989', false],
  ])('of %s are accepted: %s', (penalty, isAccepted) => {
    expect(penaltyField.safeParse(penalty).success).toBe(isAccepted)
  })

  it('add up exactly: three wrong answers at a third each cost one mark', () => {
    const question = { ...questionOf(single), marks: 1, penalty: '1/3' }
    const outcome = gradeAnswer(question, 'C', tools)
    expect(outcome).toEqual({ kind: 'graded', isCorrect: false, marks: ratio(-1, 3) })
  })
})

describe('answers and keys as text', () => {
  it.each([
    [samples[0], 'A', 'A', 'B'],
    [samples[1], ['D', 'A'], 'A, D', 'A, C'],
    [samples[2], true, 'True', 'False'],
    [samples[3], ' 9,8 ', '9,8', '9.81 ± 0.05 m/s^2'],
    [samples[4], 'KTM', 'KTM', 'Kathmandu or Ktm* (50%)'],
    [samples[5], ['heap', '', 'A'], 'heap; –; push', 'stack; 1 to 2; pop'],
    [samples[7], null, '', 'fetch → decode → execute → write back'],
    [{ type: 'numeric', correctValue: 20, tolerance: 0.05, toleranceKind: 'relative' }, 19, '19', '20 ± 5%'],
  ])('%j', (fields, value, answer, key) => {
    expect([answerText(questionOf(fields), value as AnswerValue | null), keyText(questionOf(fields))]).toEqual([
      answer,
      key,
    ])
  })
})

describe('any grade', () => {
  it('is deterministic, and between the penalty and full marks', () => {
    const anyValue = fc.oneof(
      fc.constantFrom(...letters),
      fc.subarray([...letters]),
      fc.boolean(),
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(fc.string(), { minLength: 3, maxLength: 3 }),
      fc.dictionary(fc.constantFrom('1', '2', '3'), fc.constantFrom('1', '2', '3')),
      fc.shuffledSubarray(['1', '2', '3', '4']),
    )
    fc.assert(
      fc.property(fc.constantFrom(...samples), anyValue, (fields, value) => {
        const question = { ...questionOf(fields), marks: 4, penalty: '1/3' }
        if (!isAnswerTo(question, value)) return
        const outcome = gradeAnswer(question, value, tools)
        expect(gradeAnswer(question, value, tools)).toEqual(outcome)
        if (outcome.kind !== 'graded') return
        expect(compare(outcome.marks, fromNumber(4))).toBeLessThanOrEqual(0)
        expect(compare(outcome.marks, ratio(-4, 3))).toBeGreaterThanOrEqual(0)
        if (outcome.isCorrect) expect(outcome.marks).toEqual(fromNumber(4))
        expect(compare(outcome.marks, zero) > 0 || !outcome.isCorrect).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
