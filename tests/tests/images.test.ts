import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { imageTooLarge, imageTypeSentence, imageUrlField, maxImageBytes } from '#shared/tests/images.schema.ts'
import { animatedGif, animatedWebp, gif, jpeg, losslessWebp, png, webp } from '#tests/support/images.ts'
import { createWorld, type World } from '#tests/support/world.ts'

function upload(world: World, bytes: Buffer, { as = world.admin, name = 'picture.png', part = 'file' } = {}) {
  const form = new FormData()
  form.append(part, new Blob([new Uint8Array(bytes)]), name)
  return world.rest('POST', '/tests/upload-image', { raw: form, as })
}

const folderOf = (world: World) => join(world.platform.config.dataDir, 'uploads/images')
const stored = (world: World) => (existsSync(folderOf(world)) ? readdirSync(folderOf(world)) : [])
const fieldError = (message: string) => ({ errors: [{ field: 'file', message }] })
const damaged = fieldError('The image is damaged or incomplete. Please save it again and upload the new file')

/** Sends a raw path, because fetch would normalise it. */
const getRaw = (world: World, path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(world.url)
    request({ hostname, port, path, agent: false }, (answer) => {
      let body = ''
      answer.on('data', (piece) => {
        body += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })

describe('the image upload', () => {
  it('stores each type under a unique name and serves it as immutable', async () => {
    const world = await createWorld()
    const samples = [
      ['png', 'image/png', png(40, 30)],
      ['jpg', 'image/jpeg', jpeg],
      ['gif', 'image/gif', gif],
      ['gif', 'image/gif', animatedGif],
      ['webp', 'image/webp', webp],
      ['webp', 'image/webp', losslessWebp],
      ['webp', 'image/webp', animatedWebp],
    ] as const
    for (const [extension, type, bytes] of samples) {
      // The name deliberately claims a different type.
      const { status, body } = await upload(world, bytes, { name: '../../evil.svg' })
      expect([status, body], extension).toEqual([201, { imageUrl: expect.stringMatching(`\\.${extension}$`) }])
      expect(imageUrlField.parse(body.imageUrl)).toBe(body.imageUrl)
      const answer = await fetch(world.url + body.imageUrl)
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'content-length': String(bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const path = join(folderOf(world), body.imageUrl.slice('/images/'.length))
      expect(statSync(path).mode & 0o777).toBe(0o600)
    }
    expect(new Set(stored(world)).size).toBe(samples.length)
  })

  it('strips data appended to the image', async () => {
    const world = await createWorld()
    for (const bytes of [png(2, 2), jpeg, gif, webp]) {
      const { body } = await upload(world, Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>PK\x03\x04')]))
      const path = join(folderOf(world), body.imageUrl.slice('/images/'.length))
      expect(readFileSync(path).equals(bytes)).toBe(true)
    }
  })

  it('rejects non-images, whatever their name', async () => {
    const world = await createWorld()
    const others = [
      '<!doctype html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '%PDF-1.7\n1 0 obj',
      'BM\x46\x00\x00\x00 a bitmap',
      'RIFF\x24\x00\x00\x00WAVEfmt ',
      '\x89PNG',
    ]
    for (const text of others) {
      const { status, body } = await upload(world, Buffer.from(text, 'latin1'), { name: 'photo.jpg' })
      expect([status, body.message], text).toEqual([415, imageTypeSentence])
    }
    expect(stored(world)).toEqual([])
  })

  it('rejects more than 5 MB, an empty file, and a form without the file', async () => {
    const world = await createWorld()
    const start = png(10, 10)
    const padded = (length: number) => Buffer.concat([start, Buffer.alloc(length - start.length)])
    expect((await upload(world, padded(maxImageBytes))).status).toBe(201)
    const large = await upload(world, padded(maxImageBytes + 1))
    expect([large.status, large.body.message]).toEqual([413, imageTooLarge])
    const empty = await upload(world, Buffer.alloc(0))
    expect([empty.status, empty.body]).toMatchObject([400, fieldError('The file is empty')])
    const missing = await upload(world, start, { part: 'image' })
    expect([missing.status, missing.body.errors[0].field]).toEqual([400, 'file'])
    expect(stored(world)).toHaveLength(1)
  })

  it('rejects too many pixels before decoding', async () => {
    const world = await createWorld()
    const sizes = [
      [6001, 10],
      [10, 6001],
      [4900, 4900],
      [2 ** 31, 2 ** 31],
    ] as const
    for (const [width, height] of sizes) {
      const { status, body } = await upload(world, png(1, 1, { width, height }))
      const message = `The image is ${width} × ${height} pixels. The limits are 6000 pixels per side and 24 megapixels`
      expect([status, body]).toMatchObject([400, fieldError(message)])
    }
    const hugeFrame = Buffer.from(gif)
    hugeFrame.writeUInt16LE(60_000, gif.indexOf(0x2c) + 5)
    expect((await upload(world, hugeFrame)).body.errors[0].message).toContain('60000 × 1')
    const none = await upload(world, png(1, 1, { width: 0, height: 1 }))
    expect(none.body).toMatchObject(fieldError('The image has no pixels'))
    expect((await upload(world, png(1, 1, { width: 6000, height: 4000 }))).status).toBe(201)
  })

  it('rejects a truncated or inconsistent file', async () => {
    const world = await createWorld()
    const types = [png(8, 8), jpeg, gif, animatedWebp]
    for (const bytes of types) {
      for (const left of [bytes.length - 1, bytes.length - 4, Math.floor(bytes.length / 2), 24]) {
        const { status, body } = await upload(world, bytes.subarray(0, left))
        expect([status, body], `${left} of ${bytes.length}`).toMatchObject([400, damaged])
      }
    }
    const flipped = png(8, 8)
    flipped[45] = ~(flipped[45] ?? 0) & 255
    expect((await upload(world, flipped)).body).toMatchObject(damaged)
    const unknownBlock = Buffer.from(gif)
    unknownBlock[19] = 0x77
    expect((await upload(world, unknownBlock)).body).toMatchObject(damaged)
    expect(stored(world)).toEqual([])
  })

  it('is limited to the master admin', async () => {
    const world = await createWorld()
    const college = await world.college()
    const people = [college.admin, await world.faculty(college), await world.student(college)]
    for (const as of people) expect((await upload(world, png(1, 1), { as })).status, as.role).toBe(403)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png(1, 1))]), 'a.png')
    expect((await world.rest('POST', '/tests/upload-image', { raw: form })).status).toBe(401)
    expect(stored(world)).toEqual([])
  })
})

describe('GET /images', () => {
  it('serves only images, whatever the path', async () => {
    const world = await createWorld()
    const { body } = await upload(world, png(1, 1))
    const name = body.imageUrl.slice('/images/'.length)
    const paths = [
      `/images/${'0'.repeat(32)}.png`,
      `/images/${name.replace('png', 'webp')}`,
      `/images/${name}.part`,
      `/images/${name}%00.png`,
      `/images/${name.toUpperCase()}`,
      '/images/..%2f..%2fexamhall.db',
      '/images/%2e%2e/%2e%2e/examhall.db',
      '/images/../../examhall.db',
      '/images/..%5c..%5cexamhall.db',
      `/images/.%2f${name}`,
    ]
    for (const path of paths) {
      const { status, body } = await getRaw(world, path)
      expect([path, status, body.startsWith('{"error":')]).toEqual([path, 404, true])
    }
    expect((await getRaw(world, `/images/${name}?v=1`)).status).toBe(200)
  })
})

describe('the image field', () => {
  it('accepts only uploaded images', () => {
    const url = `/images/${'ab01'.repeat(8)}.png`
    expect([undefined, null, url].map((value) => imageUrlField.parse(value))).toEqual([null, null, url])
    for (const wrong of ['', 'https://example.edu/a.png', `${url}?x`, `//evil${url}`, '/images/../a.png', `${url}\n`])
      expect(imageUrlField.safeParse(wrong).error?.issues[0]?.message, wrong).toBe('Please upload the image first')
  })
})
