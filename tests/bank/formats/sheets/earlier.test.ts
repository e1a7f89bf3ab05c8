import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, readJson } from '#server/features/bank/formats/question-text.ts'
import { extractQuestions } from '#server/features/tests/import.ts'
import { DomainError } from '#shared/errors.ts'
import { all } from './read.ts'

/** The bank reads the files of imports into tests in the same way. */

/** The question of each row, or null if it is refused; undefined if the file is. */
function earlier(content: string, rows: readonly number[]) {
  try {
    const { questions, errors } = extractQuestions({ name: 'questions', bytes: Buffer.from(`\ufeff${content}`) })
    const refused = new Set(errors.map(({ row }) => row))
    const read = questions.values()
    return new Map(rows.map((row) => [row, refused.has(row) ? null : read.next().value]))
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** The bank's message about numbers that seem to start at 0 or are ambiguous. */
const numbers = /seem to count from 0|begin at 0 and at 1/

const withoutEmpty = (question: object) =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== null && value !== undefined))

const extra = [
  'topic',
  'Tags',
  'Teacher',
  'penalty',
  'passage',
  'Key',
  'type',
  'option 5',
  'fields',
  'unit',
  'Points',
  'ID',
  '',
]
const names = [
  ['questionText', 'Question', 'question_text'],
  ['A', 'option a', 'Option-1'],
  ['B', 'Option B', 'option2'],
  ['C', 'Option C', 'option3'],
  ['D', 'Option D', 'OPTION 4'],
  ['correctAnswer', 'Answer', 'Correct option'],
]
const header = fc
  .tuple(
    fc.tuple(...names.map((some) => fc.constantFrom(...some))),
    fc.subarray(['marks', 'explanation', 'Mark(s)']),
    fc.subarray(extra, { maxLength: 4 }),
  )
  .map(([core, more, others]) => [...core, ...more, ...others])
const cell = fc.constantFrom(
  ...[
    'A',
    'B',
    '1',
    '2',
    '0',
    'x',
    'y',
    'z',
    'w',
    '',
    '*x*',
    'Option B',
    'single',
    'MCQ',
    'numeric',
    'true',
    'multiple',
    'A, B',
  ],
  ...['1.5', '2', '-1', 'Easy', '{"alternatives":["B"]}', '02-Jan', "'=x"],
)
const usual = fc.constantFrom(
  ['Q', 'w', 'x', 'y', 'z', 'B'],
  ['Q', 'w', 'x', 'y', 'z', '2'],
  ['Q', 'w', 'x', 'y', 'z', 'y'],
)
const row = fc
  .tuple(usual, fc.array(cell, { maxLength: 12 }), fc.boolean())
  .map(([start, rest, isUsual]) => (isUsual ? [...start, ...rest] : [...rest.slice(0, 6), ...rest.slice(6)]))

describe('a file for tests', () => {
  it('means the same as CSV', async () => {
    let [compared, asked] = [0, 0]
    await fc.assert(
      fc.asyncProperty(header, fc.array(row, { minLength: 1, maxLength: 4 }), async (names, rows) => {
        const filled = rows.map((cells) => ['Q', ...cells.slice(1)])
        const content = [names, ...filled]
          .map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
          .join('\n')
        const before = earlier(
          content,
          filled.map((_, at) => at + 2),
        )
        if (!before) return
        for (const { line, readings, reason } of await all(readCsv(content))) {
          const question = before.get(line ?? 0)
          // Imports into tests count from 1; the bank asks where the numbers start.
          if (!question || numbers.test(reason ?? '')) continue
          const isAsked = readings[0]?.label === 'Answers count from 1'
          const expected = isAsked ? { line, readings: 2 } : { line, reason: undefined, readings: 1 }
          expect({ line, reason, readings: readings.length }).toMatchObject(expected)
          expect(readings[0]?.question).toMatchObject(withoutEmpty(question))
          if (isAsked) asked++
          compared++
        }
      }),
      { numRuns: 4_000 },
    )
    expect(compared).toBeGreaterThan(300)
    expect(asked).toBeGreaterThan(30)
  })

  it('means the same as JSON', async () => {
    const four = fc.record({ A: cell, B: cell, C: cell, D: cell })
    const item = fc.record(
      {
        questionText: fc.constant('Q'),
        options: fc.oneof(four, fc.constant(['w', 'x', 'y', 'z']), fc.array(cell, { minLength: 3, maxLength: 5 })),
        correctAnswer: fc.oneof(cell, fc.nat(5)),
        type: fc.constantFrom('single', 'MCQ', 'boolean', 'easy', ''),
        topic: cell,
        hint: cell,
        penalty: fc.constantFrom(0.5, '1/3', null),
        marks: fc.constantFrom(1, 2.5, 11, '1'),
        alternatives: fc.constantFrom(null, ['C']),
      },
      { requiredKeys: ['questionText', 'options', 'correctAnswer'] },
    )
    let compared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), async (items) => {
        const content = JSON.stringify(items)
        const before = earlier(
          content,
          items.map((_, at) => at + 1),
        )
        for (const { line, readings, reason } of await all(readJson(content))) {
          const question = before?.get(line ?? 0)
          // Imports into tests count from 1; the bank asks where the numbers start.
          if (
            !question ||
            /seem to count from 0|begin at 0 and at 1|may be counted from|text of another/.test(reason ?? '')
          )
            continue
          if (readings.length === 0) {
            // Alternatives were ignored in files without types. The correct answer cannot be one.
            expect(reason).toContain('alternatives')
            continue
          }
          expect(readings[0]?.question).toMatchObject(withoutEmpty(question))
          compared++
        }
      }),
      { numRuns: 2_000 },
    )
    expect(compared).toBeGreaterThan(100)
  })
})
