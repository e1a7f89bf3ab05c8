import { describe, expect, it } from 'vitest'
import type { FoundItem } from '#server/features/bank/formats/found.ts'
import { item, p, r, read, readOne, table, taken, typed } from './package.ts'

const heading = (text: string, level = 1) => p(text, `<w:pStyle w:val="Heading${level}"/>`)
/** A question with options, of which some have a look. */
const marked = (text: string, options: readonly [string, string?][]) =>
  p(text) + options.map(([option, look], at) => p(r(`${'ABCDEF'[at]}. `) + r(option, look))).join('')
const two = '1. a\nA. x\nB. y\n2. b\nA. x\nB. y'
const answersOf = (items: readonly FoundItem[]) =>
  items.map((found) => taken(found).correctAnswer ?? taken(found).correctAnswers)
const labels = ({ readings }: FoundItem) => readings.map(({ label }) => label)

describe('several answers', () => {
  it.each([
    ['A, C', ['A', 'C']],
    ['(a) and (c)', ['A', 'C']],
    ['AC', ['A', 'C']],
    ['A & C', ['A', 'C']],
  ])('reads %s', async (answer, correctAnswers) => {
    const found = taken(await readOne(typed(`1. a\nA. x\nB. y\nC. z\nAnswer: ${answer}`)))
    expect(found).toMatchObject({ type: 'multiple', correctAnswers, scoring: 'all' })
  })

  it('reads A or B as two accepted options', async () => {
    const found = taken(await readOne(typed('1. a\nA. x\nB. y\nC. z\nAnswer: A or B')))
    expect(found).toMatchObject({ type: 'single', correctAnswer: 'A', alternatives: ['B'] })
  })
})

describe('answers in brackets at the end of the text', () => {
  it.each(['(Ans: B)', '[Answer - B]', '(Ans B)', '(Ans: y)'])('are taken: %s', async (answer) => {
    const found = taken(await readOne(typed(`1. Which? ${answer}\nA. x\nB. y`)))
    expect(found).toMatchObject({ questionText: 'Which?', correctAnswer: 'B', losses: [] })
  })

  it.each(['[B]', '(b)', '( B ).', '\t[B]'])('must be confirmed if they are only a letter: %s', async (answer) => {
    const found = await read(typed(`1. Which? ${answer}\nA. x\nB. y\n2. What? (A)\nA. x\nB. y`))
    expect(found.map(labels)).toEqual(Array(2).fill(['The letter in brackets is the answer']))
    expect(found[0]?.reason).toMatch(/^“[Bb]” in brackets at the end of its text may be its answer$/)
    expect(found[0]?.readings[0]?.question).toMatchObject({ questionText: 'Which?', correctAnswer: 'B' })
  })

  it('are text if few questions have them, if they name no option, or beside another answer', async () => {
    const items = await read(typed(`1. In ampere (A)\nA. x\nB. y\n${'2. a\nA. x\nB. y\n3. b\nA. x\nB. y'}`))
    expect(items.map(({ reason }) => reason)).toEqual(Array(3).fill('No answer is marked or listed'))
    expect((await readOne(typed('1. In coulomb (C)\nA. x\nB. y'))).reason).toBe('No answer is marked or listed')
    const answered = taken(await readOne(typed('1. In ampere (A)\nA. x\nB. y\nAnswer: B')))
    expect(answered).toMatchObject({ questionText: 'In ampere (A)', correctAnswer: 'B' })
  })
})

it('offers both options that a number may mean', async () => {
  const readRow = (answer: string) =>
    readOne(
      table([
        ['Question', 'A', 'B', 'C', 'Answer'],
        ['a', 'x', 'y', 'z', answer],
      ]),
    )
  expect(labels(await readRow('2'))).toEqual(['Option B is correct', 'Option C is correct'])
  expect(labels(await readRow('0'))).toEqual(['Option A is correct'])
  expect(labels(await readRow('3'))).toEqual(['Option C is correct'])
  expect((await readRow('0')).reason).toBe('The answer is 0, but the options have letters')
  expect((await readRow('4')).reason).toContain('is not one of its options')
})

describe('answers that are texts of several options', () => {
  it.each(['x; z', 'X | z', 'x, z'])('are read from a cell: %s', async (answer) => {
    const readRow = (...cells: string[]) => readOne(table([['Question', 'A', 'B', 'C', 'Answer'], cells]))
    const found = taken(await readRow('a', 'x', 'y', 'z', answer))
    expect(found).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'] })
    expect((await readRow('a', 'x', 'x', 'z', answer)).reason).toContain('is not one of its options')
  })
})

