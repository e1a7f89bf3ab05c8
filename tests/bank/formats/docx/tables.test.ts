import { describe, expect, it } from 'vitest'
import { p, read, readOne, table, taken, typed } from './package.ts'

describe('tables with a row of headings', () => {
  it('have one question per row', async () => {
    const items = await read(
      table([
        [
          'S.No',
          'Question',
          'Option A',
          'Option B',
          'Option C',
          'Correct Answer',
          'Marks',
          'Explanation',
          'Difficulty',
          'Topic',
          'Author',
        ],
        ['1', 'a', 'x', 'y', '', 'B', '2', 'Because', 'Easy', 'Light', 'Me'],
        ['2', 'b', 'x', 'y', 'z', 'A, C', '', '', '', '', ''],
        ['3', 'c', '', '', '', 'True', '', '', '', '', ''],
        ['4', 'd', 'x', '', 'z', 'A', '', '', '', '', ''],
        ['5', 'e', 'x', 'y', '', '', '', '', '', '', ''],
      ]),
    )
    const [first, second, third, fourth, fifth] = items
    expect(first).toMatchObject({ title: 'a', line: 12, category: ['Light'] })
    expect(taken(first)).toMatchObject({
      questionText: 'a',
      options: { A: 'x', B: 'y' },
      correctAnswer: 'B',
      marks: 2,
      explanation: 'Because',
      difficulty: 'Easy',
      losses: ['The column “Author” is not kept'],
    })
    expect(taken(second)).toMatchObject({ correctAnswers: ['A', 'C'], losses: [] })
    expect(taken(third)).toMatchObject({ type: 'boolean', correctAnswer: true })
    expect(fourth).toMatchObject({ readings: [], reason: 'Option B is empty, but option C is not' })
    expect(fifth).toMatchObject({ readings: [], reason: 'No answer is marked or listed' })
  })

  it('take numbered options and answers', async () => {
    const found = await readOne(
      table([
        ['Q.No.', 'Question', 'Option 1', 'Option 2', 'Answer'],
        ['1', 'a', 'x', 'y', '2'],
      ]),
    )
    expect(taken(found)).toMatchObject({ options: { A: 'x', B: 'y' }, correctAnswer: 'B' })
  })

  it('take options and answers that share a cell', async () => {
    const found = await readOne(
      table([
        ['Questions', 'Options', 'Answer'],
        ['1984: who?', `${p('A. x')}${p('B. y')}${p('C. z')}`, `${p('A')}${p('C')}`],
      ]),
    )
    expect(taken(found)).toMatchObject({
      questionText: '1984: who?',
      options: { A: 'x', B: 'y', C: 'z' },
      correctAnswers: ['A', 'C'],
    })
  })

  it('take marked options', async () => {
    const found = await readOne(
      table([
        ['Question', 'A', 'B'],
        ['a', 'x', 'y ✓'],
      ]),
    )
    expect(taken(found)).toMatchObject({ options: { A: 'x', B: 'y' }, correctAnswer: 'B' })
  })
})

describe('tables with a column of headings', () => {
  it('have one question each', async () => {
    const found = await readOne(
      table([
        ['Question', 'a'],
        ['Type', 'multiple_choice'],
        ['Option', 'x', 'incorrect'],
        ['Option', 'y', 'correct'],
        ['Solution', 'Because'],
        ['Marks', '4', '1'],
      ]),
    )
    expect(taken(found)).toMatchObject({
      questionText: 'a',
      options: { A: 'x', B: 'y' },
      type: 'single',
      correctAnswer: 'B',
      explanation: 'Because',
      marks: 4,
      penalty: 1,
      losses: [],
    })
  })

  it.each<[string, string[][], Record<string, unknown>]>([
    [
      'multiple_select',
      [
        ['Option', 'x', 'correct'],
        ['Option', 'y', 'incorrect'],
        ['Option', 'z', 'correct'],
      ],
      { type: 'multiple', correctAnswers: ['A', 'C'] },
    ],
    ['integer', [['Answer', '42']], { type: 'numeric', correctValue: 42 }],
    ['true_false', [['Answer', 'true']], { type: 'boolean', correctAnswer: true }],
    ['fill_ups', [['Answer', 'x']], { type: 'text', accepted: [{ value: 'x' }] }],
  ])('of the type %s', async (type, rows, expected) => {
    const found = await readOne(table([['Question', 'a'], ['Type', type], ...rows, ['Marks', '2', '0']]))
    expect(taken(found)).toMatchObject({ questionText: 'a', marks: 2, ...expected, losses: [] })
  })

  it('refuse an unclear mark', async () => {
    const found = await readOne(
      table([
        ['Question', 'a'],
        ['Option', 'x', 'maybe'],
        ['Option', 'y', 'correct'],
        ['Marks', '1'],
      ]),
    )
    expect(found).toMatchObject({ readings: [], reason: 'It is not clear whether an option is correct: “maybe”' })
  })

  it('follow each other', async () => {
    const one = table([
      ['Question', 'a'],
      ['Option', 'x', 'correct'],
      ['Option', 'y', 'incorrect'],
      ['Marks', '1'],
    ])
    expect(await read(one + one)).toHaveLength(2)
  })
})

describe('tables as layout', () => {
  it.each([
    [
      'options in rows',
      [
        ['A. w', 'B. x'],
        ['C. y', 'D. z'],
      ],
    ],
    [
      'options in columns',
      [
        ['A. w', 'C. y'],
        ['B. x', 'D. z'],
      ],
    ],
    [
      'letters in separate cells',
      [
        ['A', 'w', 'B', 'x'],
        ['C', 'y', 'D', 'z'],
      ],
    ],
    [
      'letters in a column',
      [
        ['(a)', 'w'],
        ['(b)', 'x'],
        ['(c)', 'y'],
        ['(d)', 'z'],
      ],
    ],
  ])('read %s', async (_, rows) => {
    const found = taken(await readOne(p('1. a') + table(rows) + p('Answer: D')))
    expect(found).toMatchObject({ questionText: 'a', options: { A: 'w', B: 'x', C: 'y', D: 'z' }, correctAnswer: 'D' })
  })

  it('do not mistake numbers and letters in a question for answers', async () => {
    const rows = table([
      ['1', 'A'],
      ['2', 'B'],
    ])
    const items = await read(typed('1. z\nA. x\nB. y\nAnswer: B\n2. a') + rows + typed('A. x\nB. y\nAnswer: B'))
    expect(taken(items[1])).toMatchObject({
      correctAnswer: 'B',
      questionText: 'a\n\n|  |  |\n| --- | --- |\n| 1 | A |\n| 2 | B |',
    })
    expect(items).toHaveLength(2)
  })

  it('read a paper in a table', async () => {
    const items = await read(
      table([
        ['1.', 'Which?'],
        ['', `${p('(a) x')}${p('(b) y')}`],
        ['', 'Answer: b'],
        ['2.', 'What?'],
        ['', '(a) x (b) y (c) z'],
        ['', 'Answer: a'],
      ]),
    )
    expect(items.map(taken)).toMatchObject([
      { questionText: 'Which?', options: { A: 'x', B: 'y' }, correctAnswer: 'B' },
      { questionText: 'What?', options: { A: 'x', B: 'y', C: 'z' }, correctAnswer: 'A' },
    ])
  })
})
