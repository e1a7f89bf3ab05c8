import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratio, toNumber } from '../../ratio.ts'
import { isRightNumber, type NumericKey, readAnswer, readingOf, readNumber } from './numeric.rules.ts'

describe('a typed number', () => {
  it.each([
    ['3.14', 3.14],
    ['3,14', 3.14],
    ['.5', 0.5],
    [',5', 0.5],
    ['1,234', 1_234],
    ['1.234', 1.234],
    ['0,125', 0.125],
    ['1,234.5', 1_234.5],
    ['1.234,5', 1_234.5],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['12,34,567.89', 1_234_567.89],
    ['1 234 567,5', 1_234_567.5],
    ['1\u00a0234', 1_234],
    ["1'234.5", 1_234.5],
    ['1234,5678', 1_234.5678],
    ['−7', -7],
    ['- 7', -7],
    ['+7', 7],
    ['1/4', 0.25],
    ['-3 / 4', -0.75],
    ['1 1/2', 1.5],
    ['1 3/2', 2.5],
    ['1 000/4', 250],
    ['1 234/5', 246.8],
    ['1 234 567/2', 617_283.5],
    ['½', 0.5],
    ['2e-3', 0.002],
    ['2E3', 2_000],
    ['2 x 10^-3', 0.002],
    ['2×10³', 2_000],
    ['2 · 10^3', 2_000],
    ['１２', 12],
    ['1½', 1.5],
    ['1 ½', 1.5],
    ['−2¼', -2.25],
    ['½ × 10³', 500],
    ['10³', 1_000],
    ['5²', 25],
    ['-5²', -25],
    ['2¹⁰', 1_024],
    ['1,5²', 2.25],
    ['10⁻³', 0.001],
    ['3×10⁸', 300_000_000],
    ['3×10⁻²', 0.03],
    ['10^3', 1_000],
    ['2^10', 1_024],
    ['2 ^ (-2)', 0.25],
    ['3*10^8', 300_000_000],
    ['3x10^-2', 0.03],
    ['5.', 5],
    ['६२५', 625],
    ['৬২৫', 625],
    ['௬௨௫', 625],
    ['٥', 5],
    ['۵', 5],
    ['𝟏𝟐', 12],
    ['١٬٢٣٤٫٥', 1_234.5],
    ['٣٫١٢٥', 3.125],
    ['१२,३४,५६७', 1_234_567],
    ['\u200f-٥', -5],
    ['\ufeff1\u202f234\u200e', 1_234],
    ['\u20661\u2009/\u20092\u2069', 0.5],
    ['१०\u200d', 10],
  ])('%s is read as %d', (text, value) => {
    const read = readNumber(text)
    expect(read && toNumber(read.value)).toBe(value)
    expect(read?.unit).toBe('')
  })

  it.each(['', 'abc', '.', '1,23,4', '1,2,3', '1 23', '1/0', '1.2.3,4,5', '--1', '1'.repeat(101), 'm 5'])(
    '%j is rejected',
    (text) => {
      expect(readNumber(text)).toBeNull()
    },
  )

  it.each([
    '½5',
    '½½',
    '2.5½',
    '½²',
    '3/2²',
    '2/10³',
    '5²3',
    '2^3e2',
    '2^10.5',
    '2^1/2',
    '2 x 103',
    '10^',
    '5*',
    '0^0',
    '0^-1',
    `${'9'.repeat(90)}^999`,
    '5₂',
    '①',
    '5①',
    '①5',
    '㎏',
    '١٬٢',
    '2\u20623',
    '\u202e21',
  ])('%s is not read as a different number', (text) => {
    expect(readAnswer(null, text)).toBeNull()
  })

  it.each(['1', '²', '½', ' ', '1 ', '$', '\u200d', '^'])('of %j × 100,000 is rejected quickly', (part) => {
    const started = performance.now()
    expect(readAnswer('$', part.repeat(100_000))).toBeNull()
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('may have its digits grouped in any common way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 10 ** 12 }),
        fc.constantFrom('en-US', 'en-IN', 'fr-FR', 'de-CH'),
        (value, locale) => {
          expect(toNumber(readNumber(value.toLocaleString(locale))?.value ?? ratio(0))).toBe(value)
        },
      ),
    )
  })

  it.each([
    ['9.8 m/s^2', 'm/s²', 9.8],
    ['9,8 m / s²', 'm/s^2', 9.8],
    ['5 N m', 'N·m', 5],
    ['5² m²', 'm^2', 25],
    ['5 kg m s⁻²', 'kg·m·s^-2', 5],
    ['5 µm', 'μm', 5],
    ['20 ℃', '°C', 20],
    ['٥٠٪', '%', 50],
    ['५ मी', 'मी', 5],
    ['₹100', '₹', 100],
    ['₹ १००', '₹', 100],
    ['Rs 100', 'Rs', 100],
    ['Rs. 100', 'Rs', 100],
    ['Rs.100', 'Rs.', 100],
    ['Rs .5', 'Rs', 0.5],
    ['रु. १००', 'रु', 100],
    ['US$5', 'US$', 5],
    ['$.50', '$', 0.5],
    ['-$5', '$', -5],
    ['$ -5', '$', -5],
    ['-$-5', '$', null],
    ['$5 $', '$', null],
    ['$5', '€', null],
    ['$5', null, null],
    ['9.8', 'm/s²', 9.8],
    ['50%', '%', 50],
    ['5 km', 'm', null],
    ['5 m', null, null],
    ['50%', null, null],
    ['5 M', 'm', null],
  ])('%j is read with the unit %j', (text, unit, value) => {
    const read = readAnswer(unit, text)
    expect(read && toNumber(read)).toBe(value)
  })

  it.each([
    ['1/s', '5 1/s', 5],
    ['1/s', '11/s', null],
    ['×10⁸ m/s', '3 ×10⁸ m/s', 3],
    ['10³ m', '30 10³ m', 30],
    ['°C', '25 ºC', 25],
    ['N⋅m', '7 N·m', 7],
    ['m', '5 km', null],
  ])('may be followed by its unit %s as printed: %s', (unit, text, value) => {
    const read = readAnswer(unit, text)
    expect(read && toNumber(read)).toBe(value)
  })

  it('is displayed as it was parsed', () => {
    expect(readingOf('m', '1,234')).toBe('1234 m')
    expect(readingOf(null, '1/3')).toBe('0.333333333333')
    expect(readingOf(null, 'about 3')).toBeNull()
    expect(readingOf(null, '2432902008176640000')).toBe('2432902008176640000')
    expect(readingOf(null, '-9007199254740993,5')).toBe('-9007199254740993.5')
    expect(readingOf(null, '1e999')).toBe('1e+999')
    expect(readingOf(null, '1e-999')).toBe('1e-999')
  })
})

