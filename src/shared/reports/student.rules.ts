import { round2 } from '../numbers.ts'
import { hasPassed, sharedPassMark } from '../tests/scheme.rules.ts'
import { subjects, testTypes } from '../tests/tests.schema.ts'
import { averageOf, noTotals, passRateOf, scoresOfTrend, type Totals, trendOf } from './reports.rules.ts'
import type { OwnReport, OwnReportsQuery, OwnScore, ReportSortKey, SubjectAverage } from './student.schema.ts'

/** Minimum averages of top performers and of outstanding students. */
export const topPerformerAverage = 75
export const outstandingAverage = 90
/** Maximum areas to improve. */
const weakestShown = 3

const minute = 60_000

type Figure = 'marksObtained' | 'correctAnswers' | 'incorrectAnswers' | 'unanswered' | 'percentage'

/** A submitted attempt, the source of a row in the student's reports. Times in milliseconds. */
export interface SubmittedAttempt
  extends Omit<
      OwnReport,
      Figure | 'status' | 'completedAt' | 'timeSpent' | 'attemptNumber' | 'releaseAt' | 'pendingMarks'
    >,
    Record<Figure, number> {
  /** Set while the results are hidden and reported as 0. `until` is the release time; null if undecided. */
  held?: { until: number | null }
  /** 1 for the first attempt at its test. */
  number: number
  /** True for the latest attempt at its test, which determines whether the test counts as passed. */
  counts: boolean
  submittedAt: number
  spentMs: number
  /** See `hasPassed`. */
  passed: boolean | null
  /** Answers still to be marked. */
  pendingMarks: number
}

type Kind = Pick<SubmittedAttempt, 'testType' | 'subject' | 'testName' | 'companyName'>

/** True if a test passes the filters; the search covers test and company names, ignoring case. */
export function matches(
  { testType, subject, testName, companyName }: Kind,
  filter: Pick<OwnReportsQuery, 'testType' | 'subject' | 'search'>,
): boolean {
  const words = filter.search?.trim().toLocaleLowerCase() ?? ''
  return (
    (filter.testType === undefined || testType === filter.testType) &&
    (filter.subject === undefined || subject === filter.subject) &&
    [testName, companyName ?? ''].some((name) => name.toLocaleLowerCase().includes(words))
  )
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const upwards: Record<ReportSortKey, (a: SubmittedAttempt, b: SubmittedAttempt) => number> = {
  testName: (a, b) => names.compare(a.testName, b.testName),
  percentage: (a, b) => a.percentage - b.percentage,
  completedAt: (a, b) => a.submittedAt - b.submittedAt,
  timeSpent: (a, b) => a.spentMs - b.spentMs,
}
const newestFirst = (a: SubmittedAttempt, b: SubmittedAttempt) =>
  b.submittedAt - a.submittedAt || (a.id < b.id ? 1 : -1)

/** Sorts as requested, with ties newest first. */
export function sorted(attempts: readonly SubmittedAttempt[], sort: OwnReportsQuery['sort']): SubmittedAttempt[] {
  const isDown = sort.startsWith('-')
  const compare = upwards[sort.replace('-', '') as ReportSortKey]
  return [...attempts].sort((a, b) => (isDown ? -compare(a, b) : compare(a, b)) || newestFirst(a, b))
}

const totalsOf = (attempts: readonly SubmittedAttempt[]): Totals =>
  attempts.reduce(
    (sum, { percentage, passed, marksObtained, totalMarks }) => ({
      completed: sum.completed + 1,
      passed: sum.passed + Number(hasPassed({ passed, percentage })),
      percentages: sum.percentages + percentage,
      marksObtained: sum.marksObtained + marksObtained,
      totalMarks: sum.totalMarks + totalMarks,
    }),
    noTotals,
  )

export const minutesOf = (ms: number) => round2(ms / minute)

const sumOf = (attempts: readonly SubmittedAttempt[], figure: (one: SubmittedAttempt) => number) =>
  attempts.reduce((sum, one) => sum + figure(one), 0)

/** The attempt that counts for each test. */
const testsIn = (attempts: readonly SubmittedAttempt[]) => attempts.filter(({ counts }) => counts)

/** The summary above a list of reports: counts of tests, averages of all attempts. Times are summed before rounding. */
export function summaryOf(attempts: readonly SubmittedAttempt[]) {
  const tests = totalsOf(testsIn(attempts))
  return {
    total: tests.completed,
    attempts: attempts.length,
    passed: tests.passed,
    failed: tests.completed - tests.passed,
    averagePercentage: averageOf(totalsOf(attempts)),
    timeSpent: minutesOf(sumOf(attempts, ({ spentMs }) => spentMs)),
  }
}

/** Correct and incorrect answers, from attempts that count, by subject in the default order. Omits unused subjects. */
export const answersBySubject = (attempts: readonly SubmittedAttempt[]) =>
  subjects.flatMap((subject) => {
    const own = testsIn(attempts).filter((one) => one.subject === subject)
    if (own.length === 0) return []
    return [
      {
        subject,
        correct: sumOf(own, ({ correctAnswers }) => correctAnswers),
        incorrect: sumOf(own, ({ incorrectAnswers }) => incorrectAnswers),
      },
    ]
  })

const averagesBySubject = (attempts: readonly SubmittedAttempt[]): SubjectAverage[] =>
  subjects.flatMap((subject) => {
    const own = attempts.filter((one) => one.subject === subject)
    return own.length === 0
      ? []
      : [{ subject, tests: testsIn(own).length, averagePercentage: averageOf(totalsOf(own)) }]
  })

/** A subject at or above this average needs no improvement. */
export const improvementBelow = 60

/** The subjects to improve, weakest first: at most three, below 60% and below the student's own average. */
export const areasToImprove = (averages: readonly SubjectAverage[], ownAverage: number): SubjectAverage[] =>
  averages
    .filter(({ averagePercentage: average }) => average < ownAverage && average < improvementBelow)
    .sort((one, other) => one.averagePercentage - other.averagePercentage)
    .slice(0, weakestShown)

const scoreOf = (one: SubmittedAttempt): Omit<OwnScore, 'completedAt'> & { completedAt: number } => ({
  id: one.id,
  testId: one.testId,
  testName: one.testName,
  testType: one.testType,
  subject: one.subject,
  percentage: one.percentage,
  completedAt: one.submittedAt,
})

/** Summary of all of a student's tests. If scores are equal, the newest is both highest and lowest. */
export function performanceOf(attempts: readonly SubmittedAttempt[]) {
  const { total, ...figures } = summaryOf(attempts)
  const oldestFirst = sorted(attempts, '-completedAt').reverse()
  const [best] = sorted(attempts, '-percentage')
  const [worst] = sorted(attempts, 'percentage')
  const averages = averagesBySubject(attempts)
  const latest = oldestFirst.slice(-scoresOfTrend)
  return {
    totalTests: total,
    ...figures,
    passRate: passRateOf(totalsOf(testsIn(attempts))),
    trend: trendOf(oldestFirst.map(({ percentage }) => percentage)),
    scores: latest.map(scoreOf),
    passMark: sharedPassMark(latest.map(({ passMark }) => passMark)),
    highest: best ? scoreOf(best) : null,
    lowest: worst ? scoreOf(worst) : null,
    subjects: averages,
    weakestSubjects: [...averages].sort((a, b) => a.averagePercentage - b.averagePercentage).slice(0, weakestShown),
    testTypes: testTypes.flatMap((testType) => {
      const tests = testsIn(attempts).filter((one) => one.testType === testType).length
      return tests === 0 ? [] : [{ testType, tests }]
    }),
  }
}
