import { z } from 'zod'
import { compare, fromText, one, toNumber, zero } from '../ratio.ts'
import { idSchema, isPlain, requiredText, unreadable } from '../schema.ts'
import { imageUrlField } from '../tests/images.schema.ts'
import { type Letter, letters, scorings } from './types/choice.rules.ts'
import { maxEssay, maxFiles } from './types/essay.rules.ts'
import { maxShortText } from './types/text.rules.ts'

/**
 * The fields of each question type, as entered by the author and as shown to students. A question without a type is
 * single choice.
 */

export const questionSentence = 'Please fill all question fields correctly'
const letter = z.enum(letters, { error: questionSentence })
const optionText = requiredText(questionSentence, 2_000)

/** At least two options, lettered from A without gaps. */
const options = z
  .partialRecord(letter, optionText, { error: questionSentence })
  .refine((given) => Object.keys(given).length >= 2, 'At least 2 options are required')
  .refine(
    (given) => letters.slice(0, Object.keys(given).length).every((one) => given[one] !== undefined),
    'Options must be lettered from A without gaps',
  )

const optionImages = z
  .partialRecord(letter, imageUrlField)
  .nullish()
  .transform((images) => {
    const given = Object.entries(images ?? {}).filter(([, url]) => url !== null)
    return given.length > 0 ? (Object.fromEntries(given) as Partial<Record<Letter, string>>) : null
  })

type WithOptions = { options?: Partial<Record<Letter, string>> }
/** Reports an answer that is not one of the options. */
const isOption = (path: string, given: (form: never) => readonly (Letter | undefined)[] | undefined) => ({
  path: [path],
  error: questionSentence,
  when: ({ value }: { value: unknown }) => typeof (value as WithOptions | null)?.options === 'object',
  holds: (form: unknown) =>
    given(form as never)?.every((one) => one !== undefined && (form as WithOptions).options?.[one] !== undefined) ??
    true,
})
const oneIsOption = isOption('correctAnswer', ({ correctAnswer }: { correctAnswer: Letter }) => [correctAnswer])
const allAreOptions = isOption('correctAnswers', ({ correctAnswers }: { correctAnswers: Letter[] }) => correctAnswers)

const alternatives = z
  .array(letter)
  .nullish()
  .transform((given) => (given && given.length > 0 ? letters.filter((one) => given.includes(one)) : undefined))
  // JSON omits it if it is undefined.
  .optional()
  .describe('Other options that also earn full marks')
const alternativesAreOptions = isOption(
  'alternatives',
  ({ correctAnswer, alternatives: given = [] }: { correctAnswer: Letter; alternatives?: Letter[] }) =>
    given.map((one) => (one === correctAnswer ? undefined : one)),
)

const singleForm = z
  .object({ type: z.literal('single').optional(), options, optionImages, correctAnswer: letter, alternatives })
  .refine(oneIsOption.holds, oneIsOption)
  .refine(alternativesAreOptions.holds, alternativesAreOptions)

const multipleForm = z
  .object({
    type: z.literal('multiple'),
    options,
    optionImages,
    correctAnswers: z
      .array(letter)
      .min(1, 'Mark at least one option as correct')
      .transform((given) => letters.filter((one) => given.includes(one))),
    scoring: z.enum(scorings).default('all'),
  })
  .refine(allAreOptions.holds, allAreOptions)

const booleanForm = z.object({
  type: z.literal('boolean'),
  correctAnswer: z.boolean({ error: 'Choose True or False' }),
})

const number = z.number({ error: 'Must be a number' })
const unit = z
  .string()
  .trim()
  .max(30, 'Must be at most 30 characters')
  .refine(isPlain, unreadable)
  .nullish()
  .transform((text) => text || undefined)
  // JSON omits it if it is undefined.
  .optional()

