import { afterEach, describe, expect, it, vi } from 'vitest'
import { timeLeftChange, timeLeftText, zoneText } from '#client/lib/time.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const

describe('timeLeftText', () => {
  it.each([
    [2 * day + 4 * hour, '2 d 4 h'],
    [2 * day + 3.2 * hour, '2 d 4 h'],
    [3 * day, '3 d'],
    [day, '24 h'],
    [3 * hour + 11.5 * minute, '3 h 12 min'],
    [hour, '60 min'],
    [9 * minute + 5 * second, '9 min 5 s'],
    [45 * second, '45 s'],
    [1, '1 s'],
    [0, '0 s'],
    [-5, '0 s'],
  ])('writes %i ms as %s', (ms, text) => {
    expect(timeLeftText(ms)).toBe(text)
  })

  it('changes exactly when the next tick is due', () => {
    for (const ms of [2 * day + 4 * hour, day + 1, day, hour + 1, hour, 61_500, 1_000, 1]) {
      const next = timeLeftChange(ms)
      expect(timeLeftText(ms - next + 1)).toBe(timeLeftText(ms))
      if (ms > next) expect(timeLeftText(ms - next)).not.toBe(timeLeftText(ms))
    }
  })
})

describe('zoneText', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['Asia/Kolkata', '2026-11-24', 'India Standard Time (UTC+5:30)'],
    ['America/New_York', '2026-07-01', 'Eastern Daylight Time (UTC-4)'],
    ['America/New_York', '2026-12-01', 'Eastern Standard Time (UTC-5)'],
    ['UTC', '2026-12-01', 'Coordinated Universal Time (UTC)'],
  ])('names %s on %s as %s', (zone, day, text) => {
    vi.stubEnv('TZ', zone)
    expect(zoneText(Date.parse(`${day}T12:00:00Z`))).toBe(text)
  })
})
