import { codeOf, messageOf } from '#client/lib/errors.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import { outstandingAverage, topPerformerAverage } from '#shared/reports/student.rules.ts'
import { minutesOf, questionsOf, type TestSize } from '#shared/tests/size.rules.ts'

/** An average, or a dash if there are no attempts, because 0 would look like a very low score. */
export const averageText = (average: number, attempts: number) => (attempts === 0 ? '–' : percentText(average))

/** Marks such as `7 / 10`. */
export const marksOf = ({ marksObtained, totalMarks }: { marksObtained: number; totalMarks: number }) =>
  `${marksObtained.toLocaleString()} / ${totalMarks.toLocaleString()}`

/** A note on the number of attempts that an average covers. */
export const ofAttempts = (attempts: number) => `Across ${plural(attempts, 'attempt')}`

/** Notes on counts of passed and failed attempts. Tests differ in their pass marks, and sections may have cut-offs. */
export const passedNote = 'Pass mark reached'
export const failedNote = 'Below a required mark'

/** Suffix for counts of tests or students that count a repeated practice test once. */
export const latestOnly = (attempts: number, counted: number) => (attempts > counted ? ', by latest attempt' : '')

/** A test's number of questions, including coding questions, and its duration. */
export const sizeOf = (test: TestSize) => [plural(questionsOf(test), 'question'), durationText(minutesOf(test))]

type Counts = Record<'correctAnswers' | 'incorrectAnswers' | 'unanswered', number | null>

/** True if any answers were counted. Coding questions have only marks. */
export const hasCounts = ({ correctAnswers, incorrectAnswers, unanswered }: Counts) =>
  (correctAnswers ?? 0) + (incorrectAnswers ?? 0) + (unanswered ?? 0) > 0

/** Praise for an average, highest first. Empty below the Top Performer threshold. */
export function praiseOf(average: number): { title: string; text: string }[] {
  const praise = []
  if (average >= outstandingAverage)
    praise.push({ title: 'Outstanding', text: `Your average is ${outstandingAverage}% or more: excellent work.` })
  if (average >= topPerformerAverage)
    praise.push({ title: 'Top Performer!', text: `Your average is ${percentText(average)}. Keep it up.` })
  return praise
}

/** The specified message on report screens for users without permission. */
export const notPermitted = 'You do not have permission to access this section. Please contact your admin.'

/** Text below the title of a report that failed to load. */
export const failureText = (error: unknown) => (codeOf(error) === 'FORBIDDEN' ? notPermitted : messageOf(error))
