import { letters } from '../../bank/types/choice.rules.ts'
import { percentOf, round2 } from '../../numbers.ts'
import {
  type Cells,
  cellsOf,
  type FoldedItem,
  givenSize,
  type ItemFold,
  isFoldOf,
  rowLength,
  rowsOf,
} from './fold.rules.ts'
import { hintsOf } from './hints.rules.ts'
import type { ItemAnalysis, ItemChoice, ItemFigures } from './items.schema.ts'

/**
 * Classical item analysis. All statistics are computed from a fold's integers, row by row in ascending order of score,
 * so equal folds give bit-identical statistics.
 *
 * Variances are population variances (divided by n, not n - 1), because the report describes the students who took the
 * test and does not estimate a larger population. Correlations and alpha are the same either way; for 100 attempts, a
 * standard deviation is half a percent smaller than a spreadsheet's STDEV.S.
 */

export interface AnalysedQuestion extends FoldedItem {
  id: string
}

/** Number of students who got the question. Not every student gets a drawn question. */
export const seenIn = ({
  correct,
  incorrect,
  unanswered,
}: Pick<ItemFigures, 'correct' | 'incorrect' | 'unanswered'>): number => correct + incorrect + unanswered

/** Percent of attempts per group: the best balance of distance and size. Kelley, J. Educ. Psych. 30 (1939), 17-24. */
const groupPercent = 27

/** The numbers of one bar, or the sum over several bars; see `ItemFold.rows`. */
type Row = readonly number[]

interface Bar {
  /** Hundredths of a mark. */
  score: number
  attempts: number
  row: Row
}

const barsOf = (fold: ItemFold): Bar[] => rowsOf(fold).map(([score, row]) => ({ score, attempts: row[0] ?? 0, row }))

/** Weighted sum of rows. */
function sumOf(bars: readonly Bar[], times: (bar: Bar) => number, length: number): Row {
  const sum = new Array<number>(length).fill(0)
  for (const bar of bars) {
    const factor = times(bar)
    if (factor === 0) continue
    for (const [at, number] of bar.row.entries()) sum[at] = (sum[at] ?? 0) + number * factor
  }
  return sum
}

/** The share of each bar that is among the first `size` attempts. Ties at the boundary share the remaining places. */
function takeFirst(bars: readonly Bar[], size: number): (bar: Bar) => number {
  const shares = new Map<Bar, number>()
  let left = size
  for (const bar of bars) {
    const taken = Math.min(left, bar.attempts)
    shares.set(bar, taken / bar.attempts)
    left -= taken
  }
  return (bar) => shares.get(bar) ?? 0
}

/** Attempts per group; 0 if everyone scored the same. */
const groupSizeOf = (bars: readonly Bar[], attempts: number) =>
  bars.length < 2 ? 0 : Math.max(1, Math.round((attempts * groupPercent) / 100))

/** The sums from which all other statistics are computed. */
interface Sums {
  attempts: number
  groupSize: number
  all: Row
  upper: Row
  lower: Row
  /** The sum of every row times its score. */
  byScore: Row
  /** The sum of the scores, in hundredths. */
  scores: number
  /** The variance of the scores, as returned by `spread`. */
  variance: bigint
}

function sumsOf(bars: readonly Bar[], length: number): Sums {
  const attempts = bars.reduce((sum, bar) => sum + bar.attempts, 0)
  const scores = bars.reduce((sum, bar) => sum + bar.attempts * bar.score, 0)
  const squares = bars.reduce((sum, bar) => sum + bar.attempts * bar.score * bar.score, 0)
  const groupSize = groupSizeOf(bars, attempts)
  return {
    attempts,
    groupSize,
    all: sumOf(bars, () => 1, length),
    upper: sumOf(bars, takeFirst(bars.toReversed(), groupSize), length),
    lower: sumOf(bars, takeFirst(bars, groupSize), length),
    byScore: sumOf(bars, ({ score }) => score, length),
    scores,
    variance: spread(attempts, squares, scores, scores),
  }
}

/** One item's totals in a row. */
interface ItemTotals {
  answered: number
  /** Answers with full marks. */
  correct: number
  /** In the item's unit. */
  marks: number
  /** Sum of the squares of the marks. */
  squares: number
}

