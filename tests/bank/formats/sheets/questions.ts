import fc from 'fast-check'
import { type BankQuestion, type BankQuestionForm, bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'

/** Questions of every type with hostile texts. */

export const ourImage = `/images/${'a'.repeat(32)}.png`

const piece = fc.oneof(
  fc.constantFrom(
    '"',
    '""',
    ',',
    ';',
    '\t',
    '|',
    '\\|',
    '=',
    '\\',
    "'",
    "'=",
    "''+",
    '-1',
    '@x',
    '50%',
    ' = 50%',
    '\n',
  ),
  fc.constantFrom(
    '<b>',
    '&amp;',
    'A',
    'B',
    '1',
    '0',
    'sep=;',
    '1/2',
    '1e5',
    'true',
    '{{1}}',
    '..',
    '[',
    '{',
    '＝1',
    'हिं',
    '😀',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
)
const isSound = (text: string) => text !== '' && !/[^\P{Cc}\t\n\r]|\p{Cs}|\ufffd/u.test(text)
const text = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join('').replaceAll('\r', '').trim())
  .filter(isSound)
const short = text.map((one) => one.slice(0, 30).toWellFormed().replaceAll('\ufffd', '').trim()).filter(isSound)
const distinct = (minLength: number) => fc.uniqueArray(text, { minLength, maxLength: 4 })

const optionsOf = (texts: readonly string[]) => Object.fromEntries(texts.map((one, place) => [letters[place], one]))
const optionsArb = fc.array(text, { minLength: 2, maxLength: 10 }).map(optionsOf)
const optionImages = fc.option(fc.constant({ A: ourImage }))
const chosen = (options: object) => fc.subarray(Object.keys(options) as Letter[], { minLength: 1 })

const number = fc.oneof(
  fc.integer(),
  fc.integer({ min: -100_000, max: 100_000 }).map((value) => value / 1000),
  fc.constantFrom(6.02e23, 1e-19, 0, 1234.5, 1e-7, 1e21),
  fc.double({ min: -1e200, max: 1e200, noNaN: true }).filter((value) => Math.abs(value) > 1e-200),
)
const numeric = fc
  .record({
    value: number,
    tolerance: fc.option(fc.nat({ max: 5 })),
    unit: fc.option(short),
    width: fc.option(fc.nat(9)),
  })
  .map(({ value, tolerance, unit, width }) => ({
    ...(width === null
      ? { correctValue: value, ...(tolerance !== null && { tolerance, toleranceKind: 'relative' as const }) }
      : { range: { min: value, max: Math.max(value, value + width) } }),
    ...(unit && { unit }),
  }))
const accepted = fc.array(fc.record({ value: text, fraction: fc.constantFrom(undefined, 1, 0.5, 0.3333) }), {
  minLength: 1,
  maxLength: 3,
})
const textFields = fc.record({
  accepted,
  caseSensitive: fc.boolean(),
  ignoreAccents: fc.boolean(),
  regex: fc.boolean(),
})

const fields = fc.oneof(
  optionsArb.chain((options) =>
    chosen(options).map(([correctAnswer, ...others]) => ({
      type: 'single',
      options,
      optionImages: { A: ourImage },
      correctAnswer,
      alternatives: others,
    })),
  ),
  fc
    .record({ options: fc.array(text, { minLength: 4, maxLength: 4 }).map(optionsOf), optionImages })
    .chain((choice) => chosen(choice.options).map(([correctAnswer]) => ({ type: 'single', ...choice, correctAnswer }))),
  optionsArb.chain((options) =>
    fc.record({ correctAnswers: chosen(options), scoring: fc.constantFrom('all', 'partial', 'each') }).map((key) => ({
      type: 'multiple',
      options,
      ...key,
    })),
  ),
  fc.boolean().map((correctAnswer) => ({ type: 'boolean', correctAnswer })),
  numeric.map((key) => ({ type: 'numeric', ...key })),
  textFields.map((key) => ({ type: 'text', ...key })),
  fc.record({ first: textFields, second: numeric, third: optionsArb }).map(({ first, second, third }) => ({
    type: 'gaps',
    questionText: '{{1}}, {{2}}, {{3}}',
    gaps: [
      { kind: 'text', ...first },
      { kind: 'numeric', ...second },
      { kind: 'choice', options: third, correctAnswer: 'A' },
    ],
  })),
  fc
    .record({ left: distinct(2), right: fc.array(text, { minLength: 4, maxLength: 4 }), distractors: distinct(0) })
    .map(({ left, right, distractors }) => ({
      type: 'matching',
      pairs: left.map((one, place) => ({ left: one, right: right[place] })),
      distractors,
    })),
  distinct(2).map((items) => ({ type: 'ordering', items })),
  fc
    .record({ minWords: fc.option(fc.integer({ min: 1, max: 9 })), allowFiles: fc.boolean(), label: text })
    .map(({ minWords, allowFiles, label }) => ({
      type: 'essay',
      minWords,
      allowFiles,
      rubric: [{ criterion: label, levels: [{ label, marks: 0.5 }] }],
    })),
)

/** Questions as entered by their authors. */
export const questions: fc.Arbitrary<BankQuestionForm> = fc
  .record({
    fields,
    subject: fc.constantFrom('Verbal', 'Technical'),
    topic: fc.constantFrom('', 'Trees', 'Trees/Binary trees'),
    difficulty: fc.constantFrom('Easy', 'Medium', 'Hard'),
    tags: fc.uniqueArray(short, { maxLength: 3 }),
    language: fc.constantFrom('en', 'hi', 'pt-BR'),
    source: fc.option(text),
    notes: fc.option(text),
    questionText: text,
    questionImageUrl: fc.option(fc.constant(ourImage)),
    passage: fc.option(text),
    marks: fc.integer({ min: 4, max: 40 }).map((quarters) => quarters / 4),
    penalty: fc.constantFrom(undefined, 0, 0.25, '1/3', '2/7'),
    explanation: fc.option(text),
  })
  .map(({ fields: own, ...about }) => bankQuestionForm.parse({ ...about, ...own }))

/** The question as the bank returns it. */
export function bankQuestionOf({ penalty, ...form }: BankQuestionForm): BankQuestion {
  return {
    ...form,
    ...(penalty !== null && { penalty }),
    id: 'q1',
    version: 3,
    author: 'A. Teacher',
    retired: false,
    facility: 0.5,
    createdAt: '2026-01-31T09:00:00.000Z',
    updatedAt: '2026-01-31T09:00:00.000Z',
  } as unknown as BankQuestion
}
