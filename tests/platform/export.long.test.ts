import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { type CellObject, read, SSF, utils } from 'xlsx'
import { type Column, pagesBy, type Table } from '#server/platform/export/columns.ts'
import { attachment, exportResponse, fileResponse } from '#server/platform/export/response.ts'
import { xlsxOf } from '#server/platform/export/xlsx.ts'
import { workbookLimits } from '#server/platform/spreadsheet/content.ts'
import { unzip } from '#server/platform/zip/read.ts'
import type { ExportFormat } from '#shared/exports.ts'

interface Row {
  text: string | null
  number: number | null
  integer: number | null
  percent: number | null
  date: number | null
}

const kinds = ['text', 'number', 'integer', 'percent', 'date'] as const
const columns = kinds.map((kind) => ({
  ...{ kind, field: kind, heading: `A ${kind}` },
  value: (row: Row) => row[kind],
})) as Column<Row>[]

const rowOf = (fields: Partial<Row>): Row => ({
  ...{ text: null, number: null, integer: null, percent: null, date: null },
  ...fields,
})

/** @param pageSize small, so that rows span several pages */
async function* pagesOf<T>(rows: readonly T[], pageSize = 2) {
  for (let at = 0; at < rows.length; at += pageSize) yield rows.slice(at, at + pageSize)
}

const tableOf = (rows: readonly Row[], fields: Partial<Table<Row>> = {}): Table<Row> => ({
  ...{ title: 'Rows', list: 'rows', columns, pages: pagesOf(rows), timeZone: 'Asia/Kolkata' },
  ...fields,
})

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const written = (format: ExportFormat, rows: readonly Row[], fields?: Partial<Table<Row>>) =>
  bytesOf(exportResponse(format, 'rows', tableOf(rows, fields)))
const bookOf = async (rows: readonly Row[], fields?: Partial<Table<Row>>) =>
  read(await written('xlsx', rows, fields), { cellNF: true, cellStyles: true, xlfn: true })

/** The cells below one column's heading. */
async function cellsOf(kind: keyof Row, rows: readonly Row[]): Promise<(CellObject | undefined)[]> {
  const sheet = (await bookOf(rows)).Sheets.Rows ?? {}
  return rows.map((_, index) => sheet[utils.encode_cell({ c: kinds.indexOf(kind), r: index + 1 })])
}
const texts = (...all: (string | null)[]) => all.map((text) => rowOf({ text }))
const textsBack = async (...all: string[]) => (await cellsOf('text', texts(...all))).map((cell) => cell?.v)

/** 2026-11-22 20:15:30 UTC, the next day in India. */
const evening = Date.UTC(2026, 10, 22, 20, 15, 30)
const hostile = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '007',
  '1e5',
  'TRUE',
  '2026-01-02',
]