const numbersOf = (row: Row, { start, end }: Cells) => row.slice(start, end)

const totalOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

function totalsOf(row: Row, item: Cells): ItemTotals {
  const numbers = numbersOf(row, item)
  const [givenCorrect = 0, givenMarks = 0, givenSquares = 0] = row.slice(item.givenAt, item.givenAt + givenSize)
  if (item.key === null) {
    const [answered = 0, correct = 0, marks = 0, squares = 0] = numbers
    return { answered, correct, marks, squares }
  }
  const worth = item.marks
  const right = numbers[letters.indexOf(item.key)] ?? 0
  const answered = totalOf(numbers)
  const wrong = answered - right
  return {
    answered,
    correct: right + givenCorrect,
    marks: right * worth - wrong * item.penalty + givenMarks,
    squares: right * worth * worth + wrong * item.penalty * item.penalty + givenSquares,
  }
}

/** `n` squared times the covariance of two variables over `n` attempts. An integer, so zero variation is exactly 0. */
const spread = (n: number, products: number, a: number, b: number) =>
  BigInt(n) * BigInt(products) - BigInt(a) * BigInt(b)

/**
 * The corrected point-biserial: the correlation of an item's marks with the marks of all other items. The whole score
 * would include the item itself, which inflates the correlation, especially in short tests. Moodle calls this the
 * "discrimination index". Its "discriminative efficiency" (the covariance divided by the maximum possible for these
 * marks) is omitted, because with partial credit it requires every single attempt. Null if either does not vary.
 */
function itemRestOf(variance: bigint, withScore: bigint, whole: bigint): number | null {
  const rest = whole + variance - 2n * withScore
  if (variance === 0n || rest === 0n) return null
  return Number(withScore - variance) / Math.sqrt(Number(variance)) / Math.sqrt(Number(rest))
}

// Adding 0 turns -0, which would be displayed as "-0", into 0.
const rounded = (value: number) => round2(value) + 0

const partOf = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** Counts how often each option, or none, was chosen, overall and in each group. */
function choicesOf({ all, upper, lower }: Sums, item: Cells): ItemChoice[] {
  const [ofAll, ofUpper, ofLower] = [all, upper, lower].map((row) => {
    const numbers = numbersOf(row, item)
    return [...numbers, (row[0] ?? 0) - totalOf(numbers)]
  })
  return [...letters.slice(0, item.end - item.start), null].map((option, at) => ({
    option,
    all: ofAll?.[at] ?? 0,
    upper: rounded(ofUpper?.[at] ?? 0),
    lower: rounded(ofLower?.[at] ?? 0),
  }))
}

/** The bars of the students who got a drawn question, with only that question's numbers. */
function barsOfItem(bars: readonly Bar[], { start, end, seenAt, givenAt }: Cells): Bar[] {
  return bars.flatMap(({ score, row }) => {
    const attempts = row[seenAt ?? 0] ?? 0
    const numbers = [...row.slice(start, end), ...row.slice(givenAt, givenAt + givenSize)]
    return attempts === 0 ? [] : [{ score, attempts, row: [attempts, ...numbers] }]
  })
}

/** The statistics of a drawn question, for the students who got it. */
function drawnItemOf(question: AnalysedQuestion, item: Cells, bars: readonly Bar[]) {
  const end = 1 + item.end - item.start
  const own = { ...item, start: 1, end, seenAt: null, givenAt: end }
  return itemOf(question, own, sumsOf(barsOfItem(bars, item), end))
}