describe('isRightNumber', () => {
  const isRight = (key: NumericKey, text: string) => isRightNumber(key, readNumber(text)?.value ?? ratio(0))

  it.each<[NumericKey, string, boolean]>([
    [{ correctValue: 3 }, '3.0', true],
    [{ correctValue: 0.3 }, '0.30000000000000001', false],
    [{ correctValue: 0.1, tolerance: 0.2 }, '0.3', true],
    [{ correctValue: 0.1, tolerance: 0.2 }, '-0.1', true],
    [{ correctValue: 0.1, tolerance: 0.2 }, '0.3000001', false],
    [{ correctValue: 20, tolerance: 0.05, toleranceKind: 'relative' }, '21', true],
    [{ correctValue: 20, tolerance: 0.05, toleranceKind: 'relative' }, '18.99', false],
    [{ correctValue: -20, tolerance: 0.05, toleranceKind: 'relative' }, '-21', true],
    [{ range: { min: 1, max: 2 } }, '1', true],
    [{ range: { min: 1, max: 2 } }, '2', true],
    [{ range: { min: 1, max: 2 } }, '2.01', false],
    [{ correctValue: 6.02214, significantDigits: 3 }, '6.02', true],
    [{ correctValue: 6.02214, significantDigits: 3 }, '6.0249', true],
    [{ correctValue: 6.02214, significantDigits: 3 }, '6.025', false],
    [{ correctValue: 6.02214, significantDigits: 3 }, '6.0', false],
    [{ correctValue: 0.000123456, significantDigits: 2 }, '1.2e-4', true],
    [{ correctValue: 999.6, significantDigits: 3 }, '1000', true],
    [{ correctValue: -1_234, significantDigits: 2 }, '-1200', true],
    [{ correctValue: 0, significantDigits: 2 }, '0', true],
    [{ correctValue: 1, tolerance: 0 }, '1/1', true],
  ])('for the key %j and the answer %s is %s', (key, text, expected) => {
    expect(isRight(key, text)).toBe(expected)
  })

  it('remains true when the tolerance grows', () => {
    const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(finite, finite, fc.double({ min: 0, max: 1e3, noNaN: true }), (correctValue, value, tolerance) => {
        const at = (allowed: number) => isRight({ correctValue, tolerance: allowed }, String(value))
        expect(!at(tolerance) || at(tolerance * 2)).toBe(true)
      }),
    )
  })
})
