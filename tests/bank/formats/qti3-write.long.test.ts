import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundItem } from '#server/features/bank/formats/found.ts'
import { escapeMarkdown } from '#server/features/bank/formats/markdown.ts'
import { readQtiPackage } from '#server/features/bank/formats/qti-package.ts'
import { qti3Losses, writeQti3 } from '#server/features/bank/formats/qti3-write.ts'
import { readDocument } from '#server/features/bank/formats/xml.ts'
import { type BankQuestion, bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { richHtml } from '#shared/bank/rich-text.rules.ts'
import { fromText } from '#shared/ratio.ts'
import { collected, filesOf, mediaStub, valid } from './qti/read.ts'
import { flawsIn } from './qti/schema.ts'

const url = (digit: number) => `/images/${String(digit).repeat(32)}.png`

/** A bank question with defaults for what the test does not name. */
const questionOf = (fields: object): BankQuestion => {
  const form = bankQuestionForm.parse({ subject: 'Technical', questionText: 'What is it?', ...fields })
  const rest = { id: 'q', version: 1, author: null, retired: false, facility: null, createdAt: '', updatedAt: '' }
  return { ...rest, ...form } as unknown as BankQuestion
}

async function written(questions: readonly BankQuestion[]) {
  const files = await collected(writeQti3(questions, async (name) => Buffer.from(name)))
  return Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]))
}

/** Rendered Markdown. */
const shown = (text: string | null | undefined, inline = false) =>
  text ? richHtml(text, { inline, setTex: (source) => source }).html.replace(/\s+/g, ' ') : null

/** Normalizes a question, so that equivalent fields are equal. */
function meaningOf(given: object, ownImages: (name: string) => string): unknown {
  const question = given as Record<string, unknown> & { penalty?: number | string | null }
  const { questionText, passage, explanation, penalty, options, pairs, distractors, items } = question
  const optionTexts = (all: unknown) =>
    Object.fromEntries(Object.entries((all ?? {}) as object).map(([letter, text]) => [letter, shown(text, true)]))
  const drop = (number: Record<string, unknown>) => {
    const { tolerance, toleranceKind, ...rest } = number
    return { ...rest, ...(tolerance ? { tolerance, ...(toleranceKind === 'relative' && { toleranceKind }) } : {}) }
  }
  const text = (key: Record<string, unknown>) => {
    const all = key.accepted as { value: string; fraction?: number }[]
    const accepted = all
      .map(({ value, fraction = 1 }) => ({ value, fraction }))
      .toSorted((a, b) => b.fraction - a.fraction || (a.value < b.value ? -1 : 1))
    return { ...key, accepted }
  }
  const key = (one: Record<string, unknown>) => (one.accepted ? text(one) : one.options ? one : drop(one))
  const { subject, topic, author, ...fields } = question
  for (const name of ['id', 'version', 'retired', 'facility', 'createdAt', 'updatedAt', 'baseVersion'])
    delete fields[name]
  return {
    ...(key(fields) as object),
    type: question.type ?? 'single',
    questionText: shown(questionText as string),
    passage: shown(passage as string),
    explanation: shown(explanation as string),
    penalty: typeof penalty === 'string' ? fromText(penalty) : penalty || null,
    ...(question.questionImageUrl ? { questionImageUrl: ownImages(String(question.questionImageUrl)) } : {}),
    ...(question.optionImages
      ? { optionImages: Object.fromEntries(Object.entries(question.optionImages).map(([a, b]) => [a, ownImages(b)])) }
      : {}),
    ...(question.gaps ? { gaps: (question.gaps as Record<string, unknown>[]).map(key) } : {}),
    ...(options ? { options: optionTexts(options) } : {}),
    ...(pairs
      ? {
          pairs: (pairs as { left: string; right: string }[]).map(({ left, right }) => [
            shown(left, true),
            shown(right, true),
          ]),
          distractors: (distractors as string[]).map((one) => shown(one, true)),
        }
      : {}),
    ...(items ? { items: (items as string[]).map((one) => shown(one, true)) } : {}),
  }
}