function itemOf({ id, marks, correctAnswer, isOptional }: AnalysedQuestion, item: Cells, sums: Sums) {
  const { attempts, groupSize } = sums
  const totals = (row: Row) => totalsOf(row, item)
  const all = totals(sums.all)
  const worth = item.marks
  const variance = spread(attempts, all.squares, all.marks, all.marks)
  // Scores are in hundredths, so they are scaled to the item's unit.
  const parts = BigInt(item.parts)
  const withScore = parts * spread(attempts, totals(sums.byScore).marks, all.marks, sums.scores)
  const itemRest = isOptional ? null : itemRestOf(variance, withScore, parts * parts * sums.variance)
  const facility = partOf(all.marks, attempts * worth)
  const discrimination = partOf(totals(sums.upper).marks - totals(sums.lower).marks, groupSize * worth)
  const choices = correctAnswer === null ? null : choicesOf(sums, item)
  const { answered, correct } = all
  const figures: ItemFigures = {
    questionId: id,
    marks,
    correctAnswer,
    correct,
    incorrect: answered - correct,
    unanswered: attempts - answered,
    correctPercentage: percentOf(correct, answered),
    facility: facility === null ? null : percentOf(all.marks, attempts * worth),
    discrimination: discrimination === null ? null : rounded(discrimination),
    itemRest: itemRest === null ? null : rounded(itemRest),
    choices,
    hints: hintsOf({ attempts, answered, facility: facility ?? 0, discrimination, itemRest, correctAnswer, choices }),
  }
  return { figures, variance: Number(variance) / item.parts ** 2 }
}

/** The middle score, or the mean of the middle two, in hundredths. */
function medianOf(bars: readonly Bar[], attempts: number): number {
  const at = (rank: number) => {
    let left = rank
    for (const bar of bars) {
      if (left < bar.attempts) return bar.score
      left -= bar.attempts
    }
    return 0
  }
  return (at(Math.floor((attempts - 1) / 2)) + at(Math.floor(attempts / 2))) / 2
}

/**
 * Cronbach's alpha, k/(k-1) (1 - sum of the items' variances / variance of the scores): a test's internal consistency.
 * Null with fewer than two items, or if all scores are equal. At most 1, and below 0 if items contradict each other.
 */
function alphaOf(variances: readonly number[], whole: bigint): number | null {
  const items = variances.length
  if (items < 2 || whole === 0n) return null
  return (items * (1 - totalOf(variances) / Number(whole))) / (items - 1)
}

/**
 * Computes the statistics of every question and of the test.
 *
 * - facility: mean percentage of the marks; unanswered counts as 0. Penalties may make it negative.
 * - discrimination: mean share of the marks in the upper 27% by score, minus the mean share in the lower 27% (for
 *   single choice without a penalty, the share of correct answers). A group's size is rounded to whole attempts and is
 *   at least one. Ties at a group's boundary all count with the same fraction.
 * - itemRest: see `itemRestOf`. Like alpha, null if only the best answers in the question's part count.
 * - standard error of measurement: standard deviation times the square root of 1 - alpha; a negative alpha counts as 0.
 *
 * All statistics except counts are rounded to two decimals, and null if there are too few attempts or too little
 * variation.
 *
 * @param questions the questions the fold was made with, in the same order
 * @throws RangeError if the fold was made with other keys or marks
 */
export function analyse(fold: ItemFold, questions: readonly AnalysedQuestion[]): ItemAnalysis {
  if (!isFoldOf(fold, questions)) throw new RangeError('This is a fold of other items')
  const bars = barsOf(fold)
  const cells = cellsOf(fold)
  const sums = sumsOf(bars, rowLength(cells))
  const { attempts, groupSize, scores, variance } = sums
  const items = cells.flatMap((item, place) => {
    const question = questions[place]
    if (!question) return []
    return [item.seenAt === null ? itemOf(question, item, sums) : drawnItemOf(question, item, bars)]
  })
  const ofTest = {
    attempts,
    totalMarks: round2(cells.reduce((sum, { marks, parts }) => sum + marks / parts, 0) / 100),
    groupSize,
    items: items.map(({ figures }) => figures),
  }
  if (attempts === 0)
    return { ...ofTest, mean: null, median: null, standardDeviation: null, alpha: null, standardError: null }
  // Alpha requires items that all students got and whose marks all count.
  const isIncomplete = fold.drawn !== undefined || fold.optional !== undefined
  const alpha = isIncomplete
    ? null
    : alphaOf(
        items.map((item) => item.variance),
        variance,
      )
  const deviation = Math.sqrt(Number(variance)) / attempts / 100
  return {
    ...ofTest,
    mean: rounded(scores / attempts / 100),
    median: rounded(medianOf(bars, attempts) / 100),
    standardDeviation: rounded(deviation),
    alpha: alpha === null ? null : rounded(alpha),
    standardError: alpha === null ? null : rounded(deviation * Math.sqrt(1 - Math.max(0, alpha))),
  }
}
