import {
  type AnswerValue,
  gradeAnswer,
  type KeyedBody,
  type MarkedQuestion,
  type Outcome,
} from '../bank/question-types.rules.ts'
import type { GradingTools } from '../bank/types/question-type.rules.ts'
import { round2 } from '../numbers.ts'
import { compare, fromNumber, larger, plus, type Ratio, ratio, sumOf, times, toNumber, zero } from '../ratio.ts'
import type { Floor, Ruling } from '../tests/scheme.rules.ts'
import type { Results } from './attempts.schema.ts'

/** Computes the result of an attempt from its answers. */

/** A question with everything that grading needs. */
export type KeyedQuestion = KeyedBody & MarkedQuestion

/** Exact marks and counts of a paper or part of one. The counts exclude dropped questions. */
export interface Graded {
  marks: Ratio
  total: Ratio
  correctAnswers: number
  incorrectAnswers: number
  unanswered: number
  /** Answers still to be marked. */
  unmarked: number
}

interface PartRules<Q> {
  /** Marks given by hand, which replace an answer's grade. */
  marksGiven?: ((question: Q) => number | undefined) | undefined
  /** Number of answers that count: the ones with the most marks. */
  bestOf?: number | null | undefined
  /** Maximum marks, if already known. */
  total?: Ratio | undefined
}

/** The result of one answer to a question that may have been dropped. */
type RuledOutcome = Outcome | { kind: 'dropped' }

function ruled(ruling: Ruling, max: number, { kind }: Outcome): RuledOutcome {
  if (ruling === 'dropped') return { kind: 'dropped' }
  const marks = fromNumber(max)
  if (kind === 'unanswered') return ruling === 'all' ? { kind, marks } : { kind }
  return { kind: 'graded', isCorrect: true, marks }
}

/** Grades one answer. A ruling on the question takes precedence over marks given by hand. */
export function outcomeOf(
  question: KeyedQuestion,
  value: AnswerValue | null,
  given: number | undefined,
  tools: GradingTools,
): RuledOutcome {
  const outcome = gradeAnswer(question, value, tools)
  if (question.ruling) return ruled(question.ruling, question.marks, outcome)
  if (given === undefined || outcome.kind === 'unanswered') return outcome
  return { kind: 'graded', isCorrect: given >= question.marks, marks: fromNumber(given) }
}

const isCounted = ({ ruling }: MarkedQuestion) => ruling !== 'dropped'

const best = (values: readonly Ratio[], count: number | null) =>
  count === null || count >= values.length ? values : [...values].sort((a, b) => compare(b, a)).slice(0, count)

/**
 * Returns the maximum marks of a paper or part of one.
 *
 * @param bestOf number of answers that count; null for all
 */
export const totalOf = (questions: readonly MarkedQuestion[], bestOf: number | null): Ratio =>
  sumOf(
    best(
      questions.filter(isCounted).map(({ marks }) => fromNumber(marks)),
      bestOf,
    ),
  )

/**
 * Grades a paper or part of one.
 *
 * @param valueAt the answer to a question (`place` is its index in `questions`); null if unanswered
 */
export function grade<Q extends KeyedQuestion>(
  questions: readonly Q[],
  valueAt: (question: Q, place: number) => AnswerValue | null,
  tools: GradingTools,
  { marksGiven, bestOf = null, total = totalOf(questions, bestOf) }: PartRules<Q> = {},
): Graded {
  const earned: Ratio[] = []
  const counts = { graded: 0, correct: 0, unmarked: 0, unanswered: 0, dropped: 0 }
  let place = 0
  for (const question of questions) {
    const outcome = outcomeOf(question, valueAt(question, place++), marksGiven?.(question), tools)
    counts[outcome.kind]++
    if ('marks' in outcome && outcome.marks) earned.push(outcome.marks)
    if (outcome.kind === 'graded' && outcome.isCorrect) counts.correct++
  }
  // An answer without marks counts as 0, so it ranks above one that costs marks.
  while (bestOf !== null && earned.length < questions.length - counts.dropped) earned.push(zero)
  return {
    marks: sumOf(best(earned, bestOf)),
    total,
    correctAnswers: counts.correct,
    incorrectAnswers: counts.graded - counts.correct,
    unanswered: counts.unanswered,
    unmarked: counts.unmarked,
  }
}

/** Marks and points of the coding questions, which the counts exclude. */
export interface CodingMarks {
  marks: number
  points: number
}
const noCoding: CodingMarks = { marks: 0, points: 0 }

const percentageOf = (marks: Ratio, total: Ratio) =>
  total.n === 0n ? 0 : toNumber(times(marks, ratio(total.d * 100n, total.n)))

/**
 * Computes the results to store and show. Marks are rounded to two decimals; the percentage uses the exact marks.
 *
 * @param floor `zero` keeps penalties from making the sum negative
 */
export function resultsOf(
  { marks, total, correctAnswers, incorrectAnswers, unanswered }: Omit<Graded, 'unmarked'>,
  coding = noCoding,
  floor: 'none' | 'zero' = 'zero',
): Results {
  const sum = plus(marks, fromNumber(coding.marks))
  const obtained = floor === 'zero' ? larger(zero, sum) : sum
  const all = plus(total, fromNumber(coding.points))
  return {
    marksObtained: round2(toNumber(obtained)),
    totalMarks: round2(toNumber(all)),
    percentage: percentageOf(obtained, all),
    correctAnswers,
    incorrectAnswers,
    unanswered,
  }
}

/** A graded section, or all questions of a test without sections. */
export interface GradedPart extends Graded {
  /** Percentage of its marks needed to pass the test. */
  cutoff: number | null
}

/** The result of an attempt. Marks, percentage and pass are null until all answers are marked. */
export interface AttemptResult extends Omit<Results, 'marksObtained' | 'percentage'> {
  marksObtained: number | null
  percentage: number | null
  passed: boolean | null
  /** Answers still to be marked. */
  pendingMarks: number
}

/** The results of one part. Marks are null until all its answers are marked, and negative only if the test allows. */
export function partResults(part: Graded, floor: Floor) {
  const results = resultsOf(part, noCoding, floor === 'section' ? 'zero' : 'none')
  return part.unmarked > 0 ? { ...results, marksObtained: null, percentage: null } : results
}

/**
 * Combines an attempt's parts according to the test's marking scheme. To pass, the whole test must reach the pass mark
 * and every section its cut-off.
 */
export function attemptResult(
  parts: readonly GradedPart[],
  coding: CodingMarks,
  { floor, passMark }: { floor: Floor; passMark: number },
): AttemptResult {
  const kept = (marks: Ratio) => (floor === 'section' ? larger(zero, marks) : marks)
  const count = (of: (part: Graded) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  const pendingMarks = count(({ unmarked }) => unmarked)
  const results = resultsOf(
    {
      marks: sumOf(parts.map(({ marks }) => kept(marks))),
      total: sumOf(parts.map(({ total }) => total)),
      correctAnswers: count(({ correctAnswers }) => correctAnswers),
      incorrectAnswers: count(({ incorrectAnswers }) => incorrectAnswers),
      unanswered: count(({ unanswered }) => unanswered),
    },
    coding,
    floor === 'none' ? 'none' : 'zero',
  )
  if (pendingMarks > 0) return { ...results, marksObtained: null, percentage: null, passed: null, pendingMarks }
  const reached = parts.every(
    // A part whose questions were all dropped has nothing to reach.
    ({ marks, total, cutoff }) => cutoff === null || total.n === 0n || percentageOf(kept(marks), total) >= cutoff,
  )
  return { ...results, passed: reached && results.percentage >= passMark, pendingMarks }
}
