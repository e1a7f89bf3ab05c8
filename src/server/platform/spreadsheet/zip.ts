import { crc32, inflateRawSync } from 'node:zlib'
import { damaged, fileRefused, tooLarge } from './content.ts'

/** A zip is opened here rather than by the spreadsheet library, which believes what its headers say. */

/** All of a workbook's parts, unpacked. Real ones of 5 MB have 30 to 60. */
const mostBytes = 100 * 1024 * 1024
const mostEntries = 5_000

interface Entry {
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

const bombed = () =>
  tooLarge('This file unpacks to more than 100 MB. Copy its rows into a new workbook and upload that')

/** The end record: how many entries there are and where their directory lies. */
function findDirectory(bytes: Buffer): { count: number; start: number } {
  // The record is 22 bytes long and has a comment of up to 65,535 behind it.
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) {
    if (bytes.readUInt32LE(at) !== 0x06054b50) continue
    const [count, start] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)]
    if (count !== 0xffff && start !== 0xffffffff) return { count, start }
    // Zip64, as some programs write it for small files too: a locator stands before this record.
    if (bytes.readUInt32LE(at - 20) !== 0x07064b50) throw damaged()
    const wide = Number(bytes.readBigUInt64LE(at - 12))
    if (bytes.readUInt32LE(wide) !== 0x06064b50) throw damaged()
    return { count: Number(bytes.readBigUInt64LE(wide + 32)), start: Number(bytes.readBigUInt64LE(wide + 48)) }
  }
  throw damaged()
}

/** Sizes and place of an entry that zip64 writes into an extra field; each only where the plain one is all ones. */
function widen(entry: Entry, extra: Buffer) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    for (const field of ['size', 'packed', 'offset'] as const) {
      if (entry[field] !== 0xffffffff) continue
      entry[field] = Number(extra.readBigUInt64LE(next))
      next += 8
    }
  }
}

function readDirectory(bytes: Buffer): Entry[] {
  const { count, start } = findDirectory(bytes)
  if (count > mostEntries) throw fileRefused(`This workbook has more than ${mostEntries.toLocaleString('en')} parts`)
  const entries: Entry[] = []
  for (let at = start; entries.length < count; ) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const nameEnd = at + 46 + (nameLength ?? 0)
    const extraEnd = nameEnd + (extraLength ?? 0)
    const entry = {
      name: bytes.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/'),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    widen(entry, bytes.subarray(nameEnd, extraEnd))
    entries.push(entry)
    at = extraEnd + (commentLength ?? 0)
  }
  return entries
}

/** The packed bytes of each entry. No two may share any: that is how a small file unpacks to petabytes. */
function packedParts(bytes: Buffer, entries: readonly Entry[]): { entry: Entry; packed: Buffer }[] {
  let free = 0
  return entries
    .toSorted((a, b) => a.offset - b.offset)
    .map((entry) => {
      const { offset } = entry
      if (offset < free || bytes.readUInt32LE(offset) !== 0x04034b50) throw damaged()
      const begin = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
      free = begin + entry.packed
      if (free > bytes.length) throw damaged()
      return { entry, packed: bytes.subarray(begin, free) }
    })
}

/** At most `size` bytes are ever made, whatever the packed ones would give. */
function unpack({ method, size, crc }: Entry, packed: Buffer): Buffer {
  if (method !== 0 && method !== 8) throw damaged()
  const bytes = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
  if (bytes.length !== size || crc32(bytes) !== crc) throw damaged()
  return bytes
}

/**
 * Unpacks a zip, whole and checked: what its directory says must be true of every entry.
 *
 * @returns its files by name
 * @throws VALIDATION when it is damaged or incomplete, TOO_LARGE above 100 MB unpacked
 */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  try {
    const entries = readDirectory(bytes)
    if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) throw bombed()
    if (entries.some(({ flags }) => flags & 1)) throw fileRefused('This .zip archive is protected by a password')
    const files = new Map<string, Buffer>()
    for (const { entry, packed } of packedParts(bytes, entries)) {
      if (files.has(entry.name)) throw damaged()
      files.set(entry.name, unpack(entry, packed))
    }
    return files
  } catch (error) {
    // Reading past the end of the file, or packed bytes that make no sense.
    if (error instanceof RangeError || (error as { code?: string }).code?.startsWith('Z_')) throw damaged()
    throw error
  }
}
