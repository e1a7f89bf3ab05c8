import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { chainAfter, encodeGroup, encodeNote, firstChain } from '#server/cluster/messages.ts'
import type { Position } from '#server/cluster/position.ts'
import { DiskError, Replica } from '#server/cluster/replica.ts'
import { WalTail } from '#server/cluster/wal.ts'
import { fill, mountDisk, whyNoDisk } from '#tests/faults/disks.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'

/** A leader's database whose commits become messages, and a standby's copy of it. */
let db: SqliteDatabase.Database
let tail: WalTail
let copyFile = ''
let file = ''
let end: Position
let replica: Replica

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-replica-'))
  file = join(folder, 'leader.db')
  copyFile = join(folder, 'copy.db')
  db = new SqliteDatabase(file)
  db.pragma('journal_mode = WAL')
  db.exec('create table notes (id integer primary key, text text)')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma('wal_autocheckpoint = 0')
  tail = new WalTail(`${file}-wal`)
  writeFileSync(copyFile, readFileSync(file))
  end = { sequence: 10, term: 1, group: 4, chain: firstChain }
  replica = new Replica(copyFile, end)
  afterThisTest(async () => {
    tail.close()
    db.close()
    replica.close()
    rmSync(folder, { recursive: true })
  })
})

const add = (rows: number) =>
  db.exec(`with recursive n (n) as (select 1 union all select n + 1 from n where n < ${rows})
    insert into notes (text) select hex(randomblob(500)) from n`)

/** Returns the messages of what was committed since the last call. */
function messages(): Buffer[] {
  const change = tail.read()
  if (!change) throw new Error('Nothing was committed')
  const made = encodeGroup(change, { term: end.term, node: 'a', group: end.group + 1 }, end.chain)
  const chain = made.reduce(chainAfter, end.chain)
  end = { ...end, sequence: end.sequence + made.length, group: end.group + 1, chain }
  return made
}

function newTerm(): Buffer {
  const term = end.term + 1
  const note = encodeNote({ kind: 'term', term, node: 'b', run: 'r' }, end.chain)
  end = { ...end, sequence: end.sequence + 1, term, chain: chainAfter(end.chain, note) }
  return note
}

function expectSame() {
  db.pragma('wal_checkpoint(TRUNCATE)')
  expect(readFileSync(copyFile).equals(readFileSync(file))).toBe(true)
}

describe('the end of a copy', () => {
  it('is recorded before the file changes', () => {
    const recorded: [Position, boolean][] = []
    const before = readFileSync(copyFile)
    const copy = new Replica(
      copyFile,
      end,
      () => {},
      (position) => recorded.push([position, readFileSync(copyFile).equals(before)]),
    )
    add(3)
    for (const message of messages()) copy.accept(message)
    expect(recorded).toEqual([[end, true]])
    copy.close()
  })
})

