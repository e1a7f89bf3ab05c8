import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createHall, type Hall } from '#server/cluster/hall.ts'
import { FencedError, LogWriter, readLog } from '#server/cluster/log.ts'
import { decodeHead } from '#server/cluster/messages.ts'
import { EndRecord, readMembership, start } from '#server/cluster/position.ts'
import { Replicator } from '#server/cluster/replicator.ts'
import { Tail } from '#server/cluster/tail.ts'
import { openDatabase } from '#server/platform/db.ts'
import { createLogger } from '#server/platform/log.ts'
import { parts } from '#server/platform/parts.ts'
import { WriteQueue } from '#server/platform/write-queue.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { type NatsNode, startNats } from '#tests/support/nats.ts'

let hall: Hall
let nats: NatsNode
let folder = ''
let replicator: Replicator
let states: string[] = []
let failures: string[] = []
let steps = 0
const silent = { waiting: () => {}, published: () => {}, endLost: () => {} }

/** Opens the database and its queue, as the server does once its term has started. */
function openQueue() {
  const writer = new SqliteDatabase(join(folder, 'examhall.db'))
  writer.pragma('journal_mode = WAL')
  writer.pragma('wal_autocheckpoint = 0')
  replicator.opened(writer, () => queue)
  const queue: WriteQueue = new WriteQueue(writer, () => {}, undefined, replicator)
  writer.exec('create table notes (text text)')
  replicator.report({ quorum: (state) => states.push(state), failed: (error) => failures.push(String(error)) })
  afterThisTest(async () => void writer.close())
  return {
    writer,
    queue,
    save: (text: string) => queue.write(async () => writer.prepare('insert into notes values (?)').run(text)),
  }
}

const kinds = async () => (await readLog(hall, 1)).map((message) => decodeHead(message).kind)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'examhall-replicator-'))
  const { nodes, url } = await startNats(folder, 1)
  nats = nodes[0] as NatsNode
  const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }
  const servers = [url.replace('nats://', '')]
  hall = await createHall({ ...none, servers, name: 'hall', node: 'a', withoutQuorum: 'local' }, 1)
  states = []
  failures = []
  steps = 0
  replicator = new Replicator({
    hall,
    dataDir: folder,
    file: join(folder, 'examhall.db'),
    membership: { ...start, hall: 'id', isIncomplete: false },
    position: start,
    tail: new Tail(),
    end: new EndRecord(folder, 'id'),
    log: createLogger('silent'),
    withoutQuorum: 'local',
    blocking: (_bytes, work) => work(),
    stepDown: () => {
      steps++
    },
  })
  afterThisTest(async () => {
    await hall.connection.close()
    await nats.kill()
    rmSync(folder, { recursive: true })
  })
})

describe('a leader that may acknowledge saves without a quorum', () => {
  it('publishes all saves after its term was slow to start', async () => {
    await nats.pause()
    const started = replicator.startTerm()
    const began = performance.now()
    // Longer than a publication may take before the leader continues locally.
    await expect.poll(() => performance.now() - began, { timeout: 10_000 }).toBeGreaterThan(2_500)
    nats.signal('SIGCONT')
    await started
    const { save } = openQueue()
    await save('one')
    expect(replicator.mayCheckpoint).toBe(true)
    expect(await kinds()).toEqual(['term', 'group'])
  })

  it('continues while a comparison of copies waits, and publishes those saves and all later ones', async () => {
    await replicator.startTerm()
    const { save } = openQueue()
    await save('one')
    await nats.pause()
    const compared = replicator.withStillFile(async () => 'compared', 'id').catch(() => 'not compared')
    await save('two')
    expect(await compared).toBe('not compared')
    expect(states.at(-1)).toBe('local')
    expect(readMembership(folder)?.ahead).toMatchObject({ sequence: 2 })
    nats.signal('SIGCONT')
    await expect.poll(() => replicator.mayCheckpoint, { timeout: 20_000 }).toBe(true)
    await save('three')
    expect(await kinds()).toEqual(['term', 'group', 'verify', 'group', 'group'])
    expect(readMembership(folder)?.ahead).toBeUndefined()
    expect(states.at(-1)).toBe('there')
  })
})

describe('a leader that must wait for the quorum, because its disk accepts no mark', () => {
  it('saves again when the quorum is back', async () => {
    await replicator.startTerm()
    const { save } = openQueue()
    await save('one')
    // Writing the membership fails.
    mkdirSync(join(folder, 'cluster.json.part'))
    await nats.pause()
    const waiting = save('two')
    await expect.poll(() => states.at(-1)).toBe('waiting')
    expect(failures).toEqual([expect.stringContaining('EISDIR')])
    nats.signal('SIGCONT')
    await waiting
    expect(await kinds()).toEqual(['term', 'group', 'group'])
    expect(states.at(-1)).toBe('there')
  })
})

describe('a standby that takes over while the old leader still writes', () => {
  it('is told that its term has not started, and can try again', async () => {
    const other = new LogWriter({ ...hall, run: 'other' }, start, silent, new Tail())
    await other.startTerm()
    await expect(replicator.startTerm()).rejects.toThrow(FencedError)
    expect(steps).toBe(0)
  })
})

describe('a leader’s database file', () => {
  it('is not rewritten while a snapshot of it is read', async () => {
    await replicator.startTerm()
    const file = join(folder, 'examhall.db')
    const db = openDatabase(file, parts.migrations, undefined, replicator)
    const outcome = await replicator.withStillFile(async () => {
      const before = readFileSync(file)
      return { isDone: await db.rewrite(), isSame: readFileSync(file).equals(before) }
    })
    expect(outcome).toEqual({ isDone: false, isSame: true })
    expect(await db.rewrite()).toBe(true)
    await db.close()
  })

  it('keeps saves acknowledged that are in the log, although the write-ahead log cannot be copied into it', async () => {
    await replicator.startTerm()
    const { writer, save } = openQueue()
    const pragma = vi.spyOn(writer, 'pragma').mockImplementation((text) => {
      throw Object.assign(new Error(text), { code: 'SQLITE_IOERR_WRITE' })
    })
    await save('x'.repeat(10_000_000))
    expect(pragma).toHaveBeenCalledWith('wal_checkpoint(PASSIVE)')
    expect((await kinds()).slice(0, 2)).toEqual(['term', 'group'])
  })
})
