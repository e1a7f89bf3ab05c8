import { type CellText, isoDate, notCalculated } from './cells.ts'

/**
 * Cells that the spreadsheet library misreads: it returns 0 or nothing for a formula without a result, and a number for
 * a date written as text. Keyed by row (one-based) and column (zero-based).
 */
export type Oddities = ReadonlyMap<number, ReadonlyMap<number, CellText>>

const rowOrCell = /<(?:\w+:)?(row|c)(\s[^<>]*|\/)?>/g
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

const picture: CellText = {
  text: '',
  problem: 'This cell contains a picture by a formula, which is not in the file. Add the picture by hand',
}

/**
 * Finds oddities in a sheet's XML: `<c r="B2"><f>…</f></c>` without `<v>`, and `<c r="B2" t="d">`. Some programs leave
 * out the `r` of rows and cells.
 */
export function findInXml(sheet: Buffer): Oddities {
  const found = new FoundOddities()
  const xml = sheet.toString('latin1')
  if (!anyOddity.test(xml)) return found
  let row = 0
  let column = -1
  for (const { 0: tag, 1: name, 2: attributes = '', index } of xml.matchAll(rowOrCell)) {
    const [, letters, number] = /(?:^|\s)r=["']([A-Z]{0,3})(\d{1,7})["']/.exec(attributes) ?? []
    if (name === 'row') {
      row = Number(number ?? row + 1)
      column = -1
      continue
    }
    if (number) row = Number(number)
    column = letters ? columnNumber(letters) : column + 1
    const type = /(?:^|\s)t=["'](\w+)["']/.exec(attributes)?.[1]
    const begin = index + tag.length
    const isFormula = formulaStart.test(xml.slice(begin, begin + 64))
    if (attributes.endsWith('/') || (type !== 'd' && !isFormula)) continue
    const end = xml.slice(begin).search(/<\/(?:\w+:)?c>/)
    const content = xml.slice(begin, begin + end)
    const value = /<(?:\w+:)?v\b[^<>]*>([^<]*)</.exec(content)?.[1]?.trim() ?? ''
    if (value !== '') {
      if (type === 'd') found.note(row, column, isoDate(value))
      continue
    }
    if (/\bIMAGE\(/i.test(content)) found.note(row, column, picture)
    // A formula's result may be an empty string.
    else if (type !== 'str') found.note(row, column, notCalculated)
  }
  return found
}
