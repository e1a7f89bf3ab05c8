import { describe, expect, it } from 'vitest'
import { previewOf } from '#client/features/notifications/model/analytics-text.ts'
import { needsTwoAxes, trendOf } from '#client/features/notifications/model/analytics-trend.ts'
import { appliedDays, daysText } from '#client/ui/day-range.ts'

const days = (many: number, first = '2026-01-01') =>
  Array.from({ length: many }, (_, at) => ({
    date: new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10),
    sent: 1,
    seen: 2,
  }))

describe('the trend', () => {
  it.each([
    [1, 'day', 1],
    [7, 'day', 7],
    [60, 'day', 60],
    // 1 January 2026 is a Thursday. Weeks begin on Mondays, so the first and last weeks are incomplete.
    [700, 'week', 101],
    [3_660, 'month', 121],
  ] as const)('of %i days is grouped by %s without losing counts', (many, step, points) => {
    const trend = trendOf(days(many))
    expect([trend.step, trend.points.length]).toEqual([step, points])
    expect(trend.points.reduce((sum, { sent }) => sum + sent, 0)).toBe(many)
    expect(trend.points.reduce((sum, { seen }) => sum + seen, 0)).toBe(2 * many)
    expect(trend.points[0]?.date).toBe('2026-01-01')
  })

  it('is empty for days without activity', () => {
    expect(trendOf(days(9).map(({ date }) => ({ date, sent: 0, seen: 0 }))).points).toEqual([])
    expect(trendOf([]).points).toEqual([])
  })

  it('has two axes if one line would otherwise be flat', () => {
    expect(needsTwoAxes([{ date: '2026-01-01', sent: 2, seen: 400 }])).toBe(true)
    expect(needsTwoAxes([{ date: '2026-01-01', sent: 2, seen: 9 }])).toBe(false)
    expect(needsTwoAxes([{ date: '2026-01-01', sent: 2, seen: 0 }])).toBe(false)
  })
})

describe('days in the URL', () => {
  it('must be valid and in order', () => {
    expect(appliedDays('2026-01-05', '2026-01-05')).toEqual({ from: '2026-01-05', to: '2026-01-05' })
    expect(appliedDays('2026-02-31', '2026-01-05')).toEqual({ from: undefined, to: '2026-01-05' })
    expect(appliedDays('2026-01-06', '2026-01-05')).toEqual({ from: undefined, to: undefined })
  })

  it('are shown in words', () => {
    expect(daysText({ from: undefined, to: undefined })).toBe('All dates')
    expect(daysText({ from: '2026-01-05', to: undefined })).toMatch(/^Since .*2026/)
    expect(daysText({ from: undefined, to: '2026-01-05' })).toMatch(/^Until .*2026/)
    expect(daysText({ from: '2026-01-05', to: '2026-01-05' })).not.toContain('–')
  })
})

describe('a message excerpt', () => {
  it('has at most 50 characters, and an ellipsis if truncated', () => {
    expect(previewOf('x'.repeat(50))).toBe('x'.repeat(50))
    expect(previewOf('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
    expect(previewOf('one\n\ntwo')).toBe('one two')
    expect(previewOf('😀'.repeat(60))).toBe(`${'😀'.repeat(50)}…`)
  })
})
