import { describe, expect, it } from 'vitest'
import type { CellObject } from 'xlsx'
import { rowXml, sheetXml, workbookParts, xlsxFromXml, zip } from './packages.ts'
import { formula, label, packed, record, u16, workbookStream } from './records.ts'
import { bookOf, header, read, refusalOf, sheetOf, studentRow, studentsBook, xlsxOf } from './sheets.ts'

const formatted = (v: number, z: string): CellObject => ({ t: 'n', v, z })
const asText = 'Format the column as text and type it again'

/** Reads these cells as ID numbers. @returns each cell's text, or its errors */
async function idNumbersOf(cells: (string | number | boolean | CellObject)[], bookType?: 'biff8') {
  const rows = cells.map((idNumber, n) => studentRow(n, { idNumber }))
  const { rows: found } = await read(bookOf({ Students: sheetOf([header.student, ...rows]) }, bookType))
  return found.map(({ idNumber, errors }) => (errors.length > 0 ? errors.join('; ') : idNumber))
}

const numbers: [cell: number | CellObject, text: string][] = [
  [1e9, '1000000000'],
  [123456789012, '123456789012'],
  [12345.0, '12345'],
  [123456789012345, '123456789012345'],
  [0.1 + 0.2, '0.3'],
  [-7.5, '-7.5'],
  [0.0000001, '0.0000001'],
  [formatted(42, '000000'), '000042'],
  [formatted(7, '0000\\-000'), '0000-007'],
  [formatted(12, '"CS"0000'), 'CS0012'],
  [formatted(12.6, '000'), '12.6'],
  [formatted(1234567, '#,##0'), '1234567'],
  [formatted(7654321, '#,##0.00'), '7654321'],
  [formatted(12345678901, '0.00E+00'), '12345678901'],
]

it.each(['xlsx', 'xls'])(
  'reads numbers from an .%s without exponents, and with the leading zeros of their format',
  async (type) => {
    const found = await idNumbersOf(
      numbers.map(([cell]) => cell),
      type === 'xls' ? 'biff8' : undefined,
    )
    expect(found).toEqual(numbers.map(([, text]) => text))
  },
)

it('keeps leading zeros in text, and removes surrounding spaces and invisible characters', async () => {
  expect(await idNumbersOf(['007', '  1E5 ', '\u00a0R\u00a01\u200b', '\u202a0042\u202c', '=1+1', true, 'क्‍ष'])).toEqual([
    '007',
    '1E5',
    'R\u00a01',
    '0042',
    '=1+1',
    'TRUE',
    'क्‍ष',
  ])
})

it('refuses a number that lost digits in the spreadsheet', async () => {
  expect(await idNumbersOf([1234567890123456])).toEqual([
    `idNumber: This number has more than 15 digits, which a spreadsheet cannot store. ${asText}`,
  ])
})

const dates: [cell: CellObject, shown: string][] = [
  [formatted(46024, 'd-mmm'), '2-Jan'],
  [formatted(46024, 'm/d/yy'), '2026-01-02'],
  [formatted(46024.5, 'm/d/yy h:mm'), '2026-01-02 12:00'],
  [formatted(46024, 'dd/mm/yyyy'), '02/01/2026'],
  [formatted(0.75, 'h:mm'), '18:00'],
]

it.each(['xlsx', 'xls'])('refuses a date in an .%s, and quotes the displayed text', async (type) => {
  const found = await idNumbersOf(
    dates.map(([cell]) => cell),
    type === 'xls' ? 'biff8' : undefined,
  )
  expect(found).toEqual(
    dates.map(([, shown]) => `idNumber: This cell contains a date or time, shown as ${shown}. ${asText}`),
  )
})

it('also refuses a date stored as ISO 8601 text', async () => {
  const dateCell = '<c r="B2" t="d"><v>2026-01-02</v></c>'
  const xml = sheetXml(rowXml(1, header.student) + rowXml(2, ['Asha', dateCell, 'CSE', '2027', 'A', 'a@x.example']))
  const { rows } = await read(xlsxFromXml(xml))
  expect(rows[0]).toMatchObject({
    idNumber: '2026-01-02',
    errors: [`idNumber: This cell contains a date or time, shown as 2026-01-02. ${asText}`],
  })
})

it('ignores a date in an unused column', async () => {
  const { rows } = await read(
    xlsxOf([
      [...header.student, 'Born'],
      [...studentRow(1), formatted(38000, 'd-mmm-yy')],
    ]),
  )
  expect(rows).toMatchObject([{ errors: [] }])
})

it('uses a formula’s last result, and refuses uncalculated formulas and errors', async () => {
  const cells = [
    '<c r="B2" t="str"><f>"R"&amp;1</f><v>R1</v></c>',
    '<c r="B3"><f>40+2</f><v>42</v></c>',
    '<c r="B4"><f>40+2</f></c>',
    '<c r="B5" s="0"><f>40+2</f><v></v></c>',
    '<c r="B6"><f t="shared" si="0"/><v/></c>',
    '<c r="B7" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c r="B8" t="e"><v>#N/A</v></c>',
    '<c r="B9" t="str"><f>IF(1,"","x")</f><v></v></c>',
  ]
  const rows = cells.map((cell, n) => rowXml(n + 2, ['Asha', cell, 'CSE', '2027', 'A', `a${n}@x.example`]))
  const found = await read(xlsxFromXml(sheetXml(rowXml(1, header.student) + rows.join(''))))
  const uncalculated =
    'idNumber: This cell contains a formula without a result. Open the file in Excel or LibreOffice, save it as .xlsx and upload that'
  const error = (name: string) => `idNumber: This cell shows the error ${name}. Type the value itself`
  expect(found.rows.map(({ idNumber, errors }) => errors[0] ?? idNumber)).toEqual([
    'R1',
    '42',
    uncalculated,
    uncalculated,
    uncalculated,
    error('#DIV/0!'),
    error('#N/A'),
    'idNumber: Roll Number is required',
  ])
  expect(found.rows[5]?.idNumber).toBe('#DIV/0!')
})

