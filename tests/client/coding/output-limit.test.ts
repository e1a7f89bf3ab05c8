import { expect, it } from 'vitest'
import { truncationNote } from '#client/features/coding/model/coding-text.ts'

const note = 'Only the first 64 kB of output is shown.'

it.each([
  ['empty output', '', undefined],
  ['output just below the limit', 'x'.repeat(65_532), undefined],
  ['output that reaches the limit', 'x'.repeat(65_536), note],
  ['output cut before a three-byte character', `x${'ह'.repeat(21_844)}`, note],
  ['two-byte characters that reach the limit', 'é'.repeat(32_768), note],
  ['two-byte characters just below the limit', 'é'.repeat(32_766), undefined],
])('mentions the limit only if it was reached: %s', (_name, output, note) => {
  expect(truncationNote(output)).toBe(note)
})
