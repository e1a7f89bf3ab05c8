import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'
import { asciiDigits, devanagariPlace } from './devanagari.ts'
import { titleOf } from './found.ts'
import type { NumberedAnswer } from './option-numbers.ts'
import { type Columns, optionColumns, type SheetLine } from './sheet-columns.ts'

/** Which options a cell of another program's sheet names as correct. */

export type ChosenOptions = { chosen: Letter[]; byNumber: boolean } | { reason: string }

const loosely = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
const howToBeClear = 'write "Option" and the letter, such as "Option B"'

/** The options with this text: exact ones if there are any. */
function withText(text: string, options: readonly string[]): number[] {
  const places = (isSame: (option: string) => boolean) => options.flatMap((option, at) => (isSame(option) ? [at] : []))
  const exact = places((option) => option === text)
  return exact.length > 0 ? exact : places((option) => loosely(option) === loosely(text))
}

const sign = /^(option|choice|answer)?[\s_-]*\(?([a-j]|\d{1,3})[).:]?$/i

/** The place that a letter or number means; -1 for none. */
const placeOf = (text: string) => (/\d/.test(text) ? Number(text) - 1 : text.toLowerCase().charCodeAt(0) - 97)

interface Signs {
  places: number[]
  byNumber: boolean
  /** Written as `Option B` or `Option 2`. Only the letter cannot be an option's text. */
  isNamed: boolean
}

/** Reads letters or numbers, such as `B`, `1,3` or `A and C`; null if it is something else. */
function signsIn(written: string, count: number): Signs | null {
  const joined = /^[A-J]{2,10}$/.test(written) && new Set(written).size === written.length
  const parts = joined ? [...written] : written.split(/\s*(?:[,;&/|\n]|\band\b)\s*/i)
  if (parts.length > letters.length) return null
  const found = parts.map((part) => sign.exec(part.trim()))
  if (found.some((one) => one === null)) return null
  const signs = found.map((one) => one?.[2] ?? '')
  const numbers = signs.filter((one) => /\d/.test(one))
  if (numbers.length > 0 && numbers.length < signs.length) return null
  const places = signs.map(placeOf)
  // Letters of a word, such as AID, that name no options.
  if (joined && places.some((place) => place >= count)) return null
  return { places, byNumber: numbers.length > 0, isNamed: found.every((one) => one?.[1]) }
}

/** The options with these texts; empty if a part matches no option or several. */
function textsIn(written: string, options: readonly string[]): number[] {
  const bare = sign.exec(written)?.[2]
  const whole = [...new Set([written, bare ?? written].flatMap((text) => withText(text, options)))]
  if (whole.length > 0) return whole
  for (const separator of ['\n', '|', ';', ',']) {
    const parts = written.split(separator).map((part) => part.trim())
    if (parts.length < 2 || parts.length > letters.length) continue
    const places = parts.map((part) => withText(part, options))
    if (places.every((one) => one.length === 1)) return [...new Set(places.flat())]
  }
  return []
}

/** An answer with numbers of options, which the whole file may count from 1 or from 0. */
export interface Numbers extends NumberedAnswer {
  /** True if the numbers are also texts of options, and mean these if they count from 1. */
  isText: boolean
  /** True for `Option 2`, which counts from 1. */
  isNamed: boolean
}

/**
 * Reads an answer as numbers of options; null if it is none, or if numbers from 1 and texts disagree.
 * @param isIndex true if the answer cannot be the text of an option
 */
export function numbersIn(written: string, options: readonly string[], isIndex = false): Numbers | null {
  const signs = signsIn(written, options.length)
  if (!signs?.byNumber) return null
  const byText = isIndex ? [] : textsIn(written, options)
  if (byText.length > 0 && !isSame(signs, byText) && !isOutside(signs, options)) return null
  const values = signs.places.map((place) => place + 1)
  return { values, count: options.length, isText: byText.length > 0, isNamed: signs.isNamed && !values.includes(0) }
}

/** True if the labels mean these options. */
const isSame = ({ places }: Signs, others: readonly number[]) =>
  new Set(places).size === others.length && others.every((one) => places.includes(one))
/** True for numbers that are none of the options. */
const isOutside = ({ places, byNumber }: Signs, options: readonly string[]) =>
  byNumber && places.every((place) => options[place] === undefined)

