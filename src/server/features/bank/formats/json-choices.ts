import { letters } from '#shared/bank/types/choice.rules.ts'
import { fieldNamed } from '#shared/tests/import/import.rules.ts'
import type { FoundItem } from './found.ts'
import { type Starts, startLabel, textLabel } from './option-numbers.ts'
import { columnsOf } from './sheet-columns.ts'
import { readForeignRow } from './sheet-foreign.ts'

/** Untyped items of JSON files that lack the four options and single answer required when importing into a test. */

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))

const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase()
const listNames: readonly string[] = ['options', 'choices', 'answeroptions']
const optionKey = /^(?:option)?([a-j])$|^option(\d{1,2})$/

/** The place of an option's key, such as `B`, `option_b` or `option2`; undefined for other keys. */
function placeOf(key: string): number | undefined {
  const [, letter, digits] = optionKey.exec(plain(key)) ?? []
  const place = letter ? letter.charCodeAt(0) - 97 : Number(digits) - 1
  return letters[place] ? place : undefined
}

/** The texts of the options, from A; null if some are missing or not text. */
function optionsOf(item: Record<string, unknown>): string[] | null {
  const given = Object.entries(item).filter(([, value]) => value !== null && value !== '')
  const lists = given.filter(([key]) => listNames.includes(plain(key))).map(([, value]) => value)
  const single = given.filter(([key]) => placeOf(key) !== undefined)
  if (lists.length + (single.length > 0 ? 1 : 0) !== 1) return null
  const [list] = lists
  if (list !== undefined && (typeof list !== 'object' || list === null)) return null
  const placed: (readonly [number | undefined, unknown])[] = Array.isArray(list)
    ? list.map((value, place) => [place, value])
    : Object.entries(list ?? Object.fromEntries(single))
        .filter(([, value]) => value !== null && value !== '')
        .map(([key, value]) => [placeOf(key), value])
  const texts: string[] = []
  for (const [place, value] of placed) {
    if (place === undefined || texts[place] !== undefined || !isText(value) || String(value).trim() === '') return null
    texts[place] = String(value)
  }
  const isWhole = texts.length >= 2 && texts.length <= letters.length && !texts.includes(undefined as never)
  return isWhole && Object.keys(texts).length === texts.length ? texts : null
}

/** The answer as written, one per line; null if it is not an answer. */
const answerOf = (value: unknown): string | null => {
  const all = Array.isArray(value) ? value : [value]
  return all.length > 0 && all.length <= letters.length && all.every(isText) ? all.map(String).join('\n') : null
}

interface Choice {
  text: string
  options: string[]
  marks: string
  explanation: string
}

/** The question without its answer; null if this is something else. */
function choiceOf(fields: ReadonlyMap<string | null, unknown>, options: string[] | null): Choice | null {
  const [text, marks, explanation] = [fields.get('questionText'), fields.get('marks'), fields.get('explanation')]
  if (!options || typeof text !== 'string') return null
  return {
    text,
    options,
    marks: isText(marks) ? String(marks) : '',
    explanation: typeof explanation === 'string' ? explanation : '',
  }
}

/** Reads it like a row of another program's sheet. @param answer a letter, number or text; one per line */
const readRow = ({ text, options, marks, explanation }: Choice, answer: string) => {
  const head = ['questionText', 'correctAnswer', 'marks', 'explanation', ...letters.slice(0, options.length)]
  const line = { row: 1, cells: [text, answer, marks, explanation, ...options] }
  return readForeignRow(columnsOf(head), line, { program: 'other', isMarkdown: true })
}

/** An item's values that are not empty, each with our field. */
const valuesOf = (item: object) =>
  Object.entries(item).flatMap(([name, value]) => {
    const field = plain(name) === 'correctanswers' ? 'correctAnswer' : fieldNamed(name)
    return value === null || value === '' ? [] : [[field, value] as const]
  })

const fieldsOf = (item: object): ReadonlyMap<string | null, unknown> => new Map(valuesOf(item))