const numericFields = {
  correctValue: number.optional(),
  tolerance: number.min(0, 'A tolerance cannot be negative').optional(),
  toleranceKind: z
    .enum(['absolute', 'relative'])
    .optional()
    .describe('`relative`: a fraction of the value, such as 0.05'),
  range: z
    .object({ min: number, max: number })
    .refine(({ min, max }) => min <= max, { path: ['max'], error: 'Must not be less than the minimum' })
    .optional(),
  significantDigits: z.number().int().min(1).max(15).optional(),
  unit,
}
const hasValue = ({ correctValue, range }: { correctValue?: unknown; range?: unknown }) =>
  (correctValue === undefined) !== (range === undefined)
const needsValue = { path: ['correctValue'], error: 'Enter either the correct value or a range' }
const numericForm = z.object({ type: z.literal('numeric'), ...numericFields }).refine(hasValue, needsValue)

const notAShare = 'Must be a number or a fraction such as 1/3'
const share = z
  .union(
    [
      z.number(),
      z.string().transform((text, ctx) => {
        const read = fromText(text)
        if (read) return toNumber(read)
        ctx.addIssue({ code: 'custom', message: notAShare })
        return z.NEVER
      }),
    ],
    { error: notAShare },
  )
  .refine((value) => value > 0 && value <= 1, 'Must be more than 0 and at most 1')

const textFields = {
  accepted: z
    .array(z.object({ value: requiredText('Enter an accepted answer', 1_000), fraction: share.optional() }))
    .min(1, 'Enter at least one accepted answer')
    .max(100),
  caseSensitive: z.boolean().default(false),
  ignoreAccents: z.boolean().default(false),
  regex: z.boolean().default(false).describe('The accepted values are regular expressions'),
}
const textForm = z.object({ type: z.literal('text'), ...textFields })

const shownOrder = z.array(letter).optional().describe('Only in a student’s paper: the letters in the order shown')
const gapForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), ...textFields }),
  z.object({ kind: z.literal('numeric'), ...numericFields }).refine(hasValue, needsValue),
  z
    .object({ kind: z.literal('choice'), options, order: shownOrder, correctAnswer: letter })
    .refine(oneIsOption.holds, oneIsOption),
])
const gapsForm = z.object({ type: z.literal('gaps'), gaps: z.array(gapForm).min(1, 'Add at least one gap').max(50) })

const partText = requiredText(questionSentence, 2_000)
const matchingForm = z.object({
  type: z.literal('matching'),
  pairs: z
    .array(z.object({ left: partText, right: partText }))
    .min(2, 'Add at least two pairs')
    .max(50)
    .refine(
      (pairs) => new Set(pairs.map(({ left }) => left)).size === pairs.length,
      'Each left side can be used only once',
    ),
  distractors: z.array(partText).max(50).default([]),
})
const orderingForm = z.object({
  type: z.literal('ordering'),
  items: z
    .array(partText)
    .min(2, 'Add at least two items')
    .max(50)
    .refine((items) => new Set(items).size === items.length, 'Each item can be used only once'),
})

const words = z.number().int().min(1).max(10_000).nullish()
const essayForm = z
  .object({
    type: z.literal('essay'),
    minWords: words,
    maxWords: words,
    allowFiles: z
      .boolean()
      .nullish()
      .transform((allowed) => allowed || undefined)
      // JSON omits it if it is undefined.
      .optional()
      .describe('Students may attach files'),
    rubric: z
      .array(
        z.object({
          criterion: requiredText('Enter a criterion', 500),
          levels: z
            .array(z.object({ label: requiredText('Enter a label', 500), marks: number.min(0) }))
            .min(1, 'Add at least one level'),
        }),
      )
      .max(20)
      .default([]),
  })
  .refine(({ minWords, maxWords }) => !minWords || !maxWords || minWords <= maxWords, {
    path: ['maxWords'],
    error: 'Must not be less than the minimum',
  })

