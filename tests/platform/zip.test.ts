import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { archiveTerms } from '#server/features/coding/packages/zip.errors.ts'
import { workbookTerms } from '#server/platform/spreadsheet/content.ts'
import { unzip } from '#server/platform/zip/read.ts'
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
 * A zip of one file as programs write it that do not know beforehand how long it gets: its sizes stand behind it in a data
 * descriptor, and in the fields of Zip64.
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
  ['an archive of cases', archiveTerms],
  ['a workbook', workbookTerms],
])('%s', (_what, terms) => {
  const refusalOf = async (bytes: Buffer) => {
    try {
      await unzip(bytes, terms)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return `${error.code} ${error.errors?.[0]?.message ?? error.message}`
    }
    return 'taken'
  }
  const one = (name: string) => zip([{ name, content: 'x' }])
  const damaged = /^VALIDATION This (workbook|\.zip) is damaged or incomplete/

  it('may have data descriptors and Zip64 fields', async () => {
    expect(await unzip(streamed('1.in', 'text', {}), terms)).toEqual(new Map([['1.in', Buffer.from('text')]]))
  })

  it('may not lie in Zip64 fields', async () => {
    expect(await refusalOf(streamed('1.in', 'text', { size: 2n ** 60n }))).toMatch(/^TOO_LARGE/)
    expect(await refusalOf(streamed('1.in', 'text', { size: 5n }))).toMatch(damaged)
    for (const endAt of [0, 7, 2 ** 40]) expect(await refusalOf(streamed('1.in', 'text', { endAt }))).toMatch(damaged)
  })

  it.each(['../x', 'a/../../x', '..\\x', '/etc/passwd', 'C:\\x'])('has no file named %s', async (name) => {
    const refusal = await refusalOf(one(name))
    expect(refusal).toMatch(
      /^VALIDATION This (\.zip contains a path outside of it|workbook contains an unexpected part)/,
    )
    expect(refusal).toContain(name.replaceAll('\\', '/'))
  })

  it('may not contain links or devices', async () => {
    for (const kind of [0xa000, 0x2000, 0x1000])
      expect(await refusalOf(withKind(one('x'), 'x', kind))).toMatch(/^VALIDATION This .* x/)
  })

  it('may not be truncated or modified', async () => {
    const bytes = zip([{ name: 'x', content: 'some text' }])
    for (let length = 1; length < bytes.length; length++)
      expect(await refusalOf(bytes.subarray(0, length))).toMatch(damaged)
    const wrongSum = Buffer.from(bytes)
    wrongSum.writeUInt32LE(1, wrongSum.lastIndexOf('x') - 46 + 16)
    expect(await refusalOf(wrongSum)).toMatch(damaged)
  })

  it('may not repeat files, or exceed the file limit', async () => {
    expect(await refusalOf(zip([1, 2].map((content) => ({ name: 'x', content: `${content}` }))))).toMatch(/^VALIDATION/)
    const many = zip(Array.from({ length: terms.mostFiles + 1 }, (_, at) => ({ name: `${at}`, content: '' })))
    expect(await refusalOf(many)).toMatch(/^VALIDATION This (workbook|\.zip) has more than [25],000/)
    many.writeUInt16LE(2, many.length - 12)
    expect(await refusalOf(many)).toMatch(/has more than/)
  })
})
