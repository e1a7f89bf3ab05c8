import type { Column } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { minutesOf, type SubmittedAttempt } from '#shared/reports/student.rules.ts'
import { hasPassed } from '#shared/tests/scheme.rules.ts'
import { onePage } from '../tests/tests.exports.ts'

/** Wraps a value so that it is null until the attempt is fully marked. */
const marked =
  <Value>(of: (attempt: SubmittedAttempt) => Value) =>
  (attempt: SubmittedAttempt) =>
    attempt.held ? null : of(attempt)

const columns: readonly Column<SubmittedAttempt>[] = [
  { kind: 'text', field: 'testName', heading: 'Test', width: 40, value: ({ testName }) => testName },
  { kind: 'text', field: 'testType', heading: 'Type', value: ({ testType }) => testType },
  { kind: 'text', field: 'subject', heading: 'Subject', value: ({ subject }) => subject },
  { kind: 'text', field: 'companyName', heading: 'Company', value: ({ companyName }) => companyName },
  {
    kind: 'number',
    field: 'marksObtained',
    heading: 'Marks Obtained',
    value: marked(({ marksObtained }) => marksObtained),
  },
  { kind: 'number', field: 'totalMarks', heading: 'Total Marks', value: ({ totalMarks }) => totalMarks },
  { kind: 'percent', field: 'percentage', heading: 'Percentage', value: marked(({ percentage }) => percentage) },
  {
    kind: 'text',
    field: 'status',
    heading: 'Result',
    value: (attempt) => (attempt.held ? 'Being Marked' : hasPassed(attempt) ? 'Pass' : 'Fail'),
  },
  {
    kind: 'integer',
    field: 'correctAnswers',
    heading: 'Correct',
    value: marked(({ correctAnswers }) => correctAnswers),
  },
  {
    kind: 'integer',
    field: 'incorrectAnswers',
    heading: 'Incorrect',
    value: marked(({ incorrectAnswers }) => incorrectAnswers),
  },
  { kind: 'integer', field: 'unanswered', heading: 'Unanswered', value: marked(({ unanswered }) => unanswered) },
  { kind: 'date', field: 'completedAt', heading: 'Completed', value: ({ submittedAt }) => submittedAt },
  { kind: 'number', field: 'timeSpent', heading: 'Time Spent (min)', value: ({ spentMs }) => minutesOf(spentMs) },
]

/** A student's submitted attempts as a file. */
export const attemptsFile = (
  format: ExportFormat,
  studentName: string,
  attempts: readonly SubmittedAttempt[],
  timeZone: string,
): Response =>
  exportResponse(format, `${studentName}_attempts`, {
    title: 'Attempts',
    list: 'attempts',
    columns,
    timeZone,
    pages: onePage(attempts),
  })
