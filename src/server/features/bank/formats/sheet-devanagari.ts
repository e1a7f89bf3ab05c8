import { letters } from '#shared/bank/types/choice.rules.ts'
import { type Columns, optionColumns, type SheetLine } from './sheet-columns.ts'
import { asciiDigits, devanagariPlace } from './sheet-headings.ts'

/** Answers in Hindi and Nepali sheets: letters of columns such as `विकल्प ख`, and digits such as `२`. */

const answer = /^(?:विकल्प\s*)?\(?([\u0904-\u0914\u0915-\u0939]|[०-९]{1,2})[).:]?$/
const bare = (text: string) => asciiDigits(text.normalize('NFC').trim())

/** The letter that a column's heading ends with, such as `ख`. */
const signOf = (heading: string) =>
  heading
    .trim()
    .replace(/[).\s]+$/, '')
    .at(-1) ?? ''

/**
 * Writes such an answer as `Option B`, or with our digits. A letter counts only if a column of options is named by it.
 * An answer that is also the text of an option is a problem of its row.
 */
export function withLatinAnswer(columns: Columns, line: SheetLine): SheetLine {
  const at = columns.all.find(({ role }) => role === 'correct')?.at ?? -1
  const written = line.cells[at]?.trim() ?? ''
  const [, sign = ''] = answer.exec(written.slice(0, 40)) ?? []
  if (sign === '') return line
  const options = optionColumns(columns)
  const named = options.findIndex((column) => column && devanagariPlace(sign) >= 0 && signOf(column.heading) === sign)
  const isNumber = /[०-९]/.test(sign)
  if (!isNumber && named < 0) return line
  const texts = options.map((column) => bare(line.cells[column?.at ?? -1] ?? ''))
  const same = texts.findIndex((text) => text !== '' && (text === bare(written) || text === bare(sign)))
  if (same >= 0 && (isNumber || same !== named)) {
    const problem = `The correct answer "${written}" can mean an option by its place or by its text; write "Option" and the letter, such as "Option B"`
    return { ...line, problems: new Map([...(line.problems ?? []), [at, problem]]) }
  }
  const latin = isNumber ? asciiDigits(sign) : `Option ${letters[named]}`
  return { ...line, cells: line.cells.map((cell, place) => (place === at ? latin : cell)) }
}
