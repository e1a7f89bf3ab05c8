import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { builtParts } from '#server/app.ts'
import { packBackup } from '#server/platform/backup/pack.ts'
import { startTask } from '#server/platform/backup/process.ts'
import { paddingOf, tarEnd, tarHeader } from '#server/platform/backup/tar.ts'
import { trailerOf } from '#server/platform/backup/trailer.ts'
import { unpackBackup } from '#server/platform/backup/unpack.ts'
import { knownMigrations } from '#server/platform/db.ts'
import { dataOf, makeData, readData, scratch } from './data.ts'

const newest = knownMigrations(builtParts.migrations).at(-1) ?? 0
const silent = () => {}

async function backUp(dataDir: string, overwrite = false) {
  const file = join(dataDir, 'made.tar.gz')
  return { file, made: await packBackup({ dataDir, file, overwrite, now: Date.UTC(2026, 0, 31) }, silent) }
}

const unpack = (file: string) => unpackBackup(file, join(scratch(), 'new'), newest, silent)

/** Writes a backup file with these contents and a valid checksum. */
function forge(file: string, entries: [name: string, content: Buffer, header?: (header: Buffer) => void][]) {
  const parts = entries.flatMap(([name, content, change]) => {
    const header = tarHeader(name, content.length, 0)
    change?.(header)
    return [header, content, Buffer.alloc(paddingOf(content.length))]
  })
  const packed = gzipSync(Buffer.concat([...parts, tarEnd]))
  writeFileSync(file, Buffer.concat([packed, trailerOf(createHash('sha256').update(packed).digest('hex'))]))
}

/** Corrects a changed header's checksum. */
function sign(header: Buffer) {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
}

/** Writes a 13 MB backup file whose tar continues with `block` for more than 12 GB. */
function forgeEndless(file: string, tar: Buffer, block: Buffer) {
  const piece = gzipSync(Buffer.concat(Array.from({ length: (64 * 1024 ** 2) / block.length }, () => block)))
  const packed = Buffer.concat([gzipSync(tar), ...Array.from({ length: 200 }, () => piece)])
  writeFileSync(file, Buffer.concat([packed, trailerOf(createHash('sha256').update(packed).digest('hex'))]))
}

/** A real backup's manifest and database, for building altered backups. */
function partsOf(file: string) {
  const tar = gunzipSync(readFileSync(file))
  const length = Number.parseInt(tar.toString('latin1', 124, 135), 8)
  const manifest = JSON.parse(tar.toString('utf8', 512, 512 + length))
  const start = 512 + length + paddingOf(length) + 512
  return { manifest, database: tar.subarray(start, start + manifest.parts[0].bytes) }
}
const asFile = (manifest: unknown) => Buffer.from(JSON.stringify(manifest))

