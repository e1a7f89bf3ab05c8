import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archiveLimits } from '#server/features/coding/packages/zip.errors.ts'
import { workbookLimits } from '#server/platform/spreadsheet/content.ts'
import { unzip } from '#server/platform/zip/read.ts'
import { zip as packZip, zipStream } from '#server/platform/zip/write.ts'
import { DomainError } from '#shared/errors.ts'
import { withKind } from '#tests/coding/archives.ts'
import { zip } from '#tests/members/bulk/packages.ts'

const wide = 0xffffffff
const little = (value: number | bigint, bytes: 2 | 4 | 8) => {
  const field = Buffer.alloc(bytes)
  if (bytes === 8) field.writeBigUInt64LE(BigInt(value))
  else field.writeUIntLE(Number(value), 0, bytes)
  return field
}

/**
 * A zip of one file, as written by a program that does not know the file's length in advance. The sizes follow the
 * data, in a data descriptor and in Zip64 fields.
 */
function streamed(name: string, text: string, { size = BigInt(text.length), endAt = undefined as number | undefined }) {
  const packed = deflateRawSync(text)
  const crc = crc32(text)
  const shared = (sizes: number, extra: number) =>
    Buffer.concat([
      little(45, 2),
      little(8, 2),
      little(8, 2),
      little(0, 4),
      ...(sizes === 0 ? [little(0, 4)] : [little(crc, 4)]),
      little(sizes, 4),
      little(sizes, 4),
      little(name.length, 2),
      little(extra, 2),
    ])
  const file = Buffer.concat([
    little(0x04034b50, 4),
    shared(0, 0),
    Buffer.from(name),
    packed,
    little(0x08074b50, 4),
    little(crc, 4),
    little(packed.length, 8),
    little(size, 8),
  ])
  const extra = Buffer.concat([little(1, 2), little(24, 2), little(size, 8), little(packed.length, 8), little(0, 8)])
  const entry = Buffer.concat([
    little(0x02014b50, 4),
    little(45, 2),
    shared(wide, extra.length),
    Buffer.alloc(10),
    little(wide, 4),
    Buffer.from(name),
    extra,
  ])
  const end = file.length + entry.length
  return Buffer.concat([
    file,
    entry,
    little(0x06064b50, 4),
    little(44, 8),
    little(45, 2),
    little(45, 2),
    little(0, 8),
    little(1, 8),
    little(1, 8),
    little(entry.length, 8),
    little(file.length, 8),
    little(0x07064b50, 4),
    little(0, 4),
    little(endAt ?? end, 8),
    little(1, 4),
    little(0x06054b50, 4),
    Buffer.alloc(4),
    little(0xffff, 2),
    little(0xffff, 2),
    little(wide, 4),
    little(wide, 4),
    Buffer.alloc(2),
  ])
}

