import type { CellObject } from 'xlsx'

/** Width of a column in characters: the longest text, within limits. */
const widthOf = (texts: string[]) => ({ wch: Math.min(40, Math.max(10, ...texts.map((text) => text.length)) + 4) })

/**
 * Creates an .xlsx with one sheet of text columns, so that values typed later stay unchanged too: `007` stays `007`,
 * and nothing becomes a formula or a date.
 * @param rows the first row contains the headings
 */
export async function writeWorkbook(sheetName: string, rows: readonly (readonly string[])[]): Promise<Buffer> {
  const { CFB, utils, write } = await import('xlsx')
  const cell = (text: string): CellObject => ({ t: 's', v: text, z: '@' })
  const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(cell)))
  sheet['!cols'] = (rows[0] ?? []).map((_, column) => widthOf(rows.map((row) => row[column] ?? '')))
  const plain: Buffer = write(utils.book_new(sheet, sheetName), { type: 'buffer', bookSST: true })

  // SheetJS cannot format columns. Style 1 is the text format of our cells, the only custom style in the file.
  const zip = CFB.read(plain, { type: 'buffer' })
  const part = CFB.find(zip, '/xl/worksheets/sheet1.xml')
  if (!part) throw new Error('The workbook has no sheet')
  const xml = Buffer.from(part.content as Uint8Array).toString()
  part.content = Buffer.from(xml.replaceAll('<col ', '<col style="1" '))
  part.size = part.content.length
  return Buffer.from(CFB.write(zip, { fileType: 'zip', type: 'buffer', compression: true }) as Uint8Array)
}