describe('marked options', () => {
  it.each([
    ['bold', '<w:b/>'],
    ['underlined', '<w:u w:val="single"/>'],
    ['highlighted', '<w:highlight w:val="yellow"/>'],
    ['shaded', '<w:shd w:fill="FFFF00"/>'],
    ['coloured', '<w:color w:val="FF0000"/>'],
  ])('that are %s', async (_, look) => {
    const items = await read(marked('1. a', [['x'], ['y', look], ['z']]) + marked('2. b', [['x', look], ['y'], ['z']]))
    expect(answersOf(items)).toEqual(['B', 'A'])
    expect(items.map(taken)).toMatchObject([
      { options: { A: 'x', B: 'y', C: 'z' }, losses: [] },
      { options: { A: 'x', B: 'y', C: 'z' }, losses: [] },
    ])
  })

  it.each(['B. y ✓', '✓ B. y', '☑ B. y', 'B. y (correct)', 'B. y [Correct Answer]', '*B. y', 'B. y √'])(
    'with a check mark, a star or a word: %s',
    async (option) => {
      const found = taken(await readOne(typed(`1. a\nA. x\n${option}\nC. z`)))
      expect(found).toMatchObject({ correctAnswer: 'B', options: { A: 'x', B: 'y', C: 'z' }, losses: [] })
    },
  )

  it('with a tick or a ballot box of Wingdings 2', async () => {
    const sym = (char: string) => `<w:r><w:sym w:font="Wingdings 2" w:char="${char}"/></w:r>`
    const ticked = p(r('A. x')) + p(r('B. y ') + sym('F050'))
    const boxed = p(sym('F0A3') + r(' A. x')) + p(sym('F054') + r(' B. y'))
    expect(answersOf(await read(p('1. a') + ticked + p('2. b') + boxed))).toEqual(['B', 'B'])
  })

  it('are found by a star at the end, if several questions have one', async () => {
    expect(answersOf(await read(typed('1. a\nA. x\nB. y*\n2. b\nA. x *\nB. y')))).toEqual(['B', 'A'])
    expect((await readOne(typed('1. a\nA. int\nB. int *'))).reason).toMatch(/^Option B is marked with a star/)
  })

  it('are not found by words in their text', async () => {
    const items = await read(typed('1. a\nA. go → right\nB. angle (right)\n2. b\nA. x\nB. dict (key: a)'))
    expect(items.map(({ reason }) => reason)).toEqual(Array(2).fill('No answer is marked or listed'))
  })

  it('reads several as multiple choice', async () => {
    const found = taken(await readOne(marked('1. a', [['x', '<w:b/>'], ['y'], ['z', '<w:b/>'], ['w']])))
    expect(found).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'] })
  })

  it('asks the author about several if the question asks for one', async () => {
    const found = await readOne(marked('1. Which one?', [['x', '<w:b/>'], ['y'], ['z', '<w:b/>'], ['w']]))
    expect(labels(found)).toEqual(['Options A and C are correct', 'Option A is correct', 'Option C is correct'])
    expect(found.reason).toBe('2 options are marked as correct, but the question asks for one')
  })

  it('ignores formatting of all options, or of only part of one', async () => {
    const all = marked('1. a', [
      ['x', '<w:b/>'],
      ['y', '<w:b/>'],
    ])
    const part = p('2. b') + p('A. x') + p(r('B. y ') + r('z', '<w:b/>'))
    const items = await read(`${all}${p('Answer: A')}${part}${p('Answer: A')}`)
    expect(items.map((found) => taken(found).options)).toEqual([
      { A: 'x', B: 'y' },
      { A: 'x', B: 'y **z**' },
    ])
  })

  it('asks the author about a mark that other questions do not have', async () => {
    const items = await read(marked('1. a', [['x', '<w:b/>'], ['y']]) + typed('2. b\nA. x\nB. y\n3. c\nA. x\nB. y'))
    expect(items[0]).toMatchObject({
      reason: 'Option A is in bold, but other questions do not mark their answers like this',
    })
    expect(items[1]).toMatchObject({ readings: [], reason: 'No answer is marked or listed' })
  })

  it('asks the author about two kinds of marks', async () => {
    const found = await readOne(marked('1. a', [['x', '<w:b/>'], ['y', '<w:highlight w:val="yellow"/>'], ['z'], ['w']]))
    expect(labels(found)).toEqual(['Option A is correct', 'Option B is correct'])
    expect(found.reason).toBe('Option A is in bold, but option B is highlighted')
  })

  it('asks the author if the answer contradicts the mark', async () => {
    const found = await readOne(`${marked('1. a', [['x'], ['y', '<w:b/>']])}${p('Answer: A')}`)
    expect(labels(found)).toEqual(['Option A is correct', 'Option B is correct'])
    expect(found.reason).toBe('The answer given is A, but option B is in bold')
  })

  it('keeps the star of a pointer', async () => {
    const found = taken(await readOne(typed('1. a\nA. int *\nB. int\nAnswer: B')))
    expect(found.options).toEqual({ A: 'int \\*', B: 'int' })
  })
})

