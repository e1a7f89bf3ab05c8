import Papa from 'papaparse'
import { DomainError, invalid } from '#shared/errors.ts'

/** A sheet's row with its number as shown in a spreadsheet. */
export interface SheetRow {
  row: number
  cells: string[]
}

export interface Sheet {
  header: string[]
  rows: SheetRow[]
  errors: { row: number; message: string }[]
}

const fileRefused = (message: string) => invalid([{ field: 'file', message }])

// Signatures of files uploaded by mistake. Other binary files are recognised by NUL bytes.
const binaryStarts = [
  '%PDF',
  'PK\x03\x04',
  'PK\x05\x06',
  '\x89PNG',
  'GIF8',
  '\xff\xd8\xff',
  '\xd0\xcf\x11\xe0',
  '\x1f\x8b',
]
  .concat(['7z\xbc\xaf', 'Rar!', 'RIFF', '{\\rtf'])
  .map((start) => Buffer.from(start, 'latin1'))

/** Detects UTF-16 by its byte order mark or, without one, by the positions of NUL bytes in Latin text. */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const nuls = [0, 0] as [number, number]
  const sample = bytes.subarray(0, 64)
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2 === 0 ? 0 : 1]++
  const [even, odd] = nuls
  const enough = sample.length / 8
  if (odd > enough && odd > even * 4) return 'utf-16le'
  if (even > enough && even > odd * 4) return 'utf-16be'
  return null
}

const decodeStrictly = (encoding: string, bytes: Buffer) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The UTF-8 bytes of one non-ASCII character, read as Latin-1. */
const sequences = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g
/** Windows-1252's … ‘ ’ “ ” – — ™, which may follow a word. `moreLegacyChars` adds no-break space, © ® ». */
const legacyChars = /^[\x85\x91-\x94\x96\x97\x99]+$/
const moreLegacyChars = /^[\x85\x91-\x94\x96\x97\x99\xa0\xa9\xae\xbb]+$/

/**
 * True if these bytes are plausible Windows-1252: CAFÉ’, “AMANHÃ…”, “groß”, é ». Any other valid UTF-8 is really UTF-8
 * (Ã© is é, Â° is °, Î± is α).
 */
function couldBeLegacy(sequence: string, before: string, after: string): boolean {
  const [letter = '', rest] = [sequence[0], sequence.slice(1)]
  if (rest.length > 1) return moreLegacyChars.test(rest) && /[a-z]/i.test(before)
  if (letter === '\xdf') return moreLegacyChars.test(rest) && /[a-z]/i.test(before)
  const endsCapitals = /[A-Z\xc0-\xde]/.test(before)
  if (letter === '\xc3') return legacyChars.test(rest) && endsCapitals && !/[a-z]/i.test(after)
  const begins = /^$|[\s;,"'(]/.test(before) && /[\x85\x92\x94]/.test(rest)
  return /[\xc4-\xcd\xd2-\xde]/.test(letter) && moreLegacyChars.test(rest) && (endsCapitals || begins)
}

/** Decodes text that is not UTF-16; null when encodings are mixed or ambiguous. */
function decodeBytes(bytes: Buffer): string | null {
  const latin = bytes.toString('latin1')
  let found = 0
  let legacy = 0
  for (const { 0: sequence, index } of latin.matchAll(sequences)) {
    found++
    if (couldBeLegacy(sequence, latin[index - 1] ?? '', latin[index + sequence.length] ?? '')) legacy++
  }
  const utf8 = decodeStrictly('utf-8', bytes)
  // A byte order mark is such a sequence too, but implausible as legacy text, so it always selects UTF-8.
  if (utf8 !== null) return found > 0 && legacy === found ? null : utf8
  return legacy === found ? new TextDecoder('windows-1252').decode(bytes) : null
}

/**
 * Decodes an uploaded file: UTF-8 or UTF-16 (either order) with or without a byte order mark, else Windows-1252.
 * @param wrongType error message for binary files
 * @throws UNSUPPORTED_TYPE for binary content, VALIDATION for damaged text
 */
export function decodeText(bytes: Buffer, wrongType = 'Please upload a .csv file'): string {
  const unsupported = () => new DomainError('UNSUPPORTED_TYPE', wrongType)
  if (binaryStarts.some((start) => bytes.subarray(0, start.length).equals(start))) throw unsupported()
  const utf16 = utf16Of(bytes)
  if (!utf16 && bytes.includes(0)) throw unsupported()
  const text = utf16 ? decodeStrictly(utf16, bytes) : decodeBytes(bytes)
  if (text === null)
    throw fileRefused(
      'The text of this file is damaged, mixes encodings or is ambiguous. Please save it as UTF-8 with a byte order mark (“CSV UTF-8” in Excel) and upload it again',
    )
  if (text.includes('\0')) throw unsupported()
  return text
}

const delimiters = [',', ';', '\t', '|']

const quotingFlaws = {
  open: 'an opening quotation mark is never closed',
  tail: 'a quotation mark inside a quoted cell is not doubled, or text follows the closing one',
  space: 'there is a space before an opening quotation mark',
} as const

interface Lines {
  lines: { row: number; line: string }[]
  flaw: { row: number; kind: keyof typeof quotingFlaws } | null
}

/**
 * Splits text into non-blank lines at CRLF, LF or CR outside quotes. Papa Parse supports only one line ending per file
 * and guesses the start of the next row after a misplaced quotation mark.
 */
function cutLines(text: string, isDelimiter: (character: string) => boolean, maxLines: number): Lines {
  const lines: Lines['lines'] = []
  let start = 0
  let blank = true
  let row = 1
  let cell: 'start' | 'padded' | 'plain' | 'quoted' | 'closed' = 'start'
  for (let at = 0; at <= text.length; at++) {
    const character = text[at] ?? ''
    if (cell === 'quoted') {
      if (character === '') return { lines, flaw: { row, kind: 'open' } }
      if (character !== '"') continue
      if (text[at + 1] === '"') at++
      else cell = 'closed'
    } else if (character === '\n' || character === '\r' || character === '') {
      if (!blank) lines.push({ row, line: text.slice(start, at) })
      if (lines.length >= maxLines) return { lines, flaw: null }
      if (character === '\r' && text[at + 1] === '\n') at++
      start = at + 1
      row++
      blank = true
      cell = 'start'
    } else if (isDelimiter(character)) cell = 'start'
    else if (character === ' ' || character === '\t') {
      if (cell === 'start') cell = 'padded'
    } else {
      blank = false
      if (cell === 'closed') return { lines, flaw: { row, kind: 'tail' } }
      if (character === '"' && cell === 'padded') return { lines, flaw: { row, kind: 'space' } }
      cell = character === '"' && cell === 'start' ? 'quoted' : 'plain'
    }
  }
  return { lines, flaw: null }
}

/** Detects the delimiter from the header row, because cells below it may contain any of the candidates. */
function detectDelimiter(text: string): string {
  const { lines } = cutLines(text, (character) => delimiters.includes(character), 1)
  const unquoted = (lines[0]?.line ?? '').replace(/"[^"]*"/g, '')
  const uses = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (uses(delimiter) > uses(best) ? delimiter : best))
}

