import { expect, it } from 'vitest'
import { keepOpen, placeKey, readOpen, toggled } from './open-branches.ts'

it('opens and closes one place and leaves the others', () => {
  const both = toggled(toggled(new Set(), placeKey('2027')), placeKey('2027', 'CSE'))
  expect([...toggled(both, placeKey('2027'))]).toEqual([placeKey('2027', 'CSE')])
  expect(both.size).toBe(2)
})

it('keeps places apart whatever their names hold', () => {
  expect(placeKey('A', 'B')).not.toBe(placeKey('A","B'))
})

it('starts closed where the browser keeps nothing', () => {
  keepOpen('somebody', new Set([placeKey('2027')]))
  expect(readOpen('somebody').size).toBe(0)
})
