import { expect, it } from 'vitest'
import { inOrder, sectionName } from '#client/features/reports/model/section-names.ts'

it('sorts sections in natural order', () => {
  const sections = ['S10', '', 'B', 'S2', 'A'].map((section) => ({ section }))
  expect(inOrder(sections).map(({ section }) => section)).toEqual(['', 'A', 'B', 'S2', 'S10'])
})

it.each([
  ['A', 'Section A'],
  ['section B (evening)', 'section B (evening)'],
  ['', 'No section'],
])('shows the section %j as %s', (section, name) => {
  expect(sectionName(section)).toBe(name)
})
