import { describe, expect, it } from 'vitest'
import {
  dayOf,
  daysBefore,
  momentsOf,
  presetOf,
  rangeOf,
  readDay,
  recentPresets,
  reportPresets,
} from '#client/ui/day-range.ts'

// The tests run in Nepal's time zone, 5 hours 45 minutes ahead of UTC.
const noon = Date.parse('2026-03-10T06:15:00Z')

describe('the days of a date range', () => {
  it('follow the viewer’s time zone, where days begin earlier than in UTC', () => {
    expect(dayOf(Date.parse('2026-03-09T18:14:59Z'))).toBe('2026-03-09')
    expect(dayOf(Date.parse('2026-03-09T18:15:00Z'))).toBe('2026-03-10')
  })

  it('span from the first midnight to the end of the last day', () => {
    expect(momentsOf({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
      from: '2026-02-27T18:15:00.000Z',
      to: '2026-02-28T18:15:00.000Z',
    })
    expect(momentsOf({ from: undefined, to: undefined })).toEqual({ from: undefined, to: undefined })
  })

  it('cross the ends of months and years', () => {
    expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
    expect(daysBefore('2026-01-03', 6)).toBe('2025-12-28')
  })

  it('end today for presets', () => {
    expect(recentPresets.map((preset) => rangeOf(preset, noon).from)).toEqual([
      '2026-03-10',
      '2026-03-04',
      '2026-02-09',
    ])
    expect(reportPresets.map((preset) => rangeOf(preset, noon).from)).toEqual([
      '2026-02-09',
      '2025-12-11',
      '2026-01-01',
    ])
    expect(reportPresets.map((preset) => rangeOf(preset, noon).to)).toEqual(['2026-03-10', '2026-03-10', '2026-03-10'])
  })

  it('are recognised as a preset', () => {
    expect(presetOf({ from: '2026-03-04', to: '2026-03-10' }, recentPresets, noon)?.label).toBe('Last 7 days')
    expect(presetOf({ from: '2026-03-04', to: '2026-03-10' }, reportPresets, noon)).toBeUndefined()
    expect(presetOf({ from: '2026-03-04', to: '2026-03-09' }, recentPresets, noon)).toBeUndefined()
    expect(presetOf({ from: undefined, to: undefined }, recentPresets, noon)).toBeUndefined()
  })

  it.each(['', 'yesterday', '2026-02-30', '2026-13-01', '0002-01-01', '2026-1-1'])('reject %j', (text) => {
    expect(readDay(text)).toBeUndefined()
  })
  it('include leap days', () => {
    expect(readDay('2028-02-29')).toBe('2028-02-29')
  })
})
