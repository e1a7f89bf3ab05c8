import { expect, it } from 'vitest'
import { type EssayFormat, essayFormat } from '#client/features/attempts/model/essay-format.ts'

/** Applies a format to text. Brackets mark the selection in the argument and in the result. */
function apply(written: string, format: EssayFormat): string {
  const from = written.indexOf('[')
  const to = written.indexOf(']') - 1
  const text = written.replace('[', '').replace(']', '')
  const change = essayFormat(text, from, to, format)
  const result = text.slice(0, change.from) + change.text + text.slice(change.to)
  const [start, end] = change.selection
  return `${result.slice(0, start)}[${result.slice(start, end)}]${result.slice(end)}`
}

it.each<[string, EssayFormat, string]>([
  ['a [word] here', 'bold', 'a **[word]** here'],
  ['a **[word]** here', 'bold', 'a [word] here'],
  ['a **[word]** here', 'italic', 'a ***[word]*** here'],
  ['a ***[word]*** here', 'italic', 'a **[word]** here'],
  ['a[ word ]here', 'italic', 'a *[word]* here'],
  ['[]', 'bold', '**[]**'],
  ['so [x^2] is', 'formula', 'so $[x^2]$ is'],
  ['call [f()]', 'code', 'call `[f()]`'],
  ['one\nt[]wo\nthree', 'bullets', 'one\n- two[]\nthree'],
  ['[one\ntwo]', 'bullets', '[- one\n- two]'],
  ['[- one\n- two]', 'bullets', '[one\ntwo]'],
  ['[- one\n- two]', 'numbers', '[1. one\n2. two]'],
  ['[1. one\n2) two]', 'numbers', '[one\ntwo]'],
  ['[]', 'bullets', '- []'],
])('formats %j as %s: %j', (before, format, after) => {
  expect(apply(before, format)).toBe(after)
})
