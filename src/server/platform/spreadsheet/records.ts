import { notCalculated } from './cells.ts'
import { FoundOddities, type Oddities } from './oddities.ts'

/** The stream of an .xls ([MS-XLS]) is a list of records: kind and length, two bytes each, and what they hold. */

const kinds = { beginning: 0x809, ending: 0x0a, formula: 0x06, nothing: 0x5e }

/** What holds cells, and what is needed to read them: texts, formats, code page, sheet names, merges, the lock. */
const kept = new Set([
  ...[kinds.beginning, kinds.ending, kinds.formula, 0x85, 0x2f, 0x22, 0x42, 0xfc, 0x3c, 0x41e, 0xe0],
  ...[0x200, 0x203, 0x205, 0x204, 0x207, 0x27e, 0xbd, 0xfd, 0xd6, 0xe5, 0x81],
])

function* recordsOf(stream: Buffer) {
  for (let at = 0; at + 4 <= stream.length; ) {
    const [kind, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    yield { kind, begin: at + 4, length }
    at += 4 + length
  }
}

/**
 * Takes everything out that the spreadsheet library would read for nothing, above all what formulas are made of: in a
 * damaged file that keeps it busy for hours. Places stay as they are, since records refer to them.
 */
export function prepareRecords(stream: Buffer): Buffer {
  const prepared = Buffer.from(stream)
  for (const { kind, begin, length } of recordsOf(stream)) {
    if (!kept.has(kind)) prepared.writeUInt16LE(kinds.nothing, begin - 4)
    // The length of what follows the result; this one says that there is nothing.
    if (kind === kinds.formula && length >= 22 && begin + 22 <= prepared.length)
      prepared.writeUInt16LE(0xffff, begin + 20)
  }
  return prepared
}

/**
 * Formulas of an .xls always have a result. But LibreOffice writes 0 where it is a text, and nobody's name, ID or address is
 * 0: such a result counts as none.
 *
 * @param index of the sheet, in the order in which they lie in the stream
 */
export function findInRecords(stream: Buffer, index: number): Oddities {
  const found = new FoundOddities()
  // What lies before the sheets is a part of its own.
  let part = -2
  let depth = 0
  for (const { kind, begin, length } of recordsOf(stream)) {
    if (kind === kinds.beginning && depth++ === 0) part++
    else if (kind === kinds.ending) depth--
    else if (kind === kinds.formula && depth === 1 && part === index && length >= 14 && begin + 14 <= stream.length)
      if (stream.readBigUInt64LE(begin + 6) === 0n)
        found.note(stream.readUInt16LE(begin) + 1, stream.readUInt16LE(begin + 2), notCalculated)
  }
  return found
}
