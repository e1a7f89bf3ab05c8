import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPackage } from '#server/features/coding/packages/problem.ts'
import { openArchive } from '#server/features/coding/packages/zip.ts'
import { zip as write } from '#server/platform/zip/write.ts'
import { DomainError } from '#shared/errors.ts'
import { type Part, zip } from '#tests/members/bulk/packages.ts'
import { cpuMs } from '#tests/support/cpu.ts'
import { archive, read, refusalOf, withKind } from './archives.ts'

const good: Part[] = [
  { name: '1.in', content: '1' },
  { name: '1.ans', content: '1' },
]
const mebibyte = 1024 * 1024

describe('a zip of test cases', () => {
  it.each<[string, Buffer, string]>([
    ['an empty file', Buffer.of(), 'VALIDATION The file is empty'],
    ['text named .zip', Buffer.from('1.in 1.ans'), 'UNSUPPORTED_TYPE Please upload a .zip file'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'UNSUPPORTED_TYPE Please upload a .zip file'],
    [
      'a .tar.gz',
      gzipSync('1.in'),
      'UNSUPPORTED_TYPE This is a .gz archive, not a .zip. Unpack it and create a .zip from its files',
    ],
    ['a zip without files', zip([]), 'VALIDATION This .zip is empty'],
    ['a truncated zip', zip(good).subarray(0, -30), 'VALIDATION This .zip is damaged or incomplete. Create it again'],
  ])('cannot be %s', async (_what, bytes, refusal) => {
    expect(await refusalOf(read(bytes))).toBe(refusal)
  })

  it.each(['../1.in', 'a/../../1.in', '..\\1.in', '/etc/passwd', 'C:/1.in', 'c:\\1.in', 'a/..'])(
    'cannot contain the path %s',
    async (name) => {
      const refusal = await refusalOf(read(zip([...good, { name, content: 'x' }])))
      expect(refusal).toMatch(/^VALIDATION This \.zip contains a path that points outside it: /)
      expect(refusal).toContain(name.replaceAll('\\', '/'))
    },
  )

  it('may contain names with extra dots', async () => {
    const files = archive({ 'a..b.in': '1', 'a..b.ans': '1', '....in': '1', '....ans': '1' })
    expect((await read(files)).testCases).toHaveLength(2)
  })

  it('cannot contain symbolic links, devices or pipes', async () => {
    const bytes = archive({ '1.in': '/etc/passwd', '1.ans': '1' })
    expect(await refusalOf(read(withKind(bytes, '1.in', 0xa000)))).toBe(
      'VALIDATION This .zip contains a symbolic link: 1.in. Replace it with the file',
    )
    for (const kind of [0x2000, 0x6000, 0x1000])
      expect(await refusalOf(read(withKind(bytes, '1.in', kind)))).toMatch(/a special file: 1\.in/)
    expect(await refusalOf(read(withKind(bytes, '1.in', 0x8000)))).toBe('accepted')
  })

  it('cannot be password-protected', async () => {
    const locked = zip([{ ...good[0], flags: 1 } as Part, ...good.slice(1)])
    expect(await refusalOf(read(locked))).toMatch(/^VALIDATION This \.zip is protected by a password/)
  })

  it('must use a known compression method', async () => {
    const bytes = Buffer.from(zip(good))
    bytes.writeUInt16LE(12, bytes.lastIndexOf('1.in') - 46 + 10)
    expect(await refusalOf(read(bytes))).toMatch(/^VALIDATION 1\.in uses an unsupported compression method/)
  })

  it('is refused before unpacking if it contains 10,000 files', async () => {
    const files = Array.from({ length: 10_000 }, (_, at): Part => ({ name: `${at}.in`, content: 'x' }))
    const bytes = zip(files)
    const begin = cpuMs()
    expect(await refusalOf(read(bytes))).toMatch(/^VALIDATION This \.zip contains more than 2,000 files/)
    expect(cpuMs() - begin).toBeLessThan(3_000)
    // It is also refused if it claims to have only two files.
    const lying = Buffer.from(bytes)
    lying.writeUInt16LE(2, lying.length - 12)
    expect(await refusalOf(read(lying))).toMatch(/more than 2,000 files/)
  })

  it('is refused above 64 MB unpacked, whatever its headers claim', async () => {
    const honest = zip([...good, { name: '2.in', content: Buffer.alloc(65 * mebibyte) }])
    expect(honest.length).toBeLessThan(mebibyte)
    expect(await refusalOf(read(honest))).toMatch(/^TOO_LARGE This \.zip is larger than 64 MB when unpacked/)
    const together = zip(Array.from({ length: 70 }, (_, at): Part => ({ name: `${at}.in`, content: sharedMebibyte })))
    expect(await refusalOf(read(together))).toMatch(/^TOO_LARGE/)
    const huge = Buffer.alloc(400 * mebibyte)
    for (const claimedSize of [10, 0, mebibyte]) {
      const lying = zip([...good, { name: '2.in', content: huge, claimedSize }])
      const before = process.memoryUsage.rss()
      expect(await refusalOf(read(lying))).toMatch(/^VALIDATION This \.zip is damaged/)
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * mebibyte)
    }
  })

  it('cannot use the same packed bytes for several files', async () => {
    const bomb = zip(
      Array.from({ length: 60 }, (_, at): Part => ({ name: `${at}.in`, content: sharedMebibyte, claimedOffset: 0 })),
    )
    expect(await refusalOf(read(bomb))).toMatch(/^VALIDATION This \.zip is damaged/)
  })

  it('must match its checksums', async () => {
    const bytes = Buffer.from(zip(good))
    bytes.writeUInt32LE(1, bytes.lastIndexOf('1.in') - 46 + 16)
    expect(await refusalOf(read(bytes))).toMatch(/^VALIDATION This \.zip is damaged/)
  })
})

