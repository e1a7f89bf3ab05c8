import { describe, expect, it } from 'vitest'
import { readSheet } from '#server/features/bank/formats/sheet.ts'
import { all, lossesOf, question, row, sheet, unreadable } from './read.ts'

const header = 'questionText,A,B,C,D,correctAnswer'
const four = ['Capital of *France*?', 'London', 'Paris', 'Rome', 'Madrid']
const typed = 'type,questionText,answer,optionA,optionB,optionC,optionD,optionE,tolerance,unit,marks,penalty,fields'

describe('a sheet with our columns', () => {
  it.each([
    ['a letter', 'B'],
    ['a number', '2'],
    ['an option', 'Paris'],
    ['a named letter', 'Option B'],
  ])('reads an answer given as %s, and texts as Markdown', async (_, answer) => {
    expect(question(await row(header, [...four, answer]))).toEqual({
      type: 'single',
      questionText: 'Capital of *France*?',
      options: { A: 'London', B: 'Paris', C: 'Rome', D: 'Madrid' },
      correctAnswer: 'B',
    })
  })

  it('refuses rows for the same reasons as imports into tests', async () => {
    const items = await sheet([
      header.split(','),
      [...four, 'E'],
      ['Q', 'w', 'x', '', 'z', 'A'],
      ['', 'w', 'x', 'y', 'z', 'A'],
      ['Q', 'B', 'A', 'C', 'D', 'B'],
      ['Q', 'w', 'x', 'y', 'z', 'A', 'shifted'],
    ])
    expect(items).toMatchObject([
      { line: 2, reason: expect.stringContaining('is not one of A, B, C, D'), readings: [] },
      { line: 3, reason: 'Option C is missing.' },
      { line: 4, reason: 'The question text is missing.' },
      { line: 5, reason: expect.stringContaining('can mean option B by its letter or option A by its text') },
      { line: 6, reason: expect.stringContaining('There are more cells than named columns') },
    ])
    expect(await row(`${header},E`, [...four, 'A', 'v', 'shifted'])).toMatchObject({
      readings: [],
      reason: expect.stringContaining('There are more cells than named columns'),
    })
  })

  it('reads two or three options and several answers in an untyped row', async () => {
    const items = await sheet([
      header.split(','),
      ['Q', 'TRUE', 'FALSE', '', '', 'TRUE'],
      ['Q', 'w', 'x', 'y', '', 'C'],
      ['Q', 'w', 'x', 'y', 'z', 'A and B'],
      ['Q', 'w', 'x', 'y', '', '1'],
      ['Q', 'w', 'x', 'y', '', 'D'],
    ])
    expect(items).toMatchObject([
      { readings: [{ question: { type: 'single', options: { A: 'TRUE', B: 'FALSE' }, correctAnswer: 'A' } }] },
      { readings: [{ question: { type: 'single', options: { C: 'y' }, correctAnswer: 'C' } }] },
      { readings: [{ question: { correctAnswers: ['A', 'B'] } }, { question: { alternatives: ['B'] } }] },
      { readings: [{ question: { options: { C: 'y' }, correctAnswer: 'A' } }] },
      { reason: expect.stringContaining('Option D is missing') },
    ])
  })

  it('ignores whether an answer is required', async () => {
    const found = await row('type,questionText,A,B,answer,Required', ['CHECKBOX', 'Q', 'x', 'y', 'A', 'TRUE'])
    expect(lossesOf(found)).toEqual([])
    expect(question(found)).toMatchObject({ type: 'multiple', correctAnswers: ['A'] })
  })

  it('reads every type in its notation', async () => {
    const rows = [
      'single;Q;b;x;y;z;;;;;2;1/3;',
      'Multiple answers;Q;a, E;v;w;x;y;z;;;;;{"scoring": "each"}',
      'True/False;Q;no',
      'numeric;Q;9,81;;;;;;0.01;m/s',
      'Numerical;Q;-1 .. 2.5',
      'short answer;Q;stack | LIFO \\| stack | x \\= 1/2 | pile = 50%',
      'gaps;A {{1}};;;;;;;;;;;{"gaps": [{"kind": "text", "accepted": [{"value": "x"}]}]}',
      'matching;Q;1 = a | 2 = b \\= c',
      'ordering;Q;first | second | third',
      'essay;Q;;;;;;;;;10;;{"maxWords": 100, "allowFiles": true}',
      ';Q;C;w;x;y;z',
    ]
    const items = await sheet([typed.split(','), ...rows.map((text) => text.split(';'))])
    expect(items.map(question)).toMatchObject([
      { type: 'single', options: { A: 'x', B: 'y', C: 'z' }, correctAnswer: 'B', marks: 2, penalty: '1/3' },
      { type: 'multiple', options: { E: 'z' }, correctAnswers: ['A', 'E'], scoring: 'each' },
      { type: 'boolean', correctAnswer: false },
      { type: 'numeric', correctValue: 9.81, tolerance: 0.01, unit: 'm/s' },
      { type: 'numeric', range: { min: -1, max: 2.5 } },
      {
        type: 'text',
        accepted: [
          { value: 'stack' },
          { value: 'LIFO | stack' },
          { value: 'x = 1/2' },
          { value: 'pile', fraction: 0.5 },
        ],
      },
      { type: 'gaps', gaps: [{ kind: 'text', accepted: [{ value: 'x' }] }] },
      { type: 'matching', pairs: [{ right: 'a' }, { right: 'b = c' }] },
      { type: 'ordering', items: ['first', 'second', 'third'] },
      { type: 'essay', maxWords: 100, allowFiles: true, marks: 10 },
      { correctAnswer: 'C' },
    ])
  })

  it.each([
    ['an unknown type', 'hotspots,Q,A', '"hotspots" is not a question type'],
    ['an ambiguous number', 'numeric,Q,"1,500"', 'could mean thousands or a decimal'],
    ['a cell of another type', 'boolean,Q,yes,,,,,,0.5', 'A boolean question has no field "tolerance"'],
    ['a misspelled field', 'numeric,Q,1,,,,,,,,,,{"tolerence": 1}', 'has no field "tolerence"'],
  ])('refuses %s in a sheet with types', async (_, text, reason) => {
    const cells = text.startsWith('numeric,Q,"') ? ['numeric', 'Q', '1,500'] : text.split(',')
    const [read, refused] = await sheet([typed.split(','), ['ordering', 'Q', 'a | b'], cells])
    expect(read?.readings).toHaveLength(1)
    expect(refused).toMatchObject({ line: 3, readings: [], reason: expect.stringContaining(reason) })
  })

  it('reads whether an essay accepts files', async () => {
    const found = await row('type,questionText,answer,allowFiles', ['essay', 'Q', '', 'true'])
    expect(lossesOf(found)).toEqual([])
    expect(question(found)).toMatchObject({ type: 'essay', allowFiles: true })
  })

  it('ignores the order of questions in a sheet with types', async () => {
    const found = await row('question_order,question_type,question_text,answer', ['1', 'numeric', 'Q', '3'])
    expect(question(found)).toMatchObject({ type: 'numeric', correctValue: 3 })
    expect(lossesOf(found)).toEqual([])
  })

  it('refuses a value in an unknown column of a sheet with types', async () => {
    const item = await row('type,questionText,answer,tolerence', ['numeric', 'Q', '1', '0.5'])
    expect(item.reason).toBe('The heading "tolerence" is unknown; correct it, or delete the column.')
  })

  it('reads the columns of the bank', async () => {
    const columns = `${header},Subject,Topic,Difficulty,Tags,Language,Source,Notes,Negative marks,Passage`
    const cells = ['verbal', 'Trees / Binary', 'easy', 'a, b;c', 'Hindi', 'GATE 2019', 'Check', '-0.25', 'Read this']
    const item = await row(columns, [...four, 'B', ...cells])
    expect(item).toMatchObject({ title: 'Capital of *France*?', line: 2, category: ['Trees', 'Binary'] })
    expect(lossesOf(item)).toEqual([])
    expect(question(item)).toMatchObject({
      subject: 'Verbal',
      difficulty: 'Easy',
      tags: ['a', 'b', 'c'],
      language: 'hi',
      source: 'GATE 2019',
      notes: 'Check',
      penalty: 0.25,
      passage: 'Read this',
    })
  })

  it.each([
    ['Negative marks,Marks', ['1/3', '3'], undefined],
    ['Negative marks,Points', ['1/3', '3'], undefined],
    ['Negative marks,Marks', ['1/3', '1'], '1/3'],
    ['Negative marks', ['1/3'], '1/3'],
    ['Negative marks,Marks', ['25%', '3'], '25/100'],
    ['penalty,Marks', ['1/3', '3'], '1/3'],
  ])(
    'reports a fraction in %s with %j if it may be one of a mark or of the question',
    async (added, cells, penalty) => {
      for (const columns of [
        `questionText,A,B,answer,${added}`,
        `Question text,Choice 1,Choice 2,Right answer,${added}`,
      ]) {
        const item = await row(columns, ['Q', 'x', 'y', 'A', ...cells])
        expect(question(item)?.penalty).toBe(penalty)
        expect(lossesOf(item)).toEqual(penalty === undefined ? ['The negative marks "1/3" are not kept'] : [])
      }
    },
  )

  it('reports what it cannot keep', async () => {
    const columns = `${header},Subject,Level,Language,Tags,Teacher,Time limit,Image,Negative marks,type`
    const cells = [
      'Physics',
      'Tough',
      'Klingon',
      'x'.repeat(51),
      'Ms Rao',
      '30',
      'https://x.example/a.png',
      'some',
      'Odd',
    ]
    const item = await row(columns, [...four, 'B', ...cells])
    expect(item.category).toEqual(['Physics'])
    expect(lossesOf(item)).toEqual([
      'The column "Teacher" is not kept',
      'The type "Odd" is not kept',
      'The negative marks "some" are not kept',
      'The subject "Physics" is kept as a topic',
      'The difficulty "Tough" is not kept',
      'The language "Klingon" is not kept',
      `The tag "${'x'.repeat(40)}…" is not kept`,
      'Its time limit of 30 is not kept',
      'Its image or video https://x.example/a.png is not in the file. Add it by hand',
    ])
  })

  it('says how many tags it cannot keep', async () => {
    const tags = Array.from({ length: 28 }, (_, at) => `tag ${at}`)
    const losses = lossesOf(await row(`${header},Tags`, [...four, 'B', tags.join('|')]))
    expect(losses).toHaveLength(6)
    expect(losses.at(-1)).toBe('3 more of its 28 tags are not kept')
  })

  it('turns chapters into levels above a topic', async () => {
    const item = await row(`${header},Chapter,Topic`, [...four, 'B', 'Data structures', 'Trees'])
    expect(item.category).toEqual(['Data structures', 'Trees'])
  })

  it('keeps images of this server only', async () => {
    const url = `/images/${'a'.repeat(32)}.png`
    const columns = `${header},questionImageUrl,optionImages`
    const cells = [...four, 'B', url, JSON.stringify({ A: url })]
    const known = await row(columns, cells, { isOurImage: (one) => one === url })
    expect(question(known)).toMatchObject({ questionImageUrl: url, optionImages: { A: url } })
    const unknown = await row(columns, cells)
    expect(question(unknown)).not.toHaveProperty('questionImageUrl')
    expect(lossesOf(unknown)).toEqual([expect.stringContaining('is not in the file, so it is not kept')])
  })

  it('skips title rows, and reports them', async () => {
    const items = await sheet([['Unit test 1'], ['', 'Class 10'], header.split(','), [...four, 'B'], [...four, 'C']])
    expect(items).toMatchObject([{ line: 4 }, { line: 5 }])
    expect(items.map(lossesOf)).toEqual([['The rows above the headings are not kept: "Unit test 1 Class 10"'], []])
  })

  it('refuses a sheet without headings, or with two columns of the same meaning', async () => {
    const rows = (...cells: string[][]) => readSheet(cells.map((one, at) => ({ row: at + 1, cells: one })))
    expect(await unreadable(rows(['a', 'b'], ['c', 'd']))).toContain('No row has the headings of a question sheet')
    expect(await unreadable(rows([...header.split(','), 'Answer'], [...four, 'B', 'C']))).toBe(
      'Several columns have the same meaning: "correctAnswer", "Answer". Keep one of them.',
    )
    expect(await unreadable(rows([...header.split(','), 'Option 1'], [...four, 'B', 'C']))).toContain('"A", "Option 1"')
  })

  it('refuses a row with an unreadable cell, unless the cell is not needed', async () => {
    const lines = [
      { row: 1, cells: [...header.split(','), 'Time'] },
      { row: 2, cells: [...four, 'B', '1/2'], problems: new Map([[6, 'A date']]) },
      { row: 3, cells: [...four, '1/2'], problems: new Map([[5, 'A date']]) },
      { row: 4, cells: [...four, 'B'], merged: new Map([[1, 'London']]) },
    ]
    expect(await all(readSheet(lines))).toMatchObject([
      { readings: [{}] },
      { readings: [], reason: 'A date' },
      { readings: [], reason: expect.stringContaining('merged with the one above') },
    ])
  })

  it('warns of texts that a spreadsheet may have changed', async () => {
    const items = await sheet([
      header.split(','),
      ['Q', '02-Jan', '1.23457E+15', '#REF!', 'z', 'D'],
      ['Q', '2 January', '1e5', '#', 'z', 'D'],
    ])
    expect(items.map(lossesOf)).toEqual([
      ['02-Jan', '1.23457E+15', '#REF!'].map((text) => `"${text}" may have been changed by a spreadsheet. Check it`),
      [],
    ])
  })

  it('keeps the fields of a four-option row, and reports columns that it does not have', async () => {
    const fields = await row(`${header},type,fields`, [...four, 'B', 'single', '{"alternatives": ["C"]}'])
    expect(question(fields)).toMatchObject({ correctAnswer: 'B', alternatives: ['C'] })
    const stray = await row(`${header},tolerance,Options`, [...four, 'B', '0.5', 'x'])
    expect(lossesOf(stray)).toEqual(['The column "tolerance" is not kept', 'The column "Options" is not kept'])
  })

  it('reports the tolerance of a range, which marking ignores', async () => {
    const ranged = await row('questionText,type,correctAnswer,tolerance,unit', ['Q', 'numeric', '1..5', '0.5', 'kg'])
    expect(question(ranged)).toEqual({ type: 'numeric', questionText: 'Q', range: { min: 1, max: 5 }, unit: 'kg' })
    expect(lossesOf(ranged)).toEqual(['The tolerance is not kept, because a range is exact'])
    const digits = await row('questionText,type,correctAnswer,tolerance,significantDigits', [
      ...['Q', 'numeric', '3.14', '0.5', '2'],
    ])
    expect(question(digits)).toEqual({
      type: 'numeric',
      questionText: 'Q',
      correctValue: 3.14,
      significantDigits: 2,
    })
    expect(lossesOf(digits)).toEqual(['The tolerance is not kept, because significant digits replace it'])
  })

  it('reads the notation of other programs where ours does not cover it', async () => {
    const columns = 'Question,Option 1,Option 2,Option 3,Option 4,Correct Answer,Type'
    const items = await sheet([
      columns.split(','),
      ['Q', 'x', 'y', 'z', '', '2', 'Multiple Choice'],
      ['Q', 'x', 'y', 'z', '', 'x, z', 'CHECKBOX'],
      ['Q', 'True', 'False', '', '', 'B', 'True/False'],
      ['Q', '', '', '', '', 'stack', 'Fill in the blanks'],
      ['Q', '', '', '', '', 'A model answer', 'PARAGRAPH_TEXT'],
      ['Q', '', '', '', '', 'stack | pile', 'Short answer'],
    ])
    expect(items.map(question)).toMatchObject([
      { type: 'single', options: { A: 'x', B: 'y', C: 'z' }, correctAnswer: 'B' },
      { type: 'multiple', correctAnswers: ['A', 'C'] },
      { type: 'boolean', correctAnswer: false },
      { type: 'text', accepted: [{ value: 'stack' }] },
      { type: 'essay', explanation: 'A model answer' },
      { type: 'text', accepted: [{ value: 'stack' }, { value: 'pile' }] },
    ])
  })

  it('prefers the headings of imports into tests to others with the same meaning', async () => {
    const item = await row(`${header},Key,Choice 1,Points,K`, [...four, 'B', 'A', 'Oslo', '3', ''])
    expect(question(item)).toMatchObject({ options: { A: 'London' }, correctAnswer: 'B', marks: 3 })
    expect(lossesOf(item)).toEqual(['The column "Key" is not kept', 'The column "Choice 1" is not kept'])
    expect((await row(`${header},K`, [...four, 'B', 'x'])).reason).toContain('more than four options')
  })
})
