import { describe, expect, it } from 'vitest'
import { averageOf, barColor, growthOf, passRateOf, performanceColor, resultColor, shareOf, trendOf } from './rules.ts'

describe('figures', () => {
  it('are 0 of nothing', () => {
    expect(averageOf({ completed: 0, percentages: 0 })).toBe(0)
    expect(passRateOf({ completed: 0, passed: 0 })).toBe(0)
    expect(shareOf(3, 0)).toBe(0)
  })
  it('are rounded to two decimals', () => {
    expect(averageOf({ completed: 3, percentages: 200 })).toBe(66.67)
    expect(passRateOf({ completed: 3, passed: 1 })).toBe(33.33)
  })
  it('are rounded to the same side however their sum was made', () => {
    expect(averageOf({ completed: 2, percentages: 33.33 + 66.68 })).toBe(50.01)
    expect(averageOf({ completed: 2, percentages: 100.01 })).toBe(50.01)
    expect(averageOf({ completed: 8, percentages: 0.1 + 0.2 + 0.1 })).toBe(0.05)
  })
  it('grow from zero by 100, and by 0 when nothing is new', () => {
    expect(growthOf(0, 7)).toBe(100)
    expect(growthOf(0, 0)).toBe(0)
    expect(growthOf(40, 50)).toBe(25)
    expect(growthOf(50, 40)).toBe(-20)
  })
})

describe('the trend', () => {
  it.each([
    [[], 'neutral'],
    [[90], 'neutral'],
    [[50, 56], 'improving'],
    [[50, 55], 'stable'],
    [[60, 50, 50], 'declining'],
    [[40, 40, 40, 50, 50, 50], 'improving'],
    [[50, 50, 50, 40, 40, 40], 'declining'],
    [[50, 50, 50, 55, 55, 55], 'stable'],
    // Only the last ten count, and of them the last six.
    [[0, 0, 0, 0, 90, 90, 90, 70, 70, 70, 70, 70, 70], 'stable'],
  ] as const)('of %j is %s', (scores, trend) => {
    expect(trendOf(scores)).toBe(trend)
  })
})

describe('colours', () => {
  it.each([
    [80, 'green', 'green', 'green'],
    [79.99, 'blue', 'green', 'yellow'],
    [60, 'blue', 'green', 'yellow'],
    [59.99, 'yellow', 'yellow', 'red'],
    [40, 'yellow', 'yellow', 'red'],
    [39.99, 'red', 'red', 'red'],
  ])('of %d', (percentage, result, bar, performance) => {
    expect([resultColor(percentage), barColor(percentage), performanceColor(percentage)]).toEqual([
      result,
      bar,
      performance,
    ])
  })
})
