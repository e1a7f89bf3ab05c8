import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSheet } from '#server/features/bank/formats/sheet.ts'
import { lossesOf, question, row, sheet, unreadable } from './read.ts'

const kahoot = [
  '',
  'Question - max 120 characters',
  ...[1, 2, 3, 4].map((n) => `Answer ${n} - max 75 characters`),
  'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
  'Correct answer(s) - choose at least one',
]
const quizizz = [
  ...['Question Text', 'Question Type', 'Option 1', 'Option 2', 'Option 3', 'Option 4', 'Option 5', 'Correct Answer'],
  ...['Time in seconds', 'Image Link', 'Answer explanation'],
]

describe('a Kahoot sheet', () => {
  const read = (...rows: string[][]) =>
    sheet([['Quiz template'], ['Add questions, at least two answers and the time limit'], kahoot, ...rows])

  it('reads options by number, escapes plain text and reports the time limit', async () => {
    const [item] = await read(['1', 'What is *2* + 2?', '3', '4', '5', '', '20', '2'])
    expect(question(item)).toEqual({
      type: 'single',
      questionText: 'What is \\*2\\* + 2?',
      options: { A: '3', B: '4', C: '5' },
      correctAnswer: 'B',
    })
    expect(item).toMatchObject({ line: 4, category: [] })
    expect(lossesOf(item)).toEqual(['Its time limit of 20 is not kept'])
  })

  it('skips rows that contain only their number', async () => {
    expect(
      await read(['1', 'Q', 'a', 'b', '', '', '20', '1'], ['2'], ['3', '', '', '', '', '', '20', '']),
    ).toHaveLength(1)
  })

  it('asks what several correct answers mean', async () => {
    const [item] = await read(['1', 'Prime?', '2', '3', '4', '5', '20', '1,2,4'])
    expect(item).toMatchObject({
      reason: expect.stringContaining('3 options are marked as correct'),
      readings: [
        {
          label: 'Students must choose A, B and D',
          question: { type: 'multiple', correctAnswers: ['A', 'B', 'D'] },
        },
        {
          label: 'Any one of A, B and D is right',
          question: { type: 'single', correctAnswer: 'A', alternatives: ['B', 'D'] },
        },
      ],
    })
  })

  it.each([
    ['no answer', ['1', 'Q', 'a', 'b', '', '', '20', ''], 'The correct answer is missing'],
    ['an answer without an option', ['1', 'Q', 'a', 'b', '', '', '20', '3'], 'is not one of the options'],
    ['the answer 0', ['1', 'Q', 'a', 'b', '', '', '20', '0'], 'options are counted from 1'],
    ['a list that became a number', ['1', 'Q', 'a', 'b', 'c', '', '20', '1.3'], 'changed by a spreadsheet'],
    ['a missing option', ['1', 'Q', 'a', '', 'c', '', '20', '1'], 'Option B is missing'],
    ['one option', ['1', 'Q', 'a', '', '', '', '20', '1'], 'At least 2 options are required'],
    ['an option given twice', ['1', 'Q', 'a', 'b', '', '', '20', '1,1'], 'names an option twice'],
    ['answers that a comma splits into two cells', ['1', 'Q', 'a', 'b', 'c', '', '20', '1', '3'], 'more cells than'],
  ])('refuses %s', async (_, cells, reason) => {
    expect(await read(cells)).toMatchObject([{ line: 4, readings: [], reason: expect.stringContaining(reason) }])
  })
})

