import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from 'xlsx'
import { type CellText, cellText, type Formats, isoDate, notCalculated } from './cells.ts'
import { openCompound } from './compound.ts'
import { containerOf, damaged, fileRefused, locked, refuseStreams, requireWorkbook } from './content.ts'
import { unzip } from './zip.ts'

/** A cell, or the one above whose merge reaches down to it, in `mergedFrom`. */
export interface SheetCell extends CellText {
  mergedFrom?: number
}

/** The first sheet of a workbook that is not hidden. Only cells that exist are walked, however large it claims to be. */
export interface Sheet {
  name: string
  /** The workbook's other sheets, hidden ones too. */
  otherNames: string[]
  /** The rows that hold anything, by the sheet's own numbers, from the top. */
  rows: number[]
  /** The columns of a row that hold anything, from the left, counted from 0. */
  columnsOf(row: number): number[]
  cell(row: number, column: number): SheetCell
}

type Library = typeof import('xlsx') & {
  // They are exported, but their types are not.
  parse_zip(zip: { files: Record<string, ZipPart> }, options: ParsingOptions): WorkBook
  parse_xlscfb(stream: Buffer, options: ParsingOptions): WorkBook
}
interface ZipPart {
  name: string
  asNodeBuffer(): Buffer
}

const options: ParsingOptions = { dense: true, cellNF: true, cellText: false, cellHTML: false, cellFormula: false }

/** Cells that the library cannot tell from others: formulas without a result, which it takes for 0, and dates as text. */
type Oddities = ReadonlyMap<string, CellText>

const cellStart = /<(?:\w+:)?c\s([^<>]*[^<>/])>/g

/** Reads them off the sheet's XML: `<c r="B2"><f>…</f></c>` without `<v>`, and `<c r="B2" t="d">`. */
function findOddities(xml: Buffer): Oddities {
  const found = new Map<string, CellText>()
  if (!/<(?:\w+:)?f[\s>/]|\st=["']d["']/.test(xml.latin1Slice())) return found
  const text = xml.latin1Slice()
  for (const { 1: attributes = '', 0: tag, index } of text.matchAll(cellStart)) {
    const reference = /(?:^|\s)r=["']([A-Z]+\d+)["']/.exec(attributes)?.[1]
    const type = /(?:^|\s)t=["'](\w+)["']/.exec(attributes)?.[1]
    const begin = index + tag.length
    if (!reference || (type !== 'd' && !/^\s*<(?:\w+:)?f[\s>/]/.test(text.slice(begin, begin + 64)))) continue
    const end = text.slice(begin).search(/<\/(?:\w+:)?c>/)
    const value = /<(?:\w+:)?v>([^<]*)</.exec(text.slice(begin, begin + end))?.[1] ?? ''
    if (type === 'd') found.set(reference, isoDate(value))
    else if (value === '' && type !== 'str') found.set(reference, notCalculated)
  }
  return found
}

/** The first sheet that a person sees. Charts have no cells, so they do not count. */
function visibleSheets({ SheetNames, Workbook }: WorkBook): number[] {
  const all = SheetNames.map((_, index) => index)
  const visible = all.filter((index) => !Workbook?.Sheets?.[index]?.Hidden)
  return visible.length > 0 ? visible : all
}
