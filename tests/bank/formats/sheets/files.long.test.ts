import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundItem } from '#server/features/bank/formats/found.ts'
import { writeQuestionsCsv, writeQuestionsJson } from '#server/features/bank/formats/question-files.ts'
import { looksLikeCsv, looksLikeJson, readCsv, readJson } from '#server/features/bank/formats/question-text.ts'
import { sheetFlaw, sheetLosses } from '#server/features/bank/formats/sheet-write.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { bankQuestionOf, ourImage, questions } from './questions.ts'
import { all, lossesOf, question, unreadable } from './read.ts'

const header = 'questionText,A,B,C,D,correctAnswer'
const csv = (...lines: string[]) => all(readCsv([header, ...lines].join('\n')))
const json = (...items: unknown[]) => all(readJson(JSON.stringify(items)))
const four = { questionText: 'Q', options: { A: 'w', B: 'x', C: 'y', D: 'z' }, correctAnswer: 'B' }

describe('a CSV file', () => {
  it.each([',', ';', '\t', '|'])(
    'is read with the separator %j, below a title without separators',
    async (separator) => {
      const lines = ['Unit test', header, 'Q,w,x,y,z,B'].map((line) => line.replaceAll(',', separator))
      const [item] = await all(readCsv(lines.join('\r\n')))
      expect(question(item)).toMatchObject(four)
      expect(item?.line).toBe(3)
    },
  )

  it('keeps the row numbers of a spreadsheet', async () => {
    expect(await all(readCsv(`\ufeff\n\n${header}\n\nQ,w,x,y,z,B`))).toMatchObject([{ line: 5 }])
    expect(await all(readCsv(`sep=;\n${header.replaceAll(',', ';')}\nQ;w;x;y;z;B`))).toMatchObject([{ line: 2 }])
  })

  it('refuses the row with broken quoting and all rows after it', async () => {
    const items = await csv('Q,w,x,y,z,B', '"Q" or not,w,x,y,z,B', 'Q,w,x,y,z,B')
    expect(items).toMatchObject([
      { readings: [{}] },
      { line: 3, readings: [], reason: expect.stringContaining('not doubled') },
    ])
  })

  it('keeps an apostrophe in a file that we did not write', async () => {
    const [item] = await csv("'= means?,w,x,y,z,B")
    expect(question(item)).toMatchObject({ questionText: "'= means?" })
  })

  it('is refused without headings, or with too many rows', async () => {
    expect(await unreadable(readCsv('a,b\nc,d'))).toContain('No row has the headings')
    expect(await unreadable(readCsv(''))).toContain('No row has the headings')
    expect(await unreadable(readCsv(`${header}\n${'Q,w,x,y,z,B\n'.repeat(20_001)}`))).toContain('more than 20,000 rows')
  })

  it('is recognised by its headings', () => {
    expect(looksLikeCsv(`${header}\nQ,w,x,y,z,B`)).toBe(true)
    expect(looksLikeCsv('Name;Email\nA;b')).toBe(false)
    expect(looksLikeJson(' \n[{}]')).toBe(true)
    expect(looksLikeJson(header)).toBe(false)
  })

  it('never throws for any text', async () => {
    const piece = fc.oneof(
      fc.constantFrom('"', ',', ';', '\n', '\r', "'", '=', '|', '\t', header),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        await unreadable(readCsv(pieces.join('')))
        await unreadable(readCsv(`${header}\n${pieces.join('')}`))
        await unreadable(readJson(`[${pieces.join('')}]`))
      }),
      { numRuns: 500 },
    )
  })

  it('reads hostile sizes in bounded time', async () => {
    expect(await unreadable(readCsv('a'.repeat(20_000_000)))).toContain('No row')
    expect(await unreadable(readCsv('('.repeat(1_000_000)))).toContain('No row')
    expect(await unreadable(readJson('['.repeat(1_000_000)))).toContain('nested too deeply')
    const [item] = await csv(`${'x'.repeat(1_000_000)},w,x,y,z,B`)
    expect(item?.reason).toContain('longer than 10,000 characters')
  })
})

