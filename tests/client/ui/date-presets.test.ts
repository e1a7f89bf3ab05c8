import { describe, expect, it } from 'vitest'
import { startPresets } from '#client/ui/date-presets.ts'

const labelsOn = (day: number) => startPresets(new Date(2026, 10, day, 14, 5).getTime()).map(({ label }) => label)

describe('startPresets', () => {
  it('offers four presets on most days', () => {
    expect(labelsOn(25)).toEqual(['In 1 hour', 'Tomorrow 9:00', 'Next Monday 9:00', 'In one week'])
  })

  it('omits "In one week" on Mondays, when it equals "Next Monday"', () => {
    expect(labelsOn(23)).toEqual(['In 1 hour', 'Tomorrow 9:00', 'Next Monday 9:00'])
  })

  it('omits "Next Monday" on Sundays, when it equals "Tomorrow"', () => {
    expect(labelsOn(22)).toEqual(['In 1 hour', 'Tomorrow 9:00', 'In one week'])
  })
})