describe('answers with two meanings', () => {
  it.each([
    [
      'B) x',
      'The answer is B, but the text next to it is that of option A',
      ['Option B is correct', 'Option A is correct'],
    ],
    ['B) z', 'The answer is B, but the text next to it is not that of option B', ['Option B is correct']],
    ['2', 'The answer is 2, but the options have letters', ['Option B is correct']],
    ['A/B', 'Its answer can be read in several ways', ['Options A and B are correct', 'Options A or B are correct']],
  ])('asks the author about %s', async (answer, reason, expected) => {
    const found = await readOne(typed(`1. a\nA. x\nB. y\nAnswer: ${answer}`))
    expect(found.reason).toBe(reason)
    expect(labels(found)).toEqual(expected)
  })

  it('asks whether a number next to options with letters is the text of one or the place of another', async () => {
    const found = await readOne(typed('1. q\nA. 2\nB. 3\nC. 1\nAnswer: 1'))
    expect(labels(found)).toEqual(['Option C is correct', 'Option A is correct'])
    expect(found.reason).toBe('The answer “1” is the text of option C, and may be the number of option A')
    for (const [answer, correctAnswer] of [
      ['3', 'C'],
      ['30', 'B'],
    ])
      expect(taken(await readOne(typed(`1. q\nA. 2\nB. 30\nC. 3\nAnswer: ${answer}`)))).toMatchObject({ correctAnswer })
  })

  it('asks the author about a number that may be a count', async () => {
    const found = await readOne(typed('1. How many of these are true?\n1) s\n2) t\nAnswer: 2'))
    expect(labels(found)).toEqual(['Option B is correct'])
    expect(found.reason).toBe('The answer may be the number of an option, or how many of them are right')
  })

  it('asks the author about different answers', async () => {
    const found = await readOne(typed('1. a\nA. x\nB. y\nAnswer: A\nAnswer key\n1. B'))
    expect(labels(found)).toEqual(['Option A is correct', 'Option B is correct'])
  })

  it('adds a reason that follows the letter to the explanation', async () => {
    const found = taken(await readOne(typed('1. a\nA. x\nB. y\nAnswer: B. Because y is y.')))
    expect(found).toMatchObject({ correctAnswer: 'B', explanation: 'Because y is y.' })
  })
})

