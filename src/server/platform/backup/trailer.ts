import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'

/**
 * The end of a backup: an empty gzip member whose comment is the SHA-256 of every byte before it. Tools that unpack
 * gzip ignore it. If it is missing or does not match, the file was truncated or changed.
 */

const mark = 'examhall backup sha256:'
const header = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 255])
/** An empty final block, then a checksum and a length of zero. */
const empty = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])

/** @param sha256 hex digest of everything before it */
export const trailerOf = (sha256: string) => Buffer.concat([header, Buffer.from(`${mark}${sha256}\0`, 'latin1'), empty])
export const trailerLength = trailerOf('0'.repeat(64)).length

/** Reads the checksum in a file's trailer. @returns undefined when the file has no trailer */
export async function trailerSum(file: string): Promise<string | undefined> {
  const { size } = await stat(file)
  if (size < trailerLength) return undefined
  const opened = await open(file, 'r')
  try {
    const end = Buffer.alloc(trailerLength)
    await opened.read(end, 0, trailerLength, size - trailerLength)
    const from = header.length + mark.length
    const sum = end.toString('latin1', from, from + 64)
    return end.equals(trailerOf(sum)) ? sum : undefined
  } finally {
    await opened.close()
  }
}

/** Computes a file's hex SHA-256 and length. @param upTo bytes to read; undefined reads all */
export async function sumOf(file: string, upTo?: number): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(file, {
    highWaterMark: 1 << 20,
    ...(upTo !== undefined && { end: upTo - 1 }),
  })) {
    hash.update(piece)
    bytes += piece.length
  }
  return { sha256: hash.digest('hex'), bytes }
}
