import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api, type ServerProcess, startServer } from '#tests/support/process.ts'
import { degraded, healthOf, logOf, takeSeat } from './seat.ts'

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

/** Flips every bit at the beginning of the page that a table begins with. */
function damage(table: string) {
  const path = join(dataDir, 'examhall.db')
  const db = new SqliteDatabase(path)
  const page = Number(db.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table))
  const size = Number(db.pragma('page_size', { simple: true }))
  const [bytes] = [db.prepare('select data from sqlite_dbpage where pgno = ?').pluck().get(page) as Buffer]
  db.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.from(bytes.subarray(0, 32).map((byte) => byte ^ 0xff)), 0, 32, (page - 1) * size)
  closeSync(file)
}

describe('a damaged page', () => {
  it('is told as soon as it is met; nothing is acknowledged after that, and what can be read is shown', async () => {
    const seat = await takeSeat(server.url)
    expect(await seat.save(server.url)).toBe(200)
    expect(await server.terminate()).toBe(0)
    damage('answer_sheets')
    server = await startServer(dataDir)

    expect(await seat.save(server.url)).toBe(500)
    expect(await healthOf(server)).toEqual(degraded('database_corrupt'))
    expect(logOf(server, 'database_corrupt')).toEqual([expect.stringContaining('restore the last good backup')])
    expect((await api(server.url, 'GET', '/admin/colleges', seat.admin)).status).toBe(200)
    // Nor does a write to a page that is whole go in: damage spreads.
    expect((await api(server.url, 'PUT', '/admin/profile', seat.admin, { name: 'Somebody' })).status).toBe(500)
    expect((await api(server.url, 'GET', '/auth/me', seat.admin)).body.user.name).not.toBe('Somebody')
    expect(await healthOf(server)).toEqual(degraded('database_corrupt'))
    expect(await server.terminate()).toBe(0)
  })

  it('is told also when a read meets it', async () => {
    const seat = await takeSeat(server.url)
    expect(await server.terminate()).toBe(0)
    damage('notifications')
    server = await startServer(dataDir, 'serve', { LOG_LEVEL: 'fatal' })
    expect((await api(server.url, 'GET', '/notifications/sent-notifications', seat.admin)).status).toBe(500)
    await expect.poll(() => healthOf(server)).toEqual(degraded('database_corrupt'))
    expect(await seat.save(server.url)).toBe(500)
  })
})