describe('an export as .xlsx', () => {
  it('has typed and formatted numbers, percentages and dates, and keeps text as text', async () => {
    const row = rowOf({ text: '007', number: 12.5, integer: 2027, percent: 7, date: evening })
    const sheet = (await bookOf([row])).Sheets.Rows ?? {}
    const shown = kinds.map((_, c) => sheet[utils.encode_cell({ c, r: 1 })] as CellObject)
    expect(shown.map(({ t, v, z }) => [t, v, z])).toEqual([
      ['s', '007', '@'],
      ['n', 12.5, 'General'],
      ['n', 2027, '0'],
      ['n', 0.07, '0.00%'],
      ['n', expect.closeTo(46_349.073264, 6), 'yyyy\\-mm\\-dd\\ hh:mm'],
    ])
    expect(shown.map(({ w }) => w)).toEqual(['007', '12.5', '2027', '7.00%', '2026-11-23 01:45'])
    expect(SSF.parse_date_code(shown[4]?.v as number)).toMatchObject({ y: 2026, m: 11, d: 23, H: 1, M: 45, S: 30 })
  })

  it('leaves missing and non-numeric values empty', async () => {
    const sheet = (await bookOf([rowOf({ number: Number.NaN, percent: Number.POSITIVE_INFINITY, text: '' })])).Sheets
      .Rows
    expect(Object.keys(sheet ?? {}).filter((key) => /^[A-Z]+2$/.test(key))).toEqual([])
  })

  it('has a frozen bold heading, filters and column widths, and prints on A4 with the heading repeated', async () => {
    const bytes = await written('xlsx', texts('a', 'b', 'c'), { title: 'R&D “rows”' })
    const parts = await unzip(bytes, workbookLimits)
    const part = (path: string) => parts.get(path)?.toString() ?? ''
    expect(part('xl/worksheets/sheet1.xml')).toContain('<pane ySplit="1" topLeftCell="A2"')
    expect(part('xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:E4"/>')
    expect(part('xl/worksheets/sheet1.xml')).toContain('<pageSetup paperSize="9" orientation="landscape"')
    expect(part('xl/workbook.xml')).toContain(`'R&amp;D “rows”'!$A$1:$E$4`)
    expect(part('xl/workbook.xml')).toContain(`'R&amp;D “rows”'!$1:$1`)
    expect(part('xl/styles.xml')).toContain('<font><b/>')
    const book = read(bytes, { cellStyles: true })
    expect(book.Sheets['R&D “rows”']?.['!cols']?.map(({ width }) => Math.round(width ?? 0))).toEqual([
      24, 12, 12, 12, 18,
    ])
    expect(utils.sheet_to_json(book.Sheets['R&D “rows”'] ?? {}, { header: 1 })[0]).toEqual([
      ...['A text', 'A number', 'A integer', 'A percent', 'A date (Asia/Kolkata)'],
    ])
  })

  it('has no formulas, whatever text begins with', async () => {
    const cells = await cellsOf('text', texts(...hostile))
    expect(cells.map((cell) => [cell?.t, cell?.f, cell?.v])).toEqual(
      hostile.map((text) => ['s', undefined, text.replace('\r', '\n')]),
    )
  })

  it('keeps every XML character, and marks others', async () => {
    const kept = [
      '<a href="x">&amp;</a>',
      ' two  spaces ',
      'line\nbreak\ttab',
      '₹ 五 नमस्ते 👩🏽‍🎓',
      '_x0041_',
      '_x000D_x_x0041_',
    ]
    expect(await textsBack(...kept)).toEqual(kept)
    expect(await textsBack('a\0b', 'a\x1bb', 'half \ud83d', '\udc00 half', 'no\uffff', 'a\r\nb')).toEqual([
      ...['a\ufffdb', 'a\ufffdb', 'half \ufffd', '\ufffd half', 'no\ufffd', 'a\nb'],
    ])
  })

  it('truncates text at the cell limit, not within a character', async () => {
    const [long, split] = await textsBack('x'.repeat(40_000), '👍'.repeat(20_000))
    expect(long).toBe(`${'x'.repeat(32_766)}…`)
    expect(split).toBe(`${'👍'.repeat(16_383)}…`)
  })

  it('reads back any text', async () => {
    const readable = (text: string) => text.replace(/\r\n?/g, '\n')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 20 }),
        async (all) => {
          expect(await textsBack(...all)).toEqual(all.map(readable))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('continues on a new sheet when one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, integer) => rowOf({ integer }))
    const parts: Buffer[] = []
    for await (const part of xlsxOf(tableOf(rows, { title: 'A title of more than 31 characters: cut' }), 4))
      parts.push(part)
    const book = read(Buffer.concat(parts))
    expect(book.SheetNames).toEqual([
      'A title of more than 31 charact',
      'A title of more than 31 cha (2)',
      'A title of more than 31 cha (3)',
    ])
    const lists = Object.values(book.Sheets).map((sheet) => utils.sheet_to_json<Record<string, number>>(sheet))
    expect(lists.map((list) => list.map((row) => row['A integer']))).toEqual([[0, 1, 2], [3, 4, 5], [6]])
  })

  it.each([
    ['Mid-term: [A/B] \\ *?', 'Mid-term A B'],
    ["'quoted'", 'quoted'],
    ['History', 'History list'],
    ['\0\ud800', 'Sheet'],
    ['', 'Sheet'],
    ['परीक्षा 👩🏽‍🎓', 'परीक्षा 👩🏽‍🎓'],
  ])('turns the title %j into the sheet name %j', async (title, name) => {
    expect((await bookOf([], { title })).SheetNames).toEqual([name])
  })

  it('is valid without rows', async () => {
    expect(utils.sheet_to_json((await bookOf([])).Sheets.Rows ?? {}, { header: 1 }).length).toBe(1)
  })

  it('opens correctly in LibreOffice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'examhall-export-'))
    try {
      const rows = [
        rowOf({ text: '007', number: 12.5, integer: 2027, percent: 33.33, date: evening }),
        ...texts('=1+1', 'R&D <b>', 'नमस्ते', '_x0041_', 'a\0b'),
      ]
      writeFileSync(join(folder, 'rows.xlsx'), await written('xlsx', rows))
      // CSV in UTF-8, with seconds in dates.
      const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      const args = [profile, '--headless', '--convert-to', filter, '--outdir', folder, join(folder, 'rows.xlsx')]
      const env = { PATH: process.env.PATH, HOME: folder }
      execFileSync('libreoffice', args, { env, stdio: 'pipe', timeout: 100_000 })
      const { data } = Papa.parse<string[]>(readFileSync(join(folder, 'rows.csv'), 'utf8').trim())
      expect(data.slice(1)).toEqual([
        ['007', '12.5', '2027', '33.33%', '2026-11-23 01:45:30'],
        ...['=1+1', 'R&D <b>', 'नमस्ते', '_x0041_', 'a\ufffdb'].map((text) => [text, '', '', '', '']),
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  }, 120_000)
})

describe('an export as .csv', () => {
  const linesOf = async (rows: readonly Row[], fields?: Partial<Table<Row>>) => {
    const text = (await written('csv', rows, fields)).toString()
    expect([text[0], text.endsWith('\r\n')]).toEqual(['\ufeff', true])
    return Papa.parse<string[]>(text.slice(1).replace(/\r\n$/, ''), { delimiter: ',' }).data
  }

  it('has plain numbers, percentages without a percent sign, and dates in the viewer’s zone', async () => {
    const row = rowOf({ text: '007', number: 12.5, integer: -3, percent: 33.33, date: evening })
    expect(await linesOf([row, row, row])).toEqual([
      ['A text', 'A number', 'A integer', 'A percent', 'A date (Asia/Kolkata)'],
      ...Array.from({ length: 3 }, () => ['007', '12.5', '-3', '33.33', '2026-11-23 01:45:30']),
    ])
  })

  it('disarms formulas', async () => {
    const cells = (await linesOf(texts(...hostile))).slice(1).map(([text]) => text)
    expect(cells).toEqual(hostile.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)))
  })

  it('keeps text of any length and marks unsupported characters', async () => {
    const all = ['a\0b', 'half \ud83d', '👩🏽‍🎓 नमस्ते', 'x, "y"\r\nz', ' padded ', 'x'.repeat(40_000)]
    const cells = (await linesOf(texts(...all))).slice(1).map(([text]) => text)
    expect(cells).toEqual(['a\ufffdb', 'half \ufffd', ...all.slice(2)])
  })

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['america/new_york', 'America/New_York'],
    ['America/Nuuk', 'America/Nuuk'],
    ['utc', 'UTC'],
  ])('has only its heading if there are no rows, and names the zone %s as %s', async (timeZone, name) => {
    const lines = await linesOf([], { timeZone })
    expect(lines.map((cells) => cells.at(-1))).toEqual([`A date (${name})`])
  })
})

