import { crc32, deflateSync } from 'node:zlib'

/** Small images of every type, and functions to create invalid ones. */

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), chunk.length - 4)
  return chunk
}

/** A white PNG. `claims` puts a false size into its header. */
export function png(width: number, height: number, claims = { width, height }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claims.width, 0)
  header.writeUInt32BE(claims.height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = Buffer.alloc(height * (width + 1), 255)
  for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const decode = (text: string) => Buffer.from(text, 'base64')

/** 3 × 2 pixels. */
export const jpeg = decode(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i' +
    'Z2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2NjY2NjY2P/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAGpH/9k=',
)
/** 1 × 1 pixel, as VP8. */
export const webp = decode('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA')
/** 1 × 1 pixel, as VP8L. */
export const losslessWebp = decode('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')
export const animatedWebp = decode(
  'UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA',
)
/** 1 × 1 pixel. */
export const gif = decode('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')

/** A GIF with several frames. */
export const animatedGif = Buffer.concat([gif.subarray(0, -1), gif.subarray(19, -1), gif.subarray(-1)])
