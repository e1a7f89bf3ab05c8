import { expect, it } from 'vitest'
import { type SpanUnit, spansOf, unitOf } from './spans.rules.ts'

const dates = (first: string, last: string, unit: SpanUnit) =>
  spansOf(first, last, unit).map(({ startDate, endDate }) => `${startDate} ${endDate}`)

it.each([
  ['2026-01-01', '2026-01-01', 'day'],
  ['2026-01-01', '2026-01-14', 'day'],
  ['2026-01-01', '2026-01-15', 'week'],
  ['2026-01-01', '2026-07-01', 'week'],
  ['2026-01-01', '2026-07-02', 'month'],
  ['2016-01-01', '2026-07-02', 'month'],
])('groups %s to %s by %s', (first, last, unit) => {
  expect(unitOf(first, last)).toBe(unit)
})

it('starts weeks on Monday and clips the first and last to the range', () => {
  // From a Thursday to a Tuesday.
  expect(dates('2026-01-01', '2026-01-13', 'week')).toEqual([
    '2026-01-01 2026-01-04',
    '2026-01-05 2026-01-11',
    '2026-01-12 2026-01-13',
  ])
})

it('ends months on their last day, in leap years too', () => {
  expect(dates('2027-12-31', '2028-03-01', 'month')).toEqual([
    '2027-12-31 2027-12-31',
    '2028-01-01 2028-01-31',
    '2028-02-01 2028-02-29',
    '2028-03-01 2028-03-01',
  ])
})

it('covers every day exactly once', () => {
  for (const unit of ['day', 'week', 'month'] as const) {
    const spans = spansOf('2025-11-26', '2026-04-02', unit)
    const days = spans.flatMap(({ startDate, endDate }) => spansOf(startDate, endDate, 'day'))
    expect(days).toEqual(spansOf('2025-11-26', '2026-04-02', 'day'))
  }
})

it('is empty when the range ends before it starts', () => {
  expect(spansOf('2026-02-01', '2026-01-31', 'day')).toEqual([])
})
