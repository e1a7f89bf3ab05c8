import { DomainError, invalid } from '#shared/errors.ts'
import type { ZipLimits } from '../zip/read.ts'

/** Detects a file's type by content, ignoring its name. */

const saveAs = 'open it in Excel or LibreOffice and save it as .xlsx'

export const wrongType = (sentence: string) => new DomainError('UNSUPPORTED_TYPE', sentence)
export const fileRefused = (message: string) => invalid([{ field: 'file', message }])
export const tooLarge = (sentence: string) => new DomainError('TOO_LARGE', sentence)
export const damaged = () =>
  fileRefused(`This workbook is damaged or incomplete. If it still opens, ${saveAs} under a new name`)
export const locked = () =>
  fileRefused('This workbook is protected by a password. Remove the password in Excel and upload it again')

/** Zip limits and messages for .xlsx files. Real 5 MB files have 30 to 60 parts. */
export const workbookLimits: ZipLimits = {
  maxBytes: 100 * 1024 * 1024,
  maxEntries: 5_000,
  damaged,
  // For other zips: an encrypted workbook is not a zip.
  locked: () => fileRefused('This .zip archive is protected by a password'),
  tooLarge: () => tooLarge('This file unpacks to more than 100 MB. Copy its rows into a new workbook and upload that'),
  tooMany: () => fileRefused('This workbook has more than 5,000 parts'),
  flawed: (flaw, name) =>
    flaw === 'double' ? damaged() : fileRefused(`This workbook contains an unexpected part: ${name}; ${saveAs}`),
}

const noWorkbook = () => wrongType('This is not an Excel workbook. Please upload an .xlsx or .xls file')

const latin = (text: string) => Buffer.from(text, 'latin1')
const startsWith = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start)

/** Signatures of files uploaded by mistake. */
const mistakes: [starts: string[], sentence: string][] = [
  [['%PDF'], 'This is a PDF. Please upload the workbook it was made from, as .xlsx'],
  [
    ['\x89PNG', 'GIF8', '\xff\xd8\xff', 'BM', 'II*\0', 'MM\0*'],
    'This is a picture. Please upload the workbook itself, as .xlsx',
  ],
  [['\x1f\x8b', '7z\xbc\xaf', 'Rar!'], 'This is a compressed archive. Unpack it and upload the .xlsx file inside'],
  [['{\\rtf'], `This is a text document (RTF). Put its table into a workbook and save that as .xlsx`],
]

/** Returns an error that names the likely type of a text file. */
function textRefusal(text: string): DomainError {
  const start = text.trimStart().slice(0, 2000)
  if (/^(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body|table|meta|style|div)\b/i.test(start))
    return wrongType(`This is a web page (HTML), not an Excel workbook; ${saveAs}`)
  if (start.startsWith('<')) return wrongType(`This is an XML file; ${saveAs}`)
  if (/^[[{]/.test(start)) return wrongType('This is a text file (JSON). Please upload an .xlsx or .xls file')
  return wrongType(`This is a CSV, not an Excel workbook; ${saveAs}`)
}

/** Decoded text, or null for binary content. */
function textOf(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 64 * 1024)
  const marked =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : ''
  const text = marked ? new TextDecoder(marked).decode(head) : head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish binary content from text
  return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text
}

/**
 * Detects a workbook's container: `zip` for .xlsx, `compound` for .xls.
 * @throws UNSUPPORTED_TYPE with the detected type
 */
export function containerOf(bytes: Buffer): 'zip' | 'compound' {
  if (bytes.length === 0) throw fileRefused('The file is empty')
  if (startsWith(bytes, latin('PK\x03\x04'))) return 'zip'
  if (startsWith(bytes, latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))) return 'compound'
  if (startsWith(bytes, latin('PK\x05\x06'))) throw plainArchive()
  for (const [starts, sentence] of mistakes)
    if (starts.some((start) => startsWith(bytes, latin(start)))) throw wrongType(sentence)
  const text = textOf(bytes)
  throw text === null ? noWorkbook() : textRefusal(text)
}

const plainArchive = () =>
  wrongType('This is a .zip archive, not a workbook. Unpack it and upload the .xlsx file inside')

/** Other kinds of zip, by content type (OOXML) or media type (OpenDocument). */
const packages: [mark: RegExp, sentence: string][] = [
  [/ms-excel\.(sheet|template)\.macroEnabled\.main/i, `This is a workbook with macros (.xlsm); ${saveAs}`],
  [/ms-excel\.sheet\.binary\.macroEnabled/i, `This is a binary workbook (.xlsb); ${saveAs}`],
  [/wordprocessingml\.document\.main|wordprocessingml\.template\.main/i, 'This is a Word document, not a workbook'],
  [/presentationml\.\w+\.main/i, 'This is a presentation, not a workbook'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet/i, `This is an OpenDocument sheet (.ods); ${saveAs}`],
  [/^application\/vnd\.oasis\.opendocument\./i, 'This is an OpenDocument file, not a workbook'],
]

/** Accepts only .xlsx workbooks. @throws UNSUPPORTED_TYPE with the detected type */
export function requireWorkbook(parts: ReadonlyMap<string, Buffer>) {
  const types = parts.get('[Content_Types].xml')?.toString('latin1') ?? ''
  if (/spreadsheetml\.(sheet|template)\.main\+xml/i.test(types)) return
  const marks = types || (parts.get('mimetype')?.toString('latin1') ?? '')
  const found = packages.find(([mark]) => mark.test(marks))
  if (found) throw wrongType(found[1])
  if (parts.has('Index/Document.iwa')) throw wrongType('This is a Numbers sheet. Export it to Excel as .xlsx')
  throw types ? noWorkbook() : plainArchive()
}

/** Other kinds of compound file, by stream name. */
const streams: [name: string, sentence: string][] = [
  ['worddocument', 'This is a Word document, not a workbook'],
  ['powerpoint document', 'This is a presentation, not a workbook'],
  ['__properties_version1.0', 'This is an email. Save the attached workbook and upload that'],
]

/** @throws UNSUPPORTED_TYPE with the detected type of a compound file that contains no workbook */
export function refuseStreams(names: readonly string[]): never {
  const found = streams.find(([name]) => names.includes(name))
  throw found ? wrongType(found[1]) : noWorkbook()
}
