import { describe, expect, it } from 'vitest'
import { filterPractice, successRate } from '#client/features/coding/model/practice-list.ts'
import type { PracticeItem } from '#shared/coding/practice.schema.ts'

const item = (title: string, fields: Partial<PracticeItem> = {}): PracticeItem => ({
  id: title,
  title,
  difficulty: 'easy',
  tags: [],
  status: 'not_attempted',
  best_score: 0,
  attempts: 0,
  ...fields,
})

const questions = [
  item('Two sum', { tags: ['Arrays', 'hashing'], status: 'solved' }),
  item('Longest path', { difficulty: 'hard', tags: ['graphs'], status: 'attempted' }),
  item('Array rotation', { difficulty: 'medium' }),
]

describe('the practice list', () => {
  it.each([
    ['nothing', {}, ['Two sum', 'Longest path', 'Array rotation']],
    ['part of a title or a tag, in any case', { search: ' ARRAY ' }, ['Two sum', 'Array rotation']],
    ['a difficulty', { difficulty: 'hard' as const }, ['Longest path']],
    ['a status', { status: 'attempted' as const }, ['Longest path']],
    ['all of them', { search: 'array', difficulty: 'medium' as const, status: 'solved' as const }, []],
  ])('filters by %s', (_name, filters, titles) => {
    expect(filterPractice(questions, filters).map(({ title }) => title)).toEqual(titles)
  })

  it('computes the share of attempted questions that are solved', () => {
    expect(successRate({ solved: 0, attempted: 0 })).toBeNull()
    expect(successRate({ solved: 2, attempted: 3 })).toBeCloseTo(66.67, 2)
  })
})
