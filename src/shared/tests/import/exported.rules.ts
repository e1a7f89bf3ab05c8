/** Files exported by the question bank. They have fields that a test's questions do not have. */

/** Normalises a name. */
export const plain = (name: string) => name.replace(/[\s_/-]/g, '').toLowerCase()

const bankNames = ['subject', 'topic', 'difficulty', 'tags', 'language', 'source', 'notes']
const imageNames = ['questionimageurl', 'optionimages']

/** True for a field that only the bank has. Callers check for images first. */
export const isBankField = (name: string) => bankNames.includes(plain(name)) || imageNames.includes(plain(name))

/** True if a question has an image, which a file for tests cannot contain. */
export const hasImages = (names: readonly string[], values: readonly unknown[]) =>
  names.some((name, at) => imageNames.includes(plain(name)) && String(values[at] ?? '').trim() !== '')
export const noImages =
  'Its images cannot be imported into a test. Import the file into the question bank, and add the question from there'

/** True for the header of an exported sheet. Columns may have been added or moved. */
export function isExportHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(plain))
  return [...bankNames, ...imageNames, 'type', 'fields'].every((name) => names.has(name))
}

/** Apostrophes before text that a spreadsheet would mistake for a formula. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/

/** Doubles the apostrophe of a text such as `'=`, because `csvLines` puts one before `=`. */
export const escapeCell = (text: string) => (guarded.test(text) ? `'${text}` : text)

/** Removes the apostrophe that the writer added. */
export const unescapeCell = (cell: string) => (guarded.test(cell) ? cell.slice(1) : cell)
