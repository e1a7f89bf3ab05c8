import type { Report } from '#shared/attempts/schema.ts'
import { optionLetters } from '#shared/tests/schema.ts'

/** Minutes as people say them: `12 min`, under one minute in seconds. */
export function formatMinutes(minutes: number): string {
  return minutes < 1 ? `${Math.round(minutes * 60)} s` : `${Math.round(minutes)} min`
}

/** What one answered question came to. */
export const outcomeLabel = (item: Report['questionAnalysis'][number]) =>
  item.studentAnswer === null ? 'Not answered' : item.isCorrect ? 'Correct' : 'Incorrect'

/** The report as a plain text file, in the order of the screen. @param submittedAt in the reader's zone */
export function reportText(report: Report, submittedAt: string): string {
  const { testId: test, studentId: student } = report
  const place = [student.branch, student.batch].filter(Boolean).join(', ')
  const head = [
    `Test report: ${test.testName}`,
    '',
    `Student: ${student.name} <${student.email}>${place && ` (${place})`}`,
    `Subject: ${test.subject}`,
    `Type: ${test.testType}${test.companyName ? ` (${test.companyName})` : ''}`,
    `Difficulty: ${test.difficulty}`,
    `Submitted: ${submittedAt}${report.submittedBy === 'server' ? ' (by the server when the time was over)' : ''}`,
    `Time spent: ${formatMinutes(report.timeSpent)}`,
    '',
    `Score: ${report.marksObtained} / ${report.totalMarks} (${report.percentage}%)`,
    `Grade: ${report.grade}`,
    `Result: ${report.passed ? 'Pass' : 'Fail'}`,
    `Correct: ${report.correctAnswers}, incorrect: ${report.incorrectAnswers}, unanswered: ${report.unanswered}`,
  ]
  const questions = report.questionAnalysis.map((item, index) =>
    [
      `Question ${index + 1} - ${outcomeLabel(item)} - ${item.marksObtained} / ${item.marks} marks`,
      item.questionText,
      ...optionLetters.map((letter) => `  ${letter}. ${item.options[letter]}`),
      `Your answer: ${item.studentAnswer ?? 'Not answered'}`,
      `Correct answer: ${item.correctAnswer}`,
      ...(item.explanation ? [`Explanation: ${item.explanation}`] : []),
    ].join('\n'),
  )
  return `${[head.join('\n'), ...questions].join('\n\n')}\n`
}

/** A name that every file system takes. */
export const reportFileName = (testName: string) =>
  `${
    testName
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 80) || 'test'
  }_report.txt`
