import { percentText, plural } from '#client/lib/format.ts'
import { spentText } from '#client/lib/time.ts'
import type { Receipt, Report, Results } from '#shared/attempts/attempts.schema.ts'
import { languageNames, statusWords } from '#shared/coding/languages.rules.ts'
import { optionLetters } from '#shared/tests/tests.schema.ts'

/** The line below a result's title. @param questions number of multiple-choice questions */
export const purposeOf = (questions: number, hasCode: boolean): string =>
  questions === 0
    ? 'Your result for each problem.'
    : `Your result for each ${hasCode ? 'problem and ' : ''}question, with the answers.`

/** `0 of 1 mark`, `2.5 of 4 marks`. */
export const marksText = (obtained: number | null, total: number) =>
  obtained === null ? plural(total, 'mark') : `${obtained} of ${plural(total, 'mark')}`

type Item = Report['questionAnalysis'][number]

/** `Answered` while the correct answer is withheld. */
export const outcomeLabel = (item: Pick<Item, 'studentAnswer' | 'isCorrect'>) =>
  item.studentAnswer === null
    ? 'Not answered'
    : item.isCorrect === null
      ? 'Answered'
      : item.isCorrect
        ? 'Correct'
        : 'Incorrect'

/** Numbers the questions within each section, as in the exam. */
export function numbered(items: readonly Item[]): { item: Item; number: number }[] {
  const counts = new Map<string | null, number>()
  return items.map((item) => {
    const number = (counts.get(item.sectionName) ?? 0) + 1
    counts.set(item.sectionName, number)
    return { item, number }
  })
}

/** Notes about extra time and section times. Empty for most reports. */
export function timeNotes({ sectionTimesEnforced, sections, timeGiven }: Report): string[] {
  const notes: string[] = []
  if (timeGiven > 0) notes.push(`You had ${spentText(timeGiven)} of extra time.`)
  if (!sectionTimesEnforced && sections.length > 0)
    notes.push('This attempt was submitted in one go, so its section times were not enforced.')
  return notes
}

/** A blank line, a title and indented lines. Empty if there are no lines. */
const block = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]

const sectionLine = (section: Report['sections'][number]) =>
  `${section.sectionName}: ${section.marksObtained} / ${section.totalMarks} (${percentText(section.percentage)}), ${countsText(section)}`

const countsText = ({ correctAnswers, incorrectAnswers, unanswered }: Results) =>
  `correct: ${correctAnswers}, incorrect: ${incorrectAnswers}, unanswered: ${unanswered}`

const codingLine = (item: Report['codingAnalysis'][number]) =>
  `${item.title}: ${marksText(item.marksObtained, item.points)}, ${codingVerdict(item)}, ` +
  `${item.testCasesPassed} of ${item.totalTestCases} test cases` +
  `${item.language === null ? '' : `, ${languageNames[item.language]}`}`

export const answeredOf = ({ answered, questions }: Receipt) => `${answered} of ${questions} questions answered`

export const judgedStill = (programs: number) =>
  programs === 1 ? '1 program is still being judged' : `${programs} programs are still being judged`

/** The verdict on a coding question's best submission, in words. */
export const codingVerdict = ({ status, pending }: Report['codingAnalysis'][number]) =>
  status === null ? (pending ? 'Being judged' : 'Nothing submitted') : statusWords[status]

/** Converts the author's text to plain text. */
type PlainText = (text: string, options?: { inline?: boolean }) => string

/**
 * The report as a plain text file, in the same order as the screen.
 *
 * @param submittedAt in the reader's time zone
 * @param plain removes Markdown and formulas from the author's text
 */
export function reportText(report: Report, submittedAt: string, plain: PlainText): string {
  const { testId: test, studentId: student, receipt, pendingCode } = report
  const place = [student.branch, student.batch].filter(Boolean).join(', ')
  const head = [
    `Test report: ${test.testName}`,
    '',
    `Student: ${student.name} <${student.email}>${place && ` (${place})`}`,
    `Subject: ${test.subject}`,
    `Type: ${test.testType}${test.companyName ? ` (${test.companyName})` : ''}`,
    `Difficulty: ${test.difficulty}`,
    `Submitted: ${submittedAt}${report.submittedBy === 'server' ? ' (automatically, when time ran out)' : ''}`,
    `Time spent: ${spentText(report.timeSpent)}`,
    ...timeNotes(report),
    '',
    `Score: ${report.marksObtained} / ${report.totalMarks} (${percentText(report.percentage)})`,
    `Grade: ${report.grade}`,
    `Result: ${report.passed ? 'Pass' : 'Fail'}`,
    `Correct: ${report.correctAnswers}, incorrect: ${report.incorrectAnswers}, unanswered: ${report.unanswered}`,
    ...block('Sections', report.sections.map(sectionLine)),
    ...block('Coding', [
      ...(pendingCode > 0 ? [judgedStill(pendingCode)] : []),
      ...report.codingAnalysis.map(codingLine),
    ]),
    ...(receipt ? ['', `Receipt: ${receipt.code} (${answeredOf(receipt)})`] : []),
  ]
  const questions = numbered(report.questionAnalysis).map(({ item, number }) =>
    [
      `${item.sectionName === null ? '' : `${item.sectionName}, `}Question ${number} - ${outcomeLabel(item)} - ${marksText(item.marksObtained, item.marks)}`,
      plain(item.questionText),
      ...(item.questionImageUrl ? ['[Image]'] : []),
      ...optionLetters.map(
        (letter) =>
          `  ${letter}. ${[plain(item.options[letter], { inline: true }), item.optionImages?.[letter] && '[Image]'].filter(Boolean).join(' ')}`,
      ),
      `Your answer: ${item.studentAnswer ?? 'Not answered'}`,
      ...(item.correctAnswer ? [`Correct answer: ${item.correctAnswer}`] : []),
      ...(item.explanation ? [`Explanation: ${plain(item.explanation)}`] : []),
    ].join('\n'),
  )
  return `${[head.join('\n'), ...questions].join('\n\n')}\n`
}

/** A file name that is valid on every file system. */
export const reportFileName = (testName: string) =>
  `${
    testName
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 80) || 'test'
  }_report.txt`
