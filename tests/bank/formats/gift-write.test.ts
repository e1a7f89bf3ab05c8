import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundItem } from '#server/features/bank/formats/found.ts'
import { readGift } from '#server/features/bank/formats/gift.ts'
import { writeGift } from '#server/features/bank/formats/gift-write.ts'
import { type BankQuestion, bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { richHtml } from '#shared/bank/rich-text.rules.ts'
import { letters } from '#shared/bank/types/choice.rules.ts'

type Input = Record<string, unknown>

/** A stored question. */
const bankQuestion = (fields: Input, id = 'q1') =>
  ({
    id,
    version: 1,
    author: null,
    retired: false,
    facility: null,
    createdAt: 0,
    updatedAt: 0,
    ...bankQuestionForm.parse({ subject: 'Technical', questionText: 'Q', ...fields }),
  }) as unknown as BankQuestion

async function readAll(text: string): Promise<FoundItem[]> {
  const items: FoundItem[] = []
  for await (const item of readGift(text, { add: async () => ({ flaw: '' }) })) items.push(item)
  return items
}

/** Writes a question, reads it again, and completes it as the import does. */
async function again(fields: Input) {
  const { text, losses } = await writeGift([bankQuestion(fields)])
  const [item] = text === '' ? [] : await readAll(text)
  return {
    text,
    losses: losses[0]?.losses ?? [],
    item,
    read: item?.readings.map(({ question }) =>
      bankQuestionForm.parse({ subject: 'Technical', topic: item.category.join('/'), ...question }),
    ),
  }
}

const choice = { options: { A: 'one', B: 'two', C: 'three' }, correctAnswer: 'B' }

describe('a written question', () => {
  it('is readable', async () => {
    const { text } = await writeGift([
      bankQuestion({
        ...choice,
        questionText: 'What is `x`?\nLook: {1}',
        explanation: 'Because',
        tags: ['a]b', 'c'],
        notes: 'Id: 7',
        topic: 'Trees/Binary',
      }),
      bankQuestion({ questionText: 'Sun', type: 'boolean', correctAnswer: true }, 'q2'),
    ])
    expect(text).toBe(
      [
        '::Sun::Sun{TRUE}',
        '',
        '$CATEGORY: $course$/top/Trees/Binary',
        '',
        '// [id:7] [tag:a\\]b] [tag:c]',
        '::What is x? Look\\: \\{1\\}::[html]What is <code>x</code>? <br>Look\\: \\{1\\}{',
        '\t~[moodle]one',
        '\t=[moodle]two',
        '\t~[moodle]three',
        '####[moodle]Because}',
        '',
        '',
      ].join('\n'),
    )
  })

  it.each<[string, Input]>([
    ['single choice', choice],
    ['a penalty', { ...choice, penalty: '1/3' }],
    ['a penalty in decimals', { ...choice, penalty: '0.05' }],
    [
      'options that begin like weights and formats',
      { options: { A: '%50% x', B: '[html] x', C: '=C# ~ {y}' }, correctAnswer: 'A' },
    ],
    ['options with code and tags', { options: { A: '<b>', B: '`a` and **b**', C: '&lt;' }, correctAnswer: 'C' }],
    ['options with arrows', { options: { A: 'a -> b', B: 'c -> d' }, correctAnswer: 'A' }],
    ['multiple choice', { type: 'multiple', ...choice, correctAnswers: ['A', 'C'], scoring: 'each' }],
    [
      'multiple choice without deductions',
      {
        type: 'multiple',
        options: { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e' },
        correctAnswers: ['A', 'B', 'E'],
        scoring: 'partial',
      },
    ],
    [
      'multiple choice with only right options',
      { type: 'multiple', ...choice, correctAnswers: ['A', 'B', 'C'], scoring: 'each' },
    ],
    ['true', { type: 'boolean', correctAnswer: true }],
    ['false', { type: 'boolean', correctAnswer: false, explanation: 'No.\n\n- a\n- b' }],
    ['a number', { type: 'numeric', correctValue: -1.5e-7 }],
    ['a tolerance', { type: 'numeric', correctValue: 3.14, tolerance: 0.01 }],
    ['a range', { type: 'numeric', range: { min: -2.5, max: -1 } }],
    [
      'short texts',
      {
        type: 'text',
        accepted: [
          { value: 'a=b' },
          { value: '50% #1', fraction: 0.5 },
          { value: 'T', fraction: 1 / 3 },
          { value: '[html]*\\*', fraction: 0.1 },
        ],
      },
    ],
    [
      'pairs',
      {
        type: 'matching',
        pairs: [
          { left: 'a -> **b**', right: 'C# -> x' },
          { left: '<i>', right: '[plain]' },
        ],
        distractors: ['\\(x^2\\)'],
      },
    ],
    ['an essay', { type: 'essay', explanation: '# Look\n\n`for`' }],
    [
      'a gap with a choice',
      {
        type: 'gaps',
        questionText: 'Is {{ 1 }} it?',
        gaps: [{ kind: 'choice', options: { A: '<x>', B: '%5% =' }, correctAnswer: 'A' }],
      },
    ],
    [
      'a gap with a number',
      { type: 'gaps', questionText: 'Is **{{1}}** it?', gaps: [{ kind: 'numeric', correctValue: 5 }] },
    ],
    [
      'a gap with a text',
      { type: 'gaps', questionText: 'Is {{1}} it?', gaps: [{ kind: 'text', accepted: [{ value: 'x' }] }] },
    ],
    ['a table', { ...choice, questionText: '| a | b |\n| --- | --- |\n| 1 | \\(x\\) |' }],
    ['code', { ...choice, questionText: 'Look\n\n```\nint main() {\n    return 0; // no\n}\n```\n\nthen?' }],
    ['formulas', { ...choice, questionText: 'Is \\(\\frac{a}{b} \\neq 1\\) or\n\n\\[\\sum_{i=1}^n\\]' }],
    ['numbered statements', { ...choice, questionText: '1. one\n2. two\n\nWhich?' }],
  ])('with %s is read again as the same', async (_, fields) => {
    const { read, item, losses } = await again({ topic: 'A & B/C#', tags: ['x'], ...fields })
    expect(item?.reason).toBeUndefined()
    const expected = bankQuestionForm.parse({
      subject: 'Technical',
      questionText: 'Q',
      topic: 'A & B/C#',
      tags: ['x'],
      ...fields,
    })
    if ('gaps' in fields) expected.questionText = expected.questionText.replace('{{ 1 }}', '{{1}}')
    if (fields.penalty === '0.05') expected.penalty = '1/20'
    expect(read).toEqual([expected])
    expect(losses).toEqual([])
    expect(item?.readings[0]?.losses).toEqual([])
  })

  it.each<[Input, string[]]>([
    [
      { ...choice, marks: 2, difficulty: 'Hard', language: 'hi', source: 'Book', notes: 'Mine', passage: 'Read' },
      [
        'Its 2 marks are not kept',
        'Its difficulty is not kept',
        'Its language is not kept',
        'Its source is not kept',
        'Its notes are not kept',
        'Its shared text is written before the question',
      ],
    ],
    [
      {
        ...choice,
        questionImageUrl: '/images/0123456789abcdef0123456789abcdef.png',
        optionImages: { C: '/images/0123456789abcdef0123456789abcdef.png' },
      },
      ['Its image is not kept', 'The image of option C is not kept'],
    ],
    [{ ...choice, penalty: 2 }, ['The cost of a wrong answer is not kept']],
    [{ ...choice, penalty: '0.15' }, ['The cost of a wrong answer is not kept']],
    [{ type: 'text', accepted: [{ value: 'a' }, { value: 'b', fraction: 0.36 }] }, ['“b” earns 33.33% instead of 36%']],
    [{ type: 'boolean', correctAnswer: true, penalty: 1 }, ['The cost of a wrong answer is not kept']],
    [
      {
        type: 'matching',
        pairs: [
          { left: 'a', right: 'b' },
          { left: 'c', right: 'd' },
        ],
        penalty: 1,
      },
      ['The cost of a wrong answer is not kept'],
    ],
    [
      { type: 'multiple', ...choice, correctAnswers: ['A', 'B'] },
      ['Some of the right options earn a part of the marks, because GIFT does not require all'],
    ],
    [
      { ...choice, alternatives: ['A'] },
      ['GIFT does not say whether one of several right options is enough, so it must be decided again'],
    ],
    [
      { type: 'numeric', correctValue: 20, tolerance: 0.05, toleranceKind: 'relative', unit: 'm' },
      ['The unit m is not kept, so answers with it are wrong', 'Its tolerance of 5% is written as 1'],
    ],
    [
      { type: 'text', accepted: [{ value: 'x' }], caseSensitive: true, ignoreAccents: true },
      ['Upper and lower case are accepted as the same', 'Accents are no longer ignored'],
    ],
    [
      {
        type: 'essay',
        minWords: 5,
        allowFiles: true,
        rubric: [{ criterion: 'c', levels: [{ label: 'l', marks: 1 }] }],
      },
      ['The word limits are not kept', 'Files can no longer be attached', 'The rubric is not kept'],
    ],
    [
      { type: 'gaps', questionText: 'It is {{1}}', gaps: [{ kind: 'text', accepted: [{ value: 'x' }] }] },
      ['The gap is at the end of the text, so it becomes a field below it'],
    ],
  ])('reports what GIFT cannot hold: %j', async (fields, expected) => {
    const { losses, item } = await again(fields)
    expect(losses).toEqual(expected)
    expect(item?.readings.length).toBeGreaterThan(0)
  })

  it('writes the answers with the most marks first, because Moodle takes the first that matches', async () => {
    const accepted = [{ value: 'a*', fraction: 0.5 }, { value: 'ab' }]
    const { text } = await writeGift([bankQuestion({ type: 'text', accepted })])
    expect(text).toContain('{\n\t=%100%ab\n\t=%50%a*\n}')
  })

  it('writes right sides of pairs that Moodle does not shorten', async () => {
    const pairs = ['x<y', '&lt; & <b>', 'a > b'].map((right, at) => ({ left: `${at}`, right }))
    const text = (await writeGift([bankQuestion({ type: 'matching', pairs })])).text
    for (const right of ['x&lt;y', '&amp;lt; &amp; &lt;b&gt;', 'a > b']) expect(text).toContain(`-> ${right}\n`)
  })

  it.each<[Input, string]>([
    [{ type: 'ordering', items: ['a', 'b'] }, 'GIFT has no questions about the order of items'],
    [
      {
        type: 'gaps',
        questionText: '{{1}} {{2}}',
        gaps: [
          { kind: 'numeric', correctValue: 1 },
          { kind: 'numeric', correctValue: 2 },
        ],
      },
      'GIFT can hold only one gap in a text',
    ],
    [{ type: 'text', accepted: [{ value: 'a+' }], regex: true }, 'GIFT has no regular expressions'],
    [
      { type: 'text', accepted: [{ value: 'a', fraction: 0.5 }] },
      'GIFT needs an accepted answer that earns full marks',
    ],
    [{ type: 'text', accepted: [{ value: 'a->b' }] }, 'GIFT reads an accepted answer with -> as a pair'],
    [{ type: 'numeric', correctValue: 1, significantDigits: 3 }, 'GIFT cannot compare numbers by significant digits'],
    [{ ...choice, alternatives: ['A', 'C'] }, 'GIFT needs a wrong option, but all its options are accepted'],
    [
      {
        type: 'matching',
        pairs: [
          { left: 'a', right: '**b**' },
          { left: 'c', right: 'd' },
        ],
      },
      'The right sides of pairs have formatting, which GIFT cannot hold',
    ],
    [
      {
        ...{ type: 'gaps', passage: 'In Jinja, write {{ 1 }} here. Then more.', questionText: 'It is {{1}} now' },
        gaps: [{ kind: 'text', accepted: [{ value: 'x' }] }],
      },
      'GIFT cannot tell its gap from the {{1}} in its shared text',
    ],
  ])('is left out with a reason: %j', async (fields, reason) => {
    expect(await writeGift([bankQuestion(fields)])).toEqual({
      text: '',
      losses: [{ id: 'q1', losses: [`It is left out: ${reason}`] }],
    })
  })

  it('keeps a shared text up to the longest length of a text, and leaves out longer ones', async () => {
    const passage = 'p'.repeat(9_000)
    const { read } = await again({ ...choice, passage, questionText: 'q'.repeat(998) })
    expect(read?.[0]?.questionText).toBe(`${passage}\n\n${'q'.repeat(998)}`)
    const { text, losses } = await again({ ...choice, passage, questionText: 'q'.repeat(999) })
    expect([text, losses]).toEqual([
      '',
      ['It is left out: Its shared text and its text together are longer than 10,000 characters'],
    ])
  })

  it('keeps a marker in the shared text of a question without gaps', async () => {
    const { read } = await again({ ...choice, passage: 'In Jinja, write {{1}} here.', questionText: 'Which?' })
    expect(read?.[0]?.questionText).toBe('In Jinja, write {{1}} here.\n\nWhich?')
  })

  it.each([
    ['a\\', 'second'],
    ['a\\]', 'b]\\', '\\'],
  ])('keeps tags with a backslash: %j, %j', async (...tags) => {
    const { read } = await again({ ...choice, tags, notes: 'Id: 7\\' })
    expect(read?.[0]).toMatchObject({ tags, notes: 'Id: 7\\' })
  })

  it.each([
    ['of 500 characters', 'Id: '.padEnd(504, 'y'), true],
    ['of 501 characters', 'Id: '.padEnd(505, 'y'), false],
    ['with two spaces', 'Id: a  b', false],
    ['with a space', 'Id: a b', true],
  ])('keeps an id %s or says that it does not', async (_, notes, isKept) => {
    const { read, losses } = await again({ ...choice, notes })
    expect(losses).toEqual(isKept ? [] : ['Its notes are not kept'])
    expect(read?.[0]?.notes).toBe(isKept ? notes : null)
  })

  it('keeps the shared text and the gap at the end', async () => {
    const { read } = await again({ ...choice, passage: 'Read this.', questionText: 'Which?' })
    expect(read?.[0]?.questionText).toBe('Read this.\n\nWhich?')
    const gap = { kind: 'choice', ...choice }
    const { read: other } = await again({ type: 'gaps', questionText: 'It is {{1}}', gaps: [gap] })
    expect(other?.[0]).toMatchObject({ questionText: 'It is _____', ...choice })
  })
})

/** A question with its Markdown as it is shown: the same text may be escaped differently. */
const looks = (value: unknown, field = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => looks(one, field))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, looks(one, name)]))
  const isPlain = field === 'value' || field === 'penalty' || typeof value !== 'string'
  const inline = field !== 'questionText' && field !== 'explanation'
  return isPlain ? value : richHtml(value, { inline, setTex: (source) => source.trim() }).html
}

