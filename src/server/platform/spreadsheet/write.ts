import type { CellObject } from 'xlsx'

/** Wide enough for the longest text, within reason; in characters. */
const widthOf = (texts: string[]) => ({ wch: Math.min(40, Math.max(10, ...texts.map((text) => text.length)) + 4) })

/**
 * Makes an .xlsx of one sheet in which everything is text, also what is typed into its columns later: `007` stays `007`,
 * and nothing is taken for a formula or a date.
 *
 * @param rows the first one holds the headings
 */
export async function writeWorkbook(sheetName: string, rows: readonly (readonly string[])[]): Promise<Buffer> {
  const { CFB, utils, write } = await import('xlsx')
  const cell = (text: string): CellObject => ({ t: 's', v: text, z: '@' })
  const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(cell)))
  sheet['!cols'] = (rows[0] ?? []).map((_, column) => widthOf(rows.map((row) => row[column] ?? '')))
  const plain: Buffer = write(utils.book_new(sheet, sheetName), { type: 'buffer', bookSST: true })

  // The library cannot give a column a format. Its only other one is the text format of our cells, which is number 1.
  const zip = CFB.read(plain, { type: 'buffer' })
  const part = CFB.find(zip, '/xl/worksheets/sheet1.xml')
  if (!part) throw new Error('The workbook has no sheet')
  const xml = Buffer.from(part.content as Uint8Array).toString()
  part.content = Buffer.from(xml.replaceAll('<col ', '<col style="1" '))
  part.size = part.content.length
  return Buffer.from(CFB.write(zip, { fileType: 'zip', type: 'buffer', compression: true }) as Uint8Array)
}
