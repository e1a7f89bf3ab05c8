import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api, type ServerProcess, startServer } from '#tests/support/process.ts'
import { degraded, healthOf, logOf, takeSeat } from './exam-student.ts'

let dataDir = ''
let server: ServerProcess
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'examhall-corrupt-'))
  server = await startServer(dataDir)
})
afterEach(async () => {
  await server.kill()
  rmSync(dataDir, { recursive: true })
})

/** Flips every bit at the start of a table's first page. */
function damage(table: string) {
  const path = join(dataDir, 'examhall.db')
  const db = new SqliteDatabase(path)
  const page = Number(db.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table))
  const size = Number(db.pragma('page_size', { simple: true }))
  db.close()
  const file = openSync(path, 'r+')
  const bytes = Buffer.alloc(32)
  readSync(file, bytes, 0, 32, (page - 1) * size)
  writeSync(
    file,
    bytes.map((byte) => byte ^ 0xff),
    0,
    32,
    (page - 1) * size,
  )
  closeSync(file)
}

describe('a damaged page', { timeout: 180_000 }, () => {
  it('is reported when found; writes then fail, and readable data is still served', async () => {
    const seat = await takeSeat(server.url)
    // Without a restart, pages could be read from the WAL.
    expect(await server.terminate()).toBe(0)
    server = await startServer(dataDir)
    expect(await seat.save(server.url)).toBe(200)
    damage('notifications')

    expect((await api(server.url, 'GET', '/notifications/sent-notifications', seat.admin)).status).toBe(500)
    expect(await healthOf(server)).toEqual(degraded('database_corrupt'))
    await expect
      .poll(() => logOf(server, 'database_corrupt'))
      .toEqual([expect.stringContaining('Restore the last successful backup')])
    // Writes to intact pages are refused too, because damage spreads.
    expect(await seat.save(server.url)).toBe(500)
    expect((await api(server.url, 'GET', '/admin/colleges', seat.admin)).status).toBe(200)
    await seat.expectKept(server.url)
    expect(await healthOf(server)).toEqual(degraded('database_corrupt'))
    expect(await server.terminate()).toBe(0)
  })

  it('is reported in one line if found at startup, and keeps the server from starting', async () => {
    expect(await server.terminate()).toBe(0)
    damage('answer_sheets')
    const refusal = await startServer(dataDir).then(
      () => 'started',
      (error: Error) => error.message.split('\n').slice(1).join('\n').trim(),
    )
    expect(refusal).toBe(
      'DATA_DIR contains a damaged database; restore the newest backup: examhall restore FILE (docs/backups.md)',
    )
  })
})
