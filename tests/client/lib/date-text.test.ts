import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dateText, isDateValue, readDate } from '#client/lib/date-text.ts'
import { formatDate, formatDateTime } from '#client/lib/time.ts'

// A Monday.
const now = new Date(2026, 10, 23, 14, 5).getTime()

describe('readDate', () => {
  it.each([
    ['24 Nov 2026, 09:00', '2026-11-24T09:00'],
    ['24 nov 2026 9', '2026-11-24T09:00'],
    ['24 November 2026 at 9 pm', '2026-11-24T21:00'],
    ['24th Nov, 9.30 p.m.', '2026-11-24T21:30'],
    ['Nov 24, 2026 9:05am', '2026-11-24T09:05'],
    ['november 24 9:05', '2026-11-24T09:05'],
    ['24-Nov-2026 0905', '2026-11-24T09:05'],
    ['24/11/2026 9:00', '2026-11-24T09:00'],
    ['24.11.26 18:45', '2026-11-24T18:45'],
    ['2026-11-24 09:00', '2026-11-24T09:00'],
    ['2026-11-24T09:00', '2026-11-24T09:00'],
    ['2026-11-24T09:00:30', '2026-11-24T09:00'],
    ['2026-11-24', '2026-11-24T09:00'],
    ['tomorrow 9', '2026-11-24T09:00'],
    ['Tomorrow 9:00', '2026-11-24T09:00'],
    ['today 12 am', '2026-11-23T00:00'],
    ['today 12 pm', '2026-11-23T12:00'],
    ['Next Monday 9:00', '2026-11-30T09:00'],
    ['fri 10', '2026-11-27T10:00'],
    ['In one week', '2026-11-30T09:00'],
    ['in 2 hours', '2026-11-23T16:05'],
    ['in a month', '2026-12-23T09:00'],
    ['5 January', '2027-01-05T09:00'],
    ['31 Oct', '2026-10-31T09:00'],
  ])('parses %s', (text, value) => {
    expect(readDate(text, now, true)).toBe(value)
  })

  it.each([
    '',
    '1',
    'soon',
    'ma',
    '31/02/2026',
    '24/13/2026 9:00',
    '24 Nov 2026 25:00',
    '24 Nov 2026 9:75',
    '24 Nov 2026 13 pm',
    '24 Nov 2026 9:00 sharp',
    '99999-01-01',
  ])('rejects %j', (text) => {
    expect(readDate(text, now, true)).toBeUndefined()
  })

  it('returns only the day for a date field without a time', () => {
    expect(readDate('24 Nov 2026 9:00', now, false)).toBe('2026-11-24')
    expect(readDate('yesterday', now, false)).toBe('2026-11-22')
  })

  it.each(['en-US', 'en-GB', 'en-IN', 'en-CA', 'en-AU', 'en-ZA', 'en-SG', 'en-NZ', 'en-IE'])(
    'reads back what a field shows in %s, all year round',
    (locale) => {
      const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
      for (let day = 0; day < 366; day++) {
        const value = readDate(`in ${day} days`, now, true) ?? ''
        expect(readDate(shown.format(new Date(value)), now, true)).toBe(value)
      }
    },
  )
})

describe('dateText', () => {
  it('formats dates like the rest of the app', () => {
    expect(dateText('2026-11-04T09:00', true)).toBe(formatDateTime('2026-11-04T09:00'))
    expect(dateText('2026-11-04', false)).toBe(formatDate('2026-11-04T09:00'))
  })

  it('returns invalid text unchanged', () => {
    for (const text of ['', 'soon', '2026-02-31T09:00', '2026-11-24']) {
      expect(isDateValue(text, true)).toBe(false)
      expect(dateText(text, true)).toBe(text)
    }
  })
})

describe('daylight saving changes', () => {
  beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'))
  afterEach(() => void vi.unstubAllEnvs())

  it('move skipped times forward and leave other times unchanged', () => {
    expect(readDate('29 Mar 2026, 02:30', now, true)).toBe('2026-03-29T03:30')
    expect(readDate('29 Mar 2026, 01:59', now, true)).toBe('2026-03-29T01:59')
    expect(readDate('25 Oct 2026, 02:30', now, true)).toBe('2026-10-25T02:30')
  })

  it('do not change how calendar days are counted', () => {
    const evening = new Date(2026, 2, 28, 23, 30).getTime()
    expect(readDate('tomorrow 9', evening, true)).toBe('2026-03-29T09:00')
    expect(readDate('in 2 days', evening, true)).toBe('2026-03-30T09:00')
  })
})
