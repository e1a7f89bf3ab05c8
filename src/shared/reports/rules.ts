import { round2 } from '../numbers.ts'

/**
 * What the figures of every report mean, once. All of them are over submitted attempts, Practice included; a running attempt
 * counts nowhere. A score is a percentage (0-100).
 */

/** What a number of attempts came to: sums, so that two groups are added by adding theirs. */
export interface Totals {
  /** Submitted attempts. */
  completed: number
  /** Those of them from the pass mark on. */
  passed: number
  /** The sum of their percentages. */
  percentages: number
  marksObtained: number
  totalMarks: number
}

export const noTotals: Totals = { completed: 0, passed: 0, percentages: 0, marksObtained: 0, totalMarks: 0 }

/**
 * The mean of the attempts' percentages; 0 when there is none. Percentages have two decimals, so their sum is made a whole number of
 * hundredths first: however it was added up, half a hundredth is rounded to the same side.
 */
export const averageOf = ({ completed, percentages }: Pick<Totals, 'completed' | 'percentages'>) =>
  completed === 0 ? 0 : Math.round(Math.round(percentages * 100) / completed) / 100

/** `part` of `whole` in percent; 0 of nothing. */
export const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : round2((part / whole) * 100))

/** Percentage of the submitted attempts that are passed. */
export const passRateOf = ({ completed, passed }: Pick<Totals, 'completed' | 'passed'>) => shareOf(passed, completed)

/** Percentage of the assigned that were submitted. */
export const completionRateOf = (completed: number, assigned: number) => shareOf(completed, assigned)

/** How much more there is than before, in percent. From nothing it is 100, and 0 when there is nothing new. */
export function growthOf(before: number, now: number): number {
  if (before === 0) return now === 0 ? 0 : 100
  return round2(((now - before) / before) * 100)
}

/** So many points must lie between two means before it is a trend. */
const trendPoints = 5
/** So many of the last scores are looked at, and drawn. */
export const scoresOfTrend = 10

export type Trend = 'improving' | 'declining' | 'stable' | 'neutral'

/**
 * Where somebody's scores are going: the mean of the last three of the last ten against that of the three before them.
 *
 * @param scores percentages, oldest first
 * @returns `neutral` with fewer than two; with fewer than four the earlier ones are whatever stands before the last three, or
 *   the first of them when nothing does
 */
export function trendOf(scores: readonly number[]): Trend {
  const recent = scores.slice(-scoresOfTrend)
  if (recent.length < 2) return 'neutral'
  const cut = recent.length > 3 ? recent.length - 3 : 1
  const mean = (some: readonly number[]) => some.reduce((sum, score) => sum + score, 0) / some.length
  const difference = mean(recent.slice(cut)) - mean(recent.slice(Math.max(0, cut - 3), cut))
  if (difference > trendPoints) return 'improving'
  return difference < -trendPoints ? 'declining' : 'stable'
}

/** The seed's colours of a result, what one student got in one test: green from 80, blue from 60, yellow from 40, red below. */
export function resultColor(percentage: number) {
  if (percentage >= 80) return 'green'
  if (percentage >= 60) return 'blue'
  return percentage >= 40 ? 'yellow' : 'red'
}

/** The seed's colours of a bar in a report: green from 60, yellow from 40, red below. */
export function barColor(percentage: number) {
  if (percentage >= 60) return 'green'
  return percentage >= 40 ? 'yellow' : 'red'
}

/** The seed's colours of an average in a table, and of a score in a report of performance: green from 80, yellow from 60, red below. */
export function performanceColor(percentage: number) {
  if (percentage >= 80) return 'green'
  return percentage >= 60 ? 'yellow' : 'red'
}
