import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commonMultiple,
  compare,
  fromDecimal,
  fromNumber,
  fromText,
  minus,
  plus,
  ratio,
  sumOf,
  times,
  toNumber,
} from './ratio.ts'

const anyRatio = fc
  .tuple(fc.bigInt({ min: -1_000n, max: 1_000n }), fc.bigInt({ min: 1n, max: 60n }))
  .map(([n, d]) => ratio(n, d))

describe('a ratio', () => {
  it('has a single form for each value', () => {
    expect(ratio(2, -4)).toEqual(ratio(-1, 2))
    expect(ratio(0, 7)).toEqual({ n: 0n, d: 1n })
    expect(() => ratio(1, 0)).toThrow(RangeError)
  })

  it('adds thirds and tenths without drift, in any order', () => {
    expect(toNumber(sumOf(Array.from({ length: 300 }, () => ratio(1, 3))))).toBe(100)
    expect(toNumber(sumOf(Array.from({ length: 1_000 }, () => fromNumber(0.1))))).toBe(100)
    fc.assert(
      fc.property(fc.array(anyRatio), (values) => {
        expect(sumOf(values.toReversed())).toEqual(sumOf(values))
      }),
    )
  })

  it('reduces numbers of thousands of digits', () => {
    const [a, b] = [10n ** 6_000n + 1n, 3n ** 12_000n]
    expect(ratio(a * b * 2n, b * 4n)).toEqual(ratio(a, 2n))
  })

  it('follows the laws of arithmetic', () => {
    fc.assert(
      fc.property(anyRatio, anyRatio, anyRatio, (a, b, c) => {
        expect(minus(plus(a, b), b)).toEqual(a)
        expect(times(a, plus(b, c))).toEqual(plus(times(a, b), times(a, c)))
        expect(compare(a, b)).toBe(Math.sign(toNumber(minus(a, b))) || 0)
      }),
    )
  })

  it('has a common multiple that stays a safe integer', () => {
    expect(commonMultiple([4, 6])).toBe(12)
    expect(commonMultiple(Array.from({ length: 999 }, (_, place) => place + 1))).toBe(Number.MAX_SAFE_INTEGER)
  })

  it.each([
    ['0.1', ratio(1, 10)],
    ['-2.50', ratio(-5, 2)],
    ['.5', ratio(1, 2)],
    ['2e-3', ratio(1, 500)],
    ['1E3', ratio(1_000)],
    ['', null],
    ['.', null],
    ['1,5', null],
    ['0x10', null],
    ['NaN', null],
  ])('reads the decimal number %j', (text, value) => {
    expect(fromDecimal(text)).toEqual(value)
  })

  it.each([
    ['1/3', ratio(1, 3)],
    [' -1 / 4 ', ratio(-1, 4)],
    ['0.25', ratio(1, 4)],
    ['1/0', null],
    ['1/2/3', null],
    ['a/b', null],
  ])('reads the fraction %j', (text, value) => {
    expect(fromText(text)).toEqual(value)
  })

  it('converts to a number even if the numerator and the denominator are out of range', () => {
    const large = 10n ** 400n
    expect(toNumber(ratio(large + 1n, 3n * large))).toBeCloseTo(1 / 3, 15)
    expect(toNumber(ratio(-2n * large - 1n, large))).toBeCloseTo(-2, 15)
    expect(toNumber(ratio(1, large))).toBe(0)
  })

  it('converts a number from its decimal notation and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(1, 10, 1e3, 1e6), (digits, parts) => {
        expect(fromNumber(digits / parts)).toEqual(ratio(digits, parts))
        expect(toNumber(fromNumber(digits / parts))).toBe(digits / parts + 0)
      }),
    )
    expect(fromNumber(0.1)).toEqual(ratio(1, 10))
    expect(() => fromNumber(Number.NaN)).toThrow(RangeError)
  })
})
