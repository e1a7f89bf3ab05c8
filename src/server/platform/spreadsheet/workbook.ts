import type { CellObject, ParsingOptions, SSF, set_cptable, WorkBook, WorkSheet } from 'xlsx'
import { DomainError } from '#shared/errors.ts'
import { unzip } from '../zip/read.ts'
import { type CellText, cellText, type Formats } from './cells.ts'
import { openCompound } from './compound.ts'
import { containerOf, damaged, fileRefused, locked, refuseStreams, requireWorkbook, workbookLimits } from './content.ts'
import { findInXml, type Oddities } from './oddities.ts'
import { findInRecords, prepareRecords } from './records.ts'
import { extrasInRecords, findScripts } from './records-beside.ts'
import { type Extras, extrasOf } from './sheet-extras.ts'
import { shownText } from './shown.ts'

/** A cell. If merged into a cell above, it has the content of the upper cell, whose row is `mergedFrom`. */
export interface SheetCell extends CellText {
  mergedFrom?: number
}

/** The first visible sheet of a workbook. Only existing cells are visited, regardless of the sheet's declared size. */
export interface Sheet {
  name: string
  /** Names of the other sheets, including hidden ones. */
  otherNames: string[]
  /** Numbers of rows with cells, ascending. */
  rows: number[]
  /** Zero-based columns with cells in a row, ascending. */
  columnsOf(row: number): number[]
  cell(row: number, column: number): SheetCell
}

interface ZipPart {
  name: string
  asNodeBuffer(): Buffer
}
/** The library's functions for opened containers, which its types lack. */
interface Library {
  SSF: typeof SSF
  set_cptable: typeof set_cptable
  parse_zip(zip: { files: Record<string, ZipPart> }, options: ParsingOptions): WorkBook
  parse_xlscfb(stream: Buffer, options: ParsingOptions): WorkBook
}

const options: ParsingOptions = { dense: true, cellNF: true, cellText: false, cellHTML: false, cellFormula: false }

interface Found {
  book: WorkBook
  index: number
  sheet: WorkSheet
  oddities: Oddities
  extras: () => Extras
}

/** A workbook whose sheets are parsed one by one. */
interface Opened {
  outline: WorkBook
  read(index: number): Omit<Found, 'index'>
}

/** Visible sheets, or all sheets if none is visible. */
function visibleIndexes({ SheetNames, Workbook }: WorkBook): number[] {
  const hidden = new Set(Workbook?.Sheets?.flatMap(({ name, Hidden }) => (Hidden ? name : [])))
  const all = SheetNames.map((_, index) => index)
  const visible = all.filter((index) => !hidden.has(SheetNames[index]))
  return visible.length > 0 ? visible : all
}

/** False for a chart or dialog. */
const hasCells = ({ sheet }: Pick<Found, 'sheet'>) => !sheet['!type'] || sheet['!type'] === 'sheet'
const noSheet = () => fileRefused('This workbook contains no worksheet, only charts or dialogs')

function firstSheet({ outline, read }: Opened): Found {
  for (const index of visibleIndexes(outline)) {
    const found = read(index)
    if (hasCells(found)) return { ...found, index }
  }
  throw noSheet()
}

const sheetAt = (book: WorkBook, index: number): WorkSheet => {
  const sheet = book.Sheets[book.SheetNames[index] ?? '']
  // The library skips sheets that it cannot read.
  if (!sheet) throw damaged()
  return sheet
}

const accounting = (digits: string, zero: string) => `_(* ${digits}_);_(* (${digits});_(* &quot;-&quot;${zero}_);_(@_)`
/** Built-in formats that files do not define and the library does not know. The currency depends on the reader. */
const builtIn: [ids: number[], format: string][] = [
  [[5, 6, 42], '&#164;#,##0'],
  [[7, 8, 44], '&#164;#,##0.00'],
  [[41], accounting('#,##0', '')],
  [[43], accounting('#,##0.00', '??')],
  [[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58], 'yyyy-mm-dd'],
]

/** The styles of a workbook with the definitions of built-in formats. A file's own definitions come later and win. */
function withBuiltIn(styles: Buffer): Buffer {
  const formats = builtIn.flatMap(([ids, format]) =>
    ids.map((id) => `<numFmt numFmtId="${id}" formatCode="${format}"/>`),
  )
  const xml = styles.toString('latin1')
  const own = /<(?:\w+:)?numFmts(?:\s[^<>]*)?(?<!\/)>/
  const added = own.test(xml)
    ? xml.replace(own, (tag) => tag + formats.join(''))
    : xml.replace(/<(?:\w+:)?styleSheet[^<>]*>/, (tag) => `${tag}<numFmts>${formats.join('')}</numFmts>`)
  return Buffer.from(added, 'latin1')
}

