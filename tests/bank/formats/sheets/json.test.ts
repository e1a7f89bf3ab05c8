import { describe, expect, it } from 'vitest'
import { readJson } from '#server/features/bank/formats/question-text.ts'
import { all, lossesOf, question } from './read.ts'

const json = (...items: unknown[]) => all(readJson(JSON.stringify(items)))
const keysOf = (items: Awaited<ReturnType<typeof json>>) =>
  items.map(({ readings }) =>
    readings
      .map(({ label, question: one }) => `${label.slice(-1)}${(one as { correctAnswer: string }).correctAnswer}`)
      .join(' '),
  )

describe('fields of JSON items with a type', () => {
  const two = { type: 'single', questionText: 'Why?', options: { A: 'x', B: 'y' }, correctAnswer: 'B' }

  it('are reported as a loss if they are unknown', async () => {
    const [item] = await json({ ...two, bloom: 'apply', meta: { page: { number: 3 } }, hint: '', rating: null })
    expect(question(item)).toMatchObject({ options: { A: 'x', B: 'y' }, correctAnswer: 'B' })
    expect(lossesOf(item)).toEqual(['The field "bloom" is not kept', 'The field "meta" is not kept'])
  })

  it.each([
    [
      {
        pairs: [
          { left: 'a', right: 'b', image: 'x' },
          { left: 'c', right: 'd' },
        ],
      },
      'matching',
      'pairs.image',
    ],
    [{ accepted: [{ value: 'x', feedback: 'No' }] }, 'text', 'accepted.feedback'],
    [{ range: { min: 1, max: 5, step: 2 } }, 'numeric', 'range.step'],
    [
      { questionText: '{{1}}', gaps: [{ kind: 'text', accepted: [{ value: 'x', note: 1 }] }] },
      'gaps',
      'gaps.accepted.note',
    ],
  ])('are reported with their place: %j', async (fields, type, name) => {
    const [item] = await json({ type, questionText: 'Why?', ...fields })
    expect(lossesOf(item)).toEqual([`The field "${name}" is not kept`])
  })

  it.each([
    { type: 'numeric', questionText: 'Why?', correctValue: 5, tolerence: 1 },
    { type: 'numeric', questionText: 'Why?', correctValue: 5, maxTolerance: 1 },
    { ...two, points: 4 },
    { ...two, otherAnswers: ['A'] },
  ])('are refused if they may change the key or the marks: %j', async (item) => {
    expect((await json(item))[0]).toMatchObject({ readings: [], reason: expect.stringContaining('has no field') })
  })

  it('are reported if marking ignores them, such as the tolerance of a range', async () => {
    const range = { min: 1, max: 5 }
    const items = await json(
      { type: 'numeric', questionText: 'Q', range, tolerance: 0.5, significantDigits: 2 },
      { type: 'gaps', questionText: '{{1}}', gaps: [{ kind: 'numeric', range, tolerance: 0.5 }] },
    )
    expect(items.map(question)).toEqual([
      { type: 'numeric', questionText: 'Q', range },
      { type: 'gaps', questionText: '{{1}}', gaps: [{ kind: 'numeric', range }] },
    ])
    const tolerance = 'The tolerance is not kept, because a range is exact'
    expect(items.map(lossesOf)).toEqual([
      [tolerance, 'The significant digits are not kept, because a range is exact'],
      [tolerance],
    ])
  })

  it('may be options that say whether they are right', async () => {
    const options = ['x', 'y', 'z'].map((text, at) => ({ text, isCorrect: at > 0 }))
    const [item] = await json({ type: 'multiple', questionText: 'Which?', options })
    expect(question(item)).toMatchObject({ options: { A: 'x', C: 'z' }, correctAnswers: ['B', 'C'] })
  })
})

describe('an index of the right option in JSON', () => {
  it.each([
    ['without a type', {}],
    ['with a type', { type: 'single' }],
  ])('is asked about, and never read as a text: %s', async (_, fields) => {
    const item = (options: string[], correct_index: unknown) => ({
      ...fields,
      question: 'Why?',
      options,
      correct_index,
    })
    expect(keysOf(await json(item(['2', '3', '4', '5'], 2), item(['x', 'y', 'z'], '1')))).toEqual(['1B 0C', '1A 0B'])
    expect(keysOf(await json(item(['2', '3', '4', '5'], 4), item(['5', '6', '7'], 1)))).toEqual(['D', 'A'])
  })
})

describe('a field that a JSON item has twice, under different names', () => {
  const three = { question: 'Which?', options: ['x', 'y', 'z'] }

  it.each([
    { ...three, correctAnswer: 'B', answer: 'C' },
    { ...three, answer: 'C', correct_option: 'B' },
    { ...three, correctAnswers: ['y'], correctAnswer: 'z' },
    { ...three, correctAnswer: 1, answer: 2 },
  ])('is refused if it may change the key: %j', async (item) => {
    expect(await json(item)).toMatchObject([
      { readings: [], reason: expect.stringContaining('correctAnswer is given more than once, under different names') },
    ])
  })

  it('is refused if a text would be lost', async () => {
    const reason = expect.stringContaining('questionText is given more than once')
    expect(await json({ ...three, questionText: 'Which one?', answer: 'C' })).toMatchObject([{ readings: [], reason }])
  })

  it('is read if one is empty or both are the same', async () => {
    const items = await json(
      { ...three, correctAnswer: 'C', answer: null },
      { ...three, correctAnswer: 'C', answer: '' },
      { ...three, correctAnswer: 'C', answer: 'C' },
      { ...three, correctAnswer: 'z', correctAnswers: ['z'] },
    )
    expect(keysOf(items)).toEqual(['C', 'C', 'C', 'C'])
  })
})
