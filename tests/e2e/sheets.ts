import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { read, utils, write } from 'xlsx'
import { bulkColumns } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import type { Product } from './product.ts'

/** Spreadsheets that a college uploads and downloads. */

export const headings = (role: MemberRole): string[] => bulkColumns[role].map(({ heading }) => heading)

/** Creates an .xlsx file with one sheet. @param rows cells by row, starting with the header */
export function makeSheet(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'People')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

/** A file for the file chooser. */
export const asFile = (name: string, buffer: Buffer) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer,
})

/** A downloaded spreadsheet's rows, all as text. */
export async function readSheet(download: Download): Promise<string[][]> {
  const book = read(readFileSync(await download.path()))
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('The workbook is empty')
  return utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' })
}

/** The n-th student in a spreadsheet, in the template's column order. */
export const studentRow = (n: number, place: { batch: string; branch: string; section: string }): string[] => [
  `Student ${String(n).padStart(5, '0')}`,
  `R${String(n).padStart(5, '0')}`,
  place.branch,
  place.batch,
  place.section,
  `student${n}@nilgiri.example`,
  '',
]

/** Uploads people over REST, as an integration would. @returns the response */
export async function uploadRows({ url }: Product, token: string, role: MemberRole, rows: readonly string[][]) {
  const form = new FormData()
  form.append('role', role)
  form.append('file', new Blob([Uint8Array.from(makeSheet([headings(role), ...rows]))]), 'people.xlsx')
  const answer = await fetch(`${url}/api/college/users/bulk-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
  return { status: answer.status, body: (await answer.json()) as any }
}