it('does not treat a row with only an uncalculated formula as blank', async () => {
  const xml = sheetXml(rowXml(1, header.student) + rowXml(2, [null, '<c r="B2"><f>A1</f></c>']))
  expect((await read(xlsxFromXml(xml))).rows).toHaveLength(1)
})

it('applies a vertically merged cell to every row, and a horizontally merged one to its first column', async () => {
  const rows = [
    header.student,
    studentRow(1, { branch: 'CSE' }),
    studentRow(2, { branch: null }),
    studentRow(3, { branch: null }),
    studentRow(4, { branch: null }),
    studentRow(5, { batch: 'Both', section: null }),
  ]
  const { rows: found, notes } = await read(xlsxOf(rows, ['C2:C4', 'D6:E6']))
  expect(found.map(({ row, branch, section, errors }) => [row, branch, section, errors])).toEqual([
    [2, 'CSE', 'A', []],
    [3, 'CSE', 'A', []],
    [4, 'CSE', 'A', []],
    [5, '', 'A', ['branch: Branch is required']],
    [6, 'CSE', '', ['section: Section is required']],
  ])
  expect(notes).toEqual(['Merged cells apply to every row they span'])
})

it('reads rich text, shared strings and namespace prefixes as displayed', async () => {
  const person = ['<x:c r="A2" t="s"><x:v>0</x:v></x:c>', '<x:c r="B2" t="s"><x:v>1</x:v></x:c>']
  const others = ['CSE', '2027', 'A', 'a@x.example'].map(
    (text, at) => `<x:c r="${'CDEF'[at]}2" t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`,
  )
  const headings = header.student.map(
    (text, at) => `<x:c r="${'ABCDEFG'[at]}1" t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`,
  )
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const sheet = `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="1">${headings.join('')}</x:row><x:row r="2">${person.join('')}${others.join('')}</x:row></x:sheetData></x:worksheet>`
  const texts = `<sst xmlns="${main}"><si><r><t>Zoë </t></r><r><rPr><b/></rPr><t xml:space="preserve">&amp; Søn</t></r></si><si><t xml:space="preserve"> 007 </t></si></sst>`
  const [types, ...parts] = workbookParts(sheet)
  const override =
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
  const { rows } = await read(
    zip([
      { name: '[Content_Types].xml', content: String(types?.content).replace('</Types>', override) },
      ...parts,
      { name: 'xl/sharedStrings.xml', content: texts },
    ]),
  )
  expect(rows).toMatchObject([{ name: 'Zoë & Søn', idNumber: '007', errors: [] }])
})

it('truncates and refuses text too long for any field', async () => {
  const { rows } = await read(studentsBook(studentRow(1, { name: 'x'.repeat(30_000) })))
  expect(rows[0]?.errors).toEqual(['name: This text is longer than 500 characters'])
  expect(rows[0]?.name).toHaveLength(501)
})

it.each(['xlsx', 'biff8'] as const)(
  'reads only the first visible sheet of %s, and names the others in the notes',
  async (type) => {
    const sheets = {
      Lists: sheetOf([['CSE'], ['ECE']]),
      Students: sheetOf([header.student, studentRow(1)]),
      More: sheetOf([header.student, studentRow(2)]),
    }
    expect(await read(bookOf(sheets, type, ['Lists']))).toMatchObject({
      rows: [{ name: 'Student 1' }],
      notes: ['Only the sheet “Students” was read, not “Lists”, “More”'],
    })
    expect(await refusalOf(bookOf(sheets, type))).toContain('Missing headings')
  },
)

it('ignores blank rows and columns, and keeps the sheet’s row numbers', async () => {
  const blank: null[] = []
  const moved = (row: readonly (string | number | boolean | CellObject | null)[]) => [null, null, ...row]
  const rows = [
    blank,
    ['Sahyadri College'],
    blank,
    moved(header.student),
    blank,
    moved(studentRow(1)),
    ['', ' '],
    moved(studentRow(2)),
  ]
  expect((await read(xlsxOf(rows))).rows.map(({ row, name }) => [row, name])).toEqual([
    [6, 'Student 1'],
    [8, 'Student 2'],
  ])
})

describe('an .xls', () => {
  const person = (biff?: 5) => [
    ...header.student.map((text, column) => label(0, column, text, biff)),
    ...studentRow(1, { name: 'Zoë Müller' }).map((text, column) => label(1, column, String(text ?? ''), biff)),
  ]

  it('is read with its code page if it is from Excel 95', async () => {
    const { rows } = await read(packed(workbookStream(person(5), { biff: 5 }), '/Book'))
    expect(rows).toMatchObject([{ name: 'Zoë Müller', idNumber: 'R1', errors: [] }])
  })

  it('is read without parsing its formulas, which may be malformed', async () => {
    const nonsense = formula(1, 1, 42, Buffer.alloc(40, 0xa7))
    const { rows } = await read(packed(workbookStream([...person(), nonsense])))
    expect(rows).toMatchObject([{ idNumber: '42', errors: [] }])
  })

  it('is reported as damaged if a formula is too short or a sheet has no end', async () => {
    const short = record(0x06, u16(1, 1, 0, 0, 0))
    expect(await refusalOf(packed(workbookStream([...person(), short])))).toMatch(
      /^VALIDATION This workbook is damaged/,
    )
    const endless = workbookStream(person(), { ending: record(0x5e) })
    expect(await refusalOf(packed(endless))).toMatch(/^VALIDATION This workbook is damaged/)
  })
})