describe('any question that GIFT can hold', () => {
  const words = [
    'a',
    'b c',
    '1',
    'x',
    ' ',
    '\n',
    '\n\n',
    '=',
    '~',
    '#',
    '####',
    '{',
    '}',
    ':',
    '::',
    '\\',
    '\\\\',
    '->',
    '%',
    '%50%',
    '[html]',
    '//',
    '<b>',
    '</b>',
  ]
  const more = [
    '&lt;',
    '&',
    '**b**',
    '*i*',
    '`c`',
    '\\(x\\)',
    '$',
    '$$',
    '- ',
    '1. ',
    '# ',
    '|',
    '_',
    '\\n',
    '{{1}}',
    '...',
    'T',
    'TRUE',
    '\\*',
    '> ',
    '![](a.png)',
  ]
  const textOf = (max: number) =>
    fc
      .array(fc.constantFrom(...words, ...more), { minLength: 1, maxLength: max })
      .map((all) => all.join('').trim())
      .filter((text) => text !== '')
  const text = textOf(12)
  const part = textOf(5).filter((one) => !one.includes('\n'))
  const common = { questionText: text, explanation: fc.option(text) }
  const options = fc
    .array(part, { minLength: 2, maxLength: 10 })
    .map((all) => Object.fromEntries(all.map((one, at) => [letters[at], one])))
  const gapText = fc
    .tuple(text, text)
    .filter(([before, after]) => !`${before}${after}`.includes('{{1}}'))
    .map(([before, after]) => `${before} {{1}} ${after} x`)
  const any = fc.oneof(
    fc.record({
      ...common,
      questionText: gapText,
      type: fc.constant('gaps'),
      gaps: fc.tuple(fc.record({ kind: fc.constant('choice'), options, correctAnswer: fc.constant('B') })),
    }),
    fc.record({ ...common, options, correctAnswer: fc.constant('A') }),
    fc.record({ ...common, options, correctAnswer: fc.constant('B'), penalty: fc.constantFrom('1/3', '1/4', '1') }),
    fc.record({
      ...common,
      type: fc.constant('multiple'),
      options,
      correctAnswers: fc.constantFrom(['A'], ['A', 'B']),
      scoring: fc.constant('each'),
    }),
    fc.record({ ...common, type: fc.constant('boolean'), correctAnswer: fc.boolean() }),
    fc.record({ ...common, type: fc.constant('essay') }),
    fc.record({
      ...common,
      type: fc.constant('numeric'),
      correctValue: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      tolerance: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
    }),
    fc.record({
      ...common,
      type: fc.constant('text'),
      accepted: fc.array(fc.record({ value: part.map((one) => one.replace(/\s+/g, ' ')) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    fc.record({
      ...common,
      type: fc.constant('matching'),
      pairs: fc.uniqueArray(fc.record({ left: part, right: part }), {
        minLength: 2,
        maxLength: 4,
        selector: ({ left }) => left,
      }),
    }),
  )

  it('is written and read again as the same, or named', async () => {
    await fc.assert(
      fc.asyncProperty(any, async (fields) => {
        const { losses, read, item, text: written } = await again(fields)
        if (losses.some((loss) => loss.startsWith('It is left out'))) {
          expect(written).toBe('')
          return
        }
        expect(item?.reason).toBeUndefined()
        const [question] = read ?? []
        const expected = bankQuestionForm.parse({ subject: 'Technical', ...fields })
        expect(looks(question)).toEqual(looks(expected))
      }),
      { numRuns: 500 },
    )
  })
})