describe('a JSON file', () => {
  it('is read as imports into tests read it, with the fields of the bank', async () => {
    const [item] = await json({
      ...four,
      topic: 'Trees/Binary',
      tags: ['a'],
      difficulty: 'Hard',
      hint: 'x',
      id: '7',
      penalty: '1/3',
    })
    expect(item).toMatchObject({ line: 1, category: ['Trees', 'Binary'] })
    expect(lossesOf(item)).toEqual(['The field "hint" is not kept'])
    expect(question(item)).toEqual({ type: 'single', ...four, tags: ['a'], difficulty: 'Hard', penalty: '1/3' })
  })

  it('refuses items for the same reasons as imports into tests', async () => {
    const items = await json(
      { ...four, correctAnswer: 'E' },
      { ...four, options: ['w'] },
      { type: 'numeric', questionText: 'Q', correctValue: 1, tolerence: 1 },
      7,
    )
    expect(items.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('is not one of A, B, C, D'),
      expect.stringContaining('2 to 10 options'),
      expect.stringContaining('no field "tolerence"'),
      expect.stringContaining('not an object'),
    ])
  })

  it.each<[string, object, object]>([
    ['two options', { options: ['yes', 'no'], answer: 'no' }, { options: { A: 'yes', B: 'no' }, correctAnswer: 'B' }],
    ['three options', { options: { A: 'x', B: 'y', C: 'z' }, correctAnswer: 'C' }, { correctAnswer: 'C' }],
    ['options as fields', { option_a: 'x', option_b: '*y*', correct_answer: 'A' }, { options: { A: 'x', B: '*y*' } }],
    [
      'six choices',
      { choices: ['1', '2', '3', '4', '5', 6], answer: 'f', marks: 2 },
      { options: { F: '6' }, correctAnswer: 'F', marks: 2 },
    ],
    ['a penalty', { options: ['x', 'y'], answer: 'A', penalty: 0.25 }, { penalty: 0.25 }],
  ])('reads an item without a type that has %s', async (_, fields, expected) => {
    const [item] = await json({ question: 'Why?', ...fields })
    expect(question(item)).toMatchObject({ type: 'single', questionText: 'Why?', ...expected })
  })

  it('asks what several answers mean', async () => {
    const items = await json(
      { question: 'Why?', options: ['w', 'x', 'y'], correctAnswers: ['A', 'C'] },
      { ...four, correctAnswer: 'A, B' },
    )
    expect(items.map(({ readings }) => readings.map(({ label }) => label))).toEqual([
      ['Students must choose A and C', 'Any one of A and C is right'],
      ['Students must choose A and B', 'Any one of A and B is right'],
    ])
  })

  it('refuses several answers by number, and missing options', async () => {
    const items = await json(
      { question: 'Why?', options: ['w', 'x', 'y'], answer: [1, 2] },
      { question: 'Why?', options: { A: 'w', C: 'y' }, answer: 'A' },
      { question: 'Why?', options: ['w', 'x', 'y'], answer: 'D' },
      { question: 'Why?', options: 'wxyzvwxyzvw'.split(''), answer: 'A' },
    )
    expect(items.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('Write its answer as a letter'),
      expect.stringContaining('Option B is missing'),
      expect.stringContaining('is not one of the options'),
      expect.stringContaining('2 to 10 options'),
    ])
  })

  const trivia = {
    type: 'multiple',
    difficulty: 'hard',
    category: 'Science &amp; Nature',
    question: 'What does &lt;b&gt; mean in &quot;HTML&quot;? It&#039;s *not* big',
    correct_answer: 'bold',
    incorrect_answers: ['10', '9', 'Z'],
  }
  it('reads a file of Open Trivia DB, whose options have no order', async () => {
    const results = [
      trivia,
      { ...trivia, type: 'boolean', correct_answer: 'False', incorrect_answers: ['True'] },
      { ...trivia, type: 'bXVsdGlwbGU=' },
      { ...trivia, question: 'What%20is%20it%3F' },
    ]
    const [choice, boolean, ...encoded] = await all(readJson(JSON.stringify({ response_code: 0, results })))
    expect(choice?.category).toEqual(['Science & Nature'])
    expect(lossesOf(choice)).toEqual([])
    expect(question(choice)).toEqual({
      type: 'single',
      questionText: 'What does <b> mean in "HTML"? It\'s \\*not\\* big',
      difficulty: 'Hard',
      options: { A: '9', B: '10', C: 'bold', D: 'Z' },
      correctAnswer: 'C',
    })
    expect(question(boolean)).toMatchObject({ type: 'boolean', correctAnswer: false })
    for (const { reason } of encoded) expect(reason).toMatch(/^Its texts are encoded/)
  })

  it.each([
    ['asks where they begin', [2, '3'], ['B/C', 'C/D'], 'may be counted from 1 or from 0'],
    ['asks whether they begin at 0 if one is 0', [0, 2], ['A', 'C'], 'Question 1 has the answer 0'],
    ['takes them from 1 if one names the last option', [2, 4], ['B', 'D'], undefined],
    ['refuses them if one is 0 and one names the last option', [0, 4], ['', ''], 'begin at 0 and at 1'],
  ])('%s: numeric answers %j', async (_, answers, keys, reason) => {
    const items = await json(...answers.map((correctAnswer) => ({ ...four, correctAnswer })), four)
    expect(
      items.map(({ readings }) =>
        readings.map((one) => (one.question as { correctAnswer: string }).correctAnswer).join('/'),
      ),
    ).toEqual([...keys, 'B'])
    expect(items[0]?.reason).toEqual(reason && expect.stringContaining(reason))
    expect(items[2]?.reason).toBeUndefined()
  })

  it.each(['correctAnswerIndex', 'correct_index', 'answerIndex', 'correct'])(
    'reads numbers in the field %s',
    async (name) => {
      const { options, questionText } = four
      const item = (value: number) => ({ text: questionText, choices: Object.values(options), [name]: value })
      const asked = await json(item(1), item(2))
      expect(asked.map(({ readings }) => readings.map(({ label }) => label))).toEqual(
        Array(2).fill(['Answers count from 1', 'Answers count from 0']),
      )
      const [first] = await json(item(0), item(3))
      expect(first?.readings).toMatchObject([
        { label: 'Answers count from 0', question: { correctAnswer: 'A', options } },
      ])
      expect(lossesOf(first)).toEqual([])
    },
  )

  it('reads options that say whether they are right', async () => {
    const options = (...right: boolean[]) => right.map((isCorrect, id) => ({ id, text: `o${id}`, isCorrect }))
    const items = await json(
      { question: 'Why?', options: options(false, true, false) },
      { question: 'Why?', answers: options(false, true, false, false) },
      { question: 'Why?', options: options(true, true, false) },
      { question: 'Why?', options: options(false, false) },
      {
        question: 'Why?',
        options: [
          { text: 'x', correct: true, feedback: 'Yes' },
          { text: 'y', correct: false },
        ],
      },
    )
    expect(items.slice(0, 2).map(question)).toMatchObject([
      { options: { A: 'o0', B: 'o1', C: 'o2' }, correctAnswer: 'B' },
      { options: { A: 'o0', D: 'o3' }, correctAnswer: 'B' },
    ])
    expect(items[2]?.readings).toMatchObject([{ question: { correctAnswers: ['A', 'B'] } }, {}])
    expect(items[3]?.readings).toEqual([])
    expect(lossesOf(items[4])).toEqual(['The field "options.feedback" is not kept'])
  })

  it('takes numbers that name an option, and a text in quotation marks', async () => {
    const { options: texts, ...rest } = four
    const keyed = { option1: texts.A, option2: texts.B, option3: texts.C, option4: texts.D }
    const numbers = { ...rest, options: ['3', '2', '1', '0'], correctAnswer: '2' }
    const items = await json({ ...rest, ...keyed, correctAnswer: 2 }, numbers)
    expect(items.map(question)).toMatchObject([{ correctAnswer: 'B' }, { correctAnswer: 'B' }])
  })

  it.each([
    ['a flaw', '[{"a": 1,}]', 'The JSON cannot be read: unexpected "}", at line 1, column 10'],
    ['a key given twice', '[{"a": 1, "a": 2}]', '"a" is given twice'],
    ['no list', '{"a": 1}', 'must be a list of questions'],
  ])('is refused with %s', async (_, text, reason) => {
    expect(await unreadable(readJson(text))).toContain(reason)
  })
})

