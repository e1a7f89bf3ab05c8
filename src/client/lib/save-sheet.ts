import { saveFile } from './save-file.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Wide enough for the longest text, within limits. */
const widthOf = (texts: string[]) => ({ wch: Math.min(60, Math.max(8, ...texts.map((text) => text.length)) + 2) })

/**
 * Saves an .xlsx with one sheet whose cells are all text so that `007` keeps its zeros and nothing is interpreted as a
 * formula. The first call loads the library.
 *
 * @param rows the first row is the header
 */
export async function saveSheet(name: string, sheetName: string, rows: string[][]) {
  const { utils, writeXLSX } = await import('xlsx')
  const asText = (text: string) => ({ t: 's' as const, v: text, z: '@' })
  const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(asText)))
  sheet['!cols'] = (rows[0] ?? []).map((_, column) => widthOf(rows.slice(0, 200).map((row) => row[column] ?? '')))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, sheetName)
  const bytes: ArrayBuffer = writeXLSX(book, { type: 'array', compression: true })
  saveFile(name, new Blob([bytes], { type: xlsxType }))
}
