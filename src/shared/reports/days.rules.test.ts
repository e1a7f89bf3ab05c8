import { describe, expect, it } from 'vitest'
import { dateOf, dayMs, isZone, startOfDay } from './days.rules.ts'

const at = (text: string) => Date.parse(text)

describe('days in a time zone', () => {
  it.each([
    ['UTC', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['Asia/Kolkata', '2026-03-01T18:29:59Z', '2026-02-28T18:30:00Z'],
    ['Asia/Kolkata', '2026-03-01T18:30:00Z', '2026-03-01T18:30:00Z'],
    ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-01T18:15:00Z'],
    ['America/St_Johns', '2026-01-15T03:29:00Z', '2026-01-14T03:30:00Z'],
    ['Pacific/Kiritimati', '2026-01-15T09:59:00Z', '2026-01-14T10:00:00Z'],
    // Daylight saving time begins on the first of these days, at 02:00, and ends on the second, at 03:00.
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-10-25T22:59:00Z', '2026-10-24T22:00:00Z'],
  ])('such as %s: %s is on the day that starts at %s', (zone, moment, start) => {
    expect(new Date(startOfDay(at(moment), zone)).toISOString()).toBe(new Date(start).toISOString())
  })
  it('are counted correctly across daylight saving changes', () => {
    expect(startOfDay(at('2026-03-30T12:00:00Z'), 'Europe/Berlin', -1)).toBe(at('2026-03-28T23:00:00Z'))
    expect(startOfDay(at('2026-03-28T12:00:00Z'), 'Europe/Berlin', 2)).toBe(at('2026-03-29T22:00:00Z'))
    expect(startOfDay(at('2026-03-28T12:00:00Z'), 'UTC', 2)).toBe(at('2026-03-28T00:00:00Z') + 2 * dayMs)
  })
  it.each([
    'America/Santiago',
    'America/Havana',
    'Africa/Cairo',
    'Asia/Beirut',
    'Atlantic/Azores',
    'America/Nuuk',
    'Australia/Lord_Howe',
  ])('such as %s start when their date does, all year, even if midnight is repeated or skipped', (zone) => {
    for (let moment = at('2026-01-01T01:00:00Z'); moment < at('2027-01-01T00:00:00Z'); moment += dayMs / 6) {
      const start = startOfDay(moment, zone)
      expect([dateOf(start, zone), start <= moment]).toEqual([dateOf(moment, zone), true])
      expect(dateOf(start - 60_000, zone)).not.toBe(dateOf(moment, zone))
    }
  })
  it('start on a quarter hour in every zone', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(startOfDay(at('2026-06-01T12:00:00Z'), zone) % (15 * 60_000), zone).toBe(0)
  })
  it('have the date in their zone', () => {
    expect(dateOf(at('2026-02-28T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-03-01')
  })
  it('require a known zone', () => {
    expect(isZone('Asia/Kolkata')).toBe(true)
    expect(isZone('Mars/Olympus')).toBe(false)
    expect(isZone('')).toBe(false)
  })
})
