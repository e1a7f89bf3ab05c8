import { type Letter, letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { gapCountOf } from './gap-markers.ts'
import { type ArrangingValues, blankGap, type ChoiceValues, type QuestionValues } from './question-values.ts'

/** Pure changes to the question dialog's values. */

/** Adds missing values for the gaps in the text. Keeps the values of deleted gaps. */
export const withGapsOf = ({ questionText, gaps }: Pick<QuestionValues, 'questionText' | 'gaps'>) =>
  Array.from({ length: Math.max(gaps.length, gapCountOf(questionText)) }, (_, at) => gaps[at] ?? blankGap)

/** Keeps the correct option when switching between single and multiple choice. */
function correctFor(
  type: QuestionValues['type'],
  { type: before, correctAnswer, correctAnswers }: QuestionValues,
): Pick<QuestionValues, 'correctAnswer' | 'correctAnswers'> {
  const letter = letters.find((one) => one === correctAnswer)
  if (before === 'single' && type === 'multiple')
    return { correctAnswer: '', correctAnswers: letter ? [letter] : correctAnswers }
  const [only, ...others] = correctAnswers
  if (before === 'multiple' && type === 'single')
    return { correctAnswer: only && others.length === 0 ? only : '', correctAnswers }
  return { correctAnswer: '', correctAnswers }
}

/** Changes the type. Keeps the values of other types. */
export const withQuestionType = (values: QuestionValues, type: QuestionValues['type']): QuestionValues =>
  type === values.type
    ? values
    : {
        ...values,
        type,
        ...correctFor(type, values),
        gaps: type === 'gaps' ? withGapsOf(values) : values.gaps,
      }

/** Adds an empty option with the next letter. @returns the same values if no letter is left */
export function withOption<Values extends Pick<ChoiceValues, 'options'>>(values: Values): Values {
  const letter = letters[lettersOf(values).length]
  return letter ? { ...values, options: { ...values.options, [letter]: '' } } : values
}

/** Removes an option. Later options move up one letter, with their images and marks. */
export function withoutOption<Values extends ChoiceValues>(values: Values, removed: Letter): Values {
  const kept = lettersOf(values).filter((letter) => letter !== removed)
  const moved = new Map(kept.flatMap((letter, at) => (letters[at] ? [[letter, letters[at]] as const] : [])))
  const relettered = (record: Partial<Record<Letter, string>>) =>
    Object.fromEntries(
      [...moved].flatMap(([from, to]) => (record[from] === undefined ? [] : [[to, record[from]]])),
    ) as Partial<Record<Letter, string>>
  return {
    ...values,
    options: relettered(values.options),
    optionImages: relettered(values.optionImages),
    correctAnswer: moved.get(values.correctAnswer as Letter) ?? '',
    correctAnswers: values.correctAnswers.flatMap((letter) => moved.get(letter) ?? []),
    alternatives: values.alternatives.flatMap((letter) => moved.get(letter) ?? []),
  }
}

/** Sets the correct single choice option and removes it from the alternatives. */
export const withCorrectAnswer = (values: QuestionValues, letter: Letter): QuestionValues => ({
  ...values,
  correctAnswer: letter,
  alternatives: values.alternatives.filter((one) => one !== letter),
})

/** The distinct right-hand sides of a matching question. */
export const rightSidesOf = ({ pairs, distractors }: Pick<ArrangingValues, 'pairs' | 'distractors'>) => [
  ...new Set([...pairs.map(({ right }) => right), ...distractors]),
]

/** Changes the right side of a pair. Sides left unpaired become distractors, so students still see them. */
export function withPartner<Values extends Pick<ArrangingValues, 'pairs' | 'distractors'>>(
  values: Values,
  at: number,
  right: string,
): Values {
  const pairs = values.pairs.map((pair, place) => (place === at ? { ...pair, right } : pair))
  const used = new Set(pairs.map((pair) => pair.right))
  return { ...values, pairs, distractors: rightSidesOf(values).filter((side) => !used.has(side)) }
}
