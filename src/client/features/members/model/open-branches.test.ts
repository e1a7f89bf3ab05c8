import { expect, it } from 'vitest'
import { allClosed, allOpen, isOpen, keepOpen, placeKey, readOpen, toggled } from './open-branches.ts'

const [batch, branch] = [placeKey('2027'), placeKey('2027', 'CSE')]

it('opens and closes one place and leaves the others', () => {
  const both = toggled(toggled(allClosed, batch), branch)
  expect([isOpen(both, batch), isOpen(both, branch)]).toEqual([true, true])
  const one = toggled(both, batch)
  expect([isOpen(one, batch), isOpen(one, branch)]).toEqual([false, true])
})

it('opens every place at once, also ones that nobody has seen, and closes one of them', () => {
  const most = toggled(allOpen, batch)
  expect([isOpen(most, batch), isOpen(most, branch), isOpen(most, placeKey('never', 'seen'))]).toEqual([
    false,
    true,
    true,
  ])
  expect(isOpen(toggled(most, batch), batch)).toBe(true)
})

it('keeps places apart whatever their names hold', () => {
  expect(placeKey('A', 'B')).not.toBe(placeKey('A","B'))
})

it('starts closed where the browser keeps nothing', () => {
  keepOpen('somebody', allOpen)
  expect(isOpen(readOpen('somebody'), batch)).toBe(false)
})
