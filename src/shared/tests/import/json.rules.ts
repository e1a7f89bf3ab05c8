import { type OptionLetter, optionLetters } from '../tests.schema.ts'
import { type Draft, type Field, fieldNamed, fields } from './import.rules.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const plain = (key: string) => key.trim().toLowerCase()

/** The list of questions in a parsed file, an array or `{questions: […]}`; null unless there is exactly one. */
export function questionList(parsed: unknown): unknown[] | null {
  if (Array.isArray(parsed)) return parsed
  if (!isObject(parsed)) return null
  const [list, ...others] = Object.entries(parsed).filter(([key]) => plain(key) === 'questions')
  return list && others.length === 0 && Array.isArray(list[1]) ? list[1] : null
}

const notFour = 'There must be exactly four options: A, B, C and D'

/** `options` as `[field, value]` pairs; null if an array does not have four, or an object has keys other than A to D. */
function optionPairs(options: unknown): [OptionLetter, unknown][] | null {
  if (Array.isArray(options))
    return options.length === optionLetters.length
      ? optionLetters.map((letter, index) => [letter, options[index]])
      : null
  if (!isObject(options)) return null
  const pairs: [OptionLetter, unknown][] = []
  for (const [key, value] of Object.entries(options)) {
    const letter = optionLetters.find((one) => one === fieldNamed(key))
    if (letter) pairs.push([letter, value])
    else if (value !== null && value !== '') return null
  }
  return pairs
}

const takesNumber: readonly Field[] = ['marks', 'correctAnswer']
const wrongType = (field: Field) => {
  if (field === 'marks') return 'marks must be a number, without quotation marks'
  if (field === 'correctAnswer') return 'correctAnswer must be a single string or number'
  return `${optionLetters.some((letter) => letter === field) ? `Option ${field}` : field} must be a string in quotation marks`
}

/**
 * Converts a list element to a draft. Rejects numbers where text is expected, because `1.0` and `1e3` could not be
 * restored as written.
 *
 * @param row 1-based
 */
export function draftFromJson(row: number, item: unknown): Draft {
  if (!isObject(item))
    return {
      row,
      texts: {},
      reasons: [{ about: fields, reason: 'This is not an object with questionText, options and correctAnswer' }],
    }
  const draft: Draft = { row, texts: {}, reasons: [] }
  const seen = new Set<Field>()
  const take = (field: Field, value: unknown) => {
    const againstField = (reason: string) => draft.reasons.push({ about: [field], reason })
    if (seen.has(field)) againstField(`${field} is given more than once, under different names`)
    else if (typeof value === 'number' && takesNumber.includes(field)) draft.texts[field] = String(value)
    else if (typeof value === 'string' && field !== 'marks') draft.texts[field] = value
    else if (value !== null) againstField(wrongType(field))
    seen.add(field)
  }
  for (const [key, value] of Object.entries(item)) {
    const field = fieldNamed(key)
    if (plain(key) === 'options') {
      const pairs = optionPairs(value)
      if (pairs) for (const [letter, text] of pairs) take(letter, text)
      else draft.reasons.push({ about: optionLetters, reason: notFour })
    } else if (field === 'extraOption') {
      if (value !== null && value !== '') draft.reasons.push({ about: [], reason: notFour })
    } else if (field) take(field, value)
  }
  return draft
}
