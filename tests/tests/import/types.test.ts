import { describe, expect, it } from 'vitest'
import { extract, refusalOf } from './file.ts'

const json = (...items: unknown[]) => extract(JSON.stringify(items))
const columns = 'type,questionText,answer,optionA,optionB,optionC,optionD,optionE,tolerance,unit,marks,penalty,fields'
const rows = (...lines: string[]) => extract([columns, ...lines].join('\n'))

describe('a JSON file with types', () => {
  const items = [
    { type: 'single', questionText: 'Q', options: { A: 'x', B: 'y', C: 'z' }, correctAnswer: 'B', alternatives: ['C'] },
    {
      type: 'multiple',
      questionText: 'Q',
      options: { A: 'x', B: 'y' },
      correctAnswers: ['B', 'A'],
      scoring: 'partial',
    },
    { type: 'boolean', questionText: 'Q', correctAnswer: false },
    { type: 'numeric', questionText: 'Q', correctValue: 9.81, tolerance: 0.01, unit: 'm/s' },
    { type: 'text', questionText: 'Q', accepted: [{ value: 'stack', fraction: '1/2' }], caseSensitive: true },
    {
      type: 'gaps',
      questionText: '{{1}} and {{2}}',
      gaps: [
        { kind: 'text', accepted: [{ value: 'x' }] },
        { kind: 'numeric', range: { min: 1, max: 2 } },
      ],
    },
    {
      type: 'matching',
      questionText: 'Q',
      pairs: [
        { left: '1', right: 'a' },
        { left: '2', right: 'b' },
      ],
      distractors: ['c'],
    },
    { type: 'ordering', questionText: 'Q', items: ['first', 'second'] },
    { type: 'essay', questionText: 'Q', minWords: 50, maxWords: 200, allowFiles: true },
  ]

  it('reads every type with its fields', () => {
    const { questions, errors } = json(...items)
    expect(errors).toEqual([])
    expect(questions).toMatchObject(
      items.map((item) => {
        if (item.type === 'multiple') return { ...item, correctAnswers: ['A', 'B'] }
        if (item.type === 'text') return { ...item, accepted: [{ value: 'stack', fraction: 0.5 }] }
        return item
      }),
    )
  })

  it('reads untyped items and four-option single choice as in a file without types', () => {
    const four = { questionText: 'Q', options: ['w', 'x', 'y', 'z'], answer: 'Option 2' }
    const { questions, errors } = json(items[2], four, { ...four, Type: 'MCQ', topic: 'Trees' })
    expect(errors).toEqual([])
    const expected = { questionText: 'Q', options: { A: 'w', B: 'x', C: 'y', D: 'z' }, correctAnswer: 'B' }
    expect(questions).toMatchObject([{ type: 'boolean' }, expected, expected])
    expect(questions[2]).not.toHaveProperty('type')
  })

  it('keeps the penalty of an untyped item, and still requires four options', () => {
    const item = { questionText: 'Q', options: { A: 'w', B: 'x', C: 'y', D: 'z' }, correctAnswer: 'B' }
    const { questions, errors } = json(items[2], { ...item, penalty: '1/3' }, { ...item, options: { A: 'w', B: 'x' } })
    expect(questions[1]).toMatchObject({ correctAnswer: 'B', penalty: '1/3' })
    expect(errors).toEqual([{ row: 3, message: expect.stringContaining('Option C is missing') }])
  })

  it('ignores a field named type if none of its values is a type', () => {
    const { questions, errors } = json({ type: 'easy', questionText: 'Q', A: 'w', B: 'x', C: 'y', D: 'z', answer: 'B' })
    expect(errors).toEqual([])
    expect(questions).toMatchObject([{ correctAnswer: 'B' }])
  })

  it.each([
    ['a type named like a key of Object.prototype', { type: 'constructor' }, '"constructor" is not a question type'],
    ['an unknown type', { type: 'hotspot' }, '"hotspot" is not a question type. The types are single, multiple'],
    ['a misspelled field', { type: 'numeric', correctValue: 1, tolerence: 1 }, 'no field "tolerence"'],
    ['a field of another type', { type: 'boolean', correctAnswer: true, pairs: [] }, 'no field "pairs"'],
    [
      'the same field twice',
      { type: 'boolean', correctAnswer: true, correct_answer: false },
      'correctAnswer is given twice',
    ],
    ['a value of the wrong kind', { type: 'numeric', correctValue: '9.81' }, 'correctValue: Must be a number'],
    ['no answer', { type: 'numeric' }, 'Enter either the correct value or a range'],
    [
      'a letter without an option',
      { type: 'multiple', options: { A: 'x', B: 'y' }, correctAnswers: ['C'] },
      'Please fill all question fields correctly',
    ],
    [
      'a gap without a marker',
      { type: 'gaps', gaps: [{ kind: 'numeric', correctValue: 1 }] },
      'questionText: The text must contain {{1}}',
    ],
    ['damaged text', { type: 'ordering', items: ['a\u0000b', 'c'] }, 'control characters'],
    ['half a surrogate pair', { type: 'ordering', items: ['a\ud800', 'c'] }, 'damaged characters'],
  ])('refuses %s and keeps the others', (_, item, reason) => {
    const { questions, errors } = json(items[2], { questionText: 'Q', ...item })
    expect(questions).toHaveLength(1)
    expect(errors).toEqual([{ row: 2, message: expect.stringContaining(reason) }])
  })
})

