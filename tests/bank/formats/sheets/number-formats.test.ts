import { describe, expect, it } from 'vitest'
import { bookOf } from '#tests/members/bulk/sheets.ts'
import { changed, header, read, sheetOf, type Value } from './books.ts'
import { question } from './read.ts'

// First, because the library keeps the formats of the last .xlsx that it read in this process.
describe('an .xls', () => {
  it.each([27, 58])('reads the built-in format %i as a date', async (id) => {
    const row = ['Q', { t: 'n' as const, v: 45_000, z: '0.0"x"' }, 'x', 'y', 'z', 'B']
    const book = bookOf({ Sheet1: sheetOf([header, row]) }, 'biff8')
    const cellFormat = Buffer.from([0xe0, 0, 0x14, 0])
    for (let at = book.indexOf(cellFormat); at >= 0; at = book.indexOf(cellFormat, at + 1))
      if (book.readUInt16LE(at + 6) > 0) book.writeUInt16LE(id, at + 6)
    const [item] = await read(book)
    expect(item?.reason).toContain('contains a date or time')
  })
})

describe.each(['xlsx', 'biff8'] as const)('number formats of a workbook as %s', (type) => {
  const book = (rows: readonly (readonly Value[])[]) => bookOf({ Sheet1: sheetOf(rows) }, type)

  it.each([
    ['[$-1010409]#,##0.00', 1234.5, '1,234.50'],
    ['[$-409]0', 12, '12'],
    ['0\\ %', 0.5, '50 %'],
    ['0.00" "%', 0.125, '12.50 %'],
    ['#,##,##0', 1234567, '1,234,567'],
    ['[Red]General;-General', 5, '5'],
    ['General_)', 5.5, '5.5'],
  ])('reads the format %s', async (z, v, expected) => {
    const [item] = await read(book([header, ['Q', { t: 'n', v, z }, 'x', 'y', 'z', 'B']]))
    expect(question(item)).toMatchObject({ options: { A: expected } })
  })

  it.each(['General" kg"', '[$-4000439]0', '[DBNum1]0', '0°', '00.00', '0.0.0', '0E+0', '# 0/0'])(
    'refuses the format %s',
    async (z) => {
      const [item] = await read(book([header, ['Q', { t: 'n', v: 5, z }, 'x', 'y', 'z', 'B']]))
      expect(item?.reason).toBe(
        `This cell contains 5, but its number format ${z} cannot be read. Format the column as text and type it again`,
      )
    },
  )
})

describe('an .xlsx', () => {
  it.each([
    [43, 1234.5, '1,234.50', undefined],
    [41, 2.5, undefined, 'This cell shows 3 but contains 2.5'],
    [7, 5, undefined, 'its number format ¤#,##0.00 cannot be read'],
    [58, 45_000, undefined, 'contains a date or time'],
  ])('reads the built-in format %i of %d as %s', async (id, v, A, reason) => {
    const row = ['Q', { t: 'n' as const, v, z: '0.0"x"' }, 'x', 'y', 'z', 'B']
    const book = await changed(bookOf({ Sheet1: sheetOf([header, row]) }), (path, xml) =>
      path === 'xl/styles.xml'
        ? xml.replace(/<numFmts.*?<\/numFmts>/, '').replace(/(<xf numFmtId=")(?!0")\d+/g, `$1${id}`)
        : xml,
    )
    const [item] = await read(book)
    if (reason) expect(item?.reason).toContain(reason)
    else expect(question(item)).toMatchObject({ options: { A } })
  })
})
