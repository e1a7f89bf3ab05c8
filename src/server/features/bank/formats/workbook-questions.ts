import { workbookLimits } from '#server/platform/spreadsheet/content.ts'
import { readSheets, type ShownSheet } from '#server/platform/spreadsheet/workbook.ts'
import { readNames, unzip } from '#server/platform/zip/read.ts'
import { DomainError } from '#shared/errors.ts'
import { type FoundItem, refusedItem, UnreadableFile } from './found.ts'
import { type QuestionSheet, readOds } from './ods.ts'
import { findHeader, noHeader, readSheet } from './sheet.ts'
import type { SheetOptions } from './sheet-bank.ts'
import type { SheetLine } from './sheet-columns.ts'
import { isExport } from './sheet-write.ts'

/** Workbooks of questions: .xlsx, .xls and .ods. The file may be hostile: read it only in a process that can be killed. */

const maxColumns = 500
const maxRows = 20_100

function linesOf(sheet: ShownSheet): SheetLine[] {
  if (sheet.rows.length > maxRows)
    throw new UnreadableFile(`The sheet "${sheet.name}" has more than 20,000 rows. Split it into smaller files`)
  const width = sheet.rows.reduce((most, row) => Math.max(most, (sheet.columnsOf(row).at(-1) ?? 0) + 1), 0)
  const columns = Array.from({ length: Math.min(width, maxColumns) }, (_, at) => at)
  return sheet.rows.map((row) => {
    const cells = columns.map((column) => sheet.cell(row, column))
    return {
      row,
      cells: cells.map(({ text }) => text),
      problems: new Map(cells.flatMap(({ problem }, at) => (problem ? [[at, problem] as const] : []))),
      merged: new Map(cells.flatMap(({ mergedFrom, text }, at) => (mergedFrom ? [[at, text] as const] : []))),
      losses: [
        ...(sheet.hiddenRows.has(row) ? ['Its row is hidden in the file'] : []),
        ...(sheet.pictureRows.has(row) ? ['A picture in its row is not kept. Add it by hand'] : []),
        ...(columns.some((at) => sheet.hiddenColumns.has(at) && cells[at]?.text !== '')
          ? ['A column that is hidden in the file was read too']
          : []),
      ],
    }
  })
}

const isOds = async (bytes: Buffer) =>
  bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04' &&
  (await readNames(bytes, workbookLimits)).includes('content.xml')

async function sheetsOf(bytes: Buffer): Promise<QuestionSheet[]> {
  if (!(await isOds(bytes)))
    return (await readSheets(bytes)).map((sheet) => ({
      name: sheet.name,
      isHidden: sheet.isHidden,
      lines: linesOf(sheet),
    }))
  const parts = await unzip(bytes, workbookLimits)
  if (!/^application\/vnd\.oasis\.opendocument\.spreadsheet/.test(parts.get('mimetype')?.toString('latin1') ?? ''))
    throw new UnreadableFile(
      'This is an OpenDocument file, but not a sheet. Save its questions as .xlsx, .ods or .docx',
    )
  if (/<manifest:encryption-data/.test(parts.get('META-INF/manifest.xml')?.toString('latin1') ?? ''))
    throw new UnreadableFile('This workbook is protected by a password. Remove it and upload the file again')
  return readOds(parts.get('content.xml') ?? Buffer.alloc(0))
}

const isFilled = ({ lines }: QuestionSheet) => lines.some(({ cells }) => cells.some((cell) => cell.trim() !== ''))

/**
 * Reads every sheet of a workbook. With several sheets of questions, their names are categories.
 * @throws UnreadableFile
 */
export async function* readWorkbookQuestions(bytes: Buffer, options: SheetOptions = {}): AsyncGenerator<FoundItem> {
  let sheets: QuestionSheet[]
  try {
    sheets = (await sheetsOf(bytes)).filter(isFilled)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new UnreadableFile(error.errors?.map(({ message }) => message).join('. ') ?? error.message)
  }
  const withQuestions = sheets.filter(({ lines }) => findHeader(lines))
  if (withQuestions.length === 0)
    throw new UnreadableFile(
      sheets.length === 0 ? 'All sheets are empty. Add a row of headings, and the questions below it' : noHeader,
    )
  for (const sheet of sheets) {
    const { name, isHidden, lines } = sheet
    const header = findHeader(lines)
    const where = sheets.length > 1 ? { file: name } : {}
    if (!header) {
      if (!isHidden) yield refusedItem({ title: `Sheet ${name}`, ...where }, noHeader)
      continue
    }
    if (isHidden) {
      const reason = 'This sheet is hidden. Show it in the file to import its questions'
      yield refusedItem({ title: `Sheet ${name}`, ...where }, reason)
      continue
    }
    // Our own exports continue on further sheets.
    const category = withQuestions.length > 1 && !isExport(header.columns) ? [name] : []
    try {
      yield* readSheet(lines, { ...options, ...where, category })
    } catch (error) {
      if (!(error instanceof UnreadableFile) || sheets.length === 1) throw error
      yield refusedItem({ title: `Sheet ${name}`, line: error.line, ...where }, error.message)
    }
  }
}
