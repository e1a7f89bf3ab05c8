import { crc32, deflateRawSync } from 'node:zlib'

/** Builds zip files by hand (so headers can be false), and the minimal parts of an .xlsx. */

export interface Part {
  name: string
  content: Buffer | string
  /** A false unpacked size in the headers. */
  claimedSize?: number
  /** A false entry offset in the directory. */
  claimedOffset?: number
  flags?: number
}

function headerOf(part: Part, packed: Buffer, content: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(part.flags ?? 0, 2)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(part.claimedSize ?? content.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(part.name), 22)
  return fields
}

const signature = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Caches packed contents, because packing large ones is slow. */
const packedContents = new WeakMap<Buffer, Buffer>()
function pack(content: Buffer): Buffer {
  const packed = packedContents.get(content) ?? deflateRawSync(content)
  packedContents.set(content, packed)
  return packed
}

export function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = typeof part.content === 'string' ? Buffer.from(part.content) : part.content
    const packed = pack(content)
    const header = headerOf(part, packed, content)
    const file = Buffer.concat([signature(0x04034b50), header, Buffer.from(part.name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(part.claimedOffset ?? offset, 10)
    directory.push(signature(0x02014b50), Buffer.from([20, 0]), header, place, Buffer.from(part.name))
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, list, signature(0x06054b50), end])
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const contentTypes = (mainType: string) =>
  `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${mainType}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`

/** The parts of a workbook with one sheet, whose XML is `sheet`. */
export const workbookParts = (sheet: string | Buffer, mainType = `${types}.sheet.main+xml`): Part[] => [
  { name: '[Content_Types].xml', content: contentTypes(mainType) },
  {
    name: 'xl/workbook.xml',
    content: `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  { name: 'xl/worksheets/sheet1.xml', content: sheet },
]

/** A sheet's XML around its rows, with optional XML `before` and `after` them. */
export const sheetXml = (rows: string, { before = '', after = '' } = {}) =>
  `${xml}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`

const letters = 'ABCDEFGH'

/** A row of text cells; a value that begins with `<c` is inserted as XML. */
export const rowXml = (row: number, values: readonly (string | null)[]) =>
  `<row r="${row}">${values
    .map((value, at) => {
      if (!value) return ''
      return value.startsWith('<c') ? value : `<c r="${letters[at]}${row}" t="inlineStr"><is><t>${value}</t></is></c>`
    })
    .join('')}</row>`

/** An .xlsx with one sheet. */
export const xlsxFromXml = (sheet: string | Buffer) => zip(workbookParts(sheet))