/** Writes and reads questions, and expects the same ones. */
async function comesBack(questions: readonly BankQuestion[]): Promise<FoundItem[]> {
  const files = await written(questions)
  for (const [name, bytes] of Object.entries(files))
    if (name.endsWith('.xml')) expect(await flawsIn(name, bytes.toString())).toEqual([])
  const { media, stored } = mediaStub()
  const items = await collected(readQtiPackage(filesOf(files), media))
  expect(items.map(({ reason, file }) => ({ reason, file }))).toEqual(
    questions.map((_, at) => ({ reason: undefined, file: `items/item-${at + 1}.xml` })),
  )
  for (const [at, { readings }] of items.entries()) {
    const [reading] = readings
    if (!reading) throw new Error('Refused')
    expect(readings).toHaveLength(1)
    expect(reading.losses).toEqual([])
    const original = (own: string) => stored.get(own)?.toString() ?? own
    expect(meaningOf(valid(reading), original)).toEqual(meaningOf(questions[at] as object, (own) => own))
  }
  return items
}

const four = { A: 'one', B: 'two', C: 'three', D: 'four' }

describe('a package of QTI 3.0', () => {
  it.each<[string, object]>([
    ['single choice', { options: four, correctAnswer: 'B', marks: 2.5, penalty: 0.5 }],
    ['single choice with alternatives', { options: four, correctAnswer: 'B', alternatives: ['D'], penalty: '1/3' }],
    [
      'single choice with images',
      { options: four, optionImages: { A: url(1), C: url(2) }, questionImageUrl: url(3), correctAnswer: 'A' },
    ],
    ['multiple choice, all', { type: 'multiple', options: four, correctAnswers: ['A', 'D'], penalty: 1, marks: 4 }],
    [
      'multiple choice, partial',
      {
        type: 'multiple',
        options: four,
        correctAnswers: ['A', 'B', 'D'],
        scoring: 'partial',
        marks: 4,
        penalty: '1/2',
      },
    ],
    [
      'multiple choice, each',
      { type: 'multiple', options: four, correctAnswers: ['A', 'D'], scoring: 'each', marks: 3 },
    ],
    ['true or false', { type: 'boolean', correctAnswer: false, penalty: '1/4' }],
    ['number', { type: 'numeric', correctValue: -3.5, unit: 'm/s²' }],
    ['number with a tolerance', { type: 'numeric', correctValue: 9.81, tolerance: 0.05, penalty: 0.25 }],
    [
      'number with a relative tolerance',
      { type: 'numeric', correctValue: -40, tolerance: 0.05, toleranceKind: 'relative' },
    ],
    ['number in a range', { type: 'numeric', range: { min: 1e-7, max: 2.5 } }],
    ['number with significant digits', { type: 'numeric', correctValue: 6.02e23, significantDigits: 3, unit: 'kg' }],
    [
      'text',
      {
        type: 'text',
        accepted: [{ value: 'Paris & "Co" <b>' }, { value: 'a*b\\*c', fraction: 0.5 }],
        caseSensitive: true,
        regex: true,
      },
    ],
    [
      'text that ignores case',
      { type: 'text', accepted: [{ value: 'Paris' }, { value: 'Lutetia', fraction: 1 / 3 }], penalty: 1 },
    ],
    ['text with wildcards', { type: 'text', accepted: [{ value: 'col*r' }, { value: '*gr\\*y.', fraction: 0.5 }] }],
    [
      'text with and without wildcards',
      {
        type: 'text',
        accepted: [{ value: 'colour' }, { value: 'col*r', fraction: 0.5 }, { value: '12' }, { value: 'e-mail*' }],
      },
    ],
    [
      'text with tabs and non-breaking spaces',
      { type: 'text', accepted: [{ value: 'a\u00a0b' }, { value: 'a\tb', fraction: 0.5 }] },
    ],
    [
      'gaps with non-breaking spaces',
      {
        type: 'gaps',
        questionText: 'It is {{1}}.',
        gaps: [{ kind: 'choice', options: { A: '5\u00a0kg', B: '6\u00a0kg' }, correctAnswer: 'B' }],
      },
    ],
    [
      'gaps',
      {
        type: 'gaps',
        questionText: 'A {{1}} and **{{2}}**, then:\n\n- `{{3}}`',
        gaps: [
          { kind: 'text', accepted: [{ value: 'x' }, { value: 'y', fraction: 0.5 }], caseSensitive: true },
          { kind: 'numeric', correctValue: 5, tolerance: 1, unit: 'kg' },
          { kind: 'choice', options: { A: '<a>', B: '*b*' }, correctAnswer: 'B' },
        ],
        penalty: 0.5,
        marks: 6,
      },
    ],
    [
      'a single gap with a text',
      {
        type: 'gaps',
        questionText: 'Water is {{1}}.',
        gaps: [{ kind: 'text', accepted: [{ value: 'wet' }], caseSensitive: true }],
      },
    ],
    [
      'a single gap with a number',
      { type: 'gaps', questionText: '{{1}} is 5 kg.', gaps: [{ kind: 'numeric', correctValue: 5, unit: 'kg' }] },
    ],
    [
      'matching',
      {
        type: 'matching',
        pairs: [
          { left: 'cat', right: 'animal' },
          { left: 'rose', right: 'plant' },
          { left: 'dog', right: 'animal' },
        ],
        distractors: ['$x^2$', 'stone'],
        penalty: '1/3',
        marks: 3,
      },
    ],
    ['ordering', { type: 'ordering', items: ['first', '**second**', 'third', 'a fourth'], penalty: 0.5 }],
    [
      'essay',
      {
        type: 'essay',
        minWords: 50,
        maxWords: 100,
        allowFiles: true,
        marks: 10,
        rubric: [
          {
            criterion: 'Style & form',
            levels: [
              { label: 'Good', marks: 2.5 },
              { label: 'Bad', marks: 0 },
            ],
          },
          { criterion: 'Facts', levels: [{ label: 'All', marks: 5 }] },
        ],
      },
    ],
    ['essay with a limit', { type: 'essay', maxWords: 10 }],
  ])('keeps a question: %s', async (_, fields) => {
    const question = questionOf(fields)
    expect(qti3Losses(question)).toEqual([])
    await comesBack([question])
  })

  const fifty = Array.from({ length: 50 }, (_, at) => `item ${at}`)
  it.each<[string, object]>([
    ['ordering', { type: 'ordering', items: fifty, penalty: 1 }],
    [
      'matching',
      { type: 'matching', pairs: fifty.map((left) => ({ left, right: `to ${left}` })), penalty: 1, marks: 5 },
    ],
    [
      'gaps',
      {
        type: 'gaps',
        questionText: fifty.map((_, at) => `{{${at + 1}}}`).join(' '),
        gaps: fifty.map((value) => ({ kind: 'text', accepted: [{ value }, { value: `${value}s`, fraction: 0.5 }] })),
        penalty: 1,
        marks: 5,
      },
    ],
  ])('keeps the largest question: %s', async (_, fields) => {
    await comesBack([questionOf(fields)])
  })

  it('keeps texts, notes, metadata and the order of topics', async () => {
    const one = questionOf({
      options: four,
      correctAnswer: 'A',
      questionText:
        '# Title\n\nIs \\(x < 1\\) *or* $y$?\n\n\\[ \\frac12 \\]\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\nfor {{1}} in x:\n    pass\n```',
      passage: 'A <passage>.\n\n1. x\n2. y',
      explanation: 'Because `a < b`.',
      notes: 'Not *sure*:\n  check & fix',
      source: 'A book, 2nd ed.',
      tags: ['trees', 'AVL & co'],
      difficulty: 'Hard',
      language: 'hi',
      topic: 'Trees/Binary trees',
    })
    const two = questionOf({ options: four, correctAnswer: 'B', passage: one.passage, topic: 'Trees' })
    const three = questionOf({ options: four, correctAnswer: 'C' })
    const items = await comesBack([one, two, three])
    expect(items.map(({ category }) => category)).toEqual([['Trees', 'Binary trees'], ['Trees'], []])
    expect(Object.keys(await written([one, two, three])).filter((name) => name.startsWith('passages'))).toHaveLength(1)
  })

  it('has the title of the test', async () => {
    const question = questionOf({ options: four, correctAnswer: 'A', topic: 'Trees' })
    const files = await collected(writeQti3([question], async () => undefined, 'Midterm <1> & "2"'))
    const test = files.find(({ name }) => name === 'test.xml')?.bytes.toString() ?? ''
    expect((await readDocument(test)).attributes.title).toBe('Midterm <1> & "2"')
    const read = filesOf(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])))
    const [item] = await collected(readQtiPackage(read, mediaStub().media))
    expect(item?.category).toEqual(['Trees'])
  })

  it.each<[string, object, string]>([
    [
      'accents',
      { type: 'text', accepted: [{ value: 'é' }], ignoreAccents: true },
      'The setting that ignores accents is not kept',
    ],
    [
      'marks without an answer that earns all of them',
      { type: 'text', accepted: [{ value: 'a', fraction: 0.5 }], marks: 4 },
      'No accepted answer earns full marks: read back, the question is worth what the best one earns',
    ],
    [
      'options True and False',
      { options: { A: 'True', B: 'False' }, correctAnswer: 'A' },
      'It is read back as a question of true or false',
    ],
    [
      'regular expressions',
      { type: 'text', accepted: [{ value: 'a+' }], regex: true },
      'Regular expressions distinguish upper and lower case in QTI',
    ],
    ['a penalty of 0', { options: four, correctAnswer: 'A', penalty: 0 }, 'Its explicit penalty of 0 is not kept'],
  ])('reports what it does not keep: %s', (_, fields, loss) => {
    expect(qti3Losses(questionOf(fields))).toEqual([loss])
  })
})

