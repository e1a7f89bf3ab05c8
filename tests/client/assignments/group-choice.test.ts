import { describe, expect, it } from 'vitest'
import { choose, isIn, noGroups, optionsOf } from '#client/features/assignments/model/group-choice.ts'

const group = (batch: string, branch: string, section: string, students = 10, assigned = 0) => ({
  ...{ batch, branch, section, students, assigned },
})
const groups = [
  group('2026', 'CSE', 'A', 30),
  group('2026', 'ECE', 'A', 20),
  group('2027', 'CSE', 'A', 10, 10),
  group('2027', 'CSE', 'B', 5),
]
const all = ({ students }: { students: number }) => students

describe('groups of students', () => {
  it('are narrowed from batch to branch to section, each with its size', () => {
    const chosen = { ...noGroups, batches: ['2027'] }
    expect(optionsOf(groups, chosen, all)).toEqual({
      batches: [
        { name: '2026', count: 50 },
        { name: '2027', count: 15 },
      ],
      branches: [{ name: 'CSE', count: 15 }],
      sections: [
        { name: 'A', count: 10 },
        { name: 'B', count: 5 },
      ],
    })
    expect(optionsOf(groups, noGroups, ({ assigned }) => assigned).batches).toEqual([{ name: '2027', count: 10 }])
  })

  it('drop selections that have no students after a parent changes', () => {
    const chosen = { batches: ['2026'], branches: ['CSE', 'ECE'], sections: ['A'] }
    expect(choose(groups, chosen, 'batches', ['2027'])).toEqual({
      ...{ batches: ['2027'], branches: ['CSE'], sections: ['A'] },
    })
    expect(choose(groups, chosen, 'batches', [])).toEqual({ ...chosen, batches: [] })
  })

  it('match only their students, and no one if no group is chosen', () => {
    const asha = { batch: '2027', branch: 'CSE', section: 'B' }
    expect(isIn(noGroups, asha)).toBe(false)
    expect(isIn({ ...noGroups, branches: ['CSE'] }, asha)).toBe(true)
    expect(isIn({ ...noGroups, branches: ['CSE'], sections: ['A'] }, asha)).toBe(false)
  })
})
