/** A tar archive (ustar) of regular files only, which every system can open. */

const block = 512
/** Maximum size with eleven octal digits. Larger sizes use GNU's binary form, which tar and 7-Zip read. */
const maxOctal = 8 * 1024 ** 3 - 1

export const tarEnd = Buffer.alloc(2 * block)

/** Number of bytes that pad a file's last block. */
export const paddingOf = (bytes: number) => (block - (bytes % block)) % block

function checksum(header: Buffer): number {
  let sum = 0
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  return sum
}

/** @param name at most 100 bytes @param seconds since 1970 */
export function tarHeader(name: string, bytes: number, seconds: number): Buffer {
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (bytes <= maxOctal) header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(bytes), 128)
  }
  header.write(`${Math.floor(seconds).toString(8).padStart(11, '0')}\0`, 136)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const text = (bytes: Buffer) => bytes.toString('utf8').replace(/\0.*$/s, '')

/** Reads a header written by `tarHeader`. @returns undefined for any other */
export function readTarHeader(header: Buffer): { name: string; bytes: number } | undefined {
  const name = text(header.subarray(0, 100))
  const isWide = header[124] === 0x80
  const bytes = isWide ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(header.subarray(124, 136)), 8)
  const seconds = Number.parseInt(text(header.subarray(136, 148)), 8)
  if (!Number.isSafeInteger(bytes) || !header.equals(tarHeader(name, bytes, seconds))) return undefined
  return { name, bytes }
}

/** Reads pieces of a given length from a stream, buffering no more than one chunk. */
export class Pieces {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Reads `length` bytes, or fewer at the end of the stream. */
  async *next(length: number): AsyncGenerator<Buffer> {
    let left = length
    while (left > 0) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#source.next()
        if (done) return
        this.#rest = value
      }
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  async whole(length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.next(length)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  header = () => this.whole(block)
}
