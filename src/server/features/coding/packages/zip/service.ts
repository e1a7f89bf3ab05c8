import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRaw } from 'node:zlib'
import { archiveRefused, damaged, noZip, otherArchive, unpacksTooLarge } from './errors.ts'

/** What somebody's zip may be: neither its headers nor its names are believed. */

const mostBytes = 64 * 1024 * 1024
const mostEntries = 2_000

interface Entry {
  /** With `/` between its folders. */
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
  /** What kind of file it is on Unix (the top four bits of its mode); 0 where that is not told. */
  unixKind: number
}

const unixSystem = 3
const unixKinds = { folder: 0x4000, file: 0x8000, link: 0xa000 }
const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 }
const flags = { encrypted: 1, utf8: 0x800 }
const stored = 0
const deflated = 8

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)
const deflate = promisify<Buffer, Buffer>(deflateRaw)

/** First bytes of what else people pack files into. */
const otherArchives: [start: string, kind: string][] = [
  ['\x1f\x8b', '.gz'],
  ['7z\xbc\xaf', '.7z'],
  ['Rar!', '.rar'],
  ['\xfd7zXZ', '.xz'],
  ['BZh', '.bz2'],
]

/** @throws UNSUPPORTED_TYPE with what the file is instead, VALIDATION when it holds nothing */
function requireZip(bytes: Buffer) {
  if (bytes.length === 0) throw archiveRefused('The file is empty')
  const start = bytes.toString('latin1', 0, 8)
  if (start.startsWith('PK\x03\x04')) return
  if (start.startsWith('PK\x05\x06')) throw archiveRefused('This .zip is empty')
  const other = otherArchives.find(([bytes]) => start.startsWith(bytes))
  throw other ? otherArchive(other[1]) : noZip()
}

/** A name as it can be shown in a sentence. */
const shown = (name: string) => name.replace(/\p{Cc}/gu, '?').slice(0, 100)

/** The end record: how many entries there are, and where their directory lies. */
function findDirectory(bytes: Buffer): { count: number; start: number; end: number } {
  // 22 bytes, and a comment of up to 65,535 behind them.
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) {
    if (bytes.readUInt32LE(at) !== signatures.end) continue
    const [count, start] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)]
    if (count === 0xffff) throw tooMany()
    if (start === wide) throw tooWide()
    return { count, start, end: at }
  }
  throw damaged()
}

const tooMany = () =>
  archiveRefused(
    `This .zip has more than ${mostEntries.toLocaleString('en')} files. Leave out what is not needed, or split it`,
  )

/** In place of a number that stands in the fields of Zip64, which is for what is too large here anyway. */
const wide = 0xffffffff
const tooWide = () =>
  archiveRefused(
    'This .zip is in the format for very large archives (Zip64). Pack its files again with another program',
  )

function readEntry(bytes: Buffer, at: number): { entry: Entry; next: number } {
  if (bytes.readUInt32LE(at) !== signatures.entry) throw damaged()
  const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((field) =>
    bytes.readUInt16LE(at + field),
  )
  const nameEnd = at + 46 + nameLength
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
  return { entry, next: nameEnd + extraLength + commentLength }
}

function readDirectory(bytes: Buffer): Entry[] {
  const { count, start, end } = findDirectory(bytes)
  if (count > mostEntries) throw tooMany()
  const entries: Entry[] = []
  let at = start
  while (entries.length < count) {
    const { entry, next } = readEntry(bytes, at)
    entries.push(entry)
    at = next
  }
  // More of them than the end record says: 65,536 and so many, or somebody lies.
  if (at < end && bytes.readUInt32LE(at) === signatures.entry) throw tooMany()
  return entries
}

const isFolder = ({ name }: Entry) => name.endsWith('/')

