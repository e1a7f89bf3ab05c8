import { round2 } from '../numbers.ts'
import type { TestSummary } from './tests.schema.ts'

/** Totals on every test card. Separate from the other rules so that a student's first page loads no schemas. */

/** Sum of the coding questions' time limits, in minutes. */
export const codingMinutesOf = (seconds: number) => round2(seconds / 60)

export interface CountedPart {
  questions: readonly unknown[]
  pools: readonly { pick: number }[]
}

/** The number of questions each student gets in a part: the fixed ones and the ones drawn from pools. */
export const questionsOfPart = ({ questions, pools }: CountedPart) =>
  questions.length + pools.reduce((sum, { pick }) => sum + pick, 0)

/** The fields that describe a test's size. */
export type TestSize = Pick<TestSummary, 'numberOfQuestions' | 'duration' | 'codingCount' | 'codingDuration'>

/** The test's total duration including coding, in minutes. */
export const minutesOf = ({ duration, codingDuration }: Pick<TestSize, 'duration' | 'codingDuration'>) =>
  round2(duration + codingDuration)

/** The total number of questions, coding included. */
export const questionsOf = ({ numberOfQuestions, codingCount }: Pick<TestSize, 'numberOfQuestions' | 'codingCount'>) =>
  numberOfQuestions + codingCount
