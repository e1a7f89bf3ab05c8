import { maxFileBytes, type StreamedFile, zipStream } from '../zip/write.ts'
import { type Column, headingsOf, type Kind, type Table } from './columns.ts'
import { writable } from './text.ts'
import { wallClockOf } from './wall-clock.ts'
import { bookParts, columnName, escapeXml, sheetClosing, sheetOpening, sheetPath, styles } from './xlsx-parts.ts'

/** Maximum rows per sheet; the rest go to additional sheets. */
const maxRows = 1_048_576
const maxCharacters = 32_767

/** Size in bytes at which a new sheet starts, a few megabytes below the limit. */
const fullSheet = maxFileBytes - 16 * 1024 * 1024

/** Pages of rows are joined into chunks of about this many characters. */
const chunkLength = 64 * 1024

const usualWidths: Record<Kind, number> = { text: 24, number: 12, integer: 12, percent: 12, date: 18 }

const day = 86_400_000
/** 1970-01-01 as a spreadsheet day number, counted from 1900 including its nonexistent leap day. */
const epoch = 25_569

function cut(text: string): string {
  if (text.length <= maxCharacters) return text
  return `${text.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const textCell = (place: string, style: number, text: string) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut(writable(text)))}</t></is></c>`

/** Removes floating-point noise: 7 % is 0.07, not 0.07000000000000001. */
const fraction = (percent: number) => Number((percent / 100).toPrecision(15))

function cell<T>(column: Column<T>, row: T, place: string, wallClock: (instant: number) => number): string {
  const style = styles[column.kind]
  if (column.kind === 'text') {
    const text = column.value(row)
    return text === null || text === '' ? '' : textCell(place, style, text)
  }
  const value = column.value(row)
  if (value === null || !Number.isFinite(value)) return ''
  const shown =
    column.kind === 'date' ? wallClock(value) / day + epoch : column.kind === 'percent' ? fraction(value) : value
  return `<c r="${place}" s="${style}"><v>${shown}</v></c>`
}

/** Iterates over rows across pages, with lookahead. */
function cursorOf<T>(pages: Table<T>['pages']) {
  const iterator = pages[Symbol.asyncIterator]()
  let page: readonly T[] = []
  let at = 0
  return {
    /** Loads the next rows. @returns true if there are any */
    async fill(): Promise<boolean> {
      while (at >= page.length) {
        const next = await iterator.next()
        if (next.done) return false
        page = next.value
        at = 0
      }
      return true
    },
    /** The next loaded row. */
    take: (): T | undefined => page[at++],
    async close() {
      await iterator.return?.()
    },
  }
}

/** Writes one sheet until the rows end or it is full. Adds its cell range, such as A1:B2, to `areas`. */
async function* sheetOf<T>(table: Table<T>, cursor: ReturnType<typeof cursorOf<T>>, limit: number, areas: string[]) {
  const { columns } = table
  const wallClock = wallClockOf(table.timeZone)
  const names = columns.map((_, index) => columnName(index))
  const headings = headingsOf(table).map((heading, index) => textCell(`${names[index]}1`, styles.heading, heading))
  const widths = columns.map(({ kind, width }) => ({ width: width ?? usualWidths[kind], style: styles[kind] }))
  let chunk = `${sheetOpening(widths)}<row r="1">${headings.join('')}</row>`
  let last = 1
  let written = 0
  while (last < limit && written < fullSheet && (await cursor.fill())) {
    for (let row = cursor.take(); row !== undefined; row = last < limit ? cursor.take() : undefined) {
      last++
      chunk += `<row r="${last}">`
      for (const [index, column] of columns.entries()) chunk += cell(column, row, `${names[index]}${last}`, wallClock)
      chunk += '</row>'
      if (chunk.length < chunkLength) continue
      const bytes = Buffer.from(chunk)
      chunk = ''
      written += bytes.length
      yield bytes
      if (written >= fullSheet) break
    }
  }
  const area = `A1:${names.at(-1)}${last}`
  areas.push(area)
  yield Buffer.from(chunk + sheetClosing(area))
}

async function* partsOf<T>(table: Table<T>, limit: number): AsyncGenerator<StreamedFile> {
  const cursor = cursorOf(table.pages)
  try {
    const areas: string[] = []
    do yield { path: sheetPath(areas.length + 1), content: sheetOf(table, cursor, limit, areas) }
    while (await cursor.fill())
    for (const [path, xml] of bookParts(table.title, areas)) yield { path, content: [Buffer.from(xml)] }
  } finally {
    await cursor.close()
  }
}

/**
 * Streams a table as an Excel workbook with typed cells, filters, and a frozen bold heading that is repeated on every
 * printed page. Rows beyond the sheet limit continue on additional sheets.
 * @param limit rows per sheet, including the heading
 */
export const xlsxOf = <T>(table: Table<T>, limit = maxRows): AsyncGenerator<Buffer> => zipStream(partsOf(table, limit))
