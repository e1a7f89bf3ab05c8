import type { z } from 'zod'
import type { AnswerValue } from '#shared/bank/question-types.rules.ts'
import { type Letter, letters, type Scoring } from '#shared/bank/types/choice.rules.ts'
import type { questionForm } from '#shared/tests/form.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import type { SeedCriterion } from '../essays/essay.ts'

/** A demo question of any type. */
export type SeedQuestion = z.input<typeof questionForm> & {
  explanation: string
  marks?: number
  /** Students' wrong answers. Derived from the key by default. */
  slips?: readonly AnswerValue[]
  /** Rubric criteria of an essay question, with students' texts. */
  criteria?: readonly SeedCriterion[]
}

/** Creates a question from its text, four options, key and explanation. */
export const question = (
  questionText: string,
  [A, B, C, D]: readonly [string, string, string, string],
  correctAnswer: OptionLetter,
  explanation: string,
  marks?: number,
): SeedQuestion => ({
  questionText,
  options: { A, B, C, D },
  correctAnswer,
  explanation,
  ...(marks === undefined ? {} : { marks }),
})

/** Orders options by the question's text, so that the correct one is not always A. */
function lettered(questionText: string, right: readonly string[], wrong: readonly string[]) {
  const texts = [...right, ...wrong]
  const turn = (questionText.length * 7) % texts.length
  const turned = [...texts.slice(turn), ...texts.slice(0, turn)]
  const options: Partial<Record<Letter, string>> = Object.fromEntries(turned.map((text, at) => [letters[at], text]))
  return { options, correct: letters.filter((letter) => right.includes(options[letter] ?? '')) }
}

export function single(
  questionText: string,
  right: string,
  wrong: readonly string[],
  explanation: string,
): SeedQuestion {
  const { options, correct } = lettered(questionText, [right], wrong)
  return { questionText, options, correctAnswer: correct[0] ?? 'A', explanation }
}

export function multiple(
  questionText: string,
  right: readonly string[],
  wrong: readonly string[],
  explanation: string,
  scoring: Scoring = 'all',
): SeedQuestion {
  const { options, correct } = lettered(questionText, right, wrong)
  return { type: 'multiple', questionText, options, correctAnswers: correct, scoring, explanation }
}

export const boolean = (questionText: string, correctAnswer: boolean, explanation: string): SeedQuestion => ({
  type: 'boolean',
  questionText,
  correctAnswer,
  explanation,
})

/** @param tolerance absolute; 0 by default */
export const numeric = (
  questionText: string,
  correctValue: number,
  explanation: string,
  { unit, tolerance }: { unit?: string; tolerance?: number } = {},
): SeedQuestion => ({
  type: 'numeric',
  questionText,
  correctValue,
  explanation,
  ...(unit !== undefined && { unit }),
  ...(tolerance !== undefined && { tolerance }),
})

export const text = (
  questionText: string,
  accepted: readonly string[],
  explanation: string,
  slips: readonly string[] = [],
): SeedQuestion => ({
  type: 'text',
  questionText,
  accepted: accepted.map((value) => ({ value })),
  explanation,
  slips,
})

type GapsForm = Extract<z.input<typeof questionForm>, { type: 'gaps' }>['gaps']

export const gaps = (
  questionText: string,
  given: GapsForm,
  explanation: string,
  slips: readonly AnswerValue[] = [],
): SeedQuestion => ({ type: 'gaps', questionText, gaps: given, explanation, slips })

/** Creates a gap that accepts any of these words. */
export const word = (...accepted: string[]): GapsForm[number] => ({
  kind: 'text',
  accepted: accepted.map((value) => ({ value })),
})

export const matching = (
  questionText: string,
  pairs: Readonly<Record<string, string>>,
  explanation: string,
  distractors: string[] = [],
): SeedQuestion => ({
  type: 'matching',
  questionText,
  pairs: Object.entries(pairs).map(([left, right]) => ({ left, right })),
  distractors,
  explanation,
})

/** @param items in the correct order */
export const ordering = (questionText: string, items: string[], explanation: string): SeedQuestion => ({
  type: 'ordering',
  questionText,
  items,
  explanation,
})

/** Creates an essay question with a rubric from the criteria. */
export const essay = (
  questionText: string,
  criteria: readonly SeedCriterion[],
  explanation: string,
  { marks, minWords, maxWords }: { marks: number; minWords?: number; maxWords?: number },
): SeedQuestion => ({
  type: 'essay',
  questionText,
  explanation,
  marks,
  ...(minWords !== undefined && { minWords }),
  ...(maxWords !== undefined && { maxWords }),
  rubric: criteria.map(({ criterion, levels }) => ({
    criterion,
    levels: levels.map(({ label, marks }) => ({ label, marks })),
  })),
  criteria,
})
