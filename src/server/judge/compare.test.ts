import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matches } from './compare.ts'

const same = (printed: string, expected: string) => matches(Buffer.from(printed), expected)

describe('matches', () => {
  it.each([
    ['a\nb\n', 'a\nb'],
    ['a  \nb\t\r\n', 'a\nb'],
    ['a\n\n\n', 'a'],
    ['', '\n \n'],
    ['a\n\nb', 'a\n\nb\n'],
    ['a\n   \nb', 'a\n\nb'],
    ['grün\n', 'grün'],
  ])('accepts %j for %j', (printed, expected) => expect(same(printed, expected)).toBe(true))

  it.each([
    ['a\nb', 'a\nc'],
    ['a b', 'a  b'],
    [' a', 'a'],
    ['a\n\nb', 'a\nb'],
    ['a', 'a\nb'],
    ['a\nb', 'a'],
    ['\na', 'a'],
    ['', 'a'],
    ['A', 'a'],
  ])('rejects %j for %j', (printed, expected) => expect(same(printed, expected)).toBe(false))

  it('agrees with a simple implementation of the rule', () => {
    const plain = (text: string) =>
      text
        .split('\n')
        .map((line) => line.replace(/[ \t\r\v\f]+$/, ''))
        .join('\n')
        .replace(/\n+$/, '')
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\t', '\r', '\n', 'é'), { maxLength: 12 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, (printed, expected) => {
        expect(same(printed, expected)).toBe(plain(printed) === plain(expected))
      }),
      { numRuns: 3_000 },
    )
  })

  it('compares 16 MB in less than 10 s', () => {
    const lines = Array.from({ length: 1_600_000 }, (_, place) => String(place).padStart(9, '0'))
    const printed = Buffer.from(lines.join(' \n'))
    const expected = lines.join('\n')
    const began = performance.now()
    expect(matches(printed, expected)).toBe(true)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
