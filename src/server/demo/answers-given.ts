import type { AnswerValue, KeyedBody } from '#shared/bank/question-types.rules.ts'
import { letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { round2 } from '#shared/numbers.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import { writeEssay } from './essays/essay.ts'
import type { SeedQuestion } from './questions/question.ts'
import { randomOf } from './random.ts'
import type { Outcome } from './sitting.ts'

/** A question of a test, as written and as stored. */
export interface AskedQuestion {
  seed: SeedQuestion
  stored: KeyedBody
}

const at = <T>(list: readonly T[], place: number) => list[Math.floor(place * list.length)]

/** Swaps two neighbouring values. */
function exchanged<T>(values: readonly T[], place: number): T[] {
  const first = Math.floor(place * (values.length - 1))
  return values.map((value, position) =>
    position === first ? (values[first + 1] ?? value) : position === first + 1 ? (values[first] ?? value) : value,
  )
}

/** Chooses a student's answer, using the letters of the stored test. */
export function answerGiven({ seed, stored }: AskedQuestion, { isRight, slip, chance }: Outcome): AnswerValue | null {
  const { slips = [], criteria = [] } = seed
  if (stored.type === 'essay') return { text: writeEssay(criteria, randomOf(`${chance} ${slip}`), chance) }
  if (!isRight && slips.length > 0) return at(slips, slip) ?? null
  switch (stored.type) {
    case 'single': {
      const { correctAnswer } = stored.key
      return isRight
        ? correctAnswer
        : (at(
            lettersOf(stored.body).filter((letter) => letter !== correctAnswer),
            slip,
          ) ?? null)
    }
    case 'multiple': {
      const { correctAnswers } = stored.key
      const wrong = lettersOf(stored.body).filter((letter) => !correctAnswers.includes(letter))
      if (isRight) return [...correctAnswers]
      // Half of the mistakes leave out an option; the other half add a wrong one.
      const chosen = slip < 0.5 ? correctAnswers.slice(1) : [...correctAnswers, at(wrong, slip) ?? 'A']
      return letters.filter((letter) => chosen.includes(letter))
    }
    case 'boolean':
      return stored.key.correctAnswer === isRight
    case 'numeric': {
      const { correctValue = 0 } = stored.key
      return `${isRight ? correctValue : round2(at([correctValue * 2, correctValue / 2, correctValue * 10, correctValue + 1], slip) ?? 0)}`
    }
    case 'text':
      return stored.key.accepted[0]?.value ?? null
    case 'gaps':
      return stored.key.gaps.map((gap) =>
        gap.kind === 'text'
          ? (gap.accepted[0]?.value ?? '')
          : gap.kind === 'choice'
            ? gap.correctAnswer
            : `${gap.correctValue}`,
      )
    case 'matching': {
      const { pairs } = stored.key
      const right = Object.values(pairs)
      const chosen = isRight ? right : exchanged(right, slip)
      return Object.fromEntries(Object.keys(pairs).map((left, place) => [left, chosen[place] ?? '']))
    }
    case 'ordering':
      return isRight ? [...stored.key.order] : exchanged(stored.key.order, slip)
  }
}

/** Converts an answer to the letters that the student sees. */
export function asSeen(value: AnswerValue | null, { stored }: AskedQuestion, shown: PaperQuestion): AnswerValue | null {
  if (!('options' in shown) || (stored.type !== 'single' && stored.type !== 'multiple')) return value
  const { options } = stored.body
  const seen = (letter: unknown) =>
    letters.find((one) => shown.options[one] === options[letter as keyof typeof options]) ?? 'A'
  return Array.isArray(value) ? value.map(seen).sort() : seen(value)
}
