import { describe, expect, it } from 'vitest'
import { looksLikeCsv, readCsv } from '#server/features/bank/formats/question-text.ts'
import { all, question } from './read.ts'

const read = (...rows: string[][]) => all(readCsv(rows.map((cells) => cells.join('\t')).join('\r\n')))

describe('a tab-delimited Blackboard file', () => {
  it('is read by the type in the first cell', async () => {
    const items = await read(
      ['MC', 'What is *2* + 2?', '4', 'Correct', '5', 'incorrect'],
      ['MA', 'Q', 'x', 'correct', 'y', 'incorrect', 'z', 'correct'],
      ['TF', 'Q', 'false'],
      ['ESS', 'Q', 'An example'],
      ['ORD', 'Q', 'first', 'second', 'third'],
      ['MAT', 'Q', 'a', '1', 'b', '2'],
      ['FIB', 'Q', 'colour', 'c*lor'],
      ['FIL', 'Q'],
      ['NUM', 'Q', '9.81', '0.01'],
      ['SR', 'Q', 'A sample'],
    )
    expect(items.map(question)).toEqual([
      { type: 'single', questionText: 'What is \\*2\\* + 2?', options: { A: '4', B: '5' }, correctAnswer: 'A' },
      { type: 'multiple', questionText: 'Q', options: { A: 'x', B: 'y', C: 'z' }, correctAnswers: ['A', 'C'] },
      { type: 'boolean', questionText: 'Q', correctAnswer: false },
      { type: 'essay', questionText: 'Q', explanation: 'An example' },
      { type: 'ordering', questionText: 'Q', items: ['first', 'second', 'third'] },
      {
        type: 'matching',
        questionText: 'Q',
        pairs: [
          { left: 'a', right: '1' },
          { left: 'b', right: '2' },
        ],
      },
      { type: 'text', questionText: 'Q', accepted: [{ value: 'colour' }, { value: 'c\\*lor' }] },
      { type: 'essay', questionText: 'Q', allowFiles: true },
      { type: 'numeric', questionText: 'Q', correctValue: 9.81, tolerance: 0.01 },
      { type: 'essay', questionText: 'Q', explanation: 'A sample' },
    ])
    expect(items[2]).toMatchObject({ line: 3, title: 'Q' })
  })

  it.each([
    ['two correct options', ['MC', 'Q', 'x', 'correct', 'y', 'correct'], 'but the question asks for one'],
    ['no correct option', ['MA', 'Q', 'x', 'incorrect', 'y', 'incorrect'], 'Mark at least one option as correct'],
    ['an option without a mark', ['MC', 'Q', 'x', 'correct', 'y'], 'has no second cell'],
    ['another mark', ['MC', 'Q', 'x', 'correct', 'y', 'maybe'], '"correct" or "incorrect"'],
    ['an empty cell', ['MC', 'Q', '', 'correct', 'y', 'incorrect'], 'A cell between the others is empty'],
    ['no truth value', ['TF', 'Q', 'yes'], 'must be true or false'],
    ['an ambiguous number', ['NUM', 'Q', '1,500'], 'could mean thousands or a decimal'],
    ['no accepted answer', ['FIB', 'Q'], 'The correct answer is missing'],
    ['an opinion', ['OP', 'Q'], 'Questions of the type OP cannot be imported'],
    ['several blanks', ['FIB_PLUS', 'Q [a]', 'a', 'x'], 'Questions of the type FIB_PLUS cannot be imported'],
    ['no text', ['TF', '', 'true'], 'Please fill all question fields correctly'],
  ])('refuses %s', async (_, cells, reason) => {
    const [ok, refused] = await read(['TF', 'Q', 'true'], cells)
    expect(ok?.readings).toHaveLength(1)
    expect(refused).toMatchObject({ line: 2, readings: [], reason: expect.stringContaining(reason) })
  })

  it('is recognised only if every row has a type', () => {
    expect(looksLikeCsv('TF\tQ\ttrue\nMC\tQ\tx\tcorrect')).toBe(true)
    expect(looksLikeCsv('TF\tQ\ttrue\nHello')).toBe(false)
  })
})