/** A field that has different values under different names, such as `answer` and `correctAnswer`; undefined if none has. */
function doubleOf(item: object): string | undefined {
  const seen = new Map<string, string>()
  for (const [field, value] of valuesOf(item)) {
    if (field === null || field === 'extraOption') continue
    const written = JSON.stringify(Array.isArray(value) && value.length === 1 ? value[0] : value)
    if ((seen.get(field) ?? written) !== written) return field
    seen.set(field, written)
  }
  return undefined
}

/** A question whose answer is the number of an option. */
export interface Numbered {
  choice: Choice
  value: number
  /** True if it cannot be the text of an option. */
  isIndex: boolean
}

/**
 * Reads an item whose answer is a number that is not only the text of an option; null for other items.
 * @param isIndex true if the answer's field is an index, which is never the text of an option
 */
export function numberedOf(item: unknown, isIndex: boolean): Numbered | null {
  if (item === null || typeof item !== 'object' || Array.isArray(item) || doubleOf(item)) return null
  const fields = fieldsOf(item)
  const choice = choiceOf(fields, optionsOf(item as Record<string, unknown>))
  const answer = fields.get('correctAnswer')
  const written = typeof answer === 'string' ? answer.trim() : ''
  const value = typeof answer === 'number' ? answer : /^\d{1,3}$/.test(written) ? Number(written) : Number.NaN
  // `option2` begins at 1, and a text in quotation marks is the text of its option.
  const isNamed = Object.keys(item).some((key) => /^option\d/.test(plain(key)))
  if (!choice || !Number.isInteger(value)) return null
  if (!isIndex && (isNamed || choice.options.some((one) => one.trim() === written))) return null
  return { choice, value, isIndex }
}

/** The meanings of a numeric answer. A number may also be the text of an option. */
export async function readNumbered(
  { choice, value, isIndex }: Numbered,
  { starts, reason }: Starts,
): Promise<Pick<FoundItem, 'readings' | 'reason'>> {
  if (starts.length === 0) return { readings: [], reason }
  const places = new Map<number, string>(starts.map((start) => [value - start, startLabel(start)]))
  const text = isIndex ? -1 : choice.options.findIndex((option) => option.trim() === String(value))
  if (text >= 0 && !places.has(text)) places.set(text, textLabel)
  const possible = [...places].filter(([place]) => place >= 0 && place < choice.options.length)
  const found = await Promise.all(
    possible.map(async ([place, label]) => ({ label, ...(await readRow(choice, `Option ${letters[place]}`)) })),
  )
  const readings = found.flatMap((one) => one.readings.map((reading) => ({ ...reading, label: one.label })))
  if (readings.length === 0)
    return { readings, reason: found[0]?.reason ?? `The correct answer ${value} is not one of the options` }
  if (readings.length === 1 && starts[0] === 1) return { readings: readings.map((one) => ({ ...one, label: '' })) }
  return { readings, reason: reason || 'Its answer is the number of one option and the text of another' }
}

/**
 * Reads an item with 2 to 10 options, or with several answers. Numbers of several answers may count from 0 or 1, so they are
 * not accepted.
 * @returns null if this is something else, so that another reason applies
 */
export async function readJsonChoice(item: unknown): Promise<Pick<FoundItem, 'readings' | 'reason'> | null> {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return null
  const given = item as Record<string, unknown>
  const fields = fieldsOf(given)
  const choice = choiceOf(fields, optionsOf(given))
  const answer = answerOf(fields.get('correctAnswer'))
  if (!choice || answer === null) return null
  const double = doubleOf(given)
  if (double) return { readings: [], reason: `${double} is given more than once, under different names` }
  const { options } = choice
  if (options.length === 4 && !answer.includes('\n') && !/[,;&|]|\band\b|^[A-D]{2,4}$/i.test(answer)) return null
  if (/^[\d\s]+$/.test(answer) && !options.some((option) => option.trim() === answer.trim()))
    return { readings: [], reason: 'Write its answer as a letter, because numbers may count from 0 or from 1.' }
  const { readings, reason, byNumber } = await readRow(choice, answer)
  if (byNumber)
    return { readings: [], reason: 'Write its answer as a letter, because numbers may count from 0 or from 1.' }
  return { readings, ...(reason && { reason }) }
}