const separatorLine = /^"?sep=([,;\t|])"?[ ,;|]*(?:\r\n|\r|\n|$)/i

/**
 * Parses delimited text. Rows keep the spreadsheet's numbers: blank lines count but are omitted, line breaks inside
 * quotes do not count, and Excel's `sep=;` line is not a row. Parsing stops at the first row with broken quoting
 * and reports it in `errors`, because later row boundaries are ambiguous.
 * @throws VALIDATION on `file` when there are more than `maxRows` rows below the header
 */
export function parseCsv(text: string, maxRows = 20_000): Sheet {
  const declared = separatorLine.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const delimiter = declared?.[1] ?? detectDelimiter(body)
  const { lines, flaw } = cutLines(body, (character) => character === delimiter, maxRows + 2)
  if (lines.length > maxRows + 1) throw fileRefused(`The file has more than ${maxRows.toLocaleString('en')} rows`)

  const parsed = Papa.parse<string[]>(lines.map(({ line }) => `${line}\n`).join(''), { delimiter, newline: '\n' })
  // Both parsers must agree on every row.
  if (parsed.errors.length > 0 || parsed.data.length !== (lines.length === 0 ? 0 : lines.length + 1))
    throw fileRefused('The rows of this file could not be separated. Please save it again as CSV UTF-8')
  const rows = lines
    .map(({ row }, index) => ({ row, cells: parsed.data[index] ?? [] }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const message = (kind: keyof typeof quotingFlaws) =>
    `In this row ${quotingFlaws[kind]}, so this row and all rows after it were not read. Put the whole cell in quotation marks and double every quotation mark inside it`
  return {
    header: rows[0]?.cells ?? [],
    rows: rows.slice(1),
    errors: flaw ? [{ row: flaw.row, message: message(flaw.kind) }] : [],
  }
}

export const byteOrderMark = '\ufeff'

/**
 * CSV rows, each ending in CRLF. Cells that a spreadsheet would run as a formula (even after a full-width sign) get a
 * leading apostrophe.
 */
export function csvLines(rows: readonly (readonly (string | number | null)[])[]): string {
  if (rows.length === 0) return ''
  const cellOf = (value: string | number | null) =>
    typeof value === 'string' ? value.replace(/^[=+\-@\t\r＝＋－＠]/, "'$&") : value
  return `${Papa.unparse(
    rows.map((row) => row.map(cellOf)),
    { newline: '\r\n' },
  )}\r\n`
}

/** A CSV file as spreadsheets expect it: UTF-8 with a byte order mark, CRLF, formulas escaped as in `csvLines`. */
export const writeCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  byteOrderMark + csvLines(rows)