describe('a backup', () => {
  it('contains the database and uploads, lists its content, and unpacks to the same data', async () => {
    const dataDir = await makeData('mine', 500)
    const { file, made } = await backUp(dataDir)
    expect(made).toMatchObject({
      files: 1,
      bytes: readFileSync(file).length,
      sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
    })
    const folder = join(scratch(), 'new')
    const unpacked = await unpackBackup(file, folder, newest, silent)
    expect(unpacked).toMatchObject({ format: 'examhall-backup', version: 1, createdAt: '2026-01-31T00:00:00.000Z' })
    expect(unpacked.counts).toMatchObject({ settings: 501, users: 0 })
    expect(readData(folder)).toEqual(dataOf('mine'))
    // No partial file is left.
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('opens with ordinary tools', async () => {
    const { file } = await backUp(await makeData('mine'))
    const folder = scratch()
    execFileSync('tar', ['xzf', file, '-C', folder])
    expect(readData(folder)).toEqual(dataOf('mine'))
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).parts).toHaveLength(2)
  })

  it('overwrites an existing file only on request', async () => {
    const dataDir = await makeData('mine')
    await backUp(dataDir)
    await expect(backUp(dataDir)).rejects.toThrow('already exists')
    await expect(backUp(dataDir, true)).resolves.toBeDefined()
  })

  it('is not created from a damaged database', async () => {
    const dataDir = await makeData('mine', 2_000)
    const path = join(dataDir, 'examhall.db')
    const bytes = readFileSync(path)
    bytes.fill(0xff, bytes.length - 4096 * 30, bytes.length - 4096 * 2)
    writeFileSync(path, bytes)
    await expect(backUp(dataDir)).rejects.toThrow()
    expect(existsSync(join(dataDir, 'made.tar.gz'))).toBe(false)
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('restore refuses a file', () => {
  it('with any byte changed, or truncated', async () => {
    const { file } = await backUp(await makeData('mine'))
    const bytes = readFileSync(file)
    const places = [4, 9, 700, bytes.length >> 1, bytes.length - 120, bytes.length - 60, bytes.length - 1]
    for (const place of places) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8((changed[place] ?? 0) ^ 1, place)
      writeFileSync(file, changed)
      await expect(unpack(file), `byte ${place}`).rejects.toThrow('is damaged')
    }
    writeFileSync(file, bytes)
    for (const length of [bytes.length - 1, bytes.length - 107, bytes.length >> 1, 2_000]) {
      truncateSync(file, length)
      await expect(unpack(file), `${length} bytes`).rejects.toThrow('is damaged')
    }
  })

  it('that is not a backup', async () => {
    const file = join(scratch(), 'x.tar.gz')
    for (const bytes of [Buffer.alloc(0), Buffer.from('words'), gzipSync('words'), gzipSync(Buffer.alloc(4096))]) {
      writeFileSync(file, bytes)
      await expect(unpack(file)).rejects.toThrow('is not a backup of Examhall')
    }
  })

  it('of a newer version, by format or schema', async () => {
    const { file } = await backUp(await makeData('mine'))
    await expect(unpackBackup(file, join(scratch(), 'new'), newest - 1, silent)).rejects.toThrow(
      'from a newer Examhall',
    )
    forge(file, [['manifest.json', asFile({ format: 'another', version: 2 })]])
    await expect(unpack(file)).rejects.toThrow('from a newer Examhall')
  })

  it.each([
    ['../outside.png'],
    ['/etc/passwd'],
    ['uploads/images/../../outside.png'],
    ['uploads/images/.hidden'],
    ['restore.json'],
  ])('whose manifest lists a forbidden path: %s', async (name) => {
    const { file } = await backUp(await makeData('mine'))
    const { manifest, database } = partsOf(file)
    const content = Buffer.from('bad')
    const part = { name, bytes: 3, sha256: createHash('sha256').update(content).digest('hex') }
    forge(file, [
      ['manifest.json', asFile({ ...manifest, parts: [manifest.parts[0], part] })],
      ['examhall.db', database],
      [name, content],
    ])
    await expect(unpack(file)).rejects.toThrow('is not a backup of Examhall')
  })

  it('with a link, an unlisted file, or a missing one', async () => {
    const { file } = await backUp(await makeData('mine'))
    const { manifest, database } = partsOf(file)
    const [first, second] = manifest.parts
    const image = Buffer.from('image of mine')
    const asLink = (header: Buffer) => {
      header.write('2', 156)
      header.write('/etc/passwd', 157)
      sign(header)
    }
    const list = ['manifest.json', asFile(manifest)] as [string, Buffer]
    forge(file, [list, ['examhall.db', database], [second.name, image, asLink]])
    await expect(unpack(file)).rejects.toThrow('is damaged')
    forge(file, [list, ['examhall.db', database], [second.name, image], ['uploads/images/more.png', image]])
    await expect(unpack(file)).rejects.toThrow('is damaged')
    forge(file, [list, ['examhall.db', database]])
    await expect(unpack(file)).rejects.toThrow('is damaged')
    forge(file, [['manifest.json', asFile({ ...manifest, parts: [first, second, second] })]])
    await expect(unpack(file)).rejects.toThrow('is not a backup of Examhall')
    // The unaltered parts are accepted, so the refusals above have no other cause.
    forge(file, [list, ['examhall.db', database], [second.name, image]])
    await expect(unpack(file)).resolves.toBeDefined()
  })

  it.each<[what: string, change: (header: Buffer) => void]>([
    ...[...'123456789LKxgSMVA'].map((type): [string, (header: Buffer) => void] => [
      `type ${type}`,
      (header) => header.write(type, 156),
    ]),
    ['a path prefix', (header) => header.write('uploads/images', 345)],
    ['no ustar magic', (header) => header.fill(0, 257, 263)],
    ['a negative size', (header) => header.fill(0xff, 124, 136)],
    ['a size beyond 2^53', (header) => header.write('\x80\0\0\x01\0\0\0\0\0\0\0\x0d', 124, 'latin1')],
    ['a size that is not a number', (header) => header.write('size size si', 124)],
    ['the wrong size', (header) => header.write('00000000014', 124)],
  ])('with %s in a header', async (_what, change) => {
    const { file } = await backUp(await makeData('mine'))
    const { manifest, database } = partsOf(file)
    const changed = (header: Buffer) => {
      change(header)
      sign(header)
    }
    const image = Buffer.from('image of mine')
    const list = ['manifest.json', asFile(manifest)] as [string, Buffer]
    forge(file, [list, ['examhall.db', database], [manifest.parts[1].name, image, changed]])
    await expect(unpack(file)).rejects.toThrow('is damaged')
    forge(file, [
      [...list, changed],
      ['examhall.db', database],
    ])
    await expect(unpack(file)).rejects.toThrow('is not a backup of Examhall')
  })

  it('that never ends, before or after its files', { timeout: 60_000 }, async () => {
    const { file } = await backUp(await makeData('mine'))
    const tar = gunzipSync(readFileSync(file))
    const { manifest } = partsOf(file)
    const header = (type: string, bytes: number) => {
      const changed = tarHeader('x', bytes, 0)
      changed.write(type, 156)
      sign(changed)
      return changed
    }
    const zeros = Buffer.alloc(512)
    const startedAt = performance.now()
    forgeEndless(file, tar, zeros)
    await expect(unpack(file)).rejects.toThrow('is damaged')
    for (const block of [zeros, header('5', 0), Buffer.concat([header('x', 512), zeros])]) {
      forgeEndless(file, Buffer.alloc(0), block)
      await expect(unpack(file)).rejects.toThrow('is not a backup of Examhall')
    }
    const list = asFile(manifest)
    forgeEndless(file, Buffer.concat([tarHeader('manifest.json', 2 ** 40, 0), list]), zeros)
    await expect(unpack(file)).rejects.toThrow('is not a backup of Examhall')
    // Decompressing even one of them completely would take longer.
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })

  it('that claims to need more space than the disk has, before unpacking', async () => {
    const { file } = await backUp(await makeData('mine'))
    const { manifest } = partsOf(file)
    const [first] = manifest.parts
    forge(file, [['manifest.json', asFile({ ...manifest, parts: [{ ...first, bytes: 1e15 }] })]])
    await expect(unpack(file)).rejects.toThrow(/has .* MB; this needs 1,000,000,000 MB/)
  })

  it('whose database differs from its manifest', async () => {
    const { file } = await backUp(await makeData('mine'))
    const { manifest, database } = partsOf(file)
    const counts = { ...manifest.counts, users: 7 }
    const rest = [
      ['examhall.db', database],
      ['uploads/images/mine.png', Buffer.from('image of mine')],
    ] as [string, Buffer][]
    forge(file, [['manifest.json', asFile({ ...manifest, counts })], ...rest])
    await expect(unpack(file)).rejects.toThrow('has 0 rows of users, its manifest says 7')
  })
})

describe('a backup during uploads', () => {
  it('includes files that its database references, even if they are deleted in the meantime', async () => {
    const dataDir = await makeData('mine', 20_000)
    const folder = join(dataDir, 'uploads/attachments')
    mkdirSync(folder)
    const database = new SqliteDatabase(join(dataDir, 'examhall.db'))
    const add = database.prepare("insert into settings (key, value) values (?, 'file')")
    const drop = database.prepare('delete from settings where key = ?')
    const file = join(dataDir, 'made.tar.gz')
    let copying = true
    const task = startTask({ kind: 'backup', dataDir, file, overwrite: false, now: 1 }, (_done, step) => {
      copying = step === 'Copying the database'
    })
    const done = task.outcome.finally(task.stop)
    const kept = 100
    for (let next = 0; copying; next++) {
      writeFileSync(join(folder, `file${next}`), 'x')
      add.run(`file${next}`)
      if (next >= kept) {
        drop.run(`file${next - kept}`)
        rmSync(join(folder, `file${next - kept}`))
      }
      // Each file exists for half a second, like the attachment of a notification that is deleted right after sending.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    database.close()
    await done
    const restored = join(scratch(), 'new')
    await unpackBackup(file, restored, newest, silent)
    const copy = new SqliteDatabase(join(restored, 'examhall.db'), { readonly: true })
    const named = copy.prepare<[], { key: string }>("select key from settings where value = 'file'").all()
    copy.close()
    const present = new Set(readdirSync(join(restored, 'uploads/attachments')))
    expect(named.filter(({ key }) => !present.has(key))).toEqual([])
    expect(named.length).toBeGreaterThan(0)
  })
})
