import { describe, expect, test } from 'vitest'
import { numberText } from '#client/lib/format.ts'

describe('numberText', () => {
  test.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1,000'],
    [200_000, '200,000'],
    [-12, '-12'],
  ])('writes %d as %s', (value, text) => expect(numberText(value)).toBe(text))
})