describe('a CSV file with types', () => {
  it('reads every type in its notation', () => {
    const { questions, errors } = rows(
      'single,Q,b,x,y,z,,,,,2,1/3,',
      'Multiple answers,Q,"a, E",v,w,x,y,z,,,,,"{""scoring"": ""each""}"',
      'True/False,Q,no,,,,,,,,,,',
      'numeric,Q,"9,81",,,,,,0.01,m/s,,,',
      'Numerical,Q,-1 .. 2.5,,,,,,,,,,',
      'short answer,Q,stack | LIFO \\| stack | pile = 50%,,,,,,,,,,',
      'fill in the blanks,A {{1}},,,,,,,,,,,"{""gaps"": [{""kind"": ""text"", ""accepted"": [{""value"": ""x""}]}]}"',
      'matching,Q,1 = a | 2 = b \\= c,,,,,,,,,,',
      'ordering,Q,first | second | third,,,,,,,,,,',
      'essay,Q,,,,,,,,,10,,"{""maxWords"": 100, ""allowFiles"": true}"',
      ',Q,3,w,x,y,z,,,,,,',
    )
    expect(errors).toEqual([])
    expect(questions).toMatchObject([
      { type: 'single', options: { A: 'x', B: 'y', C: 'z' }, correctAnswer: 'B', marks: 2, penalty: '1/3' },
      { type: 'multiple', options: { E: 'z' }, correctAnswers: ['A', 'E'], scoring: 'each' },
      { type: 'boolean', correctAnswer: false },
      { type: 'numeric', correctValue: 9.81, tolerance: 0.01, unit: 'm/s' },
      { type: 'numeric', range: { min: -1, max: 2.5 } },
      { type: 'text', accepted: [{ value: 'stack' }, { value: 'LIFO | stack' }, { value: 'pile', fraction: 0.5 }] },
      { type: 'gaps', questionText: 'A {{1}}', gaps: [{ kind: 'text', accepted: [{ value: 'x' }] }] },
      {
        type: 'matching',
        pairs: [
          { left: '1', right: 'a' },
          { left: '2', right: 'b = c' },
        ],
      },
      { type: 'ordering', items: ['first', 'second', 'third'] },
      { type: 'essay', maxWords: 100, allowFiles: true, marks: 10 },
      { questionText: 'Q', correctAnswer: 'C', options: { A: 'w', B: 'x', C: 'y', D: 'z' } },
    ])
  })

  it('reads every column of its type', () => {
    const fields: Record<string, string>[] = [
      { type: 'multiple', correctAnswer: 'A', optionA: 'x', optionB: 'y', scoring: 'partial' },
      { type: 'numeric', correctAnswer: '9.81', tolerance: '0.1', toleranceKind: 'relative', unit: 'm/s' },
      { type: 'numeric', correctAnswer: '9.81', significantDigits: '3' },
      { type: 'text', correctAnswer: 'x', caseSensitive: 'true', ignoreAccents: 'true', regex: 'true' },
      { type: 'matching', correctAnswer: '1 = a | 2 = b', distractors: 'c' },
      { type: 'essay', minWords: '5', maxWords: '10', allowFiles: 'true' },
    ]
    const common = { questionText: 'Q', marks: '2', penalty: '1/3', passage: 'P', explanation: 'E' }
    const cells: Record<string, string>[] = fields.map((own) => ({ ...common, ...own }))
    const header = [...new Set(cells.flatMap((row) => Object.keys(row)))]
    const lines = cells.map((row) => header.map((name) => row[name] ?? '').join(','))
    const { questions, errors } = extract([header.join(','), ...lines].join('\n'))
    expect(errors).toEqual([])
    const expected = { questionText: 'Q', marks: 2, penalty: '1/3', passage: 'P', explanation: 'E' }
    expect(questions).toMatchObject([
      { ...expected, scoring: 'partial' },
      { ...expected, tolerance: 0.1, toleranceKind: 'relative', unit: 'm/s' },
      { ...expected, significantDigits: 3 },
      { ...expected, caseSensitive: true, ignoreAccents: true, regex: true },
      { ...expected, distractors: ['c'] },
      { ...expected, minWords: 5, maxWords: 10, allowFiles: true },
    ])
  })

  it('reads an escaped equals sign as text', () => {
    const { questions, errors } = extract(
      [
        'type,questionText,answer,distractors',
        'text,Q,E \\= mc^2 | x \\= 1/2 | x = 1/2,',
        'text,Q,x \\= 2 = 50%,',
        'matching,Q,a \\= b = c | d = e,f \\= g | h = i',
        'ordering,Q,a \\= b | c = d,',
      ].join('\n'),
    )
    expect(errors).toEqual([])
    expect(questions).toMatchObject([
      { accepted: [{ value: 'E = mc^2' }, { value: 'x = 1/2' }, { value: 'x', fraction: 0.5 }] },
      { accepted: [{ value: 'x = 2', fraction: 0.5 }] },
      {
        pairs: [
          { left: 'a = b', right: 'c' },
          { left: 'd', right: 'e' },
        ],
        distractors: ['f = g', 'h = i'],
      },
      { items: ['a = b', 'c = d'] },
    ])
    expect(questions[0]).not.toHaveProperty('accepted.1.fraction')
  })

  it.each([
    ['a number that could mean thousands', 'numeric,Q,"1,500",,,,,,,,,,', 'could mean thousands or a decimal'],
    [
      'a number in Devanagari that could mean thousands',
      'numeric,Q,"१,५००",,,,,,,,,,',
      'The correct answer could mean',
    ],
    ['a tolerance that could mean thousands', 'numeric,Q,1,,,,,,"1,500",,,,', 'tolerance could mean thousands'],
    ['a number with too many digits', 'numeric,Q,12345678901234567,,,,,,,,,,', 'cannot be stored exactly'],
    ['a third', 'numeric,Q,1/3,,,,,,,,,,', 'cannot be stored exactly'],
    ['a number that is too large', 'numeric,Q,1e999,,,,,,,,,,', 'cannot be stored exactly'],
    ['text instead of a number', 'numeric,Q,about 3,,,,,,,,,,', 'is not a number: "about 3"'],
    ['a number with a unit in its cell', 'numeric,Q,3 kg,,,,,,,,,,', 'is not a number: "3 kg"'],
    ['a pair without a right side', 'matching,Q,1 = a | 2,,,,,,,,,,', 'must be written as left = right'],
    ['neither true nor false', 'true/false,Q,maybe,,,,,,,,,,', 'must be true or false'],
    ['an unknown type', 'hotspot,Q,A,,,,,,,,,,', '"hotspot" is not a question type'],
    ['an answer that is not an option', 'multiple,Q,A C,x,y,,,,,,,,', 'Please fill all question fields correctly'],
    ['a gap in the letters', 'multiple,Q,A,x,,z,,,,,,,', 'Options must be lettered from A without gaps'],
    [
      'a marker used twice',
      'gaps,{{1}} {{1}},,,,,,,,,,,"{""gaps"": [{""kind"": ""numeric"", ""correctValue"": 1}]}"',
      'The text contains {{1}} more than once',
    ],
    ['fields that are not JSON', 'gaps,{{1}},,,,,,,,,,,gaps: one', 'must be a JSON object'],
    ['a cell of another type', 'multiple,Q,A,x,y,,,,0.5,,,,', 'A multiple question has no field "tolerance"'],
    [
      'a misspelled field among the others',
      'numeric,Q,1,,,,,,,,,,"{""tolerence"": 1}"',
      'A numeric question has no field "tolerence"',
    ],
    ['more cells than columns', 'true/false,Q,yes,,,,,,,,,,,shifted', 'more cells than named columns'],
  ])('refuses %s and keeps the others', (_, row, reason) => {
    const { questions, errors } = rows('ordering,Q,first | second,,,,,,,,,,', row)
    expect(questions).toHaveLength(1)
    expect(errors).toEqual([{ row: 3, message: expect.stringContaining(reason) }])
  })

  it.each([
    ['९.८१', 9.81],
    ['٩٫٨١', 9.81],
    ['"९,८१"', 9.81],
    ['−9.81', -9.81],
    ['"0,125"', 0.125],
    ['"1,234.5"', 1234.5],
    ['"12,34,567"', 1234567],
    ['1 234', 1234],
    ['1 1/2', 1.5],
    ['2 x 10^-3', 0.002],
    ['6.62607015e-34', 6.62607015e-34],
    ['1.234', 1.234],
  ])('reads the number %s as students’ answers are read', (written, value) => {
    expect(rows(`numeric,Q,${written},,,,,,,,,,`)).toMatchObject({ errors: [], questions: [{ correctValue: value }] })
  })

  it('reads numbers of any script in every column', () => {
    const { questions, errors } = rows(
      'numeric,Q,१ .. २,,,,,,,,३,०.५,',
      'text,Q,latest = ५०%,,,,,,,,,,',
      'essay,Q,,,,,,,,,,,"{""maxWords"": 100}"',
    )
    expect(errors).toEqual([])
    expect(questions).toMatchObject([
      { range: { min: 1, max: 2 }, marks: 3, penalty: 0.5 },
      { accepted: [{ value: 'latest', fraction: 0.5 }] },
      { maxWords: 100 },
    ])
  })

  it('keeps the penalty of an untyped row', () => {
    const { questions, errors } = rows('true/false,Q,yes,,,,,,,,,,', ',Q,B,w,x,y,z,,,,,1/3,')
    expect(errors).toEqual([])
    expect(questions[1]).toMatchObject({ correctAnswer: 'B', penalty: '1/3' })
  })

  it('refuses values in unknown columns, whose names may be misspelled', () => {
    const { questions, errors } = extract('type,questionText,answer,tolerence\nnumeric,Q,1,0.5\nnumeric,Q,1,')
    expect(questions).toMatchObject([{ correctValue: 1 }])
    expect(errors).toEqual([
      { row: 2, message: 'The heading "tolerence" is unknown; correct it, or delete the column.' },
    ])
  })

  it('refuses a header without question text, or with a column named twice', () => {
    expect(refusalOf('type,answer\nnumeric,1')).toContain('Missing in the header row: questionText')
    expect(refusalOf('type,question,answer,Answer\nnumeric,Q,1,2')).toContain('appears more than once')
  })

  it('reads a sheet whose only type is single choice like a file without types', () => {
    const { questions, errors } = extract('type,topic,question,A,B,C,D,answer\nMCQ,Trees,Q,w,x,y,z,2')
    expect(errors).toEqual([])
    expect(questions).toMatchObject([{ correctAnswer: 'B' }])
  })
})