describe('an export as .json', () => {
  it('is one list with dates in UTC', async () => {
    const row = rowOf({ text: '=1+1 \0', number: 12.5, integer: 1, percent: 33.33, date: evening })
    expect(JSON.parse((await written('json', [row, row, row])).toString())).toEqual({
      rows: Array.from({ length: 3 }, () => ({ ...row, date: '2026-11-22T20:15:30.000Z' })),
    })
    expect(JSON.parse((await written('json', [])).toString())).toEqual({ rows: [] })
    expect(JSON.parse((await written('json', [], { pages: pagesOf<Row>([], 1) })).toString())).toEqual({ rows: [] })
  })
})

describe('dates in a time zone', () => {
  const shown = async (timeZone: string, ...instants: string[]) => {
    const rows = instants.map((iso) => rowOf({ date: Date.parse(iso) }))
    const lines = (await written('csv', rows, { timeZone })).toString().trim().split('\r\n').slice(1)
    return lines.map((line) => line.split(',').at(-1))
  }

  it('support offsets of half and quarter hours, and daylight saving time', async () => {
    expect(await shown('UTC', '2026-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z')).toEqual([
      ...['2026-01-01 00:00:00', '1969-12-31 23:59:59'],
    ])
    expect(await shown('Asia/Kathmandu', '2026-11-22T20:15:30Z')).toEqual(['2026-11-23 02:00:30'])
    expect(await shown('America/St_Johns', '2026-01-01T00:00:00Z')).toEqual(['2025-12-31 20:30:00'])
    expect(await shown('Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z')).toEqual([
      ...['2026-03-29 01:59:59', '2026-03-29 03:00:00'],
    ])
  })
})

