import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matches, type TextComparison } from './compare.ts'

const same = (printed: string, expected: string, how: TextComparison = { kind: 'lines' }) =>
  matches(Buffer.from(printed), expected, how)

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
    expect(matches(printed, expected, { kind: 'lines' })).toBe(true)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('matches in other ways', () => {
  const tokens = { kind: 'tokens' } as const
  const anyCase = { kind: 'tokens', ignoreCase: true } as const
  const numbers = { kind: 'numbers', absolute: 0.01, relative: 0 } as const
  const relative = { kind: 'numbers', absolute: 0, relative: 1e-3 } as const
  const unordered = { kind: 'unordered' } as const
  it.each<[TextComparison, string, string, boolean]>([
    [tokens, ' 1\n2  3', '1 2 3\n', true],
    [tokens, '12 3', '1 23', false],
    [tokens, '1 2', '1 2 3', false],
    [tokens, '1 2 3', '1 2', false],
    [tokens, 'Yes', 'YES', false],
    [tokens, '', ' \n', true],
    [tokens, '1.0', '1', false],
    [anyCase, 'Yes', 'YES', true],
    [anyCase, 'Ä', 'ä', false],
    [anyCase, 'no', 'yes', false],
    [anyCase, '@[`{', '`{@[', false],
    [anyCase, 'aZ zA', 'Az Za', true],
    [anyCase, 'ab', 'a', false],
    [numbers, '1.009', '1', true],
    [numbers, '1.02', '1', false],
    [numbers, '1e0 Case', '1.00 Case', true],
    [numbers, '1 case', '1 Case', false],
    [numbers, '+1', '1', true],
    [numbers, 'nan', '1', false],
    [numbers, 'inf', '1', false],
    [numbers, '0x1', '1', false],
    [numbers, '1,0', '1', false],
    [numbers, '1', 'one', false],
    [numbers, '1e999', '2e999', false],
    [relative, '1', '1e999', false],
    [relative, '-1e999', '1e999', false],
    [relative, '1e999', '1e999', true],
    [relative, '1.0001e308', '1e308', true],
    [numbers, '-0', '0', true],
    [relative, '1000.9', '1000', true],
    [relative, '1001.1', '1000', false],
    [relative, '0.001', '0', false],
    [unordered, 'b\na\n', 'a\nb', true],
    [unordered, 'b\n\na  ', 'a\nb', true],
    [unordered, 'a\na\nb', 'a\nb\nb', false],
    [unordered, 'a', 'a\na', false],
    [unordered, 'a b', 'b a', false],
  ])('%j: %j for %j is %s', (how, printed, expected, answer) => expect(same(printed, expected, how)).toBe(answer))

  it('compare a word of 16 MB in less than 3 s', () => {
    const printed = Buffer.alloc(16_000_000, 'A')
    const began = performance.now()
    for (const how of [anyCase, { ...numbers, ignoreCase: true }]) expect(matches(printed, 'yes', how)).toBe(false)
    expect(matches(printed, 'a'.repeat(16_000_000), anyCase)).toBe(true)
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(matches(printed, `${'a'.repeat(15_999_999)}b`, anyCase)).toBe(false)
  })

  it('accept equal texts, and with more options never accept less', () => {
    const text = fc
      .array(fc.constantFrom('a', 'A', '1', '1.001', '2', ' ', '\n', '\r', '\t'))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, (one, other) => {
        for (const how of [tokens, anyCase, numbers, relative, unordered]) expect(same(one, one, how)).toBe(true)
        if (same(one, other)) for (const how of [tokens, unordered]) expect(same(one, other, how)).toBe(true)
        if (same(one, other, tokens)) for (const how of [anyCase, numbers]) expect(same(one, other, how)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
})
