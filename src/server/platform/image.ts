import { crc32 } from 'node:zlib'

export interface ImageFacts {
  type: 'png' | 'jpg' | 'gif' | 'webp'
  /** In pixels. */
  width: number
  height: number
  /** End of the image; excludes trailing data. */
  end: number
}

type Size = Omit<ImageFacts, 'type'>

class Damaged extends Error {}
const requireImage = (right: boolean) => {
  if (!right) throw new Damaged()
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** Reads chunks and their checksums, from IHDR to IEND. */
function readPng(bytes: Buffer): Size {
  let at = 8
  let [width, height, pixels] = [0, 0, false]
  while (true) {
    const length = bytes.readUInt32BE(at)
    const type = text(bytes, at + 4, at + 8)
    const end = at + 12 + length
    requireImage((type === 'IHDR') === (at === 8))
    requireImage(bytes.readUInt32BE(end - 4) === crc32(bytes.subarray(at + 4, end - 4)))
    if (type === 'IHDR') [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
    if (type === 'IDAT') pixels = true
    if (type === 'IEND') {
      requireImage(pixels)
      return { width, height, end }
    }
    at = end
  }
}

/** Start of frame: 0xC0 to 0xCF except the table markers and the reserved one. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Inside the pixel data: an escaped 0xFF, or a restart marker. */
const isPixels = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

function endOfPixels(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && isPixels(bytes.readUInt8(at + 1))) at = bytes.indexOf(0xff, at + 2)
  requireImage(at >= 0)
  return at
}

/** Reads segments and scan data up to the end of the image. */
function readJpeg(bytes: Buffer): Size {
  let at = 2
  let [width, height, scans] = [0, 0, 0]
  while (true) {
    requireImage(bytes.readUInt8(at) === 0xff)
    // Markers may be padded with any number of 0xFF.
    while (bytes.readUInt8(at + 1) === 0xff) at++
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) {
      requireImage(scans > 0 && width > 0)
      return { width, height, end: at + 2 }
    }
    requireImage(!isPixels(marker))
    const length = bytes.readUInt16BE(at + 2)
    requireImage(length >= 2)
    if (isFrame(marker)) [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
    at += 2 + length
    if (marker !== 0xda) continue
    scans++
    at = endOfPixels(bytes, at)
  }
}

const colorsOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Reads blocks up to the trailer; frames may exceed the screen size in the header. */
function readGif(bytes: Buffer): Size {
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  let at = 13 + colorsOf(bytes.readUInt8(10))
  let frames = 0
  while (true) {
    const block = bytes.readUInt8(at)
    if (block === 0x3b) {
      requireImage(frames > 0)
      return { width, height, end: at + 1 }
    }
    if (block === 0x2c) {
      frames++
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at += 11 + colorsOf(bytes.readUInt8(at + 9))
    } else {
      requireImage(block === 0x21)
      at += 2
    }
    for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length
    at++
  }
}

/** Returns the image size in a WebP chunk; undefined for chunk types without one. */
function webpSize(bytes: Buffer, type: string, at: number): [number, number] | undefined {
  if (type === 'VP8X') return [bytes.readUIntLE(at + 4, 3) + 1, bytes.readUIntLE(at + 7, 3) + 1]
  if (type === 'VP8L') {
    requireImage(bytes.readUInt8(at) === 0x2f)
    const bits = bytes.readUInt32LE(at + 1)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  if (type !== 'VP8 ') return undefined
  requireImage(bytes.readUIntBE(at + 3, 3) === 0x9d012a)
  return [bytes.readUInt16LE(at + 6) & 0x3fff, bytes.readUInt16LE(at + 8) & 0x3fff]
}

/** Reads RIFF chunks, which must fill the declared length. */
function readWebp(bytes: Buffer): Size {
  const end = 8 + bytes.readUInt32LE(4)
  requireImage(end <= bytes.length)
  let at = 12
  let [width, height, pixels] = [0, 0, false]
  while (at < end) {
    const type = text(bytes, at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const size = webpSize(bytes, type, at + 8)
    if (size) [width, height] = [Math.max(width, size[0]), Math.max(height, size[1])]
    if (type === 'VP8 ' || type === 'VP8L' || type === 'ANMF') pixels = true
    at += 8 + length + (length % 2)
  }
  // Some writers do not count the last chunk's padding.
  requireImage(pixels && at - end <= 1)
  return { width, height, end }
}

function readerOf(bytes: Buffer): [ImageFacts['type'], (bytes: Buffer) => Size] | undefined {
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return ['png', readPng]
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return ['jpg', readJpeg]
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return ['gif', readGif]
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return ['webp', readWebp]
  return undefined
}

/**
 * Detects an image's type by content and walks its structure to the end without decoding pixels, so a decompression
 * bomb is harmless.
 * @returns null for anything but JPEG, PNG, GIF and WebP; `damaged` when the file is truncated or inconsistent
 */
export function readImage(bytes: Buffer): ImageFacts | 'damaged' | null {
  const found = readerOf(bytes)
  if (!found) return null
  const [type, read] = found
  try {
    return { type, ...read(bytes) }
  } catch (error) {
    // A buffer read past the end throws a RangeError.
    if (error instanceof Damaged || error instanceof RangeError) return 'damaged'
    throw error
  }
}

const maxSide = 6_000
const maxPixels = 24_000_000

/** The end of a sentence about an image that is too large or empty, such as `has no pixels`; null if it is usable. */
export function sizeFlaw({ width, height }: Pick<ImageFacts, 'width' | 'height'>): string | null {
  if (width < 1 || height < 1) return 'has no pixels'
  if (width <= maxSide && height <= maxSide && width * height <= maxPixels) return null
  return `is ${width} × ${height} pixels. The limits are ${maxSide} pixels per side and 24 megapixels`
}
