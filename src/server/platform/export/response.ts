import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import type { ExportFormat } from '#shared/exports.ts'
import { round2 } from '#shared/numbers.ts'
import { byteOrderMark, csvLines } from '../csv.ts'
import { type Column, headingsOf, type Table } from './columns.ts'
import { writable } from './text.ts'
import { wallClockOf } from './wall-clock.ts'
import { xlsxOf } from './xlsx.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  xml: 'application/xml; charset=utf-8',
  gift: 'text/plain; charset=utf-8',
} as const

/** Headers that keep a file opened by its URL from running scripts or loading anything. */
export const sandboxHeaders = { 'content-security-policy': "default-src 'none'; sandbox" }

export type FileType = keyof typeof types

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
 * Yields a table as CSV in the format of `writeCsv`, page by page. Sends the heading with the first rows, so that an
 * earlier error can still be reported.
 */
async function* csvOf<T>(table: Table<T>): AsyncGenerator<Buffer> {
  const wallClock = wallClockOf(table.timeZone)
  let opening = byteOrderMark + csvLines([headingsOf(table)])
  for await (const page of table.pages) {
    const rows = page.map((row) => table.columns.map((column) => cellOf(column, row, wallClock)))
    yield Buffer.from(opening + csvLines(rows))
    opening = ''
  }
  if (opening) yield Buffer.from(opening)
}

function fieldOf<T>(column: Column<T>, row: T): string | number | null {
  if (column.kind !== 'date') return column.value(row)
  const instant = column.value(row)
  return instant === null ? null : new Date(instant).toISOString()
}

/** Yields a table as an object with one list, page by page. Dates are ISO-8601 in UTC. */
async function* jsonOf<T>({ list, columns, pages }: Table<T>): AsyncGenerator<Buffer> {
  let opening = `{${JSON.stringify(list)}:[`
  let written = false
  for await (const page of pages) {
    const rows = page.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((column) => [column.field, fieldOf(column, row)]))),
    )
    yield Buffer.from(opening + (written && rows.length > 0 ? ',\n' : '') + rows.join(',\n'))
    written ||= rows.length > 0
    opening = ''
  }
  yield Buffer.from(`${opening}]}\n`)
}

const writers: { [format in ExportFormat]: <T>(table: Table<T>) => AsyncGenerator<Buffer> } = {
  csv: csvOf,
  json: jsonOf,
  xlsx: (table) => xlsxOf(table),
}

/** Most file systems allow 255 bytes, and browsers add a suffix to duplicate names. */
const maxNameBytes = 200

function shortened(name: string): string {
  const characters = [...name]
  while (Buffer.byteLength(characters.join('')) > maxNameBytes) characters.pop()
  return characters.join('')
}

/** Removes path separators, leading dots and characters that would break the header. */
export const plainName = (name: string) =>
  shortened(
    name
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '-')
      .replace(/\s+/g, ' ')
      .replace(/^[\s.-]+|[\s.]+$/g, ''),
  ) || 'export'

/** Encodes a name as in RFC 5987, including characters that `encodeURIComponent` leaves. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** @param name any text; characters not allowed in file names are replaced */
export function attachment(name: string, extension: string): string {
  const stem = plainName(name)
  const letters = stem.normalize('NFKD').replace(/\p{M}/gu, '')
  const ascii = letters.replace(/[^\w .()+,-]+/g, '_')
  const fallback = /[a-z0-9]/i.test(ascii) ? ascii : 'export'
  const plain = `attachment; filename="${fallback}.${extension}"`
  return fallback === stem ? plain : `${plain}; filename*=UTF-8''${encodeName(`${stem}.${extension}`)}`
}

/**
 * Creates a file download.
 * @param name without its extension
 * @param content streamed, or complete
 */
export function fileResponse(name: string, type: FileType, content: AsyncIterable<Buffer> | Uint8Array): Response {
  const isWhole = content instanceof Uint8Array
  const body = isWhole ? Uint8Array.from(content) : (ReadableStream.from(content) as unknown as BodyInit)
  return new Response(body, {
    headers: {
      'content-type': types[type],
      'content-disposition': attachment(name, type),
      'cache-control': 'no-store',
      ...sandboxHeaders,
      ...(isWhole && { 'content-length': String(content.length) }),
    },
  })
}

/**
 * Creates a download of an uploaded file.
 * @param name with its extension
 */
export function uploadResponse(
  { size, content }: { size: number; content: Readable },
  name: string,
  type: string,
): Response {
  const dot = name.lastIndexOf('.')
  return new Response(Readable.toWeb(content) as unknown as BodyInit, {
    headers: {
      'content-type': type,
      'content-disposition': attachment(name.slice(0, dot), name.slice(dot + 1).toLowerCase()),
      'content-length': String(size),
      'cache-control': 'no-store',
      ...sandboxHeaders,
    },
  })
}

/** Rounds percentages to two decimals, as in REST responses. */
function withRoundedPercent<T>(column: Column<T>): Column<T> {
  if (column.kind !== 'percent') return column
  const value = (row: T) => {
    const percentage = column.value(row)
    return percentage === null ? null : round2(percentage)
  }
  return { ...column, value }
}

/** Exports a table as a streamed file. @param name without its extension */
export const exportResponse = <T>(format: ExportFormat, name: string, table: Table<T>): Response =>
  fileResponse(name, format, writers[format]({ ...table, columns: table.columns.map(withRoundedPercent) }))