describe('a standby’s copy', () => {
  it('equals the leader’s file after the same commits, growing and shrinking', () => {
    for (let n = 0; n < 10; n++) {
      add(30)
      for (const message of messages()) replica.accept(message)
    }
    db.exec('delete from notes where id > 20')
    db.exec('vacuum')
    for (const message of messages()) replica.accept(message)
    expect(replica.position).toEqual(end)
    expectSame()
  })

  it('shows a reader one commit at a time, even while groups arrive', () => {
    const reader = new SqliteDatabase(copyFile, { readonly: true })
    const shown = new Replica(copyFile, end, () => reader.pragma('shrink_memory'))
    afterThisTest(async () => {
      reader.close()
      shown.close()
    })
    const counted = reader.prepare('select count(*) as rows, coalesce(max(id), 0) as last from notes')
    for (let n = 1; n <= 50; n++) {
      add(7)
      if (n === 25) db.exec('create table later (id integer primary key)')
      for (const message of messages()) shown.accept(message)
      expect(counted.get()).toEqual({ rows: n * 7, last: n * 7 })
    }
    expect(reader.prepare('select count(*) from later').pluck().get()).toBe(0)
    expect(reader.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('reaches the same state when messages are applied again from an earlier position', () => {
    const from = end
    const all = Array.from({ length: 20 }, () => {
      add(5)
      return messages()
    }).flat()
    for (const message of all) replica.accept(message)
    const again = new Replica(copyFile, from)
    for (const message of all) again.accept(message)
    again.close()
    expectSame()
  })

  it('drops the parts of a group that a dead leader left unfinished', () => {
    const before = end
    add(2_000)
    const unfinished = messages().slice(0, -1)
    expect(unfinished.length).toBeGreaterThan(0)
    const chain = unfinished.reduce(chainAfter, before.chain)
    const untouched = readFileSync(copyFile)
    for (const message of unfinished) replica.accept(message)
    expect(replica.applied).toEqual(before)
    end = { ...before, sequence: before.sequence + unfinished.length, chain }
    replica.accept(newTerm())
    expect(readFileSync(copyFile).equals(untouched)).toBe(true)
    expect(replica.applied).toMatchObject({ term: 2, group: before.group })
  })

  it('refuses a message that is missing its predecessor, repeated, or from an old term', () => {
    add(1)
    const first = messages()
    add(1)
    const second = messages()
    expect(() => second.map((message) => replica.accept(message))).toThrow('does not continue this copy')
    for (const message of first) replica.accept(message)
    expect(() => first.map((message) => replica.accept(message))).toThrow('does not continue this copy')
    const stale = encodeNote({ kind: 'verify', term: 7, node: 'a', id: 'x' }, replica.position.chain)
    expect(() => replica.accept(stale)).toThrow('belongs to term 7, not 1')
  })

  it('finds a page that changed on disk', () => {
    add(300)
    for (const message of messages()) replica.accept(message)
    const checked = () => Array.from({ length: 20 }, () => replica.checkNext()).find((page) => page !== undefined)
    expect(checked()).toBeUndefined()
    const bytes = readFileSync(copyFile)
    bytes[4_096 * 6 + 99] = (bytes[4_096 * 6 + 99] ?? 0) ^ 1
    writeFileSync(copyFile, bytes)
    expect(checked()).toBe(7)
  })
})

const reason = whyNoDisk()

describe.skipIf(reason !== undefined)(`a copy on a full disk${reason ? ` (skipped: ${reason})` : ''}`, () => {
  /** Puts the copy on a small disk, which is full. @returns its file, and a function that frees the space */
  function fillDisk(prepare: (path: string) => void = () => {}) {
    const disk = mountDisk(16)
    const path = join(disk.path, 'copy.db')
    copyFileSync(copyFile, path)
    prepare(path)
    const filling = fill(disk.path)
    const changes = { count: 0 }
    const copy = new Replica(path, end, () => changes.count++)
    afterThisTest(async () => {
      copy.close()
      disk.end()
    })
    return { path, copy, changes, free: () => rmSync(filling) }
  }
  const isSame = (path: string) => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    return readFileSync(path).equals(readFileSync(file))
  }

  it('stays at the commit before, and continues with the same message when there is space', () => {
    const { path, copy, changes, free } = fillDisk()
    const before = readFileSync(path)
    add(100)
    const made = messages()
    expect(() => made.map((message) => copy.accept(message))).toThrow(DiskError)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect([copy.isTorn, copy.applied.group, changes.count]).toEqual([false, 4, 0])
    free()
    for (const message of made) copy.accept(message)
    expect([isSame(path), copy.position, changes.count]).toEqual([true, end, 1])
  })

  it('is marked as torn while it contains half a commit, even in several parts', () => {
    add(2_000)
    for (const message of messages()) replica.accept(message)
    // The disk must find space for the pages that the file has only nominally.
    const { copy, free } = fillDisk((path) => {
      truncateSync(path, 3 * 4_096)
      truncateSync(path, readFileSync(copyFile).length)
    })
    db.exec("update notes set text = 'short'")
    const made = messages()
    expect(made.length).toBeGreaterThan(1)
    for (const message of made.slice(0, -1)) copy.accept(message)
    const last = made.at(-1) as Buffer
    for (let n = 0; n < 2; n++) expect(() => copy.accept(last)).toThrow(DiskError)
    expect([copy.isTorn, copy.checkNext()]).toEqual([true, undefined])
    free()
    copy.accept(last)
    expect([copy.isTorn, copy.position]).toEqual([false, end])
  })
})
