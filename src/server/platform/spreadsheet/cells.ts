import type { CellObject } from 'xlsx'

/** Workbook cells as displayed. */

/** A parsed cell: its text, or for an invalid cell its displayed text and the reason. */
export interface CellText {
  text: string
  problem?: string
}

/** The spreadsheet library's number formatting. */
export interface Formats {
  isDate(format: string): boolean
  /** Null if the format cannot be read. */
  show(format: string, value: number): string | null
}

const errorNames: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

export const asText = 'Format the column as text and type it again'

/** Whitespace and invisible characters, often copied from emails and contact lists. */
const margins = /^[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]+|[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]+$/g
const trim = (text: string) => text.replace(margins, '')

/** Longer than any field. Longer text is cut, because a small file may repeat it in every cell. */
const maxCharacters = 500

function fromText(written: string): CellText | undefined {
  const text = trim(written.slice(0, maxCharacters * 4))
  if (text === '') return undefined
  if (text.length <= maxCharacters) return { text }
  return {
    text: `${text.slice(0, maxCharacters)}…`,
    problem: `This text is longer than ${maxCharacters} characters`,
  }
}

/** True for formats of zeros and literals (`000000`, `"CS"0000`, `00000-00000`). Such numbers are read as displayed. */
function isCode(format: string): boolean {
  const [positive = ''] = format.split(';')
  const digits = positive.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|[-+() ]/g, '')
  return /^0+$/.test(digits)
}

/** Formats a number without an exponent, limited to a spreadsheet's 15 digits: 1e9 is 1000000000, 0.1 + 0.2 is 0.3. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : rounded.toFixed(20).replace(/\.?0+$/, '')
}

/** From here on, numbers have more than 15 digits, and spreadsheets replace the extra digits with zeros. */
const inexact = 1e15

/** Built-in date formats depend on the locale; year first is unambiguous. */
const localDates = new Map([
  ['m/d/yy', 'yyyy-mm-dd'],
  ['m/d/yy h:mm', 'yyyy-mm-dd hh:mm'],
])

const dateProblem = (text: string) => `This cell contains a date or time, shown as ${text}. ${asText}`

function fromNumber(value: number, format: string, formats: Formats): CellText {
  if (formats.isDate(format)) {
    const text = trim(formats.show(localDates.get(format) ?? format, value) ?? '') || String(value)
    return { text, problem: dateProblem(text) }
  }
  if (Math.abs(value) >= inexact) {
    const text = plainNumber(value)
    return { text, problem: `This number has more than 15 digits, which a spreadsheet cannot store. ${asText}` }
  }
  const shown = Number.isInteger(value) && isCode(format) ? trim(formats.show(format, value) ?? '') : ''
  return { text: shown || plainNumber(value) }
}

/** A cell with an ISO date, as written by some programs. */
export const isoDate = (text: string): CellText => ({ text, problem: dateProblem(text) })

/** A formula without a cached result. */
export const notCalculated: CellText = {
  text: '',
  problem:
    'This cell contains a formula without a result. Open the file in Excel or LibreOffice, save it as .xlsx and upload that',
}

/** Returns a cell's text; undefined if the cell is empty. */
export function cellText({ t, v, z }: CellObject, formats: Formats): CellText | undefined {
  const format = typeof z === 'string' ? z : 'General'
  if (t === 'n' && typeof v === 'number' && Number.isFinite(v)) return fromNumber(v, format, formats)
  if (t === 'b') return { text: v ? 'TRUE' : 'FALSE' }
  if (t === 'e') {
    const name = errorNames[Number(v)] ?? '#ERROR'
    return { text: name, problem: `This cell shows the error ${name}. Type the value itself` }
  }
  return typeof v === 'string' ? fromText(v) : undefined
}