/** @throws VALIDATION for what no archive of plain files has */
function requirePlain(entry: Entry) {
  const { name, unixKind } = entry
  const parts = name.split('/')
  if (name.includes('\0')) throw damaged()
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || parts.includes('..'))
    throw archiveRefused(
      `This .zip names a file outside of itself: ${shown(name)}. Pack the folder again, without ".." and without full paths`,
    )
  if (entry.flags & flags.encrypted)
    throw archiveRefused('This .zip is protected by a password. Pack its files again without one')
  if ([entry.size, entry.packed, entry.offset].includes(wide)) throw tooWide()
  if (unixKind === unixKinds.link)
    throw archiveRefused(`This .zip has a symbolic link: ${shown(name)}. Put the file itself in its place`)
  if (unixKind !== 0 && unixKind !== unixKinds.file && unixKind !== unixKinds.folder)
    throw archiveRefused(`This .zip has something that is no file: ${shown(name)}. Leave it out`)
  if (entry.method !== stored && entry.method !== deflated)
    throw archiveRefused(
      `${shown(name)} is packed in a way that cannot be read here. Pack the files again with the usual method (Deflate)`,
    )
}

/** The packed bytes of each entry. No two may share any: that is how a small file unpacks to petabytes. */
function packedParts(bytes: Buffer, entries: readonly Entry[]): { entry: Entry; packed: Buffer }[] {
  let free = 0
  return entries
    .toSorted((a, b) => a.offset - b.offset)
    .map((entry) => {
      const { offset } = entry
      if (offset < free || bytes.readUInt32LE(offset) !== signatures.file) throw damaged()
      const begin = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
      free = begin + entry.packed
      if (free > bytes.length) throw damaged()
      return { entry, packed: bytes.subarray(begin, free) }
    })
}

/** Unpacks outside of this thread; no more than `size` bytes are ever made, whatever the packed ones would give. */
async function unpack({ method, size, crc }: Entry, packed: Buffer): Promise<Buffer> {
  const bytes = method === stored ? packed : await inflate(packed, { maxOutputLength: Math.max(1, size) })
  if (bytes.length !== size || crc32(bytes) !== crc) throw damaged()
  return bytes
}

/** What file managers leave in an archive. */
const isLitter = (name: string) =>
  name.split('/').some((part) => part === '__MACOSX' || part === '.DS_Store' || part.startsWith('._')) ||
  /(^|\/)(thumbs\.db|desktop\.ini)$/i.test(name)

/**
 * Unpacks a zip, whole and checked: what its directory says must be true of every entry.
 *
 * @returns its files by name, without folders
 * @throws UNSUPPORTED_TYPE when it is no zip; VALIDATION when it is damaged, protected, has more than 2,000 entries, links, or names
 * that lead out of it; TOO_LARGE above 64 MB unpacked
 */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  requireZip(bytes)
  try {
    const entries = readDirectory(bytes)
    for (const entry of entries) requirePlain(entry)
    // What is claimed is also the most that is made of each.
    if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) throw unpacksTooLarge()
    const files = new Map<string, Buffer>()
    for (const { entry, packed } of packedParts(bytes, entries)) {
      if (isFolder(entry) || isLitter(entry.name)) continue
      if (files.has(entry.name)) throw archiveRefused(`This .zip has two files named ${shown(entry.name)}. Keep one`)
      files.set(entry.name, await unpack(entry, packed))
    }
    return files
  } catch (error) {
    const { code } = error as { code?: string }
    // Reading past the end of the file, more bytes than claimed, or packed ones that make no sense.
    if (error instanceof RangeError || code?.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') throw damaged()
    throw error
  }
}

/** 1980-01-01, the first day that a zip knows: the same files give the same bytes. */
const firstDay = 0x21

/** The part of an entry that its own header and the directory share. */
function sharedHeader(name: Buffer, content: Buffer, packed: Buffer, method: number): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(flags.utf8, 2)
  header.writeUInt16LE(method, 4)
  header.writeUInt16LE(firstDay, 8)
  header.writeUInt32LE(crc32(content), 10)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Packs files, by their paths. */
export async function zip(files: ReadonlyMap<string, string | Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of files) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)]
    const smaller = await deflate(content)
    const [method, packed] = smaller.length < content.length ? [deflated, smaller] : [stored, content]
    const header = sharedHeader(name, content, packed, method)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(uint32(signatures.entry), Buffer.from([20, 0]), header, place, name)
    parts.push(uint32(signatures.file), header, name, packed)
    offset += 4 + header.length + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.size, 4)
  end.writeUInt16LE(files.size, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, uint32(signatures.end), end])
}
