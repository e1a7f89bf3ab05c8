import { expect, it } from 'vitest'
import { truncationNote } from '#client/features/coding/model/coding-text.ts'

const note = 'Only the first 64 kB of an output are shown.'

it.each([
  ['nothing', '', undefined],
  ['what is just shorter', 'x'.repeat(65_532), undefined],
  ['what is as long as can be', 'x'.repeat(65_536), note],
  ['what was cut before a letter of three bytes', `x${'ह'.repeat(21_844)}`, note],
  ['as many letters of two bytes', 'é'.repeat(32_768), note],
  ['half of them', 'é'.repeat(32_766), undefined],
])('tells of the limit: %s', (_name, output, told) => {
  expect(truncationNote(output)).toBe(told)
})
