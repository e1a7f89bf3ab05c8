/** Incremental text decoding. Runs inside the isolate: see ../files.ts. */
import { Buffer } from './text.ts'

/** Number of trailing bytes that start an incomplete character. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

export class StringDecoder {
  readonly encoding: string
  #left = Buffer.alloc(0)

  constructor(encoding = 'utf8') {
    this.encoding = encoding
  }
  write(piece: Uint8Array): string {
    const bytes = Buffer.concat([this.#left, piece])
    const end = bytes.length - (/^utf-?8$/i.test(this.encoding) ? unfinished(bytes) : 0)
    this.#left = Buffer.from(bytes.subarray(end))
    return bytes.toString(this.encoding, 0, end)
  }
  end(piece: Uint8Array = Buffer.alloc(0)): string {
    const text = this.write(piece) + this.#left.toString(this.encoding)
    this.#left = Buffer.alloc(0)
    return text
  }
}
