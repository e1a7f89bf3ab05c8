import { notCalculated } from './cells.ts'
import { damaged } from './content.ts'
import { FoundOddities } from './oddities.ts'

/** The stream of an .xls ([MS-XLS]) is a list of records: kind and length, two bytes each, and content. */

const kinds = { beginning: 0x809, ending: 0x0a, sheetName: 0x85, formula: 0x06, nothing: 0x5e, cellFormat: 0xe0 }

/** Records with cells, or needed to read cells: texts, formats, code page, sheet names, merges, encryption. */
const kept = new Set([
  ...[kinds.beginning, kinds.ending, kinds.sheetName, kinds.formula, 0x2f, 0x22, 0x42, 0xfc, 0x3c, 0x41e],
  kinds.cellFormat,
  ...[0x200, 0x203, 0x205, 0x204, 0x207, 0x27e, 0xbd, 0xfd, 0xd6, 0xe5, 0x81],
])

/** Built-in dates of East Asian versions of Excel, which the library does not know, and one that it does. */
const isAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const knownDate = 14

/** Minimum length of a formula: position, format, result, flags and the length of its expression. */
const formulaLength = 22

/** The records of a stream. */
export function* recordsOf(stream: Buffer) {
  for (let at = 0; at + 4 <= stream.length; ) {
    const [kind, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    yield { kind, begin: at + 4, length }
    at += 4 + length
  }
}

/**
 * Removes everything that the spreadsheet library would parse needlessly, above all formulas, which can keep it busy
 * for hours if the file is damaged. Offsets are kept, because records refer to them.
 * @throws VALIDATION when a sheet is incomplete
 */
export function prepareRecords(stream: Buffer): Buffer {
  const prepared = Buffer.from(stream)
  let depth = 0
  let parts = 0
  let sheets = 0
  for (const { kind, begin, length } of recordsOf(stream)) {
    if (kind === kinds.beginning && depth++ === 0) parts++
    // Anything may follow the last sheet.
    if (depth === 0) break
    if (kind === kinds.ending) depth--
    if (kind === kinds.sheetName) sheets++
    if (!kept.has(kind)) prepared.writeUInt16LE(kinds.nothing, begin - 4)
    if (kind === kinds.cellFormat && begin + 4 <= stream.length && isAsianDate(stream.readUInt16LE(begin + 2)))
      prepared.writeUInt16LE(knownDate, begin + 2)
    if (kind !== kinds.formula) continue
    if (length < formulaLength || begin + length > stream.length) throw damaged()
    // A length beyond the record's end makes the library skip the expression.
    prepared.writeUInt16LE(0xffff, begin + formulaLength - 2)
  }
  // The first part describes the workbook.
  if (depth !== 0 || parts < sheets + 1) throw damaged()
  return prepared
}

/**
 * The records of a sheet, without those of its charts.
 * @param index the sheet's position in the stream
 */
export function* sheetRecords(stream: Buffer, index: number) {
  // Start at -2, because the workbook's part (-1) comes before the first sheet (0).
  let part = -2
  let depth = 0
  for (const record of recordsOf(stream)) {
    if (record.kind === kinds.beginning && depth++ === 0) part++
    else if (record.kind === kinds.ending) depth--
    else if (depth === 1 && part === index) yield record
    if (part > index) return
  }
}

/**
 * Formulas in an .xls always have a cached result, but LibreOffice writes 0 for text. Names, IDs and addresses are
 * never 0, so a result of 0 counts as missing.
 * @param stream as `prepareRecords` returns it
 */
export function findInRecords(stream: Buffer, index: number): FoundOddities {
  const found = new FoundOddities()
  for (const { kind, begin } of sheetRecords(stream, index))
    if (kind === kinds.formula && stream.readBigUInt64LE(begin + 6) === 0n)
      found.note(stream.readUInt16LE(begin) + 1, stream.readUInt16LE(begin + 2), notCalculated)
  return found
}
