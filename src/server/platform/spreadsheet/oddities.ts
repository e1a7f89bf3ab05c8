import { type CellText, isoDate, notCalculated } from './cells.ts'

/**
 * Cells that the spreadsheet library misreads: it returns 0 or nothing for a formula without a result, and a number for
 * a date written as text. Keyed by row (one-based) and column (zero-based).
 */
export type Oddities = ReadonlyMap<number, ReadonlyMap<number, CellText>>

const cellStart = /<(?:\w+:)?c\s([^<>]*[^<>/])>/g
const formulaStart = /^\s*<(?:\w+:)?f[\s>/]/
const anyOddity = /<(?:\w+:)?f[\s>/]|\st=["']d["']/

/** `A` is 0, `AA` 26. */
const columnNumber = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Collects oddities by row and column. */
export class FoundOddities extends Map<number, Map<number, CellText>> {
  note(row: number, column: number, cell: CellText) {
    this.set(row, (this.get(row) ?? new Map<number, CellText>()).set(column, cell))
  }
}

/** Finds oddities in a sheet's XML: `<c r="B2"><f>…</f></c>` without `<v>`, and `<c r="B2" t="d">`. */
export function findInXml(sheet: Buffer): Oddities {
  const found = new FoundOddities()
  const xml = sheet.toString('latin1')
  if (!anyOddity.test(xml)) return found
  for (const { 0: tag, 1: attributes = '', index } of xml.matchAll(cellStart)) {
    const [, letters, row] = /(?:^|\s)r=["']([A-Z]{1,3})(\d{1,7})["']/.exec(attributes) ?? []
    const type = /(?:^|\s)t=["'](\w+)["']/.exec(attributes)?.[1]
    const begin = index + tag.length
    const isFormula = formulaStart.test(xml.slice(begin, begin + 64))
    if (!letters || !row || (type !== 'd' && !isFormula)) continue
    const end = xml.slice(begin).search(/<\/(?:\w+:)?c>/)
    const value = /<(?:\w+:)?v\b[^<>]*>([^<]*)</.exec(xml.slice(begin, begin + end))?.[1] ?? ''
    // A formula's result may be an empty string.
    const isEmpty = value === '' && type !== 'str'
    if (type !== 'd' && !isEmpty) continue
    found.note(Number(row), columnNumber(letters), isEmpty ? notCalculated : isoDate(value))
  }
  return found
}
