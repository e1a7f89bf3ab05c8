import type { DomainError } from '#shared/errors.ts'

/** The central directory of a zip. Neither its numbers nor its names are trusted. */

/** Features that no archive of plain files uses. */
export type Flaw = 'outside' | 'link' | 'special' | 'method' | 'double'

/** Limits and errors for reading a zip. */
export interface Terms {
  /** Total unpacked size. */
  mostBytes: number
  mostFiles: number
  /** The zip is truncated, or does not match its headers and checksums. */
  damaged: () => DomainError
  locked: () => DomainError
  tooLarge: () => DomainError
  tooMany: () => DomainError
  /** @param name safe to display */
  flawed: (flaw: Flaw, name: string) => DomainError
}

export interface Entry {
  /** With `/` as separator. */
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
  /** Unix file type (the top four bits of its mode); 0 if unknown. */
  unixKind: number
}

export const signatures = {
  file: 0x04034b50,
  /** Follows a file whose sizes were unknown before writing. */
  descriptor: 0x08074b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  wideEnd: 0x06064b50,
}
export const flags = { encrypted: 1, descriptor: 8, utf8: 0x800 }
export const methods = { stored: 0, deflated: 8 }
const locator = 0x07064b50
const unixSystem = 3
const unixKinds = { folder: 0x4000, file: 0x8000, link: 0xa000 }

/** Marks a number stored in the Zip64 fields, which some programs write for small files too. */
const wide = 0xffffffff

interface Directory {
  count: number
  start: number
  /** Offset of the end records. */
  end: number
}

/** The end record, with the number of entries and the offset of the directory. */
function findDirectory(bytes: Buffer, { damaged }: Terms): Directory {
  // 22 bytes, followed by a comment of up to 65,535.
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) {
    if (bytes.readUInt32LE(at) !== signatures.end) continue
    const [count, start] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)]
    const isWide = at >= 20 && bytes.readUInt32LE(at - 20) === locator
    if (!isWide) return { count, start, end: at }
    const end = Number(bytes.readBigUInt64LE(at - 12))
    if (bytes.readUInt32LE(end) !== signatures.wideEnd) throw damaged()
    return { count: Number(bytes.readBigUInt64LE(end + 32)), start: Number(bytes.readBigUInt64LE(end + 48)), end }
  }
  throw damaged()
}

/** Reads an entry's Zip64 sizes and offset from an extra field, for plain fields with all bits set. */
function widen(entry: Entry, extra: Buffer) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    for (const field of ['size', 'packed', 'offset'] as const) {
      if (entry[field] !== wide) continue
      entry[field] = Number(extra.readBigUInt64LE(next))
      next += 8
    }
  }
}

function readEntry(bytes: Buffer, at: number, { damaged }: Terms): { entry: Entry; next: number } {
  if (bytes.readUInt32LE(at) !== signatures.entry) throw damaged()
  const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((field) =>
    bytes.readUInt16LE(at + field),
  )
  const nameEnd = at + 46 + nameLength
  const extraEnd = nameEnd + extraLength
  const entry = {
    name: bytes.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/'),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    unixKind: bytes.readUInt8(at + 5) === unixSystem ? bytes.readUInt16LE(at + 40) & 0xf000 : 0,
  }
  widen(entry, bytes.subarray(nameEnd, extraEnd))
  return { entry, next: extraEnd + commentLength }
}

/** @throws for features that no archive of plain files uses */
function requirePlain({ name, flags: marks, method, unixKind }: Entry, terms: Terms) {
  if (name.includes('\0')) throw terms.damaged()
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..'))
    throw terms.flawed('outside', shown(name))
  if (marks & flags.encrypted) throw terms.locked()
  if (unixKind === unixKinds.link) throw terms.flawed('link', shown(name))
  if (![0, unixKinds.file, unixKinds.folder].includes(unixKind)) throw terms.flawed('special', shown(name))
  if (method !== methods.stored && method !== methods.deflated) throw terms.flawed('method', shown(name))
}

/** A name that is safe to display. */
export const shown = (name: string) => name.replace(/\p{Cc}/gu, '?').slice(0, 100)

/** Lists every entry of a zip in directory order, before unpacking. */
export function readDirectory(bytes: Buffer, terms: Terms): Entry[] {
  const { count, start, end } = findDirectory(bytes, terms)
  if (count > terms.mostFiles) throw terms.tooMany()
  const entries: Entry[] = []
  let at = start
  while (entries.length < count) {
    const { entry, next } = readEntry(bytes, at, terms)
    entries.push(entry)
    at = next
  }
  // More entries than the end record counts: 65,536 more, or a forged record.
  if (at < end && bytes.readUInt32LE(at) === signatures.entry) throw terms.tooMany()
  for (const entry of entries) requirePlain(entry, terms)
  // The declared size is also the unpacking limit.
  if (entries.reduce((sum, { size }) => sum + size, 0) > terms.mostBytes) throw terms.tooLarge()
  return entries
}