describe('pagesBy', () => {
  it('requests each page after the last row of the previous one, and only when it is read', async () => {
    const asked: (number | undefined)[] = []
    const next = [
      [[1, 2], undefined],
      [[3, 4], 2],
      [[5, 6], 4],
    ]
    const pages = pagesBy(async (after: number | undefined) => {
      asked.push(after)
      const from = (after ?? 0) + 1
      return from > 6 ? [] : [from, from + 1]
    })
    for await (const page of pages) expect([page, asked.at(-1)]).toEqual(next.shift())
    expect(asked).toEqual([undefined, 2, 4, 6])
  })
})

describe('a file name', () => {
  it.each([
    ['Results 2026', 'attachment; filename="Results 2026.csv"'],
    ['a"b', `attachment; filename="a-b.csv"`],
    ['../../etc/passwd', `attachment; filename="etc-passwd.csv"`],
    [
      'C:\\x\r\nSet-Cookie: a=b',
      `attachment; filename="C-x-Set-Cookie- a_b.csv"; filename*=UTF-8''C-x-Set-Cookie-%20a%3Db.csv`,
    ],
    [
      'Zoë’s (final)',
      `attachment; filename="Zoe_s (final).csv"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20%28final%29.csv`,
    ],
    [
      'परीक्षा',
      `attachment; filename="export.csv"; filename*=UTF-8''%E0%A4%AA%E0%A4%B0%E0%A5%80%E0%A4%95%E0%A5%8D%E0%A4%B7%E0%A4%BE.csv`,
    ],
    ['half \ud83d', `attachment; filename="half _.csv"; filename*=UTF-8''half%20%EF%BF%BD.csv`],
    ['', 'attachment; filename="export.csv"'],
    ['...', 'attachment; filename="export.csv"'],
  ])('%j becomes %s', (name, header) => {
    expect(attachment(name, 'csv')).toBe(header)
    expect(() => new Headers({ 'content-disposition': header })).not.toThrow()
  })

  it('fits the limits of file systems', () => {
    const header = attachment('क'.repeat(300), 'xlsx')
    expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(`${'क'.repeat(66)}.xlsx`)
  })
})

it('reports the length of a complete file', async () => {
  const response = fileResponse('a', 'zip', Buffer.from('abc'))
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="a.zip"',
    'content-length': '3',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'application/zip',
  })
  expect((await bytesOf(response)).toString()).toBe('abc')
})
