import { invalid } from '../errors.ts'
import { type BulkField, bulkColumns, bulkExamples, maxSheetRows, type RowError } from './bulk.schema.ts'
import { type Columns, findHeader, type HeaderRow, headerWithin } from './headings.rules.ts'
import { type MemberForm, type MemberRole, memberForm } from './members.schema.ts'

/** Parses a sheet of people. Pure, so that it can run in its own process and be tested without a file. */

/** A cell as displayed. */
export interface SheetCell {
  /** Trimmed; for a cell with a problem, the displayed text. */
  text: string
  /** The reason the value is invalid, and how to fix it. */
  problem?: string
  /** The first row of the merged cell that covers this one. */
  mergedFrom?: number
}

export interface Sheet {
  name: string
  /** The workbook's other sheets, which are not read. */
  otherNames: readonly string[]
  /** Row numbers, as shown in the sheet, of rows with any content, from top to bottom. */
  rows: readonly number[]
  /** The 0-based columns with any content in a row, from left to right. */
  columnsOf(row: number): readonly number[]
  cell(row: number, column: number): SheetCell
}

export interface ValidatedRow {
  row: number
  /** The values as read. */
  values: Record<BulkField, string>
  /** Null if there are errors. */
  member: MemberForm | null
  errors: RowError[]
  /** Unique fields; null if their value is invalid, regardless of other errors in the row. */
  email: string | null
  idNumber: string | null
}

export interface ValidatedSheet {
  rows: ValidatedRow[]
  notes: string[]
}

/** Maximum characters in all rows: invalid rows are sent back, and 20,000 real rows contain about 3 million. */
const maxTextLength = 10_000_000

const fileRefused = (...messages: string[]) => invalid(messages.map((message) => ({ field: 'file', message })))

export const idNumberName = (role: MemberRole) => (role === 'student' ? 'Roll Number' : 'ID')

function firstRows(sheet: Sheet): HeaderRow[] {
  const found: HeaderRow[] = []
  for (const row of sheet.rows) {
    const cells = sheet.columnsOf(row).map((column) => ({ column, text: sheet.cell(row, column).text }))
    const headings = cells.filter(({ text }) => text !== '')
    if (headings.length > 0) found.push({ row, headings })
    if (found.length === headerWithin) break
  }
  return found
}

/** The cells of one row below the header; undefined if all are blank. */
function cellsOf(sheet: Sheet, row: number, header: number, columns: Columns) {
  const cells = new Map<BulkField, SheetCell>()
  let blank = true
  for (const [field, column] of columns) {
    const cell = sheet.cell(row, column)
    const reachesDown = cell.mergedFrom !== undefined
    // A heading merged over two rows is not the first person's value.
    if (reachesDown && (cell.mergedFrom ?? 0) <= header) continue
    cells.set(field, cell)
    if (!reachesDown && (cell.text !== '' || cell.problem)) blank = false
  }
  return blank ? undefined : cells
}

function validateRow(role: MemberRole, row: number, cells: Map<BulkField, SheetCell>): ValidatedRow {
  const fields = bulkColumns[role].map(({ field }) => field)
  const values = Object.fromEntries(
    fields.map((field) => [field, cells.get(field)?.text ?? '']),
  ) as ValidatedRow['values']
  const messages = new Map<string, string>()
  for (const [field, { problem }] of cells) if (problem) messages.set(field, problem)
  const checked = memberForm.safeParse({ ...values, role })
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = String(path[0])
    if (!messages.has(field)) messages.set(field, message)
  }
  const errors = fields.flatMap((field) => {
    const message = messages.get(field)
    return message === undefined ? [] : [{ row, field, message }]
  })
  return {
    row,
    values,
    member: errors.length === 0 && checked.success ? checked.data : null,
    errors,
    email: messages.has('email') ? null : values.email.toLowerCase(),
    idNumber: messages.has('idNumber') ? null : values.idNumber,
  }
}

/** Reports duplicates within the sheet on the later row, regardless of other errors in the earlier row. */
function markRepeats(role: MemberRole, rows: readonly ValidatedRow[]) {
  const firstSeen = { email: new Map<string, number>(), idNumber: new Map<string, number>() }
  const names = { email: 'email', idNumber: idNumberName(role) }
  for (const judged of rows) {
    for (const field of ['idNumber', 'email'] as const) {
      const value = judged[field]
      if (value === null) continue
      const first = firstSeen[field].get(value)
      if (first === undefined) firstSeen[field].set(value, judged.row)
      else addError(judged, field, `This ${names[field]} is already in row ${first} of this sheet`)
    }
  }
}

/** Adds an error found after validation, for example a duplicate, and rejects the row. */
export function addError(judged: ValidatedRow, field: 'email' | 'idNumber', message: string) {
  judged.errors.push({ row: judged.row, field, message })
  judged.member = null
  judged[field] = null
}

const isExample = (role: MemberRole, values: ValidatedRow['values']) =>
  bulkColumns[role].every(({ field }) => values[field] === bulkExamples[role][field])

/** Lists sheet names, shortened because a workbook may have any number. */
function namesOf(sheets: readonly string[]): string {
  const names = sheets.slice(0, 10).map((name) => `“${name}”`)
  return [...names, ...(sheets.length > 10 ? [`and ${sheets.length - 10} more`] : [])].join(', ')
}

/**
 * Reads the people in a sheet. Skips rows where every known column is blank, and the template's unchanged example.
 * Does not check whether someone with the email or ID already exists.
 *
 * @throws VALIDATION on `file` if there are no headings, no people, or more than 20,000
 */
export function validateSheet(sheet: Sheet, role: MemberRole): ValidatedSheet {
  const onlyFirst = sheet.otherNames.length > 0 ? ' Only the first sheet is read.' : ''
  const top = firstRows(sheet)
  if (top.length === 0) throw fileRefused(`The sheet “${sheet.name}” is empty.${onlyFirst}`)
  const header = findHeader(role, top)
  if ('problems' in header) throw fileRefused(...header.problems)

  const notes: string[] = []
  if (sheet.otherNames.length > 0)
    notes.push(`Only the sheet “${sheet.name}” was read, not ${namesOf(sheet.otherNames)}`)
  const rows: ValidatedRow[] = []
  let merged = false
  let examples = 0
  let text = 0
  for (const row of sheet.rows) {
    const cells = row > header.row ? cellsOf(sheet, row, header.row, header.columns) : undefined
    if (!cells) continue
    const judged = validateRow(role, row, cells)
    if (isExample(role, judged.values)) {
      examples++
      notes.push(`Row ${row} is the template’s example and was skipped`)
      continue
    }
    merged ||= [...cells.values()].some(({ mergedFrom }) => mergedFrom !== undefined)
    for (const value of Object.values(judged.values)) text += value.length
    if (text > maxTextLength) throw fileRefused('The sheet contains too much text. Please upload it in several parts')
    if (rows.push(judged) > maxSheetRows)
      throw fileRefused(
        `The sheet has more than ${maxSheetRows.toLocaleString('en')} rows. Please upload it in several parts`,
      )
  }
  if (rows.length === 0)
    throw fileRefused(
      examples > 0
        ? 'The sheet contains only the template’s example'
        : `There are headings in row ${header.row} but no people below them.${onlyFirst}`,
    )
  if (merged) notes.push('Merged cells apply to every row they span')
  markRepeats(role, rows)
  return { rows, notes }
}
