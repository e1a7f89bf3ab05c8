import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHall, type Hall } from '#server/cluster/hall.ts'
import { boundsOf, FencedError, LogWriter, readLog } from '#server/cluster/log.ts'
import { encodeGroup } from '#server/cluster/messages.ts'
import { type Position, start } from '#server/cluster/position.ts'
import { Tail } from '#server/cluster/tail.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { type NatsNode, startNats } from '#tests/support/nats.ts'

let hall: Hall
let nats: NatsNode
let folder = ''
let writer: LogWriter
let tail: Tail
let ends: string[] = []
let atThree: Position

const news = { waiting: () => {}, published: () => {}, endLost: () => ends.push('lost') }

async function append(to: LogWriter, fill: number) {
  const { term, group, chain } = to.position
  const change = { pageSize: 4_096, size: 1, pages: new Map([[1, Buffer.alloc(4_096, fill)]]) }
  await to.appendGroup(encodeGroup(change, { term, node: 'a', group: group + 1 }, chain))
}

/** Replaces the data of NATS while it is down, as a loss of power or an old copy of the disk would. */
async function replaceData(from: string, to: string) {
  await nats.kill()
  rmSync(join(folder, to), { recursive: true, force: true })
  cpSync(join(folder, from), join(folder, to), { recursive: true })
  await nats.start()
  await expect.poll(() => boundsOf(hall).catch(() => undefined), { timeout: 20_000 }).toBeDefined()
}

/** Loses everything after message 3. The complete data is kept in `whole`. */
async function loseEnd() {
  await replaceData('nats-0/data', 'whole')
  await replaceData('early', 'nats-0/data')
  expect(await boundsOf(hall)).toEqual({ first: 1, last: 3 })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'examhall-lost-end-'))
  const { nodes, url } = await startNats(folder, 1)
  nats = nodes[0] as NatsNode
  const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }
  const servers = [url.replace('nats://', '')]
  hall = await createHall({ ...none, servers, name: 'hall', node: 'a', withoutQuorum: 'wait' }, 1)
  ends = []
  tail = new Tail()
  writer = new LogWriter(hall, start, news, tail)
  await writer.startTerm()
  for (let n = 2; n <= 3; n++) await append(writer, n)
  atThree = writer.position
  await replaceData('nats-0/data', 'early')
  for (let n = 4; n <= 9; n++) await append(writer, n)
  afterThisTest(async () => {
    await hall.connection.close()
    await nats.kill()
    rmSync(folder, { recursive: true })
  })
})

describe('a log whose end NATS has lost', () => {
  it('gets the same messages again from the leader that wrote them', async () => {
    const before = await readLog(hall, 1)
    await loseEnd()
    await append(writer, 10)
    const after = await readLog(hall, 1)
    expect(after).toHaveLength(10)
    expect(after.slice(0, 9)).toEqual(before)
    expect(ends).toEqual([])
  })

  it('gets them from a standby that has applied them and now leads', async () => {
    const before = await readLog(hall, 1)
    const applied = new Tail()
    for (const [at, message] of before.entries()) applied.keep(at + 1, message)
    const next = new LogWriter({ ...hall, run: 'another' }, writer.position, news, applied)
    await loseEnd()
    await next.startTerm()
    expect((await readLog(hall, 1)).slice(0, 9)).toEqual(before)
    await expect(append(writer, 10)).rejects.toThrow(FencedError)
  })

  it('fences the leader if another node has led since', async () => {
    await loseEnd()
    await new LogWriter(hall, atThree, news, new Tail()).startTerm()
    await expect(append(writer, 10)).rejects.toThrow(FencedError)
    expect(await boundsOf(hall)).toEqual({ first: 1, last: 4 })
  })

  it('is reported by a leader that lacks the messages, and continues when NATS has them again', async () => {
    const unaware = new LogWriter(hall, writer.position, news, new Tail())
    await loseEnd()
    let isDone = false
    const done = append(unaware, 10).then(() => {
      isDone = true
    })
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(isDone).toBe(false)
    expect(await boundsOf(hall)).toEqual({ first: 1, last: 3 })
    await replaceData('whole', 'nats-0/data')
    await done
    expect(await boundsOf(hall)).toEqual({ first: 1, last: 10 })
  })
})

describe('the tail in memory', () => {
  it('forgets the oldest messages above its limit, and everything before a gap', () => {
    const small = new Tail(10_000)
    for (let n = 1; n <= 20; n++) small.keep(n, Buffer.alloc(1_000, n))
    expect([small.at(10), small.at(11)?.[0], small.at(20)?.[0], small.at(21)]).toEqual([undefined, 11, 20, undefined])
    small.keep(30, Buffer.from([7]))
    expect([small.at(20), small.at(30)?.[0]]).toEqual([undefined, 7])
  })
})
