import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeMarkdown } from '#server/features/bank/formats/markdown.ts'
import { moodleFlaw, moodleLosses } from '#server/features/bank/formats/moodle-xml-write.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { richHtml } from '#shared/bank/rich-text.rules.ts'
import { samples } from '#tests/factories/question-types.ts'
import { pngUrl } from './read.ts'
import { again, aQuestion, written } from './written.ts'

/** The fields of a form that matter, with formatted texts as HTML. */
function comparable(question: object) {
  const form = bankQuestionForm.parse({ subject: 'Technical', ...question })
  const { subject: _, topic: __, penalty, ...fields } = form
  const shown = (value: unknown, path: string): unknown => {
    if (typeof value === 'string' && /^(?:questionText|passage|explanation)$/.test(path)) return richHtml(value).html
    if (typeof value === 'string' && /^(?:options|pairs|items)\b/.test(path))
      return richHtml(value, { inline: true }).html
    if (Array.isArray(value)) return value.map((one) => shown(one, path))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one, path || name)]))
  }
  return shown({ ...fields, penalty: penalty || null }, '')
}

const types: readonly [string, object][] = [
  ['single', { options: { A: 'one', B: '**two**', C: '`a < b`' }, correctAnswer: 'B', penalty: '1/3', marks: 2.5 }],
  ['single with alternatives', { options: { A: 'x', B: 'y', C: 'z' }, correctAnswer: 'A', alternatives: ['C'] }],
  ['single with images', { options: { A: 'x', B: 'y' }, optionImages: { B: pngUrl }, correctAnswer: 'A' }],
  [
    'multiple, each',
    {
      type: 'multiple',
      options: { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e' },
      correctAnswers: ['A', 'C', 'E'],
      scoring: 'each',
    },
  ],
  [
    'multiple, partial',
    { type: 'multiple', options: { A: 'a', B: 'b', C: 'c', D: 'd' }, correctAnswers: ['A', 'C'], scoring: 'partial' },
  ],
  ['boolean', { type: 'boolean', correctAnswer: false, questionImageUrl: pngUrl }],
  ['numeric', { type: 'numeric', correctValue: -1.5e-7, tolerance: 1e-9, unit: 'm/s²' }],
  ['text', { type: 'text', accepted: [{ value: 'a*b' }, { value: 'x\\*y', fraction: '1/3' }], caseSensitive: true }],
  [
    'gaps',
    {
      type: 'gaps',
      marks: 6,
      questionText: 'A **{{1}}** is:\n\n```\nif (x) { {{2}} }\n```\n\n- {{3}}\n- \\(\\frac{1}{2}\\) {1:SA:=no gap}',
      gaps: [
        {
          kind: 'text',
          accepted: [{ value: '=%5% {a}~b#c\\}"<i>&amp;' }, { value: 'R&', fraction: 0.35 }],
          caseSensitive: true,
        },
        { kind: 'numeric', correctValue: 0.1, tolerance: 0.05 },
        { kind: 'choice', options: { A: '<b>&lt;', B: '=yes~no}', C: '\\#' }, correctAnswer: 'B' },
      ],
    },
  ],
  [
    'matching',
    {
      type: 'matching',
      pairs: [
        { left: '**a**', right: 'x_y' },
        { left: '\\(b\\)', right: '\\(y^2\\)' },
      ],
      distractors: ['none'],
    },
  ],
  ['ordering', { type: 'ordering', items: ['`first`', 'second'] }],
  ['essay', { type: 'essay', minWords: 10, maxWords: 200, notes: 'Look for *dates*\n<b>' }],
]

describe('what is written', () => {
  it.each(types)('reads again as the same question: %s', async (_, fields) => {
    const question = aQuestion({ ...fields, explanation: 'Because **so**.', tags: ['one', 'a & b'] })
    expect(moodleFlaw(question)).toBeNull()
    expect(moodleLosses(question)).toEqual([])
    const [read] = await again(question)
    expect(read?.losses).toEqual([])
    expect(comparable(read?.question ?? {})).toEqual(comparable(question))
  })

  it('keeps attached files', async () => {
    const [read] = await again(aQuestion({ type: 'essay', allowFiles: true }))
    expect(read?.question).toMatchObject({ type: 'essay', allowFiles: true })
  })

  it.each([
    '# Heading\n\nText with *emphasis*, **strength** and `code < 1`.',
    '1. one\n2. two\n\n   more\n\n5. five',
    '- a\n  - b\n    - c\n- d',
    '| a | b |\n| --- | --- |\n| `x` | \\(y\\) |',
    '```\nfor (;;) {\n\n  x < 1;\n}\n```',
    '> quoted\n> lines',
    'a\nb\n\nc',
    'Costs $5 and \\(x < \\frac{a}{b}\\), then\n\n$$\\int_0^1 x\\,dx$$\n\nand $n$th.',
    'Literal \\\\(x\\\\), \\\\[y\\\\], \\$\\$z\\$\\$ and \\*stars\\*',
    'def f(x):\n    return x * 2\n\nprint(f(1))',
    '&lt; <script>alert(1)</script> ]]> "quotes"',
    'Shaded ____ and a * b * c, snake_case',
  ])('shows the same text: %j', async (questionText) => {
    const question = aQuestion({ type: 'boolean', correctAnswer: true, questionText })
    const [read] = await again(question)
    // Formulas may have other delimiters, and the items of lists may be paragraphs.
    const shown = (text = '') => richHtml(text, { setTex: (tex) => tex }).html.replace(/<\/?p>|\s+/g, '')
    expect(shown(read?.question.questionText)).toBe(shown(questionText))
    expect(read?.losses).toEqual([])
  })

  it('keeps any plain text in every field', async () => {
    const line = fc.string({ unit: fc.constantFrom(...'ab1 {}~#=%:\\*_`$<>&;"()[]|-.+/'), minLength: 1, maxLength: 25 })
    const plain = line.map((text) => text.trim()).filter((text) => text !== '')
    const oneSpace = (text: string) => text.replace(/ +/g, ' ')
    const markdown = plain.map((text) => escapeMarkdown(oneSpace(text)))
    await fc.assert(
      fc.asyncProperty(markdown, markdown, markdown, plain, plain, async (a, b, c, x, y) => {
        const questions = [
          aQuestion({ questionText: a, options: { A: b, B: c }, correctAnswer: 'B', explanation: c }),
          aQuestion({ type: 'ordering', items: [`1 ${a}`, `2 ${b}`], passage: c }),
          aQuestion({ type: 'text', questionText: c, accepted: [{ value: x }, { value: `2 ${y}`, fraction: 0.5 }] }),
          aQuestion({
            type: 'gaps',
            questionText: `${a}\n\n{{1}} and {{2}}\n\n${b}`,
            gaps: [
              { kind: 'text', accepted: [{ value: x }] },
              { kind: 'choice', options: { A: oneSpace(x), B: oneSpace(y) }, correctAnswer: 'A' },
            ],
            marks: 2,
          }),
        ]
        const fits = questions.filter((question) => moodleFlaw(question) === null)
        const reads = await again(...fits)
        expect(reads.map(({ question }) => comparable(question))).toEqual(fits.map(comparable))
      }),
      { numRuns: 300 },
    )
  })

  it('writes right sides of pairs that Moodle does not shorten', async () => {
    const pairs = ['x<y', '&lt; & <b>', 'a > "b"'].map((right, at) => ({ left: `${at}`, right }))
    const xml = await written(aQuestion({ type: 'matching', pairs }))
    for (const right of ['x&lt;y', '&amp;lt; &amp; &lt;b&gt;', 'a > "b"'])
      expect(xml).toContain(`<answer><text><![CDATA[${right}]]></text></answer>`)
  })

  it('keeps the shared text separate', async () => {
    const question = aQuestion({ type: 'boolean', correctAnswer: true, passage: '# Title\n\nA {story}' })
    expect(moodleLosses(question)).toEqual(['Its shared text becomes a part of its text'])
    const [read] = await again(question)
    expect(comparable(read?.question ?? {})).toEqual(comparable(question))
  })

  it('writes subjects and topics as categories', async () => {
    const reads = await again(
      aQuestion({ type: 'boolean', correctAnswer: true }),
      aQuestion({ type: 'boolean', correctAnswer: true, topic: 'Trees/Binary trees' }),
      aQuestion({ type: 'boolean', correctAnswer: true, topic: 'Trees/Binary trees' }),
    )
    const path = ['Technical', 'Trees', 'Binary trees']
    expect(reads.map(({ category }) => category)).toEqual([['Technical'], path, path])
  })

  it('leaves out an image that cannot be read', async () => {
    const url = `/images/${'0'.repeat(32)}.png`
    const xml = await written(aQuestion({ type: 'boolean', correctAnswer: true, questionImageUrl: url }))
    expect(xml).not.toContain('PLUGINFILE')
  })
})

describe('what Moodle XML cannot hold', () => {
  const boolean = { type: 'boolean', correctAnswer: true }
  const gap = (fields: object) => ({ type: 'gaps', questionText: 'a {{1}}', gaps: [fields] })

  it.each<[string, object, object?]>([
    ['Its difficulty (Hard) is not kept', { ...boolean, difficulty: 'Hard' }],
    ['Its language (hi) is not kept', { ...boolean, language: 'hi' }],
    ['Its source is not kept', { ...boolean, source: 'GATE' }],
    ['Its notes are not kept', { ...boolean, notes: 'Easy' }],
    ['Its penalty for wrong answers is not kept', { ...boolean, penalty: 0.5 }],
    ['Its penalty for wrong answers is not kept', { options: { A: 'a', B: 'b' }, correctAnswer: 'A', penalty: '2/7' }],
    ['The rule that wrong answers never cost marks is not kept', { ...boolean, penalty: 0 }],
    [
      'In Moodle, a partly right answer earns a share of the marks',
      { type: 'multiple', options: { A: 'a', B: 'b', C: 'c' }, correctAnswers: ['A', 'B'], scoring: 'all' },
      { scoring: 'each' },
    ],
    [
      'The range from 1 to 2 is written as 1.5 ± 0.5',
      { type: 'numeric', range: { min: 1, max: 2 } },
      { correctValue: 1.5, tolerance: 0.5 },
    ],
    [
      'The tolerance of 5% is written as 0.0705',
      { type: 'numeric', correctValue: -1.41, tolerance: 0.05, toleranceKind: 'relative' },
      { correctValue: -1.41, tolerance: 0.0705 },
    ],
    ['In Moodle, accents are not ignored', { type: 'text', accepted: [{ value: 'é' }], ignoreAccents: true }],
    [
      '“b” earns 33.33% instead of 35% in Moodle',
      { type: 'text', accepted: [{ value: 'a' }, { value: 'b', fraction: 0.35 }] },
      { accepted: [{ value: 'a' }, { value: 'b', fraction: 1 / 3 }] },
    ],
    [
      'Formatting of right sides is not kept',
      {
        type: 'matching',
        pairs: [
          { left: 'a', right: '**x** `y`' },
          { left: 'b', right: 'y' },
        ],
      },
      {
        pairs: [
          { left: 'a', right: 'x y' },
          { left: 'b', right: 'y' },
        ],
      },
    ],
    [
      'In Moodle, a partly right order earns the share of items that the right one follows',
      { type: 'ordering', items: ['a', 'b', 'c'] },
      { items: ['a', 'b', 'c'] },
    ],
    ['In Moodle, students can attach any number of files instead of up to 5', { type: 'essay', allowFiles: true }],
    [
      'Its rubric becomes a text for graders',
      { type: 'essay', notes: 'Note', rubric: [{ criterion: 'Clarity', levels: [{ label: 'Clear', marks: 2 }] }] },
      { notes: 'Note\n\n- Clarity\n  - Clear: 2' },
    ],
    [
      'Its 1.5 marks become 1, one for each gap',
      { ...gap({ kind: 'text', accepted: [{ value: 'x' }] }), marks: 1.5 },
      { marks: 1 },
    ],
    [
      'Gap 1: Its unit is written as text after the gap',
      gap({ kind: 'numeric', correctValue: 5, unit: 'm' }),
      { questionText: 'a {{1}} m' },
    ],
  ])('reports before writing: %s', async (loss, fields, expected = {}) => {
    const question = aQuestion(fields)
    expect(moodleLosses(question)).toEqual([loss])
    const [read] = await again(question)
    expect(read?.question).toMatchObject(expected)
  })

  it.each<[string, object]>([
    ['Regular expressions cannot be written', { type: 'text', accepted: [{ value: 'a+' }], regex: true }],
    ['Regular expressions cannot be written', gap({ kind: 'text', accepted: [{ value: 'a+' }], regex: true })],
    ['None of its answers earns full marks', { type: 'text', accepted: [{ value: 'a', fraction: 0.5 }] }],
    [
      'Significant digits cannot be written. Use a tolerance instead',
      { type: 'numeric', correctValue: 3.14, significantDigits: 3 },
    ],
    ['The text must contain {{1}}', { ...gap({ kind: 'text', accepted: [{ value: 'a' }] }), questionText: 'a' }],
    [
      'One of its gaps is inside a formula',
      { ...gap({ kind: 'text', accepted: [{ value: 'a' }] }), questionText: '\\(x = {{1}}\\)' },
    ],
  ])('leaves out a question: %s', async (flaw, fields) => {
    const question = aQuestion(fields)
    expect(moodleFlaw(question)).toBe(flaw)
    expect(await again(question, aQuestion(boolean))).toHaveLength(1)
  })

  it('writes every type', async () => {
    const questions = samples.map((fields) =>
      aQuestion({ ...fields, ...(fields.type === 'gaps' && { questionText: '{{1}} {{2}} {{3}}' }) }),
    )
    expect(questions.map(moodleFlaw)).toEqual(samples.map(() => null))
    expect(await again(...questions)).toHaveLength(samples.length)
  })
})
