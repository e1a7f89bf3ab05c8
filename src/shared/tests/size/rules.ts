import { round2 } from '../../numbers.ts'
import type { TestSummary } from '../schema.ts'

/** Figures that every card shows; apart from the other rules, so that a student's first page need not load the schemas. */

/** How long a test lasts with its coding questions, in minutes. */
export const minutesOf = ({ duration, codingDuration }: Pick<TestSummary, 'duration' | 'codingDuration'>) =>
  round2(duration + codingDuration)

/** How many questions a student meets, coding questions included. */
export const questionsOf = ({
  numberOfQuestions,
  codingCount,
}: Pick<TestSummary, 'numberOfQuestions' | 'codingCount'>) => numberOfQuestions + codingCount