describe('lists of answers', () => {
  it.each([
    ['on one line', typed('Answer key\n1. B 2. A')],
    ['on lines', typed('Answers:\n1) b\n2) a')],
    ['with hyphens', typed('Key\n1-b, 2-a')],
    ['in brackets', typed('ANSWER KEY:\n1. (b)\n2. (a)')],
    ['without a title', typed('1-b, 2-a')],
    ['after a word', typed('Answers: 1. B, 2. A')],
    ['with words', typed('Answer key\nQ1. Answer: B\nQ2. Answer: A')],
    ['numbered by Word', p('Answer key') + item('B', 1) + item('A', 1)],
    ['below a heading', heading('Answer Key') + typed('1. B\n2. A')],
    [
      'in a table',
      table([
        ['Q.No', 'Answer'],
        ['1', 'B'],
        ['2', 'A'],
      ]),
    ],
    [
      'in a table of pairs',
      heading('Answers') +
        table([
          ['Q', 'Ans', 'Q', 'Ans'],
          ['1', 'B', '2', 'A'],
        ]),
    ],
    [
      'in a table across',
      table([
        ['1', '2'],
        ['B', 'A'],
      ]),
    ],
  ])('%s', async (_, list) => {
    expect(answersOf(await read(typed(two) + list))).toEqual(['B', 'A'])
  })

  it('may have texts and explanations', async () => {
    const items = await read(typed('1. a\nA. x\nB. y\n2. Capital?\nAnswer key\n1. (b) Because\n2. Paris'))
    expect(items.map(taken)).toMatchObject([
      { correctAnswer: 'B', explanation: 'Because' },
      { type: 'text', accepted: [{ value: 'Paris' }] },
    ])
  })

  it('may follow each section', async () => {
    const section = (name: string, answers: string) => heading(name) + typed(two) + p('Answers') + p(answers)
    expect(answersOf(await read(section('A', '1. A 2. A') + section('B', '1. B 2. B')))).toEqual(['A', 'A', 'B', 'B'])
  })

  it('may cover several sections', async () => {
    const sections = heading('Section A') + typed(two) + heading('Section B') + typed(two)
    const list =
      heading('Answers') + heading('Section A', 2) + typed('1. A\n2. A') + heading('Section B', 2) + typed('1. B\n2. B')
    expect(answersOf(await read(sections + list))).toEqual(['A', 'A', 'B', 'B'])
  })

  it('refuses an ambiguous number', async () => {
    const items = await read(heading('A') + typed(two) + heading('B') + typed(`${two}\nAnswer key\n1. A`))
    expect(items[0]).toMatchObject({
      readings: [],
      reason: 'Several questions have the number 1, so the list of answers is ambiguous',
    })
    expect(items[1]?.reason).toBe('No answer is marked or listed')
  })

  it('reports answers without a question, and lines that it cannot read', async () => {
    const items = await read(typed(`${two}\nAnswer key\n1. B 2. A 3. C\nGood luck`))
    expect(items.slice(2)).toMatchObject([
      { title: 'List of answers', line: 8, readings: [], reason: 'Answer 3 of the list belongs to no question' },
      { title: 'List of answers', line: 9, readings: [], reason: 'This line is not understood: “Good luck”' },
    ])
  })
})

describe('questions without options', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['The sky is blue. (True/False)', 'True', { type: 'boolean', correctAnswer: true }],
    ['State true or false: 1 = 2', 'F', { type: 'boolean', correctAnswer: false }],
    ['It is ____ here', 'cold', { type: 'text', questionText: 'It is ____ here', accepted: [{ value: 'cold' }] }],
    ['Capital?', 'Paris', { type: 'text', accepted: [{ value: 'Paris' }] }],
    ['Type?', 'int*', { type: 'text', accepted: [{ value: 'int\\*' }] }],
    ['How many?', '42', { type: 'numeric', correctValue: 42 }],
    ['How many?', '-3.50', { type: 'numeric', correctValue: -3.5 }],
    ['How fast?', '9.8 m/s', { type: 'numeric', correctValue: 9.8, unit: 'm/s' }],
    ['How many?', '5 ± 0.1', { type: 'numeric', correctValue: 5, tolerance: 0.1 }],
    ['How many?', '3 to 5', { type: 'numeric', range: { min: 3, max: 5 } }],
    ['Code?', '007', { type: 'text', accepted: [{ value: '007' }] }],
    [
      '____ and ____',
      'x; 2',
      {
        type: 'gaps',
        questionText: '{{1}} and {{2}}',
        gaps: [
          { kind: 'text', accepted: [{ value: 'x' }] },
          { kind: 'numeric', correctValue: 2 },
        ],
      },
    ],
  ])('%s %s', async (text, answer, expected) => {
    expect(taken(await readOne(typed(`1. ${text}\nAnswer: ${answer}`)))).toMatchObject({ ...expected, losses: [] })
  })

  it.each([
    [
      '1,234',
      'The comma in the answer may group thousands or separate decimals',
      ['The answer is 1234', 'The answer is 1.234'],
    ],
    ['1/2', 'The answer is a fraction', ['The answer is the number 0.5', 'The answer is the text 1/2']],
    [
      'red or blue',
      'Its answer can be read as one text or as several accepted answers',
      ['Accepted answers: red; blue', 'Accepted answer: red or blue'],
    ],
    [
      'It is the way in which plants make food.',
      'Its answer is long: students could be asked to type exactly this, or to write an essay',
      ['The answer is a model for an essay', 'The answer must be typed exactly'],
    ],
  ])('asks the author about %s', async (answer, reason, expected) => {
    const found = await readOne(typed(`1. a\nAnswer: ${answer}`))
    expect(found.reason).toBe(reason)
    expect(labels(found)).toEqual(expected)
  })

  it('refuses blanks that do not fit the answer', async () => {
    const found = await readOne(typed('1. ____ and ____\nAnswer: x'))
    expect(found.reason).toBe('It has 2 blanks, but its answer does not have 2 parts; separate them with semicolons')
  })
})

