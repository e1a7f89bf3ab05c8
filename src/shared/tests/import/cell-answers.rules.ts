import type { QuestionTypeName } from '../../bank/question-types.rules.ts'
import { letters } from '../../bank/types/choice.rules.ts'
import { plain } from './exported.rules.ts'
import { readCellNumber } from './number.rules.ts'

/** The notation of answers in CSV rows that need a type. */

/** The cells of a row, by normalised name of their column. */
export type Cells = ReadonlyMap<string, string>

/** A cell that cannot be read. The message says why. */
export class Unreadable extends Error {}

/** @throws Unreadable if the text is not a number that can be stored exactly, or has two meanings */
export function number(text: string, what: string): number {
  const read = readCellNumber(text)
  if (typeof read === 'string') throw new Unreadable(`${what} ${read}: "${text.slice(0, 40)}"`)
  return read
}

/** `|` separates parts, and `\|` is a literal bar. Equals signs are still escaped. */
const partsOf = (text: string) =>
  text
    .split(/(?<!\\)\|/)
    .map((part) => part.replaceAll('\\|', '|').trim())
    .filter((part) => part !== '')

const share = (text: string): number | string =>
  text.endsWith('%') ? number(text.slice(0, -1), 'A share') / 100 : text

/** `\=` is a literal equals sign. */
const unescapeEquals = (text: string) => text.replaceAll('\\=', '=')

/** Parses an accepted answer: `last` or `latest = 50%`. */
function acceptedOf(text: string) {
  const [, written = text, fraction] =
    /^(.*?)\s*(?<!\\)=\s*(\p{Nd}[\p{Nd}.,]*\s*%|\p{Nd}+\/\p{Nd}+)$/su.exec(text) ?? []
  const value = unescapeEquals(written)
  return fraction === undefined ? { value } : { value, fraction: share(fraction.replace(/\s/g, '')) }
}

function pairOf(text: string) {
  const [left = '', right, ...rest] = text.split(/(?<!\\)=/).map((part) => unescapeEquals(part).trim())
  if (right === undefined || rest.length > 0)
    throw new Unreadable(`A pair must be written as left = right: "${text.slice(0, 40)}"`)
  return { left, right }
}

function truth(text: string, what: string): boolean {
  if (/^(true|t|yes|y|1)$/i.test(text)) return true
  if (/^(false|f|no|n|0)$/i.test(text)) return false
  throw new Unreadable(`${what} must be true or false: "${text.slice(0, 40)}"`)
}

const lettersIn = (text: string) =>
  text
    .toUpperCase()
    .split(/[\s,;|]+/)
    .flatMap((part) => [...part])

/** Parses the answer of a row, in the notation of its type. @throws Unreadable */
export function answerOf(type: QuestionTypeName, answer: string, cells: Cells): Record<string, unknown> {
  const flag = (name: string) => (cells.has(plain(name)) ? { [name]: truth(cells.get(plain(name)) ?? '', name) } : {})
  const figure = (name: string) =>
    cells.has(plain(name)) ? { [name]: number(cells.get(plain(name)) ?? '', name) } : {}
  const word = (name: string) => (cells.has(plain(name)) ? { [name]: cells.get(plain(name)) } : {})
  const options = Object.fromEntries(
    letters.flatMap((letter) => {
      const text = cells.get(`option${letter.toLowerCase()}`)
      return text === undefined ? [] : [[letter, text]]
    }),
  )
  switch (type) {
    case 'single':
      return { options, correctAnswer: answer.trim().toUpperCase() }
    case 'multiple':
      return { options, correctAnswers: lettersIn(answer), ...word('scoring') }
    case 'boolean':
      return { correctAnswer: truth(answer, 'The correct answer') }
    case 'numeric': {
      const [min, max, ...rest] = answer.split('..').map((text) => text.trim())
      const value =
        max !== undefined && rest.length === 0
          ? { range: { min: number(min ?? '', 'The minimum'), max: number(max, 'The maximum') } }
          : { correctValue: number(answer, 'The correct answer') }
      return {
        ...value,
        ...figure('tolerance'),
        ...word('toleranceKind'),
        ...figure('significantDigits'),
        ...word('unit'),
      }
    }
    case 'text':
      return {
        accepted: partsOf(answer).map(acceptedOf),
        ...flag('caseSensitive'),
        ...flag('ignoreAccents'),
        ...flag('regex'),
      }
    case 'matching':
      return {
        pairs: partsOf(answer).map(pairOf),
        distractors: partsOf(cells.get('distractors') ?? '').map(unescapeEquals),
      }
    case 'ordering':
      return { items: partsOf(answer).map(unescapeEquals) }
    case 'essay':
      return { ...figure('minWords'), ...figure('maxWords'), ...flag('allowFiles') }
    case 'gaps':
      return {}
  }
}
