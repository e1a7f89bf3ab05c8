import type { QuestionFileAnswer } from '#shared/tests/schema.ts'

/** A reason may quote what stood in the file: a spreadsheet must not take it for a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The refused rows as a CSV text, with a BOM so that Excel reads it as UTF-8. */
export const refusedRowsCsv = (errors: QuestionFileAnswer['errors']) =>
  `\uFEFF${['row,reason', ...errors.map(({ row, message }) => `${row},${cell(message)}`)].join('\r\n')}\r\n`
