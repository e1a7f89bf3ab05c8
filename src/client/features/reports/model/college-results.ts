import { completionRateOf } from '#shared/reports/reports.rules.ts'
import type { PlatformTestReport } from '#shared/reports/tests.schema.ts'

export type CollegeResult = PlatformTestReport['collegeResults'][number]

const figures: Record<string, (row: CollegeResult) => number | null> = {
  assigned: ({ assigned }) => assigned,
  attempted: ({ assigned, attempted }) => (assigned === 0 ? null : completionRateOf(attempted, assigned)),
  average: ({ attempted, averageScore }) => (attempted === 0 ? null : averageScore),
}

const byName = (one: CollegeResult, other: CollegeResult) => one.collegeName.localeCompare(other.collegeName)

/**
 * Sorts colleges by a column. Those without a value come last in either direction, and ties are broken by name.
 *
 * @param sort a column's name, prefixed with a minus for descending order; any other value sorts by name
 */
export function sortedColleges(rows: readonly CollegeResult[], sort = ''): CollegeResult[] {
  const [down, column] = sort.startsWith('-') ? [-1, sort.slice(1)] : [1, sort]
  const figureOf = figures[column]
  if (!figureOf) return rows.toSorted((one, other) => byName(one, other) * down)
  return rows.toSorted((one, other) => {
    const [left, right] = [figureOf(one), figureOf(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(one, other)
    return (left - right) * down || byName(one, other)
  })
}

/** Colleges whose name contains the search text, ignoring case. */
export const namedColleges = (rows: readonly CollegeResult[], search = '') =>
  rows.filter(({ collegeName }) => collegeName.toLowerCase().includes(search.trim().toLowerCase()))

/** Maximum colleges in the chart. */
export const maxBars = 10

/** The best or the lowest colleges, starting from that end. */
export const endOf = (rows: readonly CollegeResult[], end: 'best' | 'lowest') =>
  sortedColleges(
    rows.filter(({ attempted }) => attempted > 0),
    end === 'best' ? '-average' : 'average',
  ).slice(0, maxBars)
