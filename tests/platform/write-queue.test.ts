import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WriteQueue } from '#server/platform/write-queue.ts'

let folder = ''
let writer: SqliteDatabase.Database
let reader: SqliteDatabase.Database
let queue: WriteQueue

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'examhall-queue-'))
  writer = new SqliteDatabase(join(folder, 'queue.db'))
  writer.pragma('journal_mode = WAL')
  writer.exec('create table notes (text text unique)')
  reader = new SqliteDatabase(join(folder, 'queue.db'), { readonly: true })
  queue = new WriteQueue(writer)
})

afterEach(() => {
  reader.close()
  writer.close()
  rmSync(folder, { recursive: true })
})

const blocking = <T>(work: () => Promise<T>) => work()
const insert = async (text: string) => writer.prepare('insert into notes values (?)').run(text)
const stored = () => reader.prepare('select text from notes order by rowid').pluck().all()

describe('the write queue', () => {
  it('settles only after the commit, when writes are visible on other connections', async () => {
    await queue.write(() => insert('kept'))
    expect(stored()).toEqual(['kept'])
  })

  it('runs the jobs of one turn in one transaction', async () => {
    const seen: unknown[][] = []
    await Promise.all([
      queue.write(() => insert('one')),
      queue.write(async () => {
        seen.push(stored())
        await insert('two')
      }),
    ])
    expect(seen).toEqual([[]])
    expect(stored()).toEqual(['one', 'two'])
  })

  it('rolls back a job that throws, and only that one', async () => {
    const results = await Promise.allSettled([
      queue.write(() => insert('before')),
      queue.write(async () => {
        await insert('undone')
        throw new Error('changed my mind')
      }),
      queue.write(() => insert('before')),
      queue.write(() => insert('after')),
    ])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(stored()).toEqual(['before', 'after'])
  })

  it('refuses a job that awaits anything but its queries, and rolls it back', async () => {
    const slow = queue.write(async () => {
      await insert('half done')
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    })
    const next = queue.write(() => insert('next'))
    await expect(slow).rejects.toThrow('awaited something other than its own queries')
    await next
    expect(stored()).toEqual(['next'])
  })

  it('rejects every job of the turn when the commit fails', async () => {
    writer.exec('create table parents (id integer primary key)')
    writer.exec('create table children (parent integer references parents (id) deferrable initially deferred)')
    writer.pragma('foreign_keys = ON')
    const results = await Promise.allSettled([
      queue.write(() => insert('innocent')),
      queue.write(async () => writer.exec('insert into children values (42)')),
    ])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
    expect(stored()).toEqual([])
    await queue.write(() => insert('works again'))
    expect(stored()).toEqual(['works again'])
  })

  it('has committed every queued job after draining', async () => {
    for (let n = 0; n < 2_000; n++) void queue.write(() => insert(`note ${n}`))
    await queue.drain()
    expect(stored()).toHaveLength(2_000)
  })

  it('settles only after commits are replicated, and refuses writes while they cannot be', async () => {
    let release = () => {}
    let refusal: Error | undefined
    const replicated = new Promise<void>((resolve) => {
      release = resolve
    })
    queue = new WriteQueue(writer, () => {}, undefined, {
      opened: () => {},
      replicate: () => replicated,
      get refusal() {
        return refusal
      },
      mayCheckpoint: true,
      recordEnd: () => {},
      blocking,
    })
    let isSettled = false
    const first = queue
      .write(() => insert('one'))
      .then(() => {
        isSettled = true
      })
    await expect.poll(stored).toEqual(['one'])
    const second = queue.write(() => insert('two'))
    refusal = new Error('No quorum')
    queue.refuse(refusal)
    await expect(second).rejects.toThrow('No quorum')
    await expect(queue.write(() => insert('three'))).rejects.toThrow('No quorum')
    expect(isSettled).toBe(false)
    release()
    await first
    expect(stored()).toEqual(['one'])
  })

  it('runs the resuming job alone first after a gap, and rejects all others while it fails', async () => {
    let refusal: Error | undefined
    const replication = {
      opened: () => {},
      replicate: async () => {},
      mayCheckpoint: true,
      recordEnd: () => {},
      blocking,
    }
    const news = { committed: () => {}, failed: () => {} }
    queue = new WriteQueue(writer, () => {}, news, {
      ...replication,
      get refusal() {
        return refusal
      },
    })
    let isFull = false
    queue.resuming(async () => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      await insert('resumed')
    })
    await queue.write(() => insert('before'))
    refusal = new Error('no quorum')
    await expect(queue.write(() => insert('refused'))).rejects.toThrow('no quorum')
    const { now } = performance
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 11_000)
    refusal = undefined
    isFull = true
    const failed = await Promise.allSettled([queue.write(() => insert('a')), queue.write(() => insert('b'))])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    // Succeeds although the disk is full.
    await queue.alone(() => {})
    isFull = false
    await Promise.all([queue.write(() => insert('first')), queue.write(() => insert('second'))])
    await queue.write(() => insert('third'))
    later.mockRestore()
    expect(stored()).toEqual(['before', 'resumed', 'first', 'second', 'third'])
  })
})
