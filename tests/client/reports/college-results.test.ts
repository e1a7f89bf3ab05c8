import { describe, expect, it } from 'vitest'
import {
  type CollegeResult,
  endOf,
  namedColleges,
  sortedColleges,
} from '#client/features/reports/model/college-results.ts'

const college = (collegeName: string, assigned: number, attempted: number, averageScore: number): CollegeResult => ({
  collegeId: collegeName,
  collegeName,
  status: 'accepted',
  assigned,
  attempted,
  averageScore,
})
const rows = [
  college('North', 10, 5, 60),
  college('east', 4, 4, 30),
  college('Waiting', 0, 0, 0),
  college('South', 8, 4, 60),
]
const names = (sorted: readonly CollegeResult[]) => sorted.map(({ collegeName }) => collegeName)

describe('the colleges of a report', () => {
  it('sort by name in either direction', () => {
    expect(names(sortedColleges(rows))).toEqual(['east', 'North', 'South', 'Waiting'])
    expect(names(sortedColleges(rows, '-name'))).toEqual(['Waiting', 'South', 'North', 'east'])
  })

  it('without a value come last in either direction, with ties broken by name', () => {
    expect(names(sortedColleges(rows, 'average'))).toEqual(['east', 'North', 'South', 'Waiting'])
    expect(names(sortedColleges(rows, '-average'))).toEqual(['North', 'South', 'east', 'Waiting'])
    // Sorted by the share of students who attempted, not by their number.
    expect(names(sortedColleges(rows, '-attempted'))).toEqual(['east', 'North', 'South', 'Waiting'])
    expect(names(sortedColleges(rows, '-assigned'))).toEqual(['North', 'South', 'east', 'Waiting'])
  })

  it('can be searched by part of the name, and charted from either end', () => {
    expect(names(namedColleges(rows, ' EAS '))).toEqual(['east'])
    expect(names(endOf(rows, 'lowest'))).toEqual(['east', 'North', 'South'])
    expect(names(endOf(rows, 'best'))).toEqual(['North', 'South', 'east'])
  })
})
