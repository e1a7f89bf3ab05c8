import { describe, expect, it } from 'vitest'
import { bestOf, wordsOf } from './search.rules.ts'

describe('wordsOf', () => {
  it('splits at any whitespace', () => {
    expect(wordsOf('  asha\t rao ')).toEqual(['asha', 'rao'])
  })
  it('ignores words beyond the eighth', () => {
    expect(wordsOf('a b c d e f g h i j')).toHaveLength(8)
  })
})

describe('bestOf', () => {
  const ranked = (...hits: [string, number][]) => hits.map(([hit, rank]) => ({ hit, rank }))
  it('alternates between kinds within a rank', () => {
    const students = ranked(['s1', 0], ['s2', 0], ['s3', 0], ['s4', 2])
    const tests = ranked(['t1', 0], ['t2', 2])
    expect(bestOf([students, tests], 5)).toEqual(['s1', 't1', 's2', 's3', 't2'])
  })
  it('prefers a better rank of a later kind', () => {
    expect(bestOf([ranked(['s1', 2]), ranked(['t1', 0])], 1)).toEqual(['t1'])
  })
})
