import { paperText } from '#client/features/tests/model/paper-text.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { spentText } from '#client/lib/time.ts'
import type { Receipt, Report, Results } from '#shared/attempts/attempts.schema.ts'
import { type Letter, letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { choicesOf } from '#shared/bank/types/gaps.rules.ts'
import { languageNames, statusWords } from '#shared/coding/languages.rules.ts'
import type { Ruling } from '#shared/tests/scheme.rules.ts'
import { answerLines } from '../model/answer-lines.ts'
import { markingText } from '../model/result-text.ts'

/** The line under a result's title. @param questions number of questions, without coding */
export const purposeOf = (questions: number, hasCode: boolean): string =>
  questions === 0
    ? 'Your result for each problem.'
    : `Your result for each ${hasCode ? 'problem and ' : ''}question, with the answers.`

/** `0 of 1 mark`, `2.5 of 4 marks`, `−0.5 of 2 marks`. */
export const marksText = (obtained: number | null, total: number) =>
  obtained === null ? plural(total, 'mark') : `${String(obtained).replace('-', '−')} of ${plural(total, 'mark')}`

type Item = Report['questionAnalysis'][number]

/** Sentences for the rulings on faulty questions. */
export const rulingText: Record<Ruling, string> = {
  all: 'Everybody gets the marks for this question.',
  answered: 'Everybody who answered this question gets its marks.',
  dropped: 'This question does not count.',
}

/** Maps the student's shuffled letters to the test's letters: `Letters in the test: A is C, B is A`. */
export const lettersText = (testLetters: readonly Letter[]) =>
  `Letters in the test: ${testLetters.map((letter, place) => `${letters[place]} is ${letter}`).join(', ')}`

interface Outcome extends Pick<Item, 'studentAnswer' | 'isCorrect' | 'type'> {
  /** Undefined if the marks for individual questions are not shown. */
  marksObtained?: number | null | undefined
  ruling?: Ruling | undefined
}

/** `Answered` while the correct answer is withheld, and for an essay without marks. */
export function outcomeLabel({ studentAnswer, isCorrect, type, marksObtained, ruling }: Outcome) {
  if (ruling === 'dropped') return 'Dropped'
  if (studentAnswer === null) return 'Not answered'
  if (isCorrect === null) return 'Answered'
  if (isCorrect) return 'Correct'
  if (marksObtained && marksObtained > 0) return 'Partly correct'
  return type === 'essay' ? 'Answered' : 'Incorrect'
}

/** The label for the number of incorrect answers, including partly correct ones. */
export const incorrectLabel = (items: readonly Outcome[]) =>
  items.some((item) => outcomeLabel(item) === 'Partly correct') ? 'Incorrect or partly correct' : 'Incorrect'

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

/** The score, grade and result, or the number of answers still being marked. */
const scoreLines = ({ marksObtained, totalMarks, percentage, grade, passed, pendingMarks = 0 }: Report): string[] =>
  percentage === null
    ? [`Score: ${markingText(pendingMarks)}`]
    : [
        `Score: ${marksObtained} / ${totalMarks} (${percentText(percentage)})`,
        `Grade: ${grade}`,
        `Result: ${passed ? 'Pass' : 'Fail'}`,
      ]

/** A blank line, a title and indented lines. Empty if there are no lines. */
const block = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]

function sectionLine({
  sectionName,
  marksObtained,
  totalMarks,
  percentage,
  cutoff,
  ...counts
}: Report['sections'][number]) {
  const score = percentage === null ? 'being marked' : percentText(percentage)
  const needed = cutoff === undefined ? '' : `, needed ${percentText(cutoff)}`
  return `${sectionName}: ${marksObtained ?? '–'} / ${totalMarks} (${score}${needed}), ${countsText(counts)}`
}

/** The parts of a question that students choose from or arrange. */
function partLines(item: Item, plain: PlainText): string[] {
  const inline = (text: string) => plain(text, { inline: true })
  const listed = (parts: readonly { text: string }[]) => parts.map(({ text }) => inline(text)).join('; ')
  switch (item.type) {
    case undefined:
    case 'single':
    case 'multiple':
      return lettersOf(item).map(
        (letter) =>
          `${letter}. ${[inline(item.options[letter] ?? ''), item.optionImages?.[letter] && '[Image]'].filter(Boolean).join(' ')}`,
      )
    case 'boolean':
      return ['True', 'False']
    case 'gaps':
      return item.gaps.flatMap((gap, place) =>
        gap.kind === 'choice'
          ? [
              `[${place + 1}] ${choicesOf(gap)
                .map(({ text }) => inline(text))
                .join(' / ')}`,
            ]
          : [],
      )
    case 'matching':
      return [`Match: ${listed(item.left)}`, `With: ${listed(item.right)}`]
    case 'ordering':
      return [`Put in order: ${listed(item.items)}`]
    default:
      return []
  }
}

/** An answer on the label's line, or below it if it has several lines. */
function answerBlock(label: string, item: Item, text: string, plain: PlainText): string {
  const { lines, isRich } = answerLines(item, text)
  const shown = lines.flatMap((line) => (isRich ? plain(line, { inline: true }) : line).split('\n'))
  return shown.length === 1 ? `${label}: ${shown[0]}` : [`${label}:`, ...shown.map((line) => `  ${line}`)].join('\n')
}

const countsText = ({
  correctAnswers,
  incorrectAnswers,
  unanswered,
}: Pick<Results, 'correctAnswers' | 'incorrectAnswers' | 'unanswered'>) =>
  `correct: ${correctAnswers}, incorrect: ${incorrectAnswers}, unanswered: ${unanswered}`

const codingLine = (item: Report['codingAnalysis'][number]) =>
  `${item.title}: ${marksText(item.marksObtained, item.points)}, ${codingVerdict(item)}, ` +
  `${item.testCasesPassed} of ${item.totalTestCases} test cases` +
  `${item.language === null ? '' : `, ${languageNames[item.language]}`}`

export const answeredOf = ({ answered, questions }: Receipt) => `${answered} of ${questions} questions answered`

export const judgedStill = (submissions: number) =>
  submissions === 1 ? '1 submission is still being judged' : `${submissions} submissions are still being judged`

/** The verdict on a coding question's best submission, in words. */
export const codingVerdict = ({ status, pending }: Report['codingAnalysis'][number]) =>
  status === null ? (pending ? 'Being judged' : 'Nothing submitted') : statusWords[status]

/** Converts the author's text to plain text. */
type PlainText = (text: string, options?: { inline?: boolean }) => string

/**
 * The report as a plain text file, in the same order as the screen.
 *
 * @param submittedAt formatted in the viewer's time zone
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
    ...scoreLines(report),
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
      plain(paperText(item.type, item.questionText)),
      ...(item.questionImageUrl ? ['[Image]'] : []),
      ...partLines(item, plain).map((line) => `  ${line}`),
      item.studentAnswer === null
        ? 'Your answer: Not answered'
        : answerBlock('Your answer', item, item.studentAnswer, plain),
      ...(item.correctAnswer ? [answerBlock('Correct answer', item, item.correctAnswer, plain)] : []),
      ...(item.ruling ? [rulingText[item.ruling]] : []),
      ...(item.levels ?? []).map(
        ({ criterion, label, marks, most }) => `${criterion}: ${label} (${marksText(marks, most)})`,
      ),
      ...(item.comment ? [`Comment: ${item.comment}`] : []),
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
