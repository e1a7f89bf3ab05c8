import { percentOf, round1 } from '../numbers.ts'
import { isPass } from '../tests/scheme.rules.ts'

/**
 * Definitions of the statistics in every report. They cover submitted attempts, including Practice, once all their
 * answers are marked. A score is a percentage (0-100).
 */

/** Totals over a set of attempts; groups are merged by adding their totals. */
export interface Totals {
  completed: number
  /** Attempts that passed according to the rules of their test. */
  passed: number
  /** The sum of the attempts' percentages. */
  percentages: number
  marksObtained: number
  totalMarks: number
}

export const noTotals: Totals = { completed: 0, passed: 0, percentages: 0, marksObtained: 0, totalMarks: 0 }

/** Sums of percentages are stored as integers in units of 1e-8, so that adding and subtracting is exact. */
export const percentUnits = 1e8

/**
 * The average percentage; 0 without attempts. Rounding to seven decimals removes the floating-point error of adding
 * thirds (three scores of 33.33…% and one of 100% average 50) and is more precise than any display or comparison needs.
 */
export const averageOf = ({ completed, percentages }: Pick<Totals, 'completed' | 'percentages'>) =>
  completed === 0 ? 0 : Number((percentages / completed).toFixed(7))

/** Percentages of parts of a whole. With two parts, the second is 100 minus the first, so rounded values add up. */
export function sharesOf(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  const shares = parts.map((part) => percentOf(part, whole))
  const [first = 0] = shares
  return parts.length === 2 && whole > 0 ? [round1(first), round1(100 - round1(first))] : shares
}

/** Percentage of submitted attempts that passed. */
export const passRateOf = ({ completed, passed }: Pick<Totals, 'completed' | 'passed'>) => percentOf(passed, completed)

/** Percentage of the assigned students who submitted. */
export const completionRateOf = (completed: number, assigned: number) => percentOf(completed, assigned)

/** The state of an assigned student's test: submitted or not, and marked or not. */
export function studentStatusOf({ attemptId, percentage }: { attemptId: string | null; percentage: number | null }) {
  if (attemptId === null) return 'Not Attempted'
  return percentage === null ? 'Being Marked' : 'Completed'
}

/** Percentage growth: 100 from zero, and 0 from zero to zero. */
export function growthOf(before: number, now: number): number {
  if (before === 0) return now === 0 ? 0 : 100
  return percentOf(now - before, before)
}

/** A difference between two averages above this number of percentage points counts as a trend. */
const trendPoints = 5
/** Number of latest scores compared and charted. */
export const scoresOfTrend = 10

export type Trend = 'improving' | 'declining' | 'stable' | 'neutral'

/**
 * The last three of the last ten scores, and the three before them. With fewer than four scores, the earlier part is
 * just the first.
 *
 * @param scores oldest first, at least two
 */
export function trendParts<Score>(scores: readonly Score[]): { earlier: Score[]; latest: Score[] } {
  const recent = scores.slice(-scoresOfTrend)
  const cut = recent.length > 3 ? recent.length - 3 : 1
  return { earlier: recent.slice(Math.max(0, cut - 3), cut), latest: recent.slice(cut) }
}

/** Trend of the scores; `neutral` with fewer than two. @param scores percentages, oldest first */
export function trendOf(scores: readonly number[]): Trend {
  if (scores.length < 2) return 'neutral'
  const { earlier, latest } = trendParts(scores)
  const mean = (some: readonly number[]) => some.reduce((sum, score) => sum + score, 0) / some.length
  const difference = mean(latest) - mean(earlier)
  if (difference > trendPoints) return 'improving'
  return difference < -trendPoints ? 'declining' : 'stable'
}

export type ScoreColor = 'green' | 'blue' | 'yellow' | 'red'

/**
 * The colour of a score or average on all screens: red below 40, yellow below 60, blue below 80, then green. The scale
 * is the same for all tests, whatever their pass mark.
 *
 * @param percentage unrounded: 39.96 is displayed as 40.0% but red
 */
export function scoreColor(percentage: number): ScoreColor {
  if (!isPass(percentage)) return 'red'
  if (percentage >= 80) return 'green'
  return percentage >= 60 ? 'blue' : 'yellow'
}
