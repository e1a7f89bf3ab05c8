import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const c = Buffer.alloc(body.length + 8)
  c.writeUInt32BE(data.length, 0)
  body.copy(c, 4)
  c.writeUInt32BE(crc32(body), c.length - 4)
  return c
}
export function chart(width = 800, height = 500): Buffer {
  const h = Buffer.alloc(13)
  h.writeUInt32BE(width, 0)
  h.writeUInt32BE(height, 4)
  h.set([8, 2, 0, 0, 0], 8)
  const px = Buffer.alloc(height * (width * 3 + 1), 255)
  for (let y = 0; y < height; y++) {
    px[y * (width * 3 + 1)] = 0
    for (let x = 0; x < width; x++) {
      const bar = Math.floor(x / 160)
      const top = [120, 260, 60, 380, 200][bar] ?? 0
      if (x % 160 > 40 && y > top && y < 470)
        px.set([79, 70 + bar * 25, 229 - bar * 30], y * (width * 3 + 1) + 1 + x * 3)
      if (y >= 470 && y < 473) px.set([28, 33, 43], y * (width * 3 + 1) + 1 + x * 3)
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', h),
    chunk('IDAT', deflateSync(px)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
