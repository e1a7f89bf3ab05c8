import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentText } from '#client/lib/format.ts'
import { percentOf } from '#shared/numbers.ts'

/** `part` as a percentage of `whole`, rounded half up to tenths, using only integer arithmetic. */
function tenthsOf(part: number, whole: number): string {
  const tenths = (2n * BigInt(part) * 1000n + BigInt(whole)) / (2n * BigInt(whole))
  return `${tenths / 10n}.${tenths % 10n}%`
}

describe('percentText', () => {
  it.each([
    [0, '0.0%'],
    [80, '80.0%'],
    [91.18, '91.2%'],
    [39.96, '40.0%'],
    [100, '100.0%'],
    [1250, '1,250.0%'],
    // Rounded half up in decimal notation, although most of these binary values are slightly smaller.
    [0.05, '0.1%'],
    [0.15, '0.2%'],
    [0.35, '0.4%'],
    [8.35, '8.4%'],
    [2.675, '2.7%'],
    [2.649_999, '2.6%'],
  ])('writes %d as %s', (percentage, text) => expect(percentText(percentage)).toBe(text))

  it.each([
    [39, 47, '83.0%'],
    [6, 11, '54.5%'],
    [1, 2_000, '0.1%'],
    [0.2, 0.5, '40.0%'],
  ])('writes %d of %d as %s', (part, whole, text) => expect(percentText(percentOf(part, whole))).toBe(text))

  it('rounds every share half up, and only once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), (whole, seed) => {
        const part = seed % (whole + 1)
        expect(percentText(percentOf(part, whole)).replace(',', '')).toBe(tenthsOf(part, whole))
      }),
      { numRuns: 2_000 },
    )
  })
  it('rounds ties up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), (tenths) => {
        expect(percentText(percentOf(2 * tenths + 1, 2_000))).toBe(tenthsOf(2 * tenths + 1, 2_000))
        expect(percentText((2 * tenths + 1) / 20)).toBe(tenthsOf(2 * tenths + 1, 2_000))
      }),
    )
  })
})
