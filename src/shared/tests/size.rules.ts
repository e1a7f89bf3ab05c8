import { round2 } from '../numbers.ts'
import type { TestSummary } from './tests.schema.ts'

/** Figures that every card shows; apart from the other rules, so that a student's first page need not load the schemas. */

/** Sum of the coding questions' time limits, in minutes. */
export const codingMinutesOf = (seconds: number) => round2(seconds / 60)

/** Size figures of a test. */
export type TestSize = Pick<TestSummary, 'numberOfQuestions' | 'duration' | 'codingCount' | 'codingDuration'>

/** How long a test lasts with its coding questions, in minutes. */
export const minutesOf = ({ duration, codingDuration }: Pick<TestSize, 'duration' | 'codingDuration'>) =>
  round2(duration + codingDuration)

/** How many questions a student meets, coding questions included. */
export const questionsOf = ({ numberOfQuestions, codingCount }: Pick<TestSize, 'numberOfQuestions' | 'codingCount'>) =>
  numberOfQuestions + codingCount
