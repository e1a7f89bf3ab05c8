import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHall, type Hall } from '#server/cluster/hall.ts'
import { boundsOf, LogWriter, readLog } from '#server/cluster/log.ts'
import { encodeGroup } from '#server/cluster/messages.ts'
import { start } from '#server/cluster/position.ts'
import { dropLeftovers, fetchSnapshot, listSnapshots, storeSnapshot } from '#server/cluster/snapshots.ts'
import { Tail } from '#server/cluster/tail.ts'
import type { ClusterConfig } from '#server/platform/config.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { startNats } from '#tests/support/nats.ts'

let hall: Hall
let writer: LogWriter
let folder = ''
let servers: string[] = []
let file = ''

const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }
const settings = (): ClusterConfig => ({ ...none, servers, name: 'hall', node: 'a', withoutQuorum: 'wait' })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'examhall-snapshots-'))
  const { nodes, url } = await startNats(folder, 1)
  servers = [url.replace('nats://', '')]
  hall = await createHall(settings(), 1)
  writer = new LogWriter(hall, start, { waiting: () => {}, published: () => {}, endLost: () => {} }, new Tail())
  file = join(folder, 'leader.db')
  await writer.startTerm()
  afterThisTest(async () => {
    await hall.connection.close()
    for (const node of nodes) await node.kill()
    rmSync(folder, { recursive: true })
  })
})

/** Adds ten groups to the log, then stores a snapshot of a new random file. */
async function snapshot(): Promise<Buffer> {
  for (let n = 0; n < 10; n++) {
    const { term, group, chain } = writer.position
    const change = { pageSize: 512, size: 1, pages: new Map([[1, Buffer.alloc(512, n)]]) }
    await writer.appendGroup(encodeGroup(change, { term, node: 'a', group: group + 1 }, chain))
  }
  const bytes = randomBytes(3_000_000)
  writeFileSync(file, bytes)
  await storeSnapshot(hall, openSync(file, 'r'), statSync(file).size, writer.position)
  return bytes
}

describe('snapshots', () => {
  it('keeps two, and the log from the older one on', async () => {
    await snapshot()
    expect(await boundsOf(hall)).toEqual({ first: 1, last: 11 })
    await snapshot()
    expect(await boundsOf(hall)).toEqual({ first: 12, last: 21 })
    await snapshot()
    expect(await boundsOf(hall)).toEqual({ first: 22, last: 31 })
    expect((await listSnapshots(hall)).map(({ position }) => position.sequence)).toEqual([31, 21])
  })

  it('gives a server the newest file and its position, without the old write-ahead log', async () => {
    await snapshot()
    const newest = await snapshot()
    const dataDir = join(folder, 'standby')
    mkdirSync(dataDir)
    for (const name of ['examhall.db', 'examhall.db-wal']) writeFileSync(join(dataDir, name), 'old')
    expect(await fetchSnapshot(hall, dataDir)).toEqual(writer.position)
    expect(readFileSync(join(dataDir, 'examhall.db')).equals(newest)).toBe(true)
    expect(existsSync(join(dataDir, 'examhall.db-wal'))).toBe(false)
  })

  it('deletes files left incomplete by servers that died, but nothing in progress', async () => {
    const bytesOf = async (bucket: string) => (await hall.manager.streams.info(`OBJ_${bucket}`)).state.bytes
    const dying = await createHall(settings(), 1)
    for (const store of [dying.snapshots, dying.uploads]) {
      const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(randomBytes(200_000)) })
      store.put({ name: 'unfinished' }, endless).catch(() => {})
    }
    const { snapshots, uploads } = hall.names
    for (const bucket of [snapshots, uploads])
      await expect.poll(() => bytesOf(bucket), { timeout: 20_000 }).toBeGreaterThan(400_000)
    await dying.connection.close()
    await hall.uploads.putBlob({ name: 'images/kept.png' }, randomBytes(300_000))
    const before = await bytesOf(uploads)
    const seen = await dropLeftovers(hall, new Map())
    expect(seen.size).toBe(2)
    expect(await bytesOf(uploads)).toBe(before)
    await dropLeftovers(hall, new Map([...seen].map(([subject, count]) => [subject, count - 1])))
    expect(await bytesOf(uploads)).toBe(before)
    await dropLeftovers(hall, seen)
    expect(await bytesOf(snapshots)).toBe(0)
    expect(await bytesOf(uploads)).toBeLessThan(400_000)
    expect(await hall.uploads.getBlob('images/kept.png')).toHaveLength(300_000)
  })

  it('gives a server the older snapshot when the newest is damaged', async () => {
    const older = await snapshot()
    const { position } = writer
    await snapshot()
    const [newest] = await listSnapshots(hall)
    await hall.manager.streams.purge(`OBJ_${hall.names.snapshots}`, {
      filter: `$O.${hall.names.snapshots}.C.${(await hall.snapshots.info(newest?.name ?? ''))?.nuid}`,
    })
    const dataDir = join(folder, 'standby')
    mkdirSync(dataDir)
    expect(await fetchSnapshot(hall, dataDir)).toEqual(position)
    expect(readFileSync(join(dataDir, 'examhall.db')).equals(older)).toBe(true)
  })

  it('rejects a damaged snapshot and keeps the existing file', async () => {
    await snapshot()
    const [stored] = await listSnapshots(hall)
    const info = await hall.snapshots.info(stored?.name ?? '')
    await hall.snapshots.putBlob(
      { name: stored?.name ?? '', metadata: info?.metadata ?? {} },
      zstdCompressSync(randomBytes(1_000)),
    )
    const dataDir = join(folder, 'standby')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'examhall.db'), 'old')
    await expect(fetchSnapshot(hall, dataDir)).rejects.toThrow('is damaged')
    expect(readFileSync(join(dataDir, 'examhall.db'), 'utf8')).toBe('old')
    expect(existsSync(join(dataDir, 'examhall.db.snapshot'))).toBe(false)
  })

  it('ignores a snapshot of messages that NATS has lost, and deletes it with the next one', async () => {
    const older = await snapshot()
    const atOlder = writer.position
    const kept = await readLog(hall, 1)
    await snapshot()
    await hall.manager.streams.delete(hall.names.stream)
    await (await createHall(settings(), 1)).connection.close()
    for (const message of kept) await hall.js.publish(hall.names.log, message)
    const dataDir = join(folder, 'standby')
    mkdirSync(dataDir)
    expect(await fetchSnapshot(hall, dataDir)).toEqual(atOlder)
    expect(readFileSync(join(dataDir, 'examhall.db')).equals(older)).toBe(true)
    // Other messages now have the numbers of the lost ones.
    writer = new LogWriter(hall, atOlder, { waiting: () => {}, published: () => {}, endLost: () => {} }, new Tail())
    await writer.startTerm()
    for (let n = 0; n < 20; n++) await writer.appendVerify('id')
    expect(await fetchSnapshot(hall, dataDir)).toEqual(atOlder)
    const position = { ...atOlder, sequence: atOlder.sequence + 1, term: atOlder.term + 1 }
    await storeSnapshot(hall, openSync(file, 'r'), statSync(file).size, position)
    expect((await listSnapshots(hall)).map(({ position }) => position.sequence)).toEqual([12, 11])
  })
})