describe('answers in manually written documents', () => {
  it.each<[string, object]>([
    ['9.1e-31 kg', { type: 'numeric', correctValue: 9.1e-31, unit: 'kg' }],
    ['6.02E23', { type: 'numeric', correctValue: 6.02e23 }],
    ['3.14 (±0.01)', { type: 'numeric', correctValue: 3.14, tolerance: 0.01 }],
    ['5 eV', { type: 'numeric', correctValue: 5, unit: 'eV' }],
    ['9.8 m s-2', { type: 'numeric', correctValue: 9.8, unit: 'm s-2' }],
    ['20 metres per second.', { type: 'numeric', correctValue: 20, unit: 'metres per second' }],
    ['(9.8 ± 0.1) m/s²', { type: 'numeric', correctValue: 9.8, tolerance: 0.1, unit: 'm/s²' }],
    ['50 kg ± 5%', { type: 'numeric', correctValue: 50, tolerance: 0.05, toleranceKind: 'relative', unit: 'kg' }],
    ['−5 °C', { type: 'numeric', correctValue: -5, unit: '°C' }],
    ['6 to 8 weeks', { type: 'numeric', range: { min: 6, max: 8 }, unit: 'weeks' }],
    ['0.5 (m)', { type: 'numeric', correctValue: 0.5, unit: 'm' }],
    ['.5', { type: 'numeric', correctValue: 0.5 }],
    ['5.', { type: 'numeric', correctValue: 5 }],
  ])('reads %s as a number', async (answer, expected) => {
    expect(taken(await readOne(typed(`1. What?\nAnswer: ${answer}`)))).toMatchObject({ ...expected, losses: [] })
  })

  it.each([
    ['15 August', 15, 'August'],
    ['24 Akbar Road', 24, 'Akbar Road'],
    ['10 or more', 10, 'or more'],
    ['9.8 approx', 9.8, 'approx'],
    ['12th century', 12, 'th century'],
    ['2D', 2, 'D'],
    ['6 pm', 6, 'pm'],
    ['4K', 4, 'K'],
  ])('asks whether the words after a number are its unit: %s', async (answer, correctValue, unit) => {
    const found = await readOne(typed(`1. a\nAnswer: ${answer}`))
    expect(found.reason).toBe(`The words after the number, “${unit}”, may be its unit`)
    expect(found.readings).toMatchObject([
      { label: 'The words after the number are its unit', question: { type: 'numeric', correctValue, unit } },
      { label: 'Only the number counts', question: { type: 'numeric', correctValue } },
      { label: 'The answer is a text', question: { type: 'text', accepted: [{ value: answer }] } },
    ])
  })

  it('asks whether a tolerance in percent is a part of the number', async () => {
    const { reason, readings } = await readOne(typed('1. a\nAnswer: 50 ± 5%'))
    expect(reason).toBe('The tolerance in percent may be a part of the answer, or percentage points')
    expect(readings.map(({ question }) => question)).toMatchObject([
      { correctValue: 50, tolerance: 0.05, toleranceKind: 'relative' },
      { correctValue: 50, tolerance: 5, unit: '%' },
    ])
  })

  it('asks what a comma in a number with a unit means', async () => {
    const { readings } = await readOne(typed('1. a\nAnswer: 1,200 kg'))
    expect(readings.map(({ question }) => question)).toMatchObject([
      { type: 'numeric', correctValue: 1200, unit: 'kg' },
      { type: 'numeric', correctValue: 1.2, unit: 'kg' },
    ])
  })

  it.each(['12 angry men here', '5 A4', '12:30', '3 x^2'])('reads %s as a text', async (answer) => {
    expect(taken(await readOne(typed(`1. a\nAnswer: ${answer}`)))).toMatchObject({ accepted: [{ value: answer }] })
  })

  it.each(['A (x)', 'a because x is first', 'Option A since it is'])('reads the answer %s', async (answer) => {
    expect(taken(await readOne(typed(`1. a\nA. x\nB. y\nAnswer: ${answer}`)))).toMatchObject({ correctAnswer: 'A' })
  })

  it.each(['Solutions', 'Explanations:'])(
    'reads a list of explanations below the list of answers: %s',
    async (title) => {
      const questions = '1. One?\na. x\nb. y\n2. Two?\na. x\nb. y\n'
      const items = await read(typed(`${questions}Answer Key\n1. b\n2. a\n${title}\n1. because\nof this\n2. since`))
      expect(items.map(taken)).toMatchObject([
        { correctAnswer: 'B', explanation: 'because\n\nof this' },
        { correctAnswer: 'A', explanation: 'since' },
      ])
    },
  )

  it('reads both A and B', async () => {
    const found = taken(await readOne(typed('1. a\nA. x\nB. y\nC. z\nAnswer: Both A and B')))
    expect(found).toMatchObject({ correctAnswers: ['A', 'B'] })
  })

  it('asks what a price means', async () => {
    const { reason, readings } = await readOne(typed('1. a\nAnswer: ₹ 500/-'))
    expect(reason).toBe('The answer has a currency')
    expect(readings.map(({ question }) => question.type)).toEqual(['numeric', 'text'])
  })

  it('refuses options that begin with dashes', async () => {
    const found = await readOne(typed('1. a\n- x\n- y\n- z\nAnswer: y'))
    expect(found.reason).toBe('Its options have no letters: begin them with A., B. and so on')
  })

  it('refuses options with letters and with numbers', async () => {
    const lists = '1. Match\n(A) Ohm\t(p) volt\n(B) Farad\t(q) farad\n(1) A-p, B-q\n(2) A-q, B-p\nAnswer: (1)'
    expect((await readOne(typed(lists))).reason).toMatch(/^It has options with letters and with numbers/)
  })

  it.each([
    ['1,5', [1.5, '1,5']],
    ['-2,75', [-2.75, '-2,75']],
    ['१,५', [1.5, '1,5']],
    ['1,234,567', [1234567, '1,234,567']],
    ['12,34,567.5', [1234567.5, '12,34,567.5']],
    ['1,2,3', ['1,2,3']],
  ])('asks what a number with commas means: %s', async (answer, meanings) => {
    const { readings, reason } = await readOne(typed(`1. How much is it?\nAnswer: ${answer}`))
    const values = readings.map(({ question }) => {
      const { correctValue, accepted } = question as { correctValue?: number; accepted?: { value: string }[] }
      return correctValue ?? accepted?.[0]?.value
    })
    expect(values).toEqual(meanings)
    expect(reason !== undefined).toBe(meanings.length > 1)
  })

  it.each<[string, [string, unknown[]][]]>([
    [
      '1,5; 2',
      [
        ['They are numbers', [1.5, 2]],
        ['They are texts', ['1,5', 2]],
      ],
    ],
    [
      '1,234; 2,5',
      [
        ['Commas group thousands', [1234, 2.5]],
        ['Commas separate decimals', [1.234, 2.5]],
        ['They are texts', ['1,234', '2,5']],
      ],
    ],
  ])('asks what commas mean in the answers of several blanks: %s', async (answer, expected) => {
    const { readings, reason } = await readOne(typed(`1. ____ and ____\nAnswer: ${answer}`))
    expect(reason).toBe('Parts of the answer have commas, and may be numbers or texts')
    const values = readings.map(({ label, question }) => {
      const { gaps } = question as { gaps: { correctValue?: number; accepted?: { value: string }[] }[] }
      return [label, gaps.map(({ correctValue, accepted }) => correctValue ?? accepted?.[0]?.value)]
    })
    expect(values).toEqual(expected)
  })

  it('asks the author about an option below the answer', async () => {
    const [found, next] = await read(typed('1. a\nA. x\nB. y\nAnswer: B\nC. z\n2. b\nA. x\nB. y\nAnswer: A'))
    expect(found?.reason).toBe('Option C follows the answer, and is not read')
    expect(found?.readings.map(({ label }) => label)).toEqual(['It has only the options above the answer'])
    expect(taken(next).questionText).toBe('b')
  })

  it('refuses an answer that names an option with a letter of another alphabet', async () => {
    const found = await readOne(typed('1. a\nа) x\nб) y\nAnswer: б'))
    expect(found.reason).toBe('Its answer is б, but it has no options. Begin them with A., B. and so on')
  })
})
