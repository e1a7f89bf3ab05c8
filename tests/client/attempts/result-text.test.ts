import { expect, it } from 'vitest'
import { trendTitle } from '#client/features/attempts/model/result-text.ts'

const of = (...percentages: number[]) => trendTitle(percentages.map((percentage) => ({ percentage })))

it('compares the latest attempt with the first', () => {
  expect(of(33.33, 90, 66.67)).toBe('Your score rose from 33.3% to 66.7%')
  expect(of(80, 20)).toBe('Your score fell from 80.0% to 20.0%')
  expect(of(50, 100, 50)).toBe('You scored 50.0% in your first and latest attempt')
})