describe.each([
  ['an archive of cases', archiveLimits],
  ['a workbook', workbookLimits],
])('%s', (_what, limits) => {
  const refusalOf = async (bytes: Buffer) => {
    try {
      await unzip(bytes, limits)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return `${error.code} ${error.errors?.[0]?.message ?? error.message}`
    }
    return 'accepted'
  }
  const one = (name: string) => zip([{ name, content: 'x' }])
  const damaged = /^VALIDATION This (workbook|\.zip) is damaged or incomplete/

  it('is read with data descriptors and Zip64 fields', async () => {
    expect(await unzip(streamed('1.in', 'text', {}), limits)).toEqual(new Map([['1.in', Buffer.from('text')]]))
  })

  it('is read with a comment, and with bytes appended to it', async () => {
    const bytes = one('1.in')
    const commented = Buffer.concat([bytes.subarray(0, -2), little(4, 2), Buffer.from('note')])
    for (const whole of [bytes, commented, streamed('1.in', 'x', {})])
      for (const more of ['', '\r\n-- sent by a portal --'])
        expect(await unzip(Buffer.concat([whole, Buffer.from(more)]), limits)).toEqual(
          new Map([['1.in', Buffer.from('x')]]),
        )
  })

  it('is rejected with strong encryption, several disks, or two sizes for a stored entry', async () => {
    const changed = (change: (bytes: Buffer, entry: number) => void) => {
      const bytes = one('x')
      change(bytes, bytes.indexOf(little(0x02014b50, 4)))
      return refusalOf(bytes)
    }
    expect(await changed((bytes, entry) => bytes.writeUInt16LE(0x41, entry + 8))).toMatch(/protected by a password/)
    expect(await changed((bytes) => bytes.writeUInt16LE(1, bytes.length - 18))).toMatch(damaged)
    expect(await changed((bytes, entry) => bytes.writeUInt16LE(0, entry + 10))).toMatch(damaged)
  })

  it('is rejected if an entry overlaps the directory or another entry', async () => {
    const nested = zip([
      { name: 'a', content: 'x'.repeat(100) },
      { name: 'b', content: 'y', claimedOffset: 1 },
    ])
    expect(await refusalOf(nested)).toMatch(damaged)
    expect(await refusalOf(zip([{ name: 'a', content: 'x', claimedOffset: 0xfffffff0 }]))).toMatch(damaged)
  })

  it('is read or rejected with a DomainError if its Zip64 fields have changed', async () => {
    const whole = streamed('1.in', 'text', {})
    const numbers = fc.constantFrom(0, 1, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, wide)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 4), numbers), { minLength: 1 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, value] of changes) bytes.writeUInt32LE(value, at)
        expect(await refusalOf(bytes)).toMatch(/^(accepted|VALIDATION .+|TOO_LARGE .+)$/)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is rejected with false Zip64 fields', async () => {
    expect(await refusalOf(streamed('1.in', 'text', { size: 2n ** 60n }))).toMatch(/^TOO_LARGE/)
    expect(await refusalOf(streamed('1.in', 'text', { size: 5n }))).toMatch(damaged)
    for (const endAt of [0, 7, 2 ** 40]) expect(await refusalOf(streamed('1.in', 'text', { endAt }))).toMatch(damaged)
  })

  it.each(['../x', 'a/../../x', '..\\x', '/etc/passwd', 'C:\\x'])('cannot contain a file named %s', async (name) => {
    const refusal = await refusalOf(one(name))
    expect(refusal).toMatch(
      /^VALIDATION This (\.zip contains a path that points outside it|workbook contains an unexpected part)/,
    )
    expect(refusal).toContain(name.replaceAll('\\', '/'))
  })

  it('cannot contain links or devices', async () => {
    for (const kind of [0xa000, 0x2000, 0x1000])
      expect(await refusalOf(withKind(one('x'), 'x', kind))).toMatch(/^VALIDATION This .* x/)
  })

  it('is rejected if truncated or modified', async () => {
    const bytes = zip([{ name: 'x', content: 'some text' }])
    for (let length = 1; length < bytes.length; length++)
      expect(await refusalOf(bytes.subarray(0, length))).toMatch(damaged)
    const wrongSum = Buffer.from(bytes)
    wrongSum.writeUInt32LE(1, wrongSum.lastIndexOf('x') - 46 + 16)
    expect(await refusalOf(wrongSum)).toMatch(damaged)
  })

  it('cannot repeat a file name or exceed the file limit', async () => {
    expect(await refusalOf(zip([1, 2].map((content) => ({ name: 'x', content: `${content}` }))))).toMatch(/^VALIDATION/)
    const many = zip(Array.from({ length: limits.maxEntries + 1 }, (_, at) => ({ name: `${at}`, content: '' })))
    expect(await refusalOf(many)).toMatch(/^VALIDATION This (workbook|\.zip) (has|contains) more than [25],000/)
    many.writeUInt16LE(2, many.length - 12)
    expect(await refusalOf(many)).toMatch(/(has|contains) more than/)
  })
})

describe('a streamed zip', () => {
  it('stops packing endless contents when the consumer closes the stream', async () => {
    const closed: string[] = []
    async function* pages() {
      try {
        while (true) yield Buffer.alloc(64 * 1024, 'x')
      } finally {
        closed.push('content')
      }
    }
    async function* files() {
      try {
        yield { path: 'endless.txt', content: pages() }
      } finally {
        closed.push('list')
      }
    }
    const stream = zipStream(files())
    for (let parts = 0; parts < 5; parts++) expect((await stream.next()).done).toBe(false)
    await stream.return(undefined)
    expect(closed.sort()).toEqual(['content', 'list'])
  })

  it('stops when the consumer closes the stream, even while it waits for the next page', async () => {
    const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
    const stream = zipStream([
      { path: 'a', content: [Buffer.from('x')] },
      { path: 'b', content: never },
    ])
    await stream.next()
    expect(await stream.return(undefined)).toMatchObject({ done: true })
  })

  it('throws the error of a later page, after the pages before it', async () => {
    async function* failing() {
      yield Buffer.from('x')
      throw new Error('The disk failed')
    }
    const stream = zipStream([{ path: 'a', content: failing() }])
    await expect(buffer(stream)).rejects.toThrow('The disk failed')
  })

  it('packs the same files, including empty ones, into the same bytes', async () => {
    const files = new Map([
      ['empty', ''],
      ['a/b', 'text'],
    ])
    expect(await packZip(files)).toEqual(await packZip(files))
    expect(await unzip(await packZip(files), archiveLimits)).toEqual(
      new Map([...files].map(([name, text]) => [name, Buffer.from(text)])),
    )
  })
})
