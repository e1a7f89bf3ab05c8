import type { CellObject, Range, WorkSheet } from 'xlsx'
import { utils, write } from 'xlsx'
import type { Actor } from '#server/platform/platform.ts'
import { readWorkbook } from '#server/platform/spreadsheet/workbook.ts'
import { DomainError } from '#shared/errors.ts'
import { validateSheet } from '#shared/members/bulk.rules.ts'
import { bulkColumns } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import type { World } from '#tests/support/world.ts'

/** Builds workbooks like those that people upload, and reads them. */

type Value = string | number | boolean | CellObject | null
export type Row = readonly Value[]

export const header: Record<MemberRole, readonly string[]> = {
  student: bulkColumns.student.map(({ heading }) => heading),
  faculty: bulkColumns.faculty.map(({ heading }) => heading),
}

/** A valid student row; tests override what matters. */
export function studentRow(n: number, fields: Partial<Record<string, Value>> = {}): Value[] {
  const values: Record<string, Value> = {
    name: `Student ${n}`,
    idNumber: `R${n}`,
    branch: 'CSE',
    batch: '2027',
    section: 'A',
    email: `student${n}@people.example`,
    phoneNumber: null,
    ...fields,
  }
  return bulkColumns.student.map(({ field }) => values[field] ?? null)
}

export function sheetOf(rows: readonly Row[], merges: string[] = []): WorkSheet {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  if (merges.length > 0) sheet['!merges'] = merges.map((range): Range => utils.decode_range(range))
  return sheet
}

/** A workbook with these named sheets. */
export function bookOf(
  sheets: Record<string, WorkSheet>,
  bookType: 'xlsx' | 'biff8' | 'biff5' | 'xlsb' | 'xlsm' | 'ods' = 'xlsx',
  hidden: string[] = [],
): Buffer {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) }
  return write(book, { type: 'buffer', bookType, compression: true })
}

export const xlsxOf = (rows: readonly Row[], merges?: string[]) => bookOf({ Sheet1: sheetOf(rows, merges) })

/** A workbook with the student header and these rows. */
export const studentsBook = (...rows: Row[]) => xlsxOf([header.student, ...rows])

/**
 * Reads a workbook as the spreadsheet process does, but in this process. @returns the notes, and each row's values with
 * its errors as `field: message`
 */
export async function read(bytes: Buffer, role: MemberRole = 'student') {
  const { rows, notes } = validateSheet(await readWorkbook(bytes), role)
  return {
    notes,
    rows: rows.map(({ row, values, errors }) => ({
      row,
      ...values,
      errors: errors.map(({ field, message }) => `${field}: ${message}`),
    })),
  }
}

/** Returns the error that `work` throws, as `CODE message`, or "accepted" if it succeeds. */
export async function refusalBy(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [error.code, ...(error.errors?.map(({ message }) => message) ?? [error.message])].join(' ')
  }
  return 'accepted'
}
export const refusalOf = (bytes: Buffer, role?: MemberRole) => refusalBy(() => read(bytes, role))

interface UploadOptions {
  as: Actor
  role?: MemberRole
  name?: string
  uploadId?: string
}

/** Uploads a workbook over HTTP, like the form. */
export function upload(world: World, bytes: Uint8Array, { as, role = 'student', name, uploadId }: UploadOptions) {
  const form = new FormData()
  form.set('role', role)
  if (uploadId) form.set('uploadId', uploadId)
  form.set('file', new Blob([Uint8Array.from(bytes)]), name ?? 'people.xlsx')
  return world.rest('POST', '/college/users/bulk-upload', { as, raw: form })
}
