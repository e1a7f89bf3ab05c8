import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { type Entry, methods, readDirectory, shown, signatures, type Terms } from './directory.ts'

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/** Packed bytes of each entry. Entries must not overlap, which would let a small file unpack to petabytes. */
function packedParts(bytes: Buffer, entries: readonly Entry[], { damaged }: Terms): { entry: Entry; packed: Buffer }[] {
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

/** Unpacks in a thread pool, never producing more than `size` bytes. */
async function unpack({ method, size, crc }: Entry, packed: Buffer, { damaged }: Terms): Promise<Buffer> {
  const bytes = method === methods.stored ? packed : await inflate(packed, { maxOutputLength: Math.max(1, size) })
  if (bytes.length !== size || crc32(bytes) !== crc) throw damaged()
  return bytes
}

/**
 * Unpacks and verifies a whole zip against its directory.
 * @returns its files by name, without folders
 * @throws as defined by the terms for a zip that is damaged, encrypted, too large or has too many files, links, names
 * that escape it, or duplicate names
 */
export async function unzip(bytes: Buffer, terms: Terms): Promise<Map<string, Buffer>> {
  try {
    const files = new Map<string, Buffer>()
    for (const { entry, packed } of packedParts(bytes, readDirectory(bytes, terms), terms)) {
      if (entry.name.endsWith('/')) continue
      if (files.has(entry.name)) throw terms.flawed('double', shown(entry.name))
      files.set(entry.name, await unpack(entry, packed, terms))
    }
    return files
  } catch (error) {
    const { code } = error as { code?: string }
    // A read past the end, more bytes than declared, or invalid compressed data.
    if (error instanceof RangeError || code?.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') throw terms.damaged()
    throw error
  }
}