describe('a Quizizz sheet', () => {
  it('skips the instructions below the headings of the template', async () => {
    const notes = quizizz.map((heading) =>
      /^Question Text$/i.test(heading) ? 'Text of the question\n\n(required)' : `${heading}\n(optional)`,
    )
    const items = await sheet([quizizz, notes, ['Q', 'Multiple Choice', 'x', 'y', '', '', '', '2', '20', '', '']])
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ title: 'Q', line: 3 })
  })

  const read = async (...cells: string[]) => {
    const [item] = await sheet([quizizz, cells])
    return item
  }

  it('reads a multiple choice question with its explanation', async () => {
    const item = await read(
      'Q',
      'Multiple Choice',
      'w',
      'x',
      'y',
      'z',
      'v',
      '5',
      '30',
      'http://x.example/i.png',
      'As *v*',
    )
    expect(question(item)).toEqual({
      type: 'single',
      questionText: 'Q',
      options: { A: 'w', B: 'x', C: 'y', D: 'z', E: 'v' },
      correctAnswer: 'E',
      explanation: 'As \\*v\\*',
    })
    expect(lossesOf(item)).toEqual([
      'Its time limit of 30 is not kept',
      'Its image or video http://x.example/i.png is not in the file. Add it by hand',
    ])
  })

  it('reads checkboxes', async () => {
    const item = await read('Q', 'Checkbox', 'w', 'x', 'y', '', '', '1,3')
    expect(question(item)).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'] })
  })

  it('asks what several answers of a multiple choice question mean', async () => {
    const item = await read('Q', 'Multiple Choice', 'w', 'x', 'y', '', '', '1,3')
    expect(item?.reason).toBe('2 options are marked as correct, but the question asks for one')
    expect(item?.readings.map(({ label }) => label)).toEqual([
      'Students must choose A and C',
      'Any one of A and C is right',
    ])
  })

  it('reads the options of a fill-in as accepted answers', async () => {
    expect(question(await read('Q', 'Fill-in-the-Blank', 'colour', 'c*lor'))).toMatchObject({
      type: 'text',
      accepted: [{ value: 'colour' }, { value: 'c\\*lor' }],
    })
  })

  it('reads an open question as an essay, and a complete order', async () => {
    expect(question(await read('Q', 'Open-Ended'))).toMatchObject({ type: 'essay' })
    expect(question(await read('Q', 'Reorder', 'b', 'a', 'c', '', '', '2,1,3'))).toMatchObject({
      type: 'ordering',
      items: ['a', 'b', 'c'],
    })
  })

  it.each([
    ['a poll', ['Q', 'Poll', 'a', 'b'], 'There is no type of question like "Poll" here'],
    ['a drawing', ['Q', 'Draw'], 'There is no type of question like "Draw" here'],
    ['an unknown type', ['Q', 'Crossword', 'a', 'b', '', '', '', '1'], '"Crossword" is not a question type'],
    ['a partly marked fill-in', ['Q', 'Fill-in-the-Blank', 'a', 'b', '', '', '', '1'], 'Only some of its answers'],
    ['an order that is not given', ['Q', 'Reorder', 'a', 'b'], 'The correct answer is missing'],
    ['pairs that are not separated', ['Q', 'Match', 'a', 'b', 'c', 'd'], 'Its pairs cannot be recognised'],
  ])('refuses %s', async (_, cells, reason) => {
    expect(await read(...cells)).toMatchObject({ readings: [], reason: expect.stringContaining(reason) })
  })
})

