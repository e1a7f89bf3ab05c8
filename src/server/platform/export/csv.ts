import { byteOrderMark, csvLines } from '../csv.ts'
import { type Column, headingsOf, type Table } from './columns.ts'
import { writable } from './text.ts'
import { wallClockOf } from './wall-clock.ts'

type Cell = string | number | null

/** `2026-11-22 15:45:07`, which spreadsheets parse as a date. */
const clockText = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace('T', ' ')

function cellOf<T>(column: Column<T>, row: T, wallClock: (instant: number) => number): Cell {
  if (column.kind === 'text') {
    const text = column.value(row)
    return text === null ? null : writable(text)
  }
  const value = column.value(row)
  if (value === null || !Number.isFinite(value)) return null
  return column.kind === 'date' ? clockText(wallClock(value)) : value
}

/**
 * A table as CSV in the format of `writeCsv`, page by page. Starts with the first rows, so that earlier errors can be
 * reported.
 */
export async function* csvOf<T>(table: Table<T>): AsyncGenerator<Buffer> {
  const wallClock = wallClockOf(table.timeZone)
  let opening = byteOrderMark + csvLines([headingsOf(table)])
  for await (const page of table.pages) {
    const rows = page.map((row) => table.columns.map((column) => cellOf(column, row, wallClock)))
    yield Buffer.from(opening + csvLines(rows))
    opening = ''
  }
  if (opening) yield Buffer.from(opening)
}