/**
 * Reads the correct options: letters, numbers or texts. Refuses what these disagree on.
 * @param options plain texts, from A
 * @param areNumbers true for programs that only know numbers, which are therefore never texts
 */
export function readChosen(written: string, options: readonly string[], areNumbers: boolean): ChosenOptions {
  if (written === '') return { reason: 'The correct answer is missing' }
  const shown = titleOf(written.slice(0, 60))
  const [, label, text] = /^\(?([a-j]|\d{1,2})[).:]\s+(\S.*)$/is.exec(written) ?? []
  if (label !== undefined && text !== undefined && withText(written, options).length === 0) {
    const byText = withText(text, options)
    if (byText.length === 1 && byText[0] === placeOf(label))
      return { chosen: byText.flatMap((place) => letters[place] ?? []), byNumber: false }
  }
  const found = signsIn(written, options.length)
  const byText = textsIn(written, options)
  // `15` is the text of an option if there are four.
  const signs = found && !areNumbers && byText.length > 0 && isOutside(found, options) ? null : found
  const places = signs && [...new Set(signs.places)]
  const areSame = signs !== null && isSame(signs, byText)
  const isCertain = signs?.byNumber ? areNumbers : signs?.isNamed
  if (signs && byText.length > 0 && !areSame && !isCertain)
    return {
      reason: `The correct answer "${shown}" can mean options by their ${signs.byNumber ? 'numbers' : 'letters'} or by their texts; ${howToBeClear}`,
    }
  if (signs && places) {
    if (places.some((place) => place < 0))
      return { reason: 'The correct answer is 0, but options are counted from 1; use a letter' }
    if (places.some((place) => place >= options.length))
      return { reason: `The correct answer "${shown}" is not one of the options` }
    if (new Set(signs.places).size < signs.places.length)
      return { reason: `The correct answer "${shown}" names an option twice` }
    // In the order written, which matters for questions about an order.
    return { chosen: places.flatMap((place) => letters[place] ?? []), byNumber: signs.byNumber && !areSame }
  }
  if (withText(written, options).length > 1)
    return { reason: `The correct answer "${shown}" is the text of several options; ${howToBeClear}` }
  if (byText.length > 0) return { chosen: byText.flatMap((place) => letters[place] ?? []), byNumber: false }
  if (/^\d+\.\d+$/.test(written))
    return { reason: `The correct answer "${shown}" may have been changed by a spreadsheet; write 1,3 in a text cell` }
  return { reason: `The correct answer "${shown}" is not one of the options. Enter a letter, a number or an option` }
}

const devanagariAnswer = /^(?:विकल्प\s*)?\(?([\u0904-\u0914\u0915-\u0939]|[०-९]{1,2})[).:]?$/
const plainDigits = (text: string) => asciiDigits(text.normalize('NFC').trim())

/** The letter that a column's heading ends with, such as `ख`. */
const signOf = (heading: string) =>
  heading
    .trim()
    .replace(/[).\s]+$/, '')
    .at(-1) ?? ''

/**
 * Rewrites a Devanagari answer as `Option B` or with ASCII digits. A letter counts only if the heading of an option
 * column ends with it. An answer that is also the text of an option is an error in its row.
 */
export function withLatinAnswer(columns: Columns, line: SheetLine): SheetLine {
  const at = columns.all.find(({ role }) => role === 'correct')?.at ?? -1
  const written = line.cells[at]?.trim() ?? ''
  const [, sign = ''] = devanagariAnswer.exec(written.slice(0, 40)) ?? []
  if (sign === '') return line
  const options = optionColumns(columns)
  const named = options.findIndex((column) => column && devanagariPlace(sign) >= 0 && signOf(column.heading) === sign)
  const isNumber = /[०-९]/.test(sign)
  if (!isNumber && named < 0) return line
  const texts = options.map((column) => plainDigits(line.cells[column?.at ?? -1] ?? ''))
  const same = texts.findIndex((text) => text !== '' && (text === plainDigits(written) || text === plainDigits(sign)))
  if (same >= 0 && (isNumber || same !== named)) {
    const problem = `The correct answer "${written}" can mean an option by its place or by its text; write "Option" and the letter, such as "Option B"`
    return { ...line, problems: new Map([...(line.problems ?? []), [at, problem]]) }
  }
  const latin = isNumber ? asciiDigits(sign) : `Option ${letters[named]}`
  return { ...line, cells: line.cells.map((cell, place) => (place === at ? latin : cell)) }
}
