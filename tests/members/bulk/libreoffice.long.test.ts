import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWorkbook } from '#server/platform/spreadsheet/write.ts'
import { bulkColumns, bulkExamples } from '#shared/members/bulk.schema.ts'
import { bookOf, header, read, sheetOf, studentRow } from './sheets.ts'

/** Tests with workbooks made by LibreOffice (Debian package libreoffice-calc). */

const csv = [
  header.student.join(','),
  'Zoë O’Neil,007,CSE,2027,A,zoe@x.example,+91 98765 43210',
  'आशा,1000000000,ECE,2027,B,ASHA@X.example,',
  'Ravi,=40+2,CSE,2027,=CONCATENATE("A";"B"),ravi@x.example,9876543210',
  'Meera,=1/0,CSE,2027,A,meera@x.example,',
  'Dev,2026-01-02,CSE,2027,A,dev@x.example,',
  ',,,,,,',
]
/** Errors common to both formats. */
const errors = {
  division: 'idNumber: This cell shows the error #DIV/0!. Type the value itself',
  date: 'idNumber: This cell contains a date or time, shown as 2026-01-02. Format the column as text and type it again',
}

const folder = mkdtempSync(join(tmpdir(), 'examhall-office-'))
const pathOf = (...parts: string[]) => join(folder, ...parts)

/** Imports UTF-8 with commas from line 1, and treats cells as if typed, so a leading = starts a formula. */
const filter = 'CSV:44,34,76,1,,1033,false,true,false,false,false,-1,true'

function convert(to: string, file: string) {
  const profile = `-env:UserInstallation=file://${pathOf('profile')}`
  const args = [profile, '--headless', '--convert-to', to, '--outdir', pathOf(to), pathOf(file)]
  const env = { PATH: process.env.PATH, HOME: folder }
  execFileSync('libreoffice', file.endsWith('.csv') ? [`--infilter=${filter}`, ...args] : args, {
    env,
    stdio: 'pipe',
    timeout: 60_000,
  })
  return readFileSync(pathOf(to, file.replace(/\.\w+$/, `.${to}`)))
}

const made: Partial<Record<'xlsx' | 'xls' | 'template' | 'filled', Buffer>> = {}
beforeAll(async () => {
  mkdirSync(pathOf('profile'))
  writeFileSync(pathOf('people.csv'), csv.join('\r\n'))
  made.xlsx = convert('xlsx', 'people.csv')
  made.xls = convert('xls', 'people.csv')
  const example = bulkColumns.student.map(({ field }) => bulkExamples.student[field])
  writeFileSync(pathOf('template.xlsx'), await writeWorkbook('Students', [header.student, example]))
  made.template = convert('fods', 'template.xlsx')
  writeFileSync(
    pathOf('filled.xls'),
    bookOf({ Students: sheetOf([header.student, studentRow(1, { idNumber: '0042' })]) }, 'biff8'),
  )
  made.filled = convert('xlsx', 'filled.xls')
}, 200_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe('a workbook made by LibreOffice', () => {
  it.each(['xlsx', 'xls'] as const)('is read correctly as .%s', async (type) => {
    const { rows, notes } = await read(made[type] ?? Buffer.alloc(0))
    expect(notes).toEqual([])
    expect(
      rows.map(({ row, name, idNumber, email, phoneNumber }) => [row, name, idNumber, email, phoneNumber]),
    ).toEqual([
      [2, 'Zoë O’Neil', '7', 'zoe@x.example', '+91 98765 43210'],
      [3, 'आशा', '1000000000', 'ASHA@X.example', ''],
      [4, 'Ravi', '42', 'ravi@x.example', '9876543210'],
      [5, 'Meera', '#DIV/0!', 'meera@x.example', ''],
      [6, 'Dev', '2026-01-02', 'dev@x.example', ''],
    ])
    expect(rows.map((row) => row.errors).with(2, [])).toEqual([[], [], [], [errors.division], [errors.date]])
  })

  it('keeps a formula’s text in .xlsx, but is refused in .xls, where LibreOffice stores 0 instead', async () => {
    const [inXlsx, inXls] = await Promise.all([made.xlsx, made.xls].map((bytes) => read(bytes ?? Buffer.alloc(0))))
    expect(inXlsx?.rows[2]).toMatchObject({ section: 'AB', errors: [] })
    expect(inXls?.rows[2]?.errors).toEqual([
      expect.stringMatching(/^section: This cell contains a formula without a result/),
    ])
  })

  it('is read correctly from an .xls made by SheetJS and saved by LibreOffice', async () => {
    expect(await read(made.filled ?? Buffer.alloc(0))).toMatchObject({
      rows: [{ name: 'Student 1', idNumber: '0042', errors: [] }],
    })
  })
})

it('opens the template in LibreOffice with text columns down to the last row', () => {
  const document = made.template?.toString() ?? ''
  const style = /<style:style style:name="(\w+)"[^>]* style:data-style-name="N100"/.exec(document)?.[1]
  expect(document).toContain('<number:text-style style:name="N100"')
  const columns = [...document.matchAll(/<table:table-column [^>]*>/g)].flatMap(([column]) => {
    const repeated = Number(/columns-repeated="(\d+)"/.exec(column)?.[1] ?? 1)
    return Array.from({ length: repeated }, () => /default-cell-style-name="(\w+)"/.exec(column)?.[1])
  })
  expect(columns.slice(0, header.student.length)).toEqual(header.student.map(() => style))
})
