import { describe, expect, it } from 'vitest'
import { bestSum, levelSum, marksOfLevels } from './marking.rules.ts'

const rubric = [
  {
    criterion: 'Content',
    levels: [
      { label: 'Poor', marks: 0.1 },
      { label: 'Good', marks: 6 },
    ],
  },
  { criterion: 'Language', levels: [{ label: 'Clear', marks: 0.2 }] },
]

describe('the levels of a rubric', () => {
  it('add up exactly, and have no sum until each criterion has a level', () => {
    expect(levelSum(rubric, [0, 0])).toBe(0.3)
    expect(levelSum(rubric, [0, null])).toBeNull()
    expect(levelSum([], [])).toBeNull()
  })

  it('never earn more than the question’s marks, although their sum may be larger', () => {
    expect(marksOfLevels(rubric, [1, 0], 10)).toBe(6.2)
    expect(marksOfLevels(rubric, [1, 0], 5)).toBe(5)
    expect(levelSum(rubric, [1, 0])).toBe(6.2)
  })

  it('are worth at most the sum of the best level of each criterion', () => {
    expect(bestSum(rubric)).toBe(6.2)
    expect(bestSum([])).toBe(0)
  })
})
