import { z } from 'zod'
import { numberOf, optionalNumberOf } from '#client/lib/typed-numbers.ts'
import { shownFieldsOf, splitFields } from '#shared/bank/question-parts.rules.ts'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { type ShownFields, type TypedFields, typedFields } from '#shared/bank/questions.schema.ts'
import type { Letter, Scoring } from '#shared/bank/types/choice.rules.ts'
import { markerFlaw } from '#shared/bank/types/gaps.rules.ts'
import { questionForm } from '#shared/tests/form.schema.ts'
import type { Ruling } from '#shared/tests/scheme.rules.ts'
import { gapCountOf, maxGaps } from './gap-markers.ts'
import type { DraftQuestion } from './test-draft.ts'
import { penaltyOf, penaltyText, percentText, shareOf } from './typed-shares.ts'

/**
 * The values of the question dialog's inputs as typed. They contain the fields of every type, so nothing is lost when
 * the author tries another type. Their paths match the schema's, so errors appear at their fields.
 */

export type ChoiceValues = {
  options: Partial<Record<Letter, string>>
  optionImages: Partial<Record<Letter, string>>
  /** The chosen radio button; `true` and `false` for a question of that type. */
  correctAnswer: Letter | 'true' | 'false' | ''
  correctAnswers: Letter[]
  /** Other accepted single choice options. */
  alternatives: Letter[]
}

export type NumericMode = 'tolerance' | 'range' | 'digits'
export type NumericValues = {
  mode: NumericMode
  correctValue: string
  /** A percentage if the tolerance is relative. */
  tolerance: string
  toleranceKind: 'absolute' | 'relative'
  range: { min: string; max: string }
  significantDigits: number | string
  unit: string
}

export type TextValues = {
  /** `fraction` is a percentage. */
  accepted: { value: string; fraction: string }[]
  caseSensitive: boolean
  ignoreAccents: boolean
  regex: boolean
}

export type GapKind = 'text' | 'numeric' | 'choice'
export type GapValues = { kind: GapKind } & TextValues & NumericValues & ChoiceValues

export type ArrangingValues = {
  pairs: { left: string; right: string }[]
  distractors: string[]
  items: string[]
}

export type EssayValues = {
  minWords: number | string
  maxWords: number | string
  allowFiles: boolean
  rubric: { criterion: string; levels: { label: string; marks: string }[] }[]
}

export type QuestionValues = {
  type: QuestionTypeName
  questionText: string
  questionImageUrl: string | null
  marks: number | undefined
  penalty: string
  passage: string
  ruling: Ruling | null
  explanation: string | null
  scoring: Scoring
  gaps: GapValues[]
} & ChoiceValues &
  NumericValues &
  TextValues &
  ArrangingValues &
  EssayValues

export const blankAnswer = { value: '', fraction: '' }
export const blankPair = { left: '', right: '' }
export const blankLevel = { label: '', marks: '' }

const blankChoice = {
  optionImages: {},
  correctAnswer: '',
  correctAnswers: [] as Letter[],
  alternatives: [] as Letter[],
} as const
const blankNumeric = {
  mode: 'tolerance',
  correctValue: '',
  tolerance: '',
  toleranceKind: 'absolute',
  range: { min: '', max: '' },
  significantDigits: 3,
  unit: '',
} as const
const blankText = { accepted: [blankAnswer], caseSensitive: false, ignoreAccents: false, regex: false }

export const blankGap: GapValues = {
  kind: 'text',
  ...blankText,
  ...blankNumeric,
  ...blankChoice,
  options: { A: '', B: '', C: '' },
}

const blankValues: QuestionValues = {
  type: 'single',
  questionText: '',
  questionImageUrl: null,
  marks: undefined,
  penalty: '',
  passage: '',
  ruling: null,
  explanation: '',
  ...blankChoice,
  options: { A: '', B: '', C: '', D: '' },
  scoring: 'all',
  ...blankNumeric,
  ...blankText,
  gaps: [],
  pairs: [blankPair, blankPair],
  distractors: [],
  items: ['', '', ''],
  minWords: '',
  maxWords: '',
  allowFiles: false,
  rubric: [],
}

type FieldsOf<Type> = Extract<TypedFields, { type: Type }>
type StoredGap = FieldsOf<'gaps'>['gaps'][number]
type StoredText = Omit<FieldsOf<'text'>, 'type'>
type StoredNumeric = Omit<FieldsOf<'numeric'>, 'type'>

function numericValuesOf(fields: StoredNumeric): NumericValues {
  const { correctValue, tolerance, toleranceKind = 'absolute', range, significantDigits, unit = '' } = fields
  return {
    mode: range ? 'range' : significantDigits === undefined ? 'tolerance' : 'digits',
    correctValue: String(correctValue ?? ''),
    tolerance: toleranceKind === 'relative' ? percentText(tolerance) : String(tolerance ?? ''),
    toleranceKind,
    range: range ? { min: String(range.min), max: String(range.max) } : blankNumeric.range,
    significantDigits: significantDigits ?? blankNumeric.significantDigits,
    unit,
  }
}

const textValuesOf = ({ accepted, caseSensitive, ignoreAccents, regex }: StoredText): TextValues => ({
  accepted: accepted.map(({ value, fraction }) => ({ value, fraction: percentText(fraction) })),
  caseSensitive,
  ignoreAccents,
  regex,
})

function gapValuesOf(gap: StoredGap): GapValues {
  const { kind } = gap
  if (kind === 'text') return { ...blankGap, kind, ...textValuesOf(gap) }
  if (kind === 'numeric') return { ...blankGap, kind, ...numericValuesOf(gap) }
  return { ...blankGap, kind, options: gap.options, correctAnswer: gap.correctAnswer }
}

