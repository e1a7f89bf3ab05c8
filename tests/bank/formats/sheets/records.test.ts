import { describe, expect, it } from 'vitest'
import { CFB } from 'xlsx'
import { readWorkbookQuestions } from '#server/features/bank/formats/workbook-questions.ts'
import { all, lossesOf, question } from './read.ts'

/** The parts of an .xls that the spreadsheet library does not read. Their records are written here by hand. */

const numbers = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value & 0xff, value >> 8])))
const record = (kind: number, ...content: Buffer[]) => {
  const bytes = Buffer.concat(content)
  return Buffer.concat([numbers(kind, bytes.length), bytes])
}
const beginning = (kind: number) => record(0x809, numbers(0x600, kind, 0, 0, 0, 0, 0, 0))
const ending = record(0x0a)
/** @param script 1 for raised, 2 for lowered */
const font = (script: number) =>
  record(0x31, numbers(200, 0, 0x7fff, 400, script, 0, 0), Buffer.from([1, 0, 'A'.charCodeAt(0)]))
// The next number after 3 is 5.
const fonts = [0, 0, 0, 0, 1, 2].map(font)
const [raised, lowered] = [5, 6]

/** A text with fonts from some of its characters on. */
interface Rich {
  text: string
  runs: [from: number, font: number][]
}
const rich = (text: string, ...runs: Rich['runs']): Rich => ({ text, runs })
const isRich = (cell: string | Rich): cell is Rich => typeof cell !== 'string'

/** The string table. Long strings continue in another record after the first character, with two bytes per character. */
function textTable(cells: readonly Rich[]): Buffer[] {
  const pieces = [numbers(cells.length, 0, cells.length, 0)]
  for (const { text, runs } of cells) {
    const isRich = runs.length > 0
    const start = [Buffer.from([isRich ? 8 : 0]), isRich ? numbers(runs.length) : Buffer.alloc(0)]
    const first = [numbers(text.length), ...start, Buffer.from(text.slice(0, 1), 'latin1')]
    pieces.push(Buffer.concat([pieces.pop() ?? Buffer.alloc(0), ...first]))
    if (text.length > 1)
      pieces.push(Buffer.concat([Buffer.from([1]), Buffer.from(text.slice(1), 'utf16le'), numbers(...runs.flat())]))
  }
  return pieces.map((piece, at) => record(at === 0 ? 0xfc : 0x3c, piece))
}

function workbook(rows: readonly (readonly (string | Rich)[])[], beside: readonly Buffer[] = []): Buffer {
  const cells = rows.flatMap((row, at) => row.map((cell, column) => ({ row: at, column, cell })))
  const texts = cells.map(({ cell }) => (isRich(cell) ? cell : rich(cell)))
  const tail = [...textTable(texts), ending]
  const name = (begin: number) => record(0x85, numbers(begin, 0, 0), Buffer.from([1, 0]), Buffer.from('S'))
  const before = [beginning(5), ...fonts]
  const length = (parts: readonly Buffer[]) => parts.reduce((sum, part) => sum + part.length, 0)
  const globals = [...before, name(length([...before, name(0), ...tail])), ...tail]
  const sheet = [
    beginning(0x10),
    ...beside,
    ...cells.map(({ row, column }, at) => record(0xfd, numbers(row, column, 0, at, 0))),
    ending,
  ]
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/Workbook', Buffer.concat([...globals, ...sheet]))
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

const names = ['questionText', 'A', 'B', 'C', 'D', 'correctAnswer']
const read = (bytes: Buffer) => all(readWorkbookQuestions(bytes))

describe('an .xls', () => {
  it('keeps superscripts and subscripts, or refuses them', async () => {
    const chemistry = rich('Is ∑ H2O 10-3?', [6, lowered], [7, 0], [11, raised], [13, 0])
    const [kept, refused, plain] = await read(
      workbook([
        names,
        [chemistry, rich('x2', [1, raised]), 'y', 'z', 'w', 'B'],
        ['Limit', rich('amax', [1, lowered]), 'y', 'z', 'w', 'B'],
        [rich('Plain', [1, 2]), 'x', 'y', 'z', 'w', 'B'],
      ]),
    )
    expect(question(kept)).toMatchObject({ questionText: 'Is ∑ H₂O 10⁻³?', options: { A: 'x²', B: 'y' } })
    expect(refused?.reason).toContain('raised or lowered text (max)')
    expect(question(plain)).toMatchObject({ questionText: 'Plain' })
  })

  it('reports hidden rows and columns, and pictures', async () => {
    const hiddenRow = record(0x208, numbers(1, 0, 6, 300, 0, 0, 0x20, 0))
    const hiddenColumn = record(0x7d, numbers(3, 3, 0, 0, 1, 0))
    const anchor = record(0xec, numbers(0, 0, 0, 0), Buffer.from([0, 0, 0x10, 0xf0, 18, 0, 0, 0]), numbers(0, 0, 0, 2))
    const picture = record(0x5d, numbers(0x15, 18, 8, 1, 0, 0, 0, 0, 0, 0, 0))
    const row = ['Q', 'x', 'y', 'z', 'w', 'B']
    const items = await read(workbook([names, row, row], [hiddenRow, hiddenColumn, anchor, picture]))
    const column = 'A column that is hidden in the file was read too'
    expect(items.map(lossesOf)).toEqual([
      ['Its row is hidden in the file', column],
      ['A picture in its row is not kept. Add it by hand', column],
    ])
  })
})
