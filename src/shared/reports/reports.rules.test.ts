import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf, round1 } from '../numbers.ts'
import { passMark } from '../tests/scheme.rules.ts'
import { averageOf, growthOf, passRateOf, percentUnits, scoreColor, sharesOf, trendOf } from './reports.rules.ts'

describe('statistics', () => {
  it('are 0 without attempts', () => {
    expect(averageOf({ completed: 0, percentages: 0 })).toBe(0)
    expect(passRateOf({ completed: 0, passed: 0 })).toBe(0)
  })
  it('are not rounded before display', () => {
    expect(averageOf({ completed: 3, percentages: 200 })).toBeCloseTo(200 / 3, 6)
    expect(passRateOf({ completed: 3, passed: 1 })).toBeCloseTo(100 / 3, 10)
  })
  it('do not depend on the order of summation', () => {
    expect(averageOf({ completed: 8, percentages: 0.1 + 0.2 + 0.1 })).toBe(0.05)
    // Three stored thirds and two full marks: exactly 60, not slightly less.
    const third = Math.round((100 / 3) * percentUnits)
    expect(averageOf({ completed: 5, percentages: (3 * third + 200 * percentUnits) / percentUnits })).toBe(60)
  })
  it('grow by 100% from zero, and by 0% from zero to zero', () => {
    expect(growthOf(0, 7)).toBe(100)
    expect(growthOf(0, 0)).toBe(0)
    expect(growthOf(40, 50)).toBe(25)
    expect(growthOf(50, 40)).toBe(-20)
  })
})

describe('sharesOf', () => {
  it('makes two shares add up to 100.0', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (passed, failed) => {
        fc.pre(passed + failed > 0)
        const [one = 0, other = 0] = sharesOf([passed, failed])
        expect((one + other).toFixed(10)).toBe('100.0000000000')
        expect(one).toBe(round1(percentOf(passed, passed + failed)))
      }),
    )
  })
  it('leaves three shares unrounded, and returns 0 for an empty whole', () => {
    expect(sharesOf([1, 1, 2])).toEqual([25, 25, 50])
    expect(sharesOf([0, 0])).toEqual([0, 0])
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
    // Only the last ten scores count, and only the last six are compared.
    [[0, 0, 0, 0, 90, 90, 90, 70, 70, 70, 70, 70, 70], 'stable'],
  ] as const)('of %j is %s', (scores, trend) => {
    expect(trendOf(scores)).toBe(trend)
  })
})

describe('scoreColor', () => {
  it.each([
    [100, 'green'],
    [80, 'green'],
    [79.99, 'blue'],
    [60, 'blue'],
    [59.99, 'yellow'],
    [passMark, 'yellow'],
    [passMark - 0.001, 'red'],
    [0, 'red'],
  ])('of %d is %s', (percentage, color) => expect(scoreColor(percentage)).toBe(color))
})
