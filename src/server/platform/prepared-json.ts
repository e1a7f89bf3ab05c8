import { constants, crc32, deflateRawSync } from 'node:zlib'

/**
 * JSON that is serialised and compressed once and sent many times. A 60-question paper is 25 kB of text; doing both for
 * every student would be most of the server's work when a hall starts at once (docs/decisions/024).
 */

interface Prepared {
  text: Buffer
  /** Raw deflate data that ends on a byte boundary and is not final, so that it can be spliced into a stream. */
  deflated: Buffer
}

const prepared = new WeakMap<object, Prepared>()

/** Prepares a value that will not change. The value itself is returned unmodified. */
export function prepareJson<T extends object>(value: T): T {
  const text = Buffer.from(JSON.stringify(value))
  prepared.set(value, { text, deflated: deflateRawSync(text, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) })
  return value
}

/** True if one of an object's direct values is prepared; deeper ones are not searched. */
export const holdsPrepared = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.values(value).some((part) => part !== null && typeof part === 'object' && prepared.has(part))

/** Placeholder for the prepared part: a string that never occurs in our JSON. */
const mark = '\u0000prepared\u0000'
const writtenMark = JSON.stringify(mark)

/** Like `JSON.stringify`, split around the one prepared value. */
function splitJson(value: unknown): { before: Buffer; inside: Prepared; after: Buffer } | null {
  let inside: Prepared | undefined
  const text = JSON.stringify(value, (_key, part) => {
    const found = part !== null && typeof part === 'object' && !inside ? prepared.get(part) : undefined
    if (!found) return part
    inside = found
    return mark
  })
  if (!inside) return null
  const at = text.indexOf(writtenMark)
  return { before: Buffer.from(text.slice(0, at)), inside, after: Buffer.from(text.slice(at + writtenMark.length)) }
}

/** An uncompressed deflate block of up to 65,535 bytes. RFC 1951, 3.2.4. */
function storedBlock(bytes: Buffer, isLast: boolean): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt8(isLast ? 1 : 0, 0)
  header.writeUInt16LE(bytes.length, 1)
  header.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([header, bytes])
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const largestStored = 65_535

/**
 * Serialises a value that contains a prepared one; null if it contains none. A compressed body is one gzip member (RFC
 * 1952): stored blocks around the prepared part's deflated bytes.
 */
export function preparedBody(value: unknown, gzip: boolean): { body: Buffer; encoding: 'gzip' | null } | null {
  const parts = splitJson(value)
  if (!parts) return null
  const { before, inside, after } = parts
  const whole = [before, inside.text, after]
  if (!gzip || before.length > largestStored || after.length > largestStored)
    return { body: Buffer.concat(whole), encoding: null }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(whole.reduce((sum, part) => crc32(part, sum), 0))
  trailer.writeUInt32LE(
    whole.reduce((sum, part) => sum + part.length, 0),
    4,
  )
  const body = [gzipHeader, storedBlock(before, false), inside.deflated, storedBlock(after, true), trailer]
  return { body: Buffer.concat(body), encoding: 'gzip' }
}