/** The type-specific fields as entered by the author. */
export const typedFields = z.discriminatedUnion('type', [
  singleForm,
  multipleForm,
  booleanForm,
  numericForm,
  textForm,
  gapsForm,
  matchingForm,
  orderingForm,
  essayForm,
])
export type TypedFields = z.output<typeof typedFields>

const shownOptions = z.partialRecord(z.enum(letters), z.string())
const withOptions = {
  options: shownOptions,
  optionImages: z.partialRecord(z.enum(letters), z.string()).nullable(),
}
const shownUnit = z.string().nullable().describe('Unit of the number, if any')
const part = z.object({ id: z.string(), text: z.string() })

/** The type-specific fields as shown to students, without the key. */
export const shownFields = z.discriminatedUnion('type', [
  z.object({ type: z.literal('single').optional(), ...withOptions }),
  z.object({ type: z.literal('multiple'), ...withOptions }),
  z.object({ type: z.literal('boolean') }),
  z.object({ type: z.literal('numeric'), unit: shownUnit }),
  z.object({ type: z.literal('text') }),
  z.object({
    type: z.literal('gaps'),
    gaps: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('text') }),
        z.object({ kind: z.literal('numeric'), unit: shownUnit }),
        z.object({ kind: z.literal('choice'), options: shownOptions, order: shownOrder }),
      ]),
    ),
  }),
  z.object({ type: z.literal('matching'), left: z.array(part), right: z.array(part) }),
  z.object({ type: z.literal('ordering'), items: z.array(part) }),
  z.object({
    type: z.literal('essay'),
    minWords: z.number().nullable(),
    maxWords: z.number().nullable(),
    allowFiles: z.boolean().optional().describe('true if students may attach files'),
  }),
])
export type ShownFields = z.output<typeof shownFields>

/** A file attached to an essay, as returned by its upload. */
export const answerFile = z.strictObject({
  id: idSchema,
  name: z.string().max(200),
  size: z.number().int().min(0).describe('In bytes'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits in lower case'),
})

/** An essay's text and files, as separate fields. */
export const attached = z
  .object({ text: z.string(), files: z.array(answerFile) })
  .describe('The text and files of an answer with files')

/** An answer as sent and stored. The question's type determines the valid values. */
export const answerValue = z.union(
  [
    z.string().max(maxShortText),
    z.number(),
    z.boolean(),
    z.array(z.string().max(maxShortText)).max(100),
    z.strictObject({ text: z.string().max(maxEssay), files: z.array(answerFile).max(maxFiles).optional() }),
    // Aborts, so that an essay that is too long is reported as such and not as unsuitable for all types.
    z.record(z.string().max(10), z.string().max(10, { abort: true })),
  ],
  'Must be text, a number, true, false, a list of texts, or an object, depending on the question’s type',
)

/**
 * Largest denominator of a penalty, without the factors of decimals. Bounds the common denominator of a paper's sums:
 * with arbitrary denominators, it has thousands of digits.
 */
const maxDenominator = 1_000n

/** What is left of a denominator without its factors 2 and 5. */
function oddPart(denominator: bigint): bigint {
  let rest = denominator
  for (const factor of [2n, 5n]) while (rest % factor === 0n) rest /= factor
  return rest
}

/** The cost of a wrong answer: marks, or a fraction of the question's marks. */
export const penaltyField = z
  .union(
    [
      z.number().min(0, 'A penalty cannot be negative').max(100, 'Must be at most 100'),
      z
        .string()
        .trim()
        .max(20)
        .refine((text) => {
          const share = fromText(text)
          return share !== null && compare(share, zero) >= 0 && compare(share, one) <= 0
        }, notAShare)
        .refine(
          (text) => {
            const share = fromText(text)
            return share === null || oddPart(share.d) <= maxDenominator
          },
          `Use a denominator of at most ${maxDenominator.toLocaleString('en')}, such as 1/3`,
        ),
    ],
    'Must be a number of marks, or a fraction such as "1/3"',
  )
  .describe('Marks, or a fraction of the question’s marks such as "1/3"')
