import { extname } from 'node:path'
import { DomainError, refused } from '#shared/errors.ts'
import { readImage } from './image.ts'
import { openCompound } from './spreadsheet/compound.ts'
import { readNames, type ZipLimits } from './zip/read.ts'

export type DocumentType = 'jpg' | 'png' | 'gif' | 'pdf' | 'doc' | 'docx' | 'txt'

export interface DocumentFacts {
  type: DocumentType
  /** Without a charset, because byte order marks are more reliable. */
  mimetype: string
}

type Verdict = 'sound' | 'damaged' | 'other'

interface Format extends DocumentFacts {
  extensions: string[]
  /** Signature, in Latin-1. */
  begins: string
  /** Checks the rest of a file whose signature matched. */
  judge: (bytes: Buffer) => Verdict | Promise<Verdict>
}

const endOfZip = Buffer.from('PK\x05\x06')

/**
 * True if the file is also a zip. Unpackers find a zip from its end, but people would see only a harmless image or PDF.
 */
function endsAsZip(bytes: Buffer): boolean {
  // The end record has 22 bytes, followed by a comment of up to 65,535 bytes at the end of the file.
  const tail = bytes.subarray(-65_557)
  for (let at = tail.indexOf(endOfZip); at >= 0; at = tail.indexOf(endOfZip, at + 1)) {
    const behind = tail.length - at - 22
    if (behind >= 0 && tail.readUInt16LE(at + 20) === behind) return true
  }
  return false
}

function inspectImage(bytes: Buffer): Verdict {
  const image = readImage(bytes)
  if (image === null || endsAsZip(bytes)) return 'other'
  return image === 'damaged' ? 'damaged' : 'sound'
}

function inspectPdf(bytes: Buffer): Verdict {
  if (!/^%PDF-\d\.\d/.test(bytes.toString('latin1', 0, 8)) || endsAsZip(bytes)) return 'other'
  // Readers search the last 1,024 bytes, because mail programs and portals append a few bytes.
  return bytes.subarray(-1024).includes('%%EOF') ? 'sound' : 'damaged'
}

/** True for a complete PDF that is nothing else too. */
export const isPdf = (bytes: Buffer) => inspectPdf(bytes) === 'sound'

/** A Word 97-2003 document: a compound file with the text in a top-level stream, without macros. */
function inspectDoc(bytes: Buffer): Verdict {
  try {
    const { names, stream } = openCompound(bytes)
    if (!names.includes('worddocument') || names.includes('macros')) return 'other'
    // Throws if the stream is truncated.
    stream('worddocument')
    return 'sound'
  } catch (error) {
    // Drop the message, which is about workbooks.
    if (error instanceof DomainError) return 'damaged'
    throw error
  }
}

const [damaged, other] = [refused('damaged'), refused('other')]
/**
 * Zip limits for documents. Nothing is unpacked, so the unpacked size does not matter. Real documents have a few dozen
 * parts, plus one per image.
 */
const limits: ZipLimits = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxEntries: 10_000,
  damaged: () => damaged,
  locked: () => other,
  tooLarge: () => other,
  tooMany: () => other,
  flawed: () => other,
}

async function inspectDocx(bytes: Buffer): Promise<Verdict> {
  try {
    const names = new Set(await readNames(bytes, limits))
    if ([...names].some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) return 'other'
    return names.has('[Content_Types].xml') && names.has('word/document.xml') ? 'sound' : 'other'
  } catch (error) {
    if (error === other) return 'other'
    if (error === damaged) return 'damaged'
    throw error
  }
}

/** Control characters not allowed in text. Form feeds are allowed, because they separate pages. */
const unshowable = /(?![\t\n\f\r])\p{Cc}/u

/** Accepts UTF-8, UTF-16 with a byte order mark, or Windows-1252, unless the file starts like another format. */
function inspectText(bytes: Buffer): Verdict {
  if (formats.some(({ begins }) => begins !== '' && bytes.toString('latin1', 0, begins.length) === begins))
    return 'other'
  const mark = bytes.toString('latin1', 0, 2)
  const marked = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : undefined
  for (const encoding of marked ? [marked] : ['utf-8', 'windows-1252'])
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return text !== '' && !unshowable.test(text) ? 'sound' : 'other'
    } catch {
      // Try the next encoding.
    }
  return 'other'
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const formats: Format[] = [
  { type: 'jpg', extensions: ['.jpg', '.jpeg'], mimetype: 'image/jpeg', begins: '\xff\xd8\xff', judge: inspectImage },
  { type: 'png', extensions: ['.png'], mimetype: 'image/png', begins: '\x89PNG\r\n\x1a\n', judge: inspectImage },
  { type: 'gif', extensions: ['.gif'], mimetype: 'image/gif', begins: 'GIF8', judge: inspectImage },
  { type: 'pdf', extensions: ['.pdf'], mimetype: 'application/pdf', begins: '%PDF-', judge: inspectPdf },
  {
    ...{ type: 'doc', extensions: ['.doc'], mimetype: 'application/msword' },
    ...{ begins: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', judge: inspectDoc },
  },
  { type: 'docx', extensions: ['.docx'], mimetype: word, begins: 'PK\x03\x04', judge: inspectDocx },
  { type: 'txt', extensions: ['.txt'], mimetype: 'text/plain', begins: '', judge: inspectText },
]
const formatOf = new Map(formats.flatMap((format) => format.extensions.map((extension) => [extension, format])))

/**
 * Detects an attachment's type: file extension and content must match. Nothing is decoded or unpacked, so a zip bomb is
 * harmless.
 * @param name as sent; case is ignored
 * @returns undefined for other types and empty files; `damaged` when the content starts like the extension's type but
 * is truncated or inconsistent
 */
export async function readDocument(name: string, bytes: Buffer): Promise<DocumentFacts | 'damaged' | undefined> {
  const format = formatOf.get(extname(name).toLowerCase())
  if (!format || bytes.toString('latin1', 0, format.begins.length) !== format.begins) return undefined
  const { type, mimetype, judge } = format
  const verdict = await judge(bytes)
  if (verdict === 'other') return undefined
  return verdict === 'damaged' ? 'damaged' : { type, mimetype }
}
