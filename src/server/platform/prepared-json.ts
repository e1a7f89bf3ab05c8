import { constants, crc32, deflateRawSync } from 'node:zlib'

/**
 * JSON that is serialised and compressed once and sent many times. A 60-question paper is 25 kB of text. Doing both for
 * every student would be most of the server's work when a whole hall starts at once (docs/decisions/024).
 */

interface Piece {
  text: Buffer
  /** Raw deflate data that ends on a byte boundary and is not final, so that it can be spliced into a stream. */
  deflated: Buffer
}

interface Prepared extends Piece {
  /** The piece with a leading comma, for lists of prepared values; created on first use. */
  afterComma?: Piece
}

function pieceOf(json: string): Piece {
  const text = Buffer.from(json)
  return { text, deflated: deflateRawSync(text, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) }
}

const prepared = new WeakMap<object, Prepared>()

/** Prepares a value that will not change. The value itself is returned unmodified. */
export function prepareJson<T extends object>(value: T): T {
  prepared.set(value, pieceOf(JSON.stringify(value)))
  return value
}

const assembled = new WeakSet<object>()

/** Marks a value as made of prepared parts, at any depth. The value itself is returned unmodified. */
export function assembleJson<T extends object>(value: T): T {
  assembled.add(value)
  return value
}

/** True if one of an object's direct values is prepared or assembled. Does not search deeper. */
export const holdsPrepared = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.values(value).some(
    (part) => part !== null && typeof part === 'object' && (prepared.has(part) || assembled.has(part)),
  )

/** Placeholder for a prepared part: a string that never occurs in our JSON. */
const mark = '\u0000prepared\u0000'
const writtenMark = JSON.stringify(mark)

/** Serialises a value into prepared pieces and the text around them. Returns an empty list if nothing is prepared. */
function splitJson(value: unknown): (Piece | Buffer)[] {
  const parts: Prepared[] = []
  const text = JSON.stringify(value, (_key, part) => {
    const found = part !== null && typeof part === 'object' ? prepared.get(part) : undefined
    if (!found) return part
    parts.push(found)
    return mark
  })
  if (parts.length === 0) return []
  return text.split(writtenMark).flatMap((around, place): (Piece | Buffer)[] => {
    const part = parts[place]
    if (!part) return [Buffer.from(around)]
    if (around !== ',') return [Buffer.from(around), part]
    part.afterComma ??= pieceOf(`,${part.text.toString()}`)
    return [part.afterComma]
  })
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
 * Serialises a value that contains prepared parts; null if it contains none. A compressed body is one gzip member (RFC
 * 1952): stored blocks around the parts' deflated bytes.
 */
export function preparedBody(value: unknown, gzip: boolean): { body: Buffer; encoding: 'gzip' | null } | null {
  const pieces = splitJson(value)
  if (pieces.length === 0) return null
  const texts = pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : piece.text))
  if (!gzip || pieces.some((piece) => Buffer.isBuffer(piece) && piece.length > largestStored))
    return { body: Buffer.concat(texts), encoding: null }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(texts.reduce((sum, text) => crc32(text, sum), 0))
  trailer.writeUInt32LE(
    texts.reduce((sum, text) => sum + text.length, 0),
    4,
  )
  const last = pieces.length - 1
  const compressed = pieces.map((piece, place) =>
    Buffer.isBuffer(piece) ? storedBlock(piece, place === last) : piece.deflated,
  )
  return { body: Buffer.concat([gzipHeader, ...compressed, trailer]), encoding: 'gzip' }
}
