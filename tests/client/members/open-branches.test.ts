import { expect, it } from 'vitest'
import {
  allClosed,
  allOpen,
  isOpen,
  keepOpen,
  placeKey,
  readOpen,
  toggled,
} from '#client/features/members/model/open-branches.ts'

const [batch, branch] = [placeKey('2027'), placeKey('2027', 'CSE')]

it('opens and closes one branch without changing the others', () => {
  const both = toggled(toggled(allClosed, batch), branch)
  expect([isOpen(both, batch), isOpen(both, branch)]).toEqual([true, true])
  const one = toggled(both, batch)
  expect([isOpen(one, batch), isOpen(one, branch)]).toEqual([false, true])
})

it('opens all branches, even unseen ones, and closes one', () => {
  const most = toggled(allOpen, batch)
  expect([isOpen(most, batch), isOpen(most, branch), isOpen(most, placeKey('never', 'seen'))]).toEqual([
    false,
    true,
    true,
  ])
  expect(isOpen(toggled(most, batch), batch)).toBe(true)
})

it('keeps branches apart, regardless of the characters in their names', () => {
  expect(placeKey('A', 'B')).not.toBe(placeKey('A","B'))
})

it('starts with all branches closed if there is no storage', () => {
  keepOpen('somebody', allOpen)
  expect(isOpen(readOpen('somebody'), batch)).toBe(false)
})
