import { commonMultiple, larger, minus, ratio, zero } from '../../ratio.ts'
import { allOrNothing, isSubset, partly, type QuestionType } from './question-type.rules.ts'

/** Questions with lettered options (one or several correct), and true/false questions. */

export const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const
export type Letter = (typeof letters)[number]

/** Ways to grade a question with several right options; see `gradeMultiple`. */
export const scorings = ['all', 'partial', 'each'] as const
export type Scoring = (typeof scorings)[number]

export interface Options {
  options: Partial<Record<Letter, string>>
  optionImages: Partial<Record<Letter, string>> | null
}

export const lettersOf = ({ options }: Pick<Options, 'options'>): Letter[] =>
  letters.filter((letter) => options[letter] !== undefined)

/** Options with their letters, one per line. */
const inFull = ({ options }: Options, chosen: readonly Letter[]) =>
  letters
    .filter((letter) => chosen.includes(letter))
    .map((letter) => `${letter}. ${options[letter] ?? ''}`)
    .join('\n')

export interface SingleKey {
  correctAnswer: Letter
  /** Other accepted options. */
  alternatives?: readonly Letter[]
}

const accepted = ({ correctAnswer, alternatives = [] }: SingleKey) => [correctAnswer, ...alternatives]

export const single: QuestionType<Options, SingleKey, Letter> = {
  expects: 'the letter of an option, such as "A"',
  isAnswer: ({ options }, value): value is Letter =>
    letters.some((letter) => letter === value && options[letter] !== undefined),
  isEmpty: () => false,
  grade: (_, key, value) => allOrNothing(accepted(key).includes(value)),
  show: (_, value) => value,
  showInFull: (body, value) => inFull(body, [value]),
  showKey: (_, key) => accepted(key).join(' or '),
}

export interface MultipleKey {
  correctAnswers: readonly Letter[]
  scoring: Scoring
}

/**
 * - `all` (as in GATE): full marks for exactly the right options, the penalty for anything else.
 * - `partial` (as in JEE Advanced): the penalty for any wrong option, otherwise the share of the right ones chosen.
 * - `each` (as in Moodle): the share of right options chosen minus the share of wrong ones chosen, at least 0.
 */
function gradeMultiple(body: Options, { correctAnswers, scoring }: MultipleKey, value: readonly Letter[]) {
  const right = value.filter((letter) => correctAnswers.includes(letter)).length
  const wrong = value.length - right
  if (scoring === 'all') return allOrNothing(wrong === 0 && right === correctAnswers.length)
  if (scoring === 'partial') return wrong > 0 ? allOrNothing(false) : partly(right, correctAnswers.length)
  const wrongInAll = lettersOf(body).length - correctAnswers.length
  const lost = wrong > 0 ? ratio(wrong, wrongInAll) : zero
  return { share: larger(zero, minus(ratio(right, correctAnswers.length), lost)), isPenalised: false }
}

function stepsOf(body: Options, { correctAnswers, scoring }: MultipleKey) {
  if (scoring === 'all') return 1
  const wrong = scoring === 'each' ? lettersOf(body).length - correctAnswers.length : 1
  return commonMultiple([correctAnswers.length, Math.max(1, wrong)])
}

const inOrder = (value: readonly Letter[]) => letters.filter((letter) => value.includes(letter)).join(', ')

export const multiple: QuestionType<Options, MultipleKey, Letter[]> = {
  expects: 'a list of different option letters, such as ["A", "C"]',
  isAnswer: (body, value): value is Letter[] => isSubset(value, lettersOf(body)),
  isEmpty: (value) => value.length === 0,
  grade: gradeMultiple,
  steps: stepsOf,
  show: (_, value) => inOrder(value),
  showInFull: inFull,
  showKey: (_, { correctAnswers }) => inOrder(correctAnswers),
}

const word = (value: boolean) => (value ? 'True' : 'False')

export const boolean: QuestionType<unknown, { correctAnswer: boolean }, boolean> = {
  expects: 'true or false',
  isAnswer: (_, value): value is boolean => typeof value === 'boolean',
  isEmpty: () => false,
  grade: (_, { correctAnswer }, value) => allOrNothing(value === correctAnswer),
  show: (_, value) => word(value),
  showKey: (_, { correctAnswer }) => word(correctAnswer),
}