const sharedMebibyte = Buffer.alloc(mebibyte, 'a')

describe('any zip', () => {
  it('can be read back if we wrote it', async () => {
    const paths = fc.array(fc.stringMatching(/^[a-zA-Z0-9_é]{1,12}$/), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          paths.map((parts) => parts.join('/')),
          fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
          { minKeys: 1, maxKeys: 20 },
        ),
        async (files) => {
          const packed = new Map(Object.entries(files))
          expect(await openArchive(await write(packed))).toEqual(packed)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('is accepted or rejected with a DomainError if some bytes have changed', async () => {
    const whole = zip([...good, { name: 'data/sample/2.in', content: 'a'.repeat(500) }])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(whole.length),
        async (changes, length) => {
          const bytes = Buffer.from(whole)
          for (const [at, value] of changes) bytes[at] = value
          for (const some of [bytes, bytes.subarray(0, length)])
            await read(some).catch((error) => expect(error).toBeInstanceOf(DomainError))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a problem package', () => {
  const base = { 'problem_statement/problem.en.md': 'Text', 'data/secret/1.in': '1', 'data/secret/1.ans': '1' }
  const refusal = (files: Record<string, string>) =>
    refusalOf(
      (async () =>
        readPackage(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])), 'a.zip'))(),
    )

  it.each([
    ['one file', 1, 10_000],
    ['several files', 10, 2_000],
  ])('is refused above 64 MB with the constants of %s replaced', async (_where, files, times) => {
    const yaml = `problem_format_version: 2023-07-draft\nname: D\nconstants:\n  n: ${'x'.repeat(60_000)}\n`
    const texts = Array.from({ length: files }, (_, at) => [`statement/f${at}.txt`, '{{n}}'.repeat(times)])
    expect(await refusal({ ...base, 'problem.yaml': yaml, ...Object.fromEntries(texts) })).toBe(
      'TOO_LARGE This .zip is larger than 64 MB when unpacked. Remove its largest files',
    )
  })

  it('is refused if its folders are nested too deep', async () => {
    const folder = `data/secret/${'a/'.repeat(20_000)}`
    const deep = { [`${folder}2.in`]: '1', [`${folder}2.ans`]: '1' }
    expect(await refusal({ ...base, 'problem.yaml': 'name: D\n', ...deep })).toBe(
      'VALIDATION The folders in data are nested more than 20 deep',
    )
  })
})
