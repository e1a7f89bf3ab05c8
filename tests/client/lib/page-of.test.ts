import { expect, it } from 'vitest'
import { pageOf } from '#client/lib/page-of.ts'

it('returns the last page for a page beyond the end', () => {
  expect(pageOf([1, 2, 3], 2, 2)).toEqual({ rows: [3], pagination: { page: 2, limit: 2, total: 3, totalPages: 2 } })
  expect(pageOf([1, 2, 3], 9, 2).rows).toEqual([3])
  expect(pageOf([], 1, 20).pagination).toEqual({ page: 1, limit: 20, total: 0, totalPages: 1 })
})
