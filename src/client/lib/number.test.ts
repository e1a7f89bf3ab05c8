import { describe, expect, test } from 'vitest'
import { numberText } from './number.ts'

describe('a number', () => {
  test.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1,000'],
    [200_000, '200,000'],
    [-12, '-12'],
  ])('%d is written %s', (value, text) => expect(numberText(value)).toBe(text))

  test('is the same, small or large, as any formatter of the browser writes it', () => {
    for (const value of [0, 1, 42, 66.666_67, 999, 1_000, 12_345])
      expect(numberText(value)).toBe(value.toLocaleString())
  })
})