/** The values of the fields for the question's type. */
function typedValuesOf(question: TypedFields): Partial<QuestionValues> {
  switch (question.type) {
    case undefined:
    case 'single': {
      const { options, optionImages, correctAnswer, alternatives = [] } = question
      return { options, optionImages: optionImages ?? {}, correctAnswer, alternatives }
    }
    case 'multiple': {
      const { options, optionImages, correctAnswers, scoring } = question
      return { options, optionImages: optionImages ?? {}, correctAnswers, scoring }
    }
    case 'boolean':
      return { correctAnswer: question.correctAnswer ? 'true' : 'false' }
    case 'numeric':
      return numericValuesOf(question)
    case 'text':
      return textValuesOf(question)
    case 'gaps':
      return { gaps: question.gaps.map(gapValuesOf) }
    case 'matching':
      return { pairs: question.pairs, distractors: question.distractors }
    case 'ordering':
      return { items: question.items }
    case 'essay': {
      const { minWords, maxWords, allowFiles = false, rubric } = question
      const withText = rubric.map(({ criterion, levels }) => ({
        criterion,
        levels: levels.map(({ label, marks }) => ({ label, marks: String(marks) })),
      }))
      return { minWords: minWords ?? '', maxWords: maxWords ?? '', allowFiles, rubric: withText }
    }
  }
}

/** The dialog's initial values. @param question undefined for a new one */
export function valuesOf(question: DraftQuestion | undefined): QuestionValues {
  if (!question) return blankValues
  const { type = 'single', questionText, questionImageUrl, marks, penalty, passage, ruling, explanation } = question
  const common = {
    ...{ type, questionText, questionImageUrl, marks, penalty: penaltyText(penalty), explanation },
    ...{ passage: passage ?? '', ruling: ruling ?? null },
  }
  return { ...blankValues, ...common, explanation: explanation ?? '', ...typedValuesOf(question) }
}

function numericInputOf(values: NumericValues) {
  const { mode, toleranceKind, range, significantDigits, unit } = values
  if (mode === 'range') return { range: { min: numberOf(range.min), max: numberOf(range.max) }, unit }
  const correctValue = numberOf(values.correctValue)
  if (mode === 'digits') return { correctValue, significantDigits: numberOf(significantDigits), unit }
  const tolerance = toleranceKind === 'relative' ? shareOf(values.tolerance) : optionalNumberOf(values.tolerance)
  return { correctValue, ...(tolerance === undefined ? {} : { tolerance, toleranceKind }), unit }
}

const textInputOf = ({ accepted, caseSensitive, ignoreAccents, regex }: TextValues) => ({
  accepted: accepted.map(({ value, fraction }) => ({ value, fraction: shareOf(fraction) })),
  caseSensitive,
  ignoreAccents,
  regex,
})

function gapInputOf(gap: GapValues) {
  const { kind, options, correctAnswer } = gap
  if (kind === 'text') return { kind, ...textInputOf(gap) }
  return kind === 'numeric' ? { kind, ...numericInputOf(gap) } : { kind, options, correctAnswer }
}

/** The fields of the chosen type, for `typedFields`. @param gapCount number of gaps to keep */
function typedInputOf(values: QuestionValues, gapCount = gapCountOf(values.questionText)) {
  const { type, options, optionImages, correctAnswer, correctAnswers, scoring, pairs, distractors, items } = values
  const alternatives = values.alternatives.length > 0 ? { alternatives: values.alternatives } : {}
  switch (type) {
    case 'single':
      return { options, optionImages, correctAnswer: correctAnswer || undefined, ...alternatives }
    case 'multiple':
      return { type, options, optionImages, correctAnswers, scoring }
    case 'boolean':
      return { type, correctAnswer: correctAnswer === '' ? undefined : correctAnswer === 'true' }
    case 'numeric':
      return { type, ...numericInputOf(values) }
    case 'text':
      return { type, ...textInputOf(values) }
    case 'gaps':
      return { type, gaps: values.gaps.slice(0, gapCount).map(gapInputOf) }
    case 'matching':
      return { type, pairs, distractors }
    case 'ordering':
      return { type, items }
    case 'essay': {
      const rubric = values.rubric.map(({ criterion, levels }) => ({
        criterion,
        levels: levels.map(({ label, marks }) => ({ label, marks: numberOf(marks) })),
      }))
      return {
        type,
        minWords: optionalNumberOf(values.minWords),
        maxWords: optionalNumberOf(values.maxWords),
        allowFiles: values.allowFiles,
        rubric,
      }
    }
  }
}

const checked = (gapCount?: number) =>
  z.preprocess((given) => {
    const values = given as QuestionValues
    const { type, questionText, questionImageUrl, marks, passage, ruling, explanation } = values
    // Essays have no penalty.
    const penalty = type === 'essay' ? undefined : penaltyOf(values.penalty)
    const common = { questionText, questionImageUrl, marks, penalty, passage, ruling, explanation }
    return { ...common, ...typedInputOf(values, gapCount) }
  }, questionForm)

/** Validates the dialog's values. */
export const questionValuesForm = checked().superRefine((question, ctx) => {
  const message = markerFlaw(question)
  if (message) ctx.addIssue({ code: 'custom', path: ['questionText'], message })
})

/** The same once students have started the test: the text cannot change, so its markers are not checked. */
export const startedValuesForm = checked(maxGaps)

/** The question's fields for the preview. An incomplete key is left out, except for the options marked so far. */
export function previewFieldsOf(values: QuestionValues): TypedFields | ShownFields {
  const input = typedInputOf(values) as TypedFields
  const checked = typedFields.safeParse(input).data
  if (checked) return checked
  return values.type === 'single' || values.type === 'multiple' ? input : shownFieldsOf(splitFields(input))
}
