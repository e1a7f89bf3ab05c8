import { describe, expect, it } from 'vitest'
import { decodeText, parseCsv, writeCsv } from '#server/platform/csv.ts'
import { utf16be, windows1252Bytes } from './file.ts'

describe('decodeText', () => {
  const text = 'café ’quoted’ naïve'
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE with BOM', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE with BOM', utf16be(`\ufeff${text}`)],
    ['UTF-16 LE without BOM', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE without BOM', utf16be(text)],
    ['Windows-1252', windows1252Bytes(text)],
  ])('reads %s', (_, bytes) => expect(decodeText(bytes)).toBe(text))

  it('reads Hindi and the rupee sign in UTF-16 without BOM', () => {
    const sheet = 'questionText\tA\tB\n₹ कितने हैं?\tएक\tदो'
    expect(decodeText(Buffer.from(sheet, 'utf16le'))).toBe(sheet)
    expect(decodeText(utf16be(sheet))).toBe(sheet)
  })

  it.each([
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['xlsx', Buffer.from('PK\x03\x04rest', 'latin1')],
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['RTF', Buffer.from('{\\rtf1 text}')],
    ['NUL inside text', Buffer.from(`${'a long text '.repeat(20)}\0b`)],
    ['NUL inside UTF-16', Buffer.from(`\ufeff${'a long text '.repeat(20)}\0b`, 'utf16le')],
    ['UTF-32', Buffer.from([97, 0, 0, 0, 98, 0, 0, 0, 99, 0, 0, 0])],
  ])('rejects %s as a file type', (_, bytes) =>
    expect(() => decodeText(bytes, 'No')).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_TYPE', message: 'No' })),
  )

  it('rejects damaged UTF-8 and UTF-16 instead of garbling them', () => {
    const damaged = expect.objectContaining({ code: 'VALIDATION' })
    expect(() => decodeText(Buffer.concat([Buffer.from('₹ and ’ and é'), Buffer.of(0xe9), Buffer.from(' x')]))).toThrow(
      damaged,
    )
    expect(() => decodeText(Buffer.concat([Buffer.from('\ufeffab', 'utf16le'), Buffer.of(97)]))).toThrow(damaged)
    expect(() => decodeText(Buffer.from('\ufeffab\ud800c', 'utf16le'))).toThrow(damaged)
  })
})

describe('parseCsv', () => {
  const rowsOf = (text: string) => parseCsv(text).rows.map(({ row, cells }) => [row, ...cells])

  it.each([['\n'], ['\r\n'], ['\r']])('reads rows that end with %j', (end) => {
    expect(rowsOf(['a,b', '1,2', '"3","4"', ''].join(end))).toEqual([
      [2, '1', '2'],
      [3, '3', '4'],
    ])
  })
  it('reads mixed line endings', () => {
    expect(rowsOf('a,b\r\n1,2\r"3",4\n5,"6"\r\n7,8')).toEqual([
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5', '6'],
      [5, '7', '8'],
    ])
  })
  it('keeps line breaks inside quotes exactly', () => {
    expect(rowsOf('a,b\r\n"1\r2\n3\r\n4",x\r\n')).toEqual([[2, '1\r2\n3\r\n4', 'x']])
    expect(rowsOf('a,b\n"1\r\n2",x\n')).toEqual([[2, '1\r\n2', 'x']])
  })
  it('numbers rows like a spreadsheet', () => {
    expect(rowsOf('\n,,\na,b\n"1\n\n1",2\n\n , \t\n"",""\n3,4')).toEqual([
      [4, '1\n\n1', '2'],
      [8, '3', '4'],
    ])
  })
  it.each([[','], [';'], ['\t'], ['|']])('detects the separator %j from the header', (delimiter) => {
    const others = [',', ';', '\t', '|']
      .filter((other) => other !== delimiter)
      .join('')
      .repeat(5)
    expect(rowsOf(`a${delimiter}b${delimiter}c\n1${delimiter}${others}${delimiter}3`)).toEqual([[2, '1', others, '3']])
  })
  it('does not count separators inside a quoted header cell', () => {
    expect(parseCsv('"a,b,c\nd,e";f\n1;2').header).toEqual(['a,b,c\nd,e', 'f'])
  })
  it('respects a sep= line without counting it as a row', () => {
    expect(parseCsv('sep=;\r\na;b,c,d\r\n1;2')).toEqual({
      header: ['a', 'b,c,d'],
      rows: [{ row: 2, cells: ['1', '2'] }],
      errors: [],
    })
  })
  it('keeps a quotation mark inside an unquoted cell', () => {
    expect(rowsOf('a,b\n5" pipe,say "hi"\n')).toEqual([[2, '5" pipe', 'say "hi"']])
  })
  it.each([
    ['never closed', '"3,4\n5,6\n', 'never closed'],
    ['not doubled', '"say "hi"",4\n5,6', 'not doubled'],
    ['after a space', '3, "4,5"\n5,6', 'space before'],
  ])('reads nothing from a row whose quotation mark is %s', (_, rest, reason) => {
    const sheet = parseCsv(`a,b\n1,2\n\n${rest}`)
    expect(sheet.rows).toEqual([{ row: 2, cells: ['1', '2'] }])
    expect(sheet.errors).toEqual([{ row: 4, message: expect.stringContaining(reason) }])
  })
  it('accepts spaces after a closing quotation mark', () =>
    expect(rowsOf('a,b\n"1" ,"2"\t\n')).toEqual([[2, '1', '2']]))
  it('reads empty text as an empty sheet', () => {
    for (const text of ['', '\n\n', ',,,\n', '""\n'])
      expect(parseCsv(text)).toEqual({ header: [], rows: [], errors: [] })
  })
  it('limits the number of rows', () => {
    expect(parseCsv('a\n1\n\n2\n', 2).rows).toHaveLength(2)
    expect(() => parseCsv('a\n1\n2\n3', 2)).toThrow(
      expect.objectContaining({ errors: [{ field: 'file', message: 'The file has more than 2 rows' }] }),
    )
  })
})

describe('writeCsv', () => {
  it('also disarms formulas after a full-width sign', () => {
    expect(writeCsv([['＝1+1', '＋a', '－b', '＠c', 'd＝']])).toBe("\ufeff'＝1+1,'＋a,'－b,'＠c,d＝\r\n")
  })

  it('writes BOM, CRLF and disarmed formulas', () => {
    expect(writeCsv([['=1+1', '+a', '-b', '@c', '\td', '\re', 'f=', null, -5]])).toBe(
      `\ufeff'=1+1,'+a,'-b,'@c,'\td,"'\re",f=,,-5\r\n`,
    )
  })
  it('is readable by parseCsv', () => {
    expect(
      parseCsv(
        writeCsv([
          ['a', 'b'],
          ['x, "y"\nz', '₹'],
          [' padded ', ''],
        ]),
      ).rows,
    ).toEqual([
      { row: 2, cells: ['x, "y"\nz', '₹'] },
      { row: 3, cells: [' padded ', ''] },
    ])
  })
})
