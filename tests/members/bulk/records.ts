import { CFB } from 'xlsx'

/** An .xls built record by record ([MS-XLS]), for features that the library cannot write. */

export const record = (kind: number, ...pieces: (Buffer | number[])[]): Buffer => {
  const content = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  return Buffer.concat([u16(kind, content.length), content])
}
export const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2)
  return bytes
}

const end = record(0x0a)

/** A text cell. Excel 95 (BIFF5) has no flags before the characters, which are in the workbook's code page. */
export const label = (row: number, column: number, text: string, biff: 5 | 8 = 8) =>
  record(0x204, u16(row, column, 0, text.length), biff === 8 ? [0] : [], Buffer.from(text, 'latin1'))

/** A formula whose result is a number. */
export const formula = (row: number, column: number, result: number, made: Buffer) => {
  const value = Buffer.alloc(8)
  value.writeDoubleLE(result)
  return record(0x06, u16(row, column, 0), value, u16(0, 0, 0, made.length), made)
}

/** A compound file with one stream. */
export function packed(stream: Buffer, name = '/Workbook'): Buffer {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, name, stream)
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

/** The stream of a workbook whose only sheet has these cells. */
export function workbookStream(
  cells: readonly Buffer[],
  { biff = 8, ending = end }: { biff?: 5 | 8; ending?: Buffer } = {},
) {
  const version = biff === 8 ? 0x600 : 0x500
  const beginning = (part: number) => record(0x809, u16(version, part, 0, 0), biff === 8 ? u16(0, 0, 0, 0) : [])
  const name = Buffer.from('Sheet1')
  const sheetName = (place: number) =>
    record(0x85, u16(place & 0xffff, place >>> 16), [0, 0, name.length], biff === 8 ? [0] : [], name)
  const globals = (place: number) =>
    Buffer.concat([beginning(5), record(0x42, u16(biff === 8 ? 1200 : 1252)), sheetName(place), end])
  return Buffer.concat([globals(globals(0).length), beginning(16), ...cells, ending])
}
