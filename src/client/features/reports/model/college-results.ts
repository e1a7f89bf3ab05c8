import { completionRateOf } from '#shared/reports/reports.rules.ts'
import type { PlatformTestReport } from '#shared/reports/tests.schema.ts'
import { sortedRows } from './sorted-rows.ts'

export type CollegeResult = PlatformTestReport['collegeResults'][number]

const figures: Record<string, (row: CollegeResult) => number | null> = {
  assigned: ({ assigned }) => assigned,
  attempted: ({ assigned, attempted }) => (assigned === 0 ? null : completionRateOf(attempted, assigned)),
  average: ({ attempted, averageScore }) => (attempted === 0 ? null : averageScore),
}

const byName = (one: CollegeResult, other: CollegeResult) => one.collegeName.localeCompare(other.collegeName)

/** Sorts colleges by a column, descending with a leading minus. Any other value and ties sort by name. */
export const sortedColleges = (rows: readonly CollegeResult[], sort = ''): CollegeResult[] =>
  sortedRows(rows, sort, figures, byName)

/** Colleges whose name contains the search text, ignoring case. */
export const namedColleges = (rows: readonly CollegeResult[], search = '') =>
  rows.filter(({ collegeName }) => collegeName.toLowerCase().includes(search.trim().toLowerCase()))

/** Maximum colleges in the chart. */
export const maxBars = 10

/** The colleges with the best or lowest averages, most extreme first. */
export const endOf = (rows: readonly CollegeResult[], end: 'best' | 'lowest') =>
  sortedColleges(
    rows.filter(({ attempted }) => attempted > 0),
    end === 'best' ? '-average' : 'average',
  ).slice(0, maxBars)
