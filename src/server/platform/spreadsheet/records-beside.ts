import type { CellText } from './cells.ts'
import type { FoundOddities } from './oddities.ts'
import { recordsOf, sheetRecords } from './records.ts'
import type { Extras } from './sheet-extras.ts'
import { scriptOf, scriptProblem, subscripts, superscripts } from './shown.ts'

/** Parts of an .xls ([MS-XLS]) that the spreadsheet library does not read: rich text, hidden rows and columns, pictures. */

const kinds = {
  font: 0x31,
  texts: 0xfc,
  continuation: 0x3c,
  sharedText: 0xfd,
  richText: 0xd6,
  row: 0x208,
  columns: 0x7d,
  drawing: 0xec,
  object: 0x5d,
}

/** The superscript or subscript characters of each font, by its number; undefined for other fonts. */
function scriptsOfFonts(stream: Buffer): (string | undefined)[] {
  const scripts: (string | undefined)[] = []
  for (const { kind, begin, length } of recordsOf(stream)) {
    if (kind !== kinds.font || length < 10 || begin + length > stream.length) continue
    // No font has the number 4.
    if (scripts.length === 4) scripts.push(undefined)
    scripts.push([undefined, superscripts, subscripts][stream.readUInt16LE(begin + 8)])
  }
  return scripts
}

interface FontRun {
  from: number
  script: string | undefined
}

/** Undefined if there are no superscripts or subscripts. */
function withScripts(text: string, runs: readonly FontRun[]): CellText | undefined {
  if (runs.every(({ script }) => script === undefined)) return undefined
  let shown = text.slice(0, runs[0]?.from)
  for (const [at, { from, script }] of runs.entries()) {
    const part = text.slice(from, runs[at + 1]?.from)
    const written = script === undefined ? part : scriptOf(part, script)
    if (written === null) return { text, problem: scriptProblem(part) }
    shown += written
  }
  return { text: shown }
}

/** Reads a record whose content continues in others. */
class Content {
  readonly #pieces: readonly Buffer[]
  #piece = 0
  #at = 0

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces
  }

  #open(): Buffer {
    while (this.#at >= (this.#pieces[this.#piece]?.length ?? Number.POSITIVE_INFINITY)) {
      this.#piece++
      this.#at = 0
    }
    return this.#pieces[this.#piece] ?? Buffer.alloc(0)
  }

  get isOver(): boolean {
    return this.#open().length === 0
  }

  bytes(count: number): Buffer {
    const parts: Buffer[] = []
    for (let left = count; left > 0 && !this.isOver; ) {
      const part = this.#open().subarray(this.#at, this.#at + left)
      parts.push(part)
      this.#at += part.length
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  number(size: 1 | 2 | 4): number {
    const bytes = this.bytes(size)
    return bytes.length === size ? bytes.readUIntLE(0, size) : 0
  }

  /** Each continuation record repeats whether characters have one byte or two. */
  text(length: number, flags: number): string {
    let text = ''
    let size = (flags & 1) + 1
    while (text.length < length && !this.isOver) {
      const piece = this.#piece
      const here = Math.floor((this.#open().length - this.#at) / size)
      const part = this.bytes(Math.min(here, length - text.length) * size)
      text += part.toString(size === 1 ? 'latin1' : 'utf16le')
      if (text.length === length) break
      if (here === 0) this.bytes(1)
      if (!this.isOver && this.#piece > piece) size = (this.number(1) & 1) + 1
    }
    return text
  }
}

/** The workbook's texts with superscripts or subscripts, by their number. */
function scriptedTexts(stream: Buffer, fonts: readonly (string | undefined)[]): Map<number, CellText> {
  const found = new Map<number, CellText>()
  const pieces: Buffer[] = []
  for (const { kind, begin, length } of recordsOf(stream)) {
    if (kind !== kinds.texts && pieces.length === 0) continue
    if (kind !== kinds.texts && kind !== kinds.continuation) break
    pieces.push(stream.subarray(begin, begin + length))
  }
  const content = new Content(pieces)
  content.bytes(8)
  for (let index = 0; !content.isOver; index++) {
    const length = content.number(2)
    const flags = content.number(1)
    const runCount = flags & 8 ? content.number(2) : 0
    const extraLength = flags & 4 ? content.number(4) : 0
    const text = content.text(length, flags)
    const runs: FontRun[] = []
    for (let run = 0; run < runCount && !content.isOver; run++)
      runs.push({ from: content.number(2), script: fonts[content.number(2)] })
    content.bytes(extraLength)
    const shown = withScripts(text, runs)
    if (shown) found.set(index, shown)
  }
  return found
}

/** Excel 95 has no table of texts. */
function hasScriptInRecord(record: Buffer, fonts: readonly (string | undefined)[]): boolean {
  const length = record.readUInt16LE(6)
  const runs = record.subarray(9 + length)
  return runs.some((font, at) => at % 2 === 1 && fonts[font] !== undefined)
}

/**
 * Finds cells with superscripts or subscripts.
 * @param stream as it is in the file
 * @param index the sheet's position in the stream
 * @param found the cells are added to it
 */
export function findScripts(stream: Buffer, index: number, found: FoundOddities) {
  const fonts = scriptsOfFonts(stream)
  if (fonts.every((script) => script === undefined)) return
  const texts = scriptedTexts(stream, fonts)
  for (const { kind, begin, length } of sheetRecords(stream, index)) {
    if ((kind !== kinds.sharedText && kind !== kinds.richText) || length < 10 || begin + length > stream.length)
      continue
    const record = stream.subarray(begin, begin + length)
    const cell =
      kind === kinds.sharedText
        ? texts.get(record.readUInt32LE(6))
        : hasScriptInRecord(record, fonts)
          ? { text: '…', problem: scriptProblem('…') }
          : undefined
    if (cell) found.note(record.readUInt16LE(0) + 1, record.readUInt16LE(2), cell)
  }
}

/** The beginning of a picture's anchor: its kind and length. The anchor has flags, a column, an offset and a row. */
const anchor = Buffer.from([0x10, 0xf0, 0x12, 0, 0, 0])
const picture = 8

/** Finds hidden rows and columns, and pictures. For the parameters see `findScripts`. */
export function extrasInRecords(stream: Buffer, index: number): Extras {
  const hiddenRows = new Set<number>()
  const hiddenColumns = new Set<number>()
  const pictureRows = new Set<number>()
  let row = 0
  for (const { kind, begin, length } of sheetRecords(stream, index)) {
    const record = stream.subarray(begin, begin + length)
    if (kind === kinds.row && record.length >= 14 && record.readUInt16LE(12) & 0x20)
      hiddenRows.add(record.readUInt16LE(0) + 1)
    if (kind === kinds.columns && record.length >= 10 && record.readUInt16LE(8) & 1) {
      const last = Math.min(255, record.readUInt16LE(2))
      for (let column = record.readUInt16LE(0); column <= last; column++) hiddenColumns.add(column)
    }
    if (kind === kinds.drawing) {
      const at = record.lastIndexOf(anchor)
      if (at >= 0 && at + 14 <= record.length) row = record.readUInt16LE(at + 12)
    }
    if (kind === kinds.object && record.length >= 6 && record.readUInt16LE(4) === picture) pictureRows.add(row + 1)
  }
  return { hiddenRows, hiddenColumns, pictureRows }
}
