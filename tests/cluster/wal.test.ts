import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Change, WalTail } from '#server/cluster/wal.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'

let file = ''
let db: SqliteDatabase.Database
let tail: WalTail

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-wal-'))
  file = join(folder, 'hall.db')
  db = new SqliteDatabase(file)
  db.pragma('journal_mode = WAL')
  db.exec('create table notes (id integer primary key, text text)')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma('wal_autocheckpoint = 0')
  tail = new WalTail(`${file}-wal`)
  afterThisTest(async () => {
    tail.close()
    db.close()
    rmSync(folder, { recursive: true })
  })
})

const add = (rows: number, length = 500) =>
  db.exec(`with recursive n (n) as (select 1 union all select n + 1 from n where n < ${rows})
    insert into notes (text) select hex(randomblob(${length})) from n`)

/** The database file after a change is written to it. */
function written(base: Buffer, change: Change | undefined): Buffer {
  if (!change) return base
  const result = Buffer.alloc(change.size * change.pageSize)
  base.copy(result)
  for (const [page, bytes] of change.pages) bytes.copy(result, (page - 1) * change.pageSize)
  return result
}

/** Compares with the file that SQLite's own checkpoint writes. */
function expectSame(copy: Buffer) {
  db.pragma('wal_checkpoint(TRUNCATE)')
  expect(copy.equals(readFileSync(file))).toBe(true)
}

describe('reading the write-ahead log', () => {
  it('reads each commit once, as the bytes that a checkpoint would write', () => {
    let copy: Buffer = readFileSync(file)
    for (let n = 0; n < 20; n++) {
      add(3)
      copy = written(copy, tail.read())
      expect(tail.read()).toBeUndefined()
    }
    expectSame(copy)
  })

  it('continues when SQLite restarts the log with new salts', () => {
    let copy: Buffer = readFileSync(file)
    for (let n = 0; n < 5; n++) {
      add(20 - n * 4)
      copy = written(copy, tail.read())
      db.pragma('wal_checkpoint(PASSIVE)')
    }
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(tail.end)
    expectSame(copy)
  })

  it('ignores pages of a rolled-back transaction that reached the log', () => {
    db.pragma('cache_size = 10')
    let copy: Buffer = readFileSync(file)
    db.exec('begin')
    add(200)
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(100_000)
    expect(tail.read()).toBeUndefined()
    db.exec('rollback')
    expect(tail.read()).toBeUndefined()
    add(1)
    copy = written(copy, tail.read())
    expectSame(copy)
  })

  it('waits for the rest of a frame that is still being written', () => {
    add(2)
    const whole = readFileSync(`${file}-wal`)
    truncateSync(`${file}-wal`, whole.length - 100)
    expect(tail.read()).toBeUndefined()
    appendFileSync(`${file}-wal`, whole.subarray(whole.length - 100))
    expectSame(written(readFileSync(file), tail.read()))
  })

  it('ignores a commit with a damaged frame', () => {
    add(2)
    const whole = readFileSync(`${file}-wal`)
    whole[whole.length - 10] = (whole.at(-10) ?? 0) ^ 1
    truncateSync(`${file}-wal`)
    appendFileSync(`${file}-wal`, whole)
    expect(tail.read()).toBeUndefined()
  })

  it('reads a VACUUM, which rewrites every page and shortens the file', () => {
    add(2_000)
    db.exec('delete from notes where id % 10')
    const first: Buffer = written(readFileSync(file), tail.read())
    db.exec('vacuum')
    const change = tail.read()
    expect(change?.size).toBeLessThan(first.length / 4096 / 2)
    expectSame(written(first.subarray(0, (change?.size ?? 0) * 4096), change))
  })
})
