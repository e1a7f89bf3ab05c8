import { completionRateOf } from '#shared/reports/rules.ts'
import type { PlatformTestReport } from '#shared/reports/tests/schema.ts'

export type CollegeResult = PlatformTestReport['collegeResults'][number]

const figures: Record<string, (row: CollegeResult) => number | null> = {
  assigned: ({ assigned }) => assigned,
  attempted: ({ assigned, attempted }) => (assigned === 0 ? null : completionRateOf(attempted, assigned)),
  average: ({ attempted, averageScore }) => (attempted === 0 ? null : averageScore),
}

const byName = (one: CollegeResult, other: CollegeResult) => one.collegeName.localeCompare(other.collegeName)

/**
 * Colleges in the order of a column; those that have no figure there come last in either direction, equal ones by name.
 *
 * @param sort a column's name, with a minus before it downwards; by name when it is no column
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

/** Colleges with this in their name, whatever its case. */
export const namedColleges = (rows: readonly CollegeResult[], search = '') =>
  rows.filter(({ collegeName }) => collegeName.toLowerCase().includes(search.trim().toLowerCase()))

/** Colleges in the chart. */
export const mostDrawn = 10

/** The colleges that did best, or worst, that end first. */
export const endOf = (rows: readonly CollegeResult[], end: 'best' | 'lowest') =>
  sortedColleges(
    rows.filter(({ attempted }) => attempted > 0),
    end === 'best' ? '-average' : 'average',
  ).slice(0, mostDrawn)
