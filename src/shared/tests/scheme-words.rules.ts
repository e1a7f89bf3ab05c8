import { type Penalty, penaltyOf } from '../bank/question-types.rules.ts'
import { round1 } from '../numbers.ts'
import { exactNumber, fromNumber } from '../ratio.ts'
import { isPass } from './scheme.rules.ts'
import type { ShownScheme } from './scheme.schema.ts'

const marks = (count: number) => `${count} ${count === 1 ? 'mark' : 'marks'}`

/** A penalty in words: `1/3 of the question’s marks`, `0.5 marks`. */
export const penaltyWords = (penalty: Penalty) =>
  typeof penalty === 'number' ? marks(penalty) : `${penalty} of the question’s marks`

/** The marks that a wrong answer costs, as a decimal number if it is exact: `−0.5`, `−1 1/3`. @param marks the question's */
export function shortPenalty(penalty: Penalty, marks: number): string {
  const cost = penaltyOf(fromNumber(marks), penalty)
  const part = `${cost.n % cost.d}/${cost.d}`
  return `−${exactNumber(cost) ?? (cost.n < cost.d ? part : `${cost.n / cost.d} ${part}`)}`
}

interface SchemePart {
  sectionName: string
  bestOf?: number | undefined
}

/** Describes a marking scheme to students, one sentence per field that differs from its default. */
export function schemeInWords(
  { penalty, floor, passMark, bestOf, sectionCutoffs = {}, shuffleQuestions }: ShownScheme,
  sections: readonly SchemePart[],
): string[] {
  const bestIn = sections.flatMap(({ sectionName, bestOf: best }) =>
    best === undefined ? [] : [`Only your best ${best} answers in ${sectionName} count.`],
  )
  return [
    ...(penalty === undefined || penalty === 0
      ? []
      : [`A wrong answer costs ${penaltyWords(penalty)}. An unanswered question costs nothing.`]),
    ...(floor === 'section' ? ['The score of a section is never below 0.'] : []),
    ...(floor === 'none' ? ['Your score can be below 0.'] : []),
    ...(bestOf === undefined ? [] : [`Only your best ${bestOf} answers count.`]),
    ...bestIn,
    ...(passMark === undefined ? [] : [`You need ${passMark}% to pass.`]),
    ...Object.entries(sectionCutoffs).map(([name, percent]) => `To pass, you need ${percent}% in ${name}.`),
    ...(shuffleQuestions ? ['Other students may have the questions in a different order.'] : []),
  ]
}

export interface ShownResult {
  /** Unrounded: 39.96 is displayed as 40.0% but fails. */
  percentage: number
  /** True if the attempt passed according to its test's rules. */
  passed: boolean
  /** The test's pass mark, in percent. */
  passMark: number
}

const downwards = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, roundingMode: 'floor' })

/** Explains a result that does not follow from the displayed score and the default pass mark. */
export function resultNote({ percentage, passed, passMark }: ShownResult): string | undefined {
  if (!passed && percentage >= passMark) return 'Below a section cut-off'
  if (!passed && round1(percentage) >= passMark) return `${downwards.format(percentage)}% is below ${passMark}%`
  return passed === isPass(percentage) ? undefined : `Pass mark ${passMark}%`
}
