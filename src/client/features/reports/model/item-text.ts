import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { letters } from '#shared/bank/types/choice.rules.ts'
import { hintSentences } from '#shared/reports/items/hints.rules.ts'

/** Labels for item analysis statistics, for teachers without a background in statistics. */

/** The word for the highest limit that `value` reaches, or `below`. */
const wordFrom = (value: number, below: string, ...steps: readonly (readonly [limit: number, word: string])[]) =>
  steps.find(([limit]) => value >= limit)?.[1] ?? below

/** Conventional labels for Cronbach's alpha: George & Mallery, SPSS for Windows Step by Step (2003). */
export const alphaLabel = (alpha: number) =>
  wordFrom(
    alpha,
    'Not reliable',
    [0.9, 'Excellent'],
    [0.8, 'Good'],
    [0.7, 'Acceptable'],
    [0.6, 'Questionable'],
    [0.5, 'Poor'],
  )

/** Label for a test's average, as a percentage of its marks. */
export const meanLabel = (share: number) => wordFrom(share, 'A hard test', [85, 'An easy test'], [45, 'About right'])

export const facilityLabel = (facility: number) =>
  wordFrom(facility, 'Very hard', [90, 'Very easy'], [70, 'Easy'], [40, 'Medium'], [20, 'Hard'])

/**
 * Labels from Ebel & Frisbie, Essentials of Educational Measurement, 5th ed. (1991). Also for item-rest correlations.
 */
export const powerLabel = (figure: number) =>
  wordFrom(figure, 'Negative', [0.4, 'Very good'], [0.3, 'Good'], [0.2, 'Fair'], [0, 'Poor'])

/** True if the problem suggests that the question itself is wrong rather than hard. */
export const isGrave = (hint: string) =>
  hint === hintSentences.reversed || letters.some((letter) => hintSentences.key(letter) === hint)

export function adviceOn(hint: string): string | undefined {
  if (letters.some((letter) => hintSentences.key(letter) === hint))
    return 'Check the key. If you change it, every attempt is regraded.'
  if (hint.startsWith('Nobody chose'))
    return 'An option that no one chooses only makes guessing easier. Write one that is plausible to students who haven’t learnt the topic.'
  return advice[hint]
}

const advice: Record<string, string> = {
  [hintSentences.reversed]:
    'Look for a wrong key, a second correct option, or wording that misleads students who know more.',
  [hintSentences.easy]: 'Good as an opener. To separate strong from weak students, ask something harder.',
  [hintSentences.hard]: 'Was it taught? If so, look for unclear wording; if not, leave it out next time.',
  [hintSentences.flat]:
    'Strong and weak students do equally well. Often two options are correct, or the question asks for a minor detail.',
  [hintSentences.leftOut]: 'It may come too late in the test, take too long, or not have been taught.',
  [hintSentences.unanswered]: 'It may come too late in the test, or not have been taught.',
}

/** A statistic, always with two decimals to align the decimal points, or a dash. */
export const figureText = (figure: number | null) => (figure === null ? '–' : figure.toFixed(2).replace('-', '−'))

/** Marks with up to two decimals. */
export const marksText = (marks: number) => marks.toLocaleString(undefined, { maximumFractionDigits: 2 })

/** @param type null for a coding question */
export const typeLabel = (type: QuestionTypeName | null) => (type ? questionTypeLabels[type] : 'Coding question')
