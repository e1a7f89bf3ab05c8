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

const assembled = new WeakSet<object>()

/** Marks a value as made of prepared parts, at any depth. The value itself is returned unmodified. */
export function assembleJson<T extends object>(value: T): T {
  assembled.add(value)
  return value
}

/** True if one of an object's direct values is prepared or assembled; deeper ones are not searched. */
export const holdsPrepared = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.values(value).some(
    (part) => part !== null && typeof part === 'object' && (prepared.has(part) || assembled.has(part)),
  )

/** Placeholder for a prepared part: a string that never occurs in our JSON. */
const mark = '\u0000prepared\u0000'
const writtenMark = JSON.stringify(mark)

/** Like `JSON.stringify`, split around the prepared values. */
function splitJson(value: unknown): { around: Buffer[]; parts: Prepared[] } {
  const parts: Prepared[] = []
  const text = JSON.stringify(value, (_key, part) => {
    const found = part !== null && typeof part === 'object' ? prepared.get(part) : undefined
    if (!found) return part
    parts.push(found)
    return mark
  })
  return { around: text.split(writtenMark).map((piece) => Buffer.from(piece)), parts }
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
 * Serialises a value that contains prepared ones; null if it contains none. A compressed body is one gzip member (RFC
 * 1952): stored blocks around the prepared parts' deflated bytes.
 */
export function preparedBody(value: unknown, gzip: boolean): { body: Buffer; encoding: 'gzip' | null } | null {
  const { around, parts } = splitJson(value)
  if (parts.length === 0) return null
  const whole = around.flatMap((piece, place) => [piece, ...(parts[place] ? [parts[place].text] : [])])
  if (!gzip || around.some((piece) => piece.length > largestStored))
    return { body: Buffer.concat(whole), encoding: null }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(whole.reduce((sum, part) => crc32(part, sum), 0))
  trailer.writeUInt32LE(
    whole.reduce((sum, part) => sum + part.length, 0),
    4,
  )
  const compressed = around.flatMap((piece, place) => {
    const part = parts[place]
    return part ? [storedBlock(piece, false), part.deflated] : [storedBlock(piece, true)]
  })
  return { body: Buffer.concat([gzipHeader, ...compressed, trailer]), encoding: 'gzip' }
}