async function openZip(library: Library, bytes: Buffer, options: ParsingOptions): Promise<Opened> {
  const parts = await unzip(bytes, workbookLimits)
  requireWorkbook(parts)
  for (const [name, content] of parts) if (/(?:^|\/)styles\.xml$/i.test(name)) parts.set(name, withBuiltIn(content))
  let asked = { name: '', content: bytes }
  const parse = (wanted: (name: string) => boolean, sheets: number[]) => {
    const files = [...parts]
      .filter(([name]) => wanted(name))
      .map(([name, content]): [string, ZipPart] => {
        const asNodeBuffer = () => {
          asked = { name, content }
          return content
        }
        return [name, { name, asNodeBuffer }]
      })
    return library.parse_zip({ files: Object.fromEntries(files) }, { ...options, sheets })
  }
  // Parse only the sheet names; otherwise, all cell texts would be parsed twice.
  const outline = parse((name) => !/sharedstrings/i.test(name), [])
  const read = (index: number) => {
    // Leave out the sheets' relations, so that no comments, links or drawings are loaded.
    const book = parse((name) => !/sheets\/_rels\//i.test(name), [index])
    const sheet = sheetAt(book, index)
    // Without relations, the last part read is the sheet itself.
    const { name, content } = asked
    return { book, sheet, oddities: findInXml(content), extras: () => extrasOf(parts, name) }
  }
  return { outline, read }
}

async function openRecords(library: Library, bytes: Buffer, options: ParsingOptions): Promise<Opened> {
  const { names, stream } = openCompound(bytes)
  if (names.includes('encryptedpackage')) throw locked()
  const name = ['workbook', 'book'].find((one) => names.includes(one))
  if (!name) return refuseStreams(names)
  // Text in Excel 95 files uses a local code page.
  library.set_cptable(await import('xlsx/dist/cpexcel.full.mjs'))
  const original = stream(name)
  const content = prepareRecords(original)
  const book = library.parse_xlscfb(content, { ...options, type: 'buffer' })
  const read = (index: number) => {
    const oddities = findInRecords(content, index)
    // The library does not read rich text.
    if (options.cellHTML) findScripts(original, index, oddities)
    return { book, sheet: sheetAt(book, index), oddities, extras: () => extrasInRecords(original, index) }
  }
  return { outline: book, read }
}

/** For each column, maps rows covered by a vertical merge to the row with the content. */
function mergesDown(sheet: WorkSheet, rows: readonly number[]): Map<number, Map<number, number>> {
  const columns = new Map<number, Map<number, number>>()
  for (const { s, e } of sheet['!merges'] ?? []) {
    if (e.r <= s.r) continue
    const reached = columns.get(s.c) ?? new Map<number, number>()
    columns.set(s.c, reached)
    for (const row of rows) if (row > s.r + 1 && row <= e.r + 1) reached.set(row, s.r + 1)
  }
  return columns
}

function present({ SSF }: Library, { book, index, sheet, oddities }: Found, textOf: typeof cellText): Sheet {
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false
  const formats: Formats = {
    isDate: (format) => SSF.is_date(format),
    show: (format, value) => {
      try {
        // The library shows a language such as `[$-409]` as a dollar sign.
        return SSF.format(format.replace(/\[\$-[^\]]*\]/g, ''), value, { date1904 })
      } catch {
        // The file's own formats may be invalid.
        return null
      }
    },
  }
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? []
  for (const [row, columns] of oddities) {
    const cells = data[row - 1] ?? []
    data[row - 1] = cells
    for (const column of columns.keys()) cells[column] ??= { t: 'z' }
  }
  const numbersOf = (array: object) =>
    Object.keys(array)
      .map(Number)
      .filter((key) => Number.isSafeInteger(key) && key >= 0)
  const rows = numbersOf(data).map((key) => key + 1)
  const own = (row: number, column: number) => {
    const odd = oddities.get(row)?.get(column)
    const cell = data[row - 1]?.[column]
    return odd ?? (cell && textOf(cell, formats))
  }
  const reached = mergesDown(sheet, rows)
  return {
    name: book.SheetNames[index] ?? '',
    otherNames: book.SheetNames.filter((_, other) => other !== index),
    rows,
    columnsOf: (row) => numbersOf(data[row - 1] ?? []),
    cell: (row, column) => {
      const found = own(row, column)
      const mergedFrom = found ? undefined : reached.get(column)?.get(row)
      if (mergedFrom === undefined) return found ?? { text: '' }
      return { ...(own(mergedFrom, column) ?? { text: '' }), mergedFrom }
    },
  }
}

async function open<T>(
  bytes: Buffer,
  options: ParsingOptions,
  use: (library: Library, opened: Opened) => T,
): Promise<T> {
  const container = containerOf(bytes)
  const library = (await import('xlsx')) as unknown as Library
  try {
    const opened = container === 'zip' ? openZip(library, bytes, options) : openRecords(library, bytes, options)
    return use(library, await opened)
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw error instanceof Error && error.message.includes('password-protected') ? locked() : damaged()
  }
}

/**
 * Opens an .xlsx or .xls by content. The file may be hostile: call only in a process that can be killed.
 * @throws UNSUPPORTED_TYPE for other types; VALIDATION if encrypted or damaged; TOO_LARGE if too large unpacked
 */
export const readWorkbook = (bytes: Buffer): Promise<Sheet> =>
  open(bytes, options, (library, opened) => present(library, firstSheet(opened), cellText))

/** Each sheet is parsed together with all texts of the workbook. */
const maxSheets = 50

/** A sheet with cells as shown, hidden rows and columns, and pictures. */
export interface ShownSheet extends Sheet, Extras {
  isHidden: boolean
}

/**
 * Opens every sheet of an .xlsx or .xls, with cells as shown. Texts are not limited to the length of names.
 * @throws as `readWorkbook`
 */
export const readSheets = (bytes: Buffer): Promise<ShownSheet[]> =>
  open(bytes, { ...options, cellHTML: true }, (library, opened) => {
    const { outline } = opened
    if (outline.SheetNames.length > maxSheets) throw fileRefused(`This workbook has more than ${maxSheets} sheets`)
    const visible = visibleIndexes(outline)
    const sheets = outline.SheetNames.flatMap((_, index): ShownSheet[] => {
      const found = { ...opened.read(index), index }
      if (!hasCells(found)) return []
      return [{ ...present(library, found, shownText), ...found.extras(), isHidden: !visible.includes(index) }]
    })
    if (sheets.length === 0) throw noSheet()
    return sheets
  })
