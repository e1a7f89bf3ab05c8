import { expect, it } from 'vitest'
import { unusablePattern } from './patterns.ts'

const of = (...patterns: string[]) => unusablePattern(patterns.map((pattern) => ({ pattern })))

it('accepts the regular expressions of ordinary answers', () => {
  expect(of('colou?r', '(?:the )?quick brown fox(es)?', '[A-Z]{2}\\d{1,4}', '.*mitochondri(a|on).*')).toBeUndefined()
})

it('names the first one that is invalid', () => {
  expect(of('a+', 'b(')).toEqual({ pattern: 'b(', reason: 'This is not a valid regular expression' })
})

it('rejects expressions that could match for seconds, also if they are only too large together', () => {
  const reason = 'The question’s regular expressions are too large; simplify them'
  expect(of('(?:\\pL?\\PN?){500}9')).toMatchObject({ reason })
  expect(of(...Array.from({ length: 10 }, (_, n) => `(?:a?){60}${n}`))).toMatchObject({ reason })
})