describe('a sheet with clear headings', () => {
  const columns =
    'S.No.,Question,Option A,Option B,Option C,Option D,Option E,Correct option,Points,Negative marks,Solution,Level,Chapter'

  it('reads options to E with the other columns', async () => {
    const item = await row(columns, ['1', 'Q', 'v', 'w', 'x', 'y', 'z', 'E', '2', '0.5', 'Because', 'Hard', 'Optics'])
    expect(item.category).toEqual(['Optics'])
    expect(lossesOf(item)).toEqual([])
    expect(question(item)).toEqual({
      type: 'single',
      questionText: 'Q',
      options: { A: 'v', B: 'w', C: 'x', D: 'y', E: 'z' },
      correctAnswer: 'E',
      marks: 2,
      penalty: 0.5,
      explanation: 'Because',
      difficulty: 'Hard',
    })
  })

  const choices = 'Question,Choice 1,Choice 2,Choice 3,Answer,Marks,Type'
  it.each([
    ['a label and the text', 'B) y', 'B'],
    ['a letter in parentheses', '(c)', 'C'],
    ['the text', 'Y', 'B'],
  ])('reads an answer given as %s', async (_, answer, correctAnswer) => {
    expect(question(await row(choices, ['Q', 'x', 'y', 'z', answer]))).toMatchObject({ correctAnswer })
  })

  it.each([
    ['letters', 'A, C', ['A', 'C']],
    ['joined letters', 'AC', ['A', 'C']],
    ['words', 'a and c', ['A', 'C']],
    ['texts', 'x; z', ['A', 'C']],
  ])('reads several answers given as %s', async (_, answer, correctAnswers) => {
    const item = await row(choices, ['Q', 'x', 'y', 'z', answer, '', 'Checkboxes'])
    expect(question(item)).toMatchObject({ type: 'multiple', correctAnswers })
  })

  it('refuses answers whose letter and text disagree', async () => {
    const item = await row(choices, ['Q', 'B', 'A', 'C', 'B'])
    expect(item.reason).toContain('can mean options by their letters or by their texts')
    expect((await row(choices, ['Q', '3', '1', '2', '3'])).reason).toContain('by their numbers or by their texts')
    expect(question(await row(choices, ['Q', 'B', 'A', 'C', 'Option B']))).toMatchObject({ correctAnswer: 'B' })
  })

  it.each([
    ['Paragraph', 'A model answer', { type: 'essay', explanation: 'A model answer' }],
    ['Short answer', 'stack', { type: 'text', accepted: [{ value: 'stack' }] }],
    ['Fill in the blank', 'one | two', { type: 'text', accepted: [{ value: 'one' }, { value: 'two' }] }],
    ['True/False', 'TRUE', { type: 'boolean', correctAnswer: true }],
    ['Integer', '42', { type: 'numeric', correctValue: 42 }],
  ])('reads the type %s', async (type, answer, expected) => {
    expect(question(await row(choices, ['Q', '', '', '', answer, '', type]))).toMatchObject(expected)
  })

  it('asks whether an answer is one text or several', async () => {
    const item = await row(choices, ['Q', '', '', '', 'color/colour', '', 'Fill-in-the-Blank'])
    expect(item.readings.map(({ label }) => label)).toEqual(['One accepted answer', '2 accepted answers'])
  })

  it('asks so in a sheet whose headings are nearly ours, unless bars separate the answers', async () => {
    const read = (answer: string, header = 'Question,Type,Answer,caseSensitive') =>
      row(header, ['Q', 'Short answer', answer, 'true'])
    const item = await read('Paris; Lutetia')
    expect(item.reason).toBe('The correct answer may be one text, or several accepted answers')
    expect(item.readings.map(({ label, question }) => [label, question])).toMatchObject([
      ['One accepted answer', { type: 'text', accepted: [{ value: 'Paris; Lutetia' }], caseSensitive: true }],
      [
        '2 accepted answers',
        { type: 'text', accepted: [{ value: 'Paris' }, { value: 'Lutetia' }], caseSensitive: true },
      ],
    ])
    expect(question(await read('Paris | a/b = 50%'))).toMatchObject({
      accepted: [{ value: 'Paris' }, { value: 'a/b', fraction: 0.5 }],
    })
    expect(question(await read('Paris\nLutetia'))).toMatchObject({
      accepted: [{ value: 'Paris' }, { value: 'Lutetia' }],
    })
    expect(question(await read('Par*'))).toMatchObject({ accepted: [{ value: 'Par*' }] })
    // In our own notation, only bars separate answers.
    expect(question(await read('a; b', 'questionText,type,correctAnswer,caseSensitive'))).toMatchObject({
      accepted: [{ value: 'a; b' }],
    })
  })

  it('asks for the type of an answer without options', async () => {
    const item = await row('Question,Answer', ['Q', '42'])
    expect(item.reason).toBe('It has an answer but no options and no type')
    expect(item.readings.map(({ label, question: { type } }) => [label, type])).toEqual([
      ['The number 42', 'numeric'],
      ['Students type this text', 'text'],
      ['An essay, with this answer as its explanation', 'essay'],
    ])
    expect(question(await row('Question,Answer', ['Q', 'False']))).toMatchObject({
      type: 'boolean',
      correctAnswer: false,
    })
    expect(await row('Question,Answer', ['Q', ''])).toMatchObject({ readings: [] })
  })

  it('keeps tolerance and unit with a number, and reports them otherwise', async () => {
    const read = async (...cells: string[]) => {
      const item = await row('Question,Type,Answer,Tolerance,Unit', ['Q', ...cells])
      return { ...question(item), losses: lossesOf(item) }
    }
    const type = 'Numeric answer'
    expect(await read(type, '9.8', '0.1', 'm/s')).toMatchObject({ tolerance: 0.1, unit: 'm/s', losses: [] })
    const range = await read(type, '9.7..9.9', '0.5', 'm/s')
    expect(range).toMatchObject({ range: { min: 9.7, max: 9.9 }, unit: 'm/s' })
    expect(range.losses).toEqual(['The column "Tolerance" is not kept'])
    expect(range).not.toHaveProperty('tolerance')
    const lost = ['The column "Tolerance" is not kept', 'The column "Unit" is not kept']
    expect((await read('Fill in the blanks', '9.8', '0.1', 'm')).losses).toEqual(lost)
  })

  it('keeps tolerance and unit with an answer that may be a number', async () => {
    const { readings } = await row('Question,Answer,Tolerance,Unit', ['Q', '9.8', '0.1', 'm/s'])
    expect(readings.map(({ question: { type }, losses }) => [type, losses.length])).toEqual([
      ['numeric', 0],
      ['text', 2],
      ['essay', 2],
    ])
    expect(readings[0]?.question).toMatchObject({ correctValue: 9.8, tolerance: 0.1, unit: 'm/s' })
    expect((await row('Question,Answer,Tolerance', ['Q', '9.8', 'small'])).reason).toMatch(/^The tolerance /)
  })

  it('reads the right answer beside columns of wrong ones, whose order is meaningless', async () => {
    const header = 'Question,Correct Answer,Wrong Answer 1,Wrong Answer 2,Wrong Answer 3'
    expect(question(await row(header, ['Q', 'B', '10', '9', '']))).toEqual({
      type: 'single',
      questionText: 'Q',
      options: { A: '9', B: '10', C: 'B' },
      correctAnswer: 'C',
    })
    expect((await row(header, ['Q', 'B', '', '', ''])).readings.map(({ question: { type } }) => type)).toEqual([
      'text',
      'essay',
    ])
    const typed = await row(`${header},Type`, ['Q', 'B', 'w', '', '', 'paragraph'])
    expect(typed.reason).toBe('It has options, but its type is essay')
    expect(lossesOf(await row(`${header},Type`, ['Q', 'B', 'w', '', '', 'fill up']))).toEqual([
      'The column "Wrong Answer 1" is not kept',
    ])
    const own = await row('Question,A,B,C,D,Answer,Wrong answer', ['Q', 'w', 'x', 'y', 'z', 'A', 'v'])
    expect(lossesOf(own)).toEqual(['The column "Wrong answer" is not kept'])
    const both = await row(`${header},A,B`, ['Q', 'B', 'w', '', '', 'x', 'y'])
    expect(both.reason).toMatch(/^It has columns of options and columns of wrong options/)
  })

  it.each(['Answer 3', 'answer c', 'Choice 3'])('reads the answer %s beside columns of options', async (answer) => {
    const item = await row('Question,Answer 1,Answer 2,Answer 3,Answer 4,Correct Ans,Weightage', [
      ...['Q', 'w', 'x', 'y', 'z', answer, '2'],
    ])
    expect(question(item)).toMatchObject({ correctAnswer: 'C', marks: 2 })
  })

  it('reads options in one cell, with or without letters', async () => {
    const expected = { options: { A: 'x', B: 'y' }, correctAnswer: 'B' }
    expect(question(await row('Question,Options,Answer', ['Q', 'A) x\nB) y', 'B']))).toMatchObject(expected)
    expect(question(await row('Question,Options,Answer', ['Q', 'x | y', 'y']))).toMatchObject(expected)
    expect((await row('Question,Options,Answer', ['Q', 'x, y', 'x'])).reason).toContain('cannot be separated')
  })

  it('keeps formulas, and escapes the rest', async () => {
    const item = await row(choices, ['Solve \\(x^2=1\\) for *x*', '$5', '$6', '<b>7</b>', 'A'])
    expect(question(item)).toMatchObject({ questionText: 'Solve \\(x^2=1\\) for \\*x\\*', options: { C: '<b>7</b>' } })
  })

  it('reports marks that a question cannot have', async () => {
    const item = await row(choices, ['Q', 'x', 'y', 'z', 'A', '0.5'])
    expect(question(item)).not.toHaveProperty('marks')
    expect(lossesOf(item)).toEqual(['Its 0.5 marks are not kept; it is worth 1 mark'])
  })

  it('refuses options that do not count from 1, and cells without a heading', async () => {
    expect((await row('Question,Option 0,Option 1,Option 2,Answer', ['Q', 'x', 'y', 'z', '1'])).reason).toContain(
      'not numbered from 1 to 10',
    )
    expect((await row(choices, ['Q', 'x', 'y', 'z', 'A', '', '', 'shifted'])).reason).toContain('more cells than named')
  })

  it('never throws for any cells', async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        'A',
        '1',
        '0',
        '1,2',
        'A and B',
        '',
        'true',
        'Poll',
        'Checkbox',
        '1/2',
        '-',
        'x | y',
        '$$',
        '{{1}}',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    )
    const headers = [kahoot, quizizz, choices.split(','), columns.split(',')]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...headers),
        fc.array(fc.array(cell, { minLength: 5, maxLength: 13 }), { maxLength: 4 }),
        async (header, rows) => {
          const read = await unreadable(readSheet([header, ...rows].map((cells, at) => ({ row: at + 1, cells }))))
          expect(read).toBe('readable')
        },
      ),
      { numRuns: 300 },
    )
  })
})
