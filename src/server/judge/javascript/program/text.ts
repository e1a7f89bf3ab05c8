/** `Buffer`, `TextEncoder`, `TextDecoder` and `StringDecoder` for programs. Runs inside the isolate: see ../../main.ts. */

const chunk = 8_192

function encodedLength(text: string): number {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3
  }
  return length
}

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  // Each lone surrogate becomes the replacement character, which is one byte longer than half a pair.
  const sound = text.toWellFormed()
  const bytes = new Uint8Array(encodedLength(sound))
  let at = 0
  for (let i = 0; i < sound.length; i++) {
    const code = sound.codePointAt(i) ?? 0
    if (code < 0x80) bytes[at++] = code
    else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6)
      bytes[at++] = 0x80 | (code & 63)
    } else {
      if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12)
      else {
        i++
        bytes[at++] = 0xf0 | (code >> 18)
        bytes[at++] = 0x80 | ((code >> 12) & 63)
      }
      bytes[at++] = 0x80 | ((code >> 6) & 63)
      bytes[at++] = 0x80 | (code & 63)
    }
  }
  return bytes
}

const replacement = 0xfffd

/** Decodes one character; invalid bytes become the replacement character. `length` is in bytes. */
function decodeOne(bytes: Uint8Array, at: number): [code: number, length: number] {
  const first = bytes[at] ?? 0
  if (first < 0x80) return [first, 1]
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first >= 0xf5) return [replacement, 1]
  let code = first & (0x7f >> length)
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i]
    if (next === undefined || (next & 0xc0) !== 0x80) return [replacement, i]
    code = (code << 6) | (next & 63)
  }
  const smallest = length === 4 ? 0x10000 : length === 3 ? 0x800 : 0x80
  return code < smallest || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? [replacement, 1] : [code, length]
}

export function decodeUtf8(bytes: Uint8Array): string {
  const parts: string[] = []
  let codes: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const [code, length] = decodeOne(bytes, at)
    codes.push(code)
    at += length
    if (codes.length === chunk) {
      parts.push(String.fromCodePoint(...codes))
      codes = []
    }
  }
  return parts.join('') + String.fromCodePoint(...codes)
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const latinOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The subset of Node's Buffer that programs with text input and output use. */
export class Buffer extends Uint8Array<ArrayBuffer> {
  /** The decoded text, if already known. */
  #text: string | undefined

  static withText(bytes: Uint8Array<ArrayBuffer>, text: string): Buffer {
    const buffer = new Buffer(bytes.buffer, bytes.byteOffset, bytes.length)
    buffer.#text = text
    return buffer
  }

  // biome-ignore lint/suspicious/noExplicitAny: as loose as the original
  static override from(value: any, how?: any): Buffer {
    if (typeof value === 'string') {
      if (how === 'hex') return Buffer.from((value.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
      if (how === 'latin1' || how === 'binary') return Buffer.from([...value].map((one) => one.charCodeAt(0)))
      const bytes = encodeUtf8(value)
      return new Buffer(bytes.buffer, 0, bytes.length)
    }
    if (value instanceof ArrayBuffer) return new Buffer(value)
    const buffer = Buffer.alloc(value.length)
    buffer.set(value)
    return buffer
  }
  static alloc(size: number, value = 0): Buffer {
    return new Buffer(new ArrayBuffer(size)).fill(value)
  }
  static allocUnsafe = (size: number) => Buffer.alloc(size)
  static isBuffer = (value: unknown) => value instanceof Buffer
  static byteLength = (value: string | Uint8Array) => (typeof value === 'string' ? encodedLength(value) : value.length)
  static concat(list: Uint8Array[]): Buffer {
    const all = Buffer.alloc(list.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of list) {
      all.set(part, at)
      at += part.length
    }
    return all
  }

  override toString(encoding = 'utf8', from = 0, to = this.length): string {
    const whole = from === 0 && to >= this.length
    const part = whole ? this : this.subarray(from, to)
    if (encoding === 'hex') return hexOf(part)
    if (encoding === 'latin1' || encoding === 'binary' || encoding === 'ascii') return latinOf(part)
    return whole && this.#text !== undefined ? this.#text : decodeUtf8(part)
  }
  write(text: string, at = 0): number {
    const bytes = encodeUtf8(text).subarray(0, this.length - at)
    this.#text = undefined
    this.set(bytes, at)
    return bytes.length
  }
  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, place) => byte === other[place])
  }
}

export class TextEncoder {
  readonly encoding = 'utf-8'
  encode = (text = '') => encodeUtf8(text)
}

export class TextDecoder {
  readonly encoding = 'utf-8'
  decode = (bytes?: Uint8Array | ArrayBuffer) =>
    bytes ? decodeUtf8(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes) : ''
}

/** Counts trailing bytes that start an incomplete character. */
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
