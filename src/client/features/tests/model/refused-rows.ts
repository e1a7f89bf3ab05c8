import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'

/** A reason may quote the file, so a spreadsheet must not interpret it as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The rejected rows as CSV, with a BOM so that Excel reads it as UTF-8. */
export const refusedRowsCsv = (errors: QuestionFileAnswer['errors']) =>
  `\uFEFF${['row,reason', ...errors.map(({ row, message }) => `${row},${cell(message)}`)].join('\r\n')}\r\n`