const words = fc.stringMatching(/^[a-z<&*_$\\`#>"'+.)-]{1,8}( [a-zé1-9<&*_|]{1,6}){0,3}$/)
const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const
const optionsOf = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, at) => [letters[at], escapeMarkdown(`${text} ${at}`)]))
const penalty = fc.constantFrom(null, 0.25, 1, '1/3', '1/4')
const marks = fc.constantFrom(1, 1.5, 3, 10)
const number = fc
  .oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
  )
  .filter((value) => String(value).length < 20)
  // JSON has no negative zero.
  .map((value) => value + 0)

const chosen = fc
  .array(words, { minLength: 2, maxLength: 7 })
  .chain((texts) =>
    fc.tuple(fc.constant(texts), fc.nat(texts.length - 1), fc.subarray([...texts.keys()], { minLength: 1 })),
  )
const kinds = fc.oneof(
  chosen.map(([texts, at]) => ({ options: optionsOf(texts), correctAnswer: letters[at] })),
  fc.tuple(chosen, fc.constantFrom('all', 'partial', 'each')).map(([[texts, , right], scoring]) => ({
    type: 'multiple',
    options: optionsOf(texts),
    correctAnswers: right.map((at) => letters[at]),
    scoring,
  })),
  fc.boolean().map((correctAnswer) => ({ type: 'boolean', correctAnswer })),
  number.map((correctValue) => ({ type: 'numeric', correctValue })),
  fc
    .tuple(number, fc.constantFrom(0.5, 2, 0.001))
    .map(([correctValue, tolerance]) => ({ type: 'numeric', correctValue, tolerance })),
  fc
    .tuple(number, number)
    .map(([a, b]) => ({ type: 'numeric', range: { min: Math.min(a, b), max: Math.max(a, b) + 1 } })),
  fc.uniqueArray(words, { minLength: 1, maxLength: 4, selector: (text) => text.toLowerCase() }).map((texts) => ({
    type: 'text',
    accepted: texts.map((value, at) => ({
      value: value.replaceAll('*', '\\*'),
      ...(at > 0 && { fraction: 1 / (at + 1) }),
    })),
  })),
  fc.uniqueArray(words, { minLength: 2, maxLength: 6 }).map((texts) => ({
    type: 'matching',
    pairs: texts.map((left, at) => ({
      left: escapeMarkdown(`${left} l${at}`),
      right: escapeMarkdown(`${left} r${at % 3}`),
    })),
    distractors: ['other'],
  })),
  fc
    .uniqueArray(words, { minLength: 2, maxLength: 6 })
    .map((texts) => ({ type: 'ordering', items: texts.map((text, at) => escapeMarkdown(`${text} ${at}`)) })),
)

describe('a written question', () => {
  it('is read back the same, or as its losses say', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, words, penalty, marks, async (fields, questionText, cost, worth) => {
        const question = questionOf({
          ...fields,
          questionText: escapeMarkdown(`Say ${questionText}`),
          penalty: cost,
          marks: worth,
        })
        fc.pre(qti3Losses(question).length === 0)
        await comesBack([question])
      }),
      { numRuns: 200 },
    )
  })
})