const text = async (chunks: AsyncIterable<string>) => {
  let whole = ''
  for await (const chunk of chunks) whole += chunk
  return whole
}
const options = { isOurImage: (url: string) => url === ourImage }
const readers = {
  csv: async (list: ReturnType<typeof bankQuestionOf>[]) => readCsv(await text(writeQuestionsCsv(list)), options),
  json: async (list: ReturnType<typeof bankQuestionOf>[]) => readJson(await text(writeQuestionsJson(list)), options),
}
const formOf = (question: object) => {
  const form = bankQuestionForm.parse({ type: 'single', ...question })
  // Missing and null mean the same.
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined && value !== null))
}
const asForm = ({ category, readings }: FoundItem) =>
  formOf({ ...readings[0]?.question, topic: category.join('/') } as object)

describe.each(['csv', 'json'] as const)('questions exported as %s', (format) => {
  it('are read back unchanged, whatever their type and texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(questions, { minLength: 1, maxLength: 4 }), async (forms) => {
        const written = forms.map(bankQuestionOf)
        if (format === 'csv') expect(written.map((one) => sheetFlaw(one, 'csv'))).toEqual(written.map(() => null))
        const read = await all(await readers[format](written))
        expect(read.filter(({ readings }) => readings.length === 0)).toEqual([])
        expect(read.map(asForm)).toEqual(written.map(formOf))
        expect(read.flatMap(lossesOf)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('are the same in a second export', async () => {
    const forms = fc.sample(questions, { numRuns: 40, seed: 7 })
    const write = format === 'csv' ? writeQuestionsCsv : writeQuestionsJson
    const first = await text(write(forms.map(bankQuestionOf)))
    const read = await all(format === 'csv' ? readCsv(first, options) : readJson(first, options))
    const second = await text(write(read.map((item) => bankQuestionOf(bankQuestionForm.parse(asForm(item))))))
    expect(second).toBe(first)
  })
})

describe('the writer', () => {
  const form = bankQuestionForm.parse({ subject: 'Verbal', ...four, questionText: '=HYPERLINK("x")' })

  it('escapes formulas in CSV', async () => {
    expect(await text(writeQuestionsCsv([bankQuestionOf(form)]))).toContain(`"'=HYPERLINK(""x"")"`)
  })

  it('reports what other programs cannot read', () => {
    const losses = sheetLosses({ ...bankQuestionOf(form), questionImageUrl: ourImage, retired: true })
    expect(losses).toEqual([
      'Its images are written as links to this server and cannot be read elsewhere',
      'Its retired status is not kept',
    ])
    expect(sheetLosses(bankQuestionOf(form))).toEqual([])
  })

  it('leaves out what a sheet would change, and says so', () => {
    const accepted = Array.from({ length: 60 }, (_, n) => ({ value: `${n}${'x'.repeat(900)}` }))
    const long = bankQuestionForm.parse({ subject: 'Verbal', type: 'text', questionText: 'Q', accepted })
    expect(sheetLosses(bankQuestionOf(long), 'xlsx')).toEqual([expect.stringContaining('It is left out')])
    expect(sheetLosses(bankQuestionOf(long), 'csv')).toEqual([])
  })

  it('writes 20,000 questions in small parts', async () => {
    const question = bankQuestionOf(form)
    let questionsAhead = 0
    const source = function* () {
      for (let n = 0; n < 20_000; n++) {
        questionsAhead++
        yield question
      }
    }
    for (const write of [writeQuestionsCsv, writeQuestionsJson])
      for await (const chunk of write(source())) {
        expect(chunk.length).toBeLessThan(1_000_000)
        expect(questionsAhead).toBeLessThanOrEqual(100)
        questionsAhead = 0
      }
  })
})
