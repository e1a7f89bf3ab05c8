import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api, type ServerProcess, startServer } from '#tests/support/process.ts'
import { degraded, healthOf, logOf, takeSeat, well } from './exam-student.ts'

let dataDir = ''
let server: ServerProcess
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'examhall-locked-'))
  server = await startServer(dataDir)
})
afterEach(async () => {
  await server.kill()
  rmSync(dataDir, { recursive: true })
})

/** Locks the database from another process. @returns a function that releases it */
async function hold(): Promise<() => Promise<unknown>> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'lock-holder.ts'), join(dataDir, 'examhall.db')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  return () => {
    const ended = once(holder, 'exit')
    holder.stdin.end()
    return ended
  }
}

describe('a database locked by another program', { timeout: 180_000 }, () => {
  it('only delays saves if it is locked briefly', async () => {
    const seat = await takeSeat(server.url)
    expect(await seat.save(server.url)).toBe(200)
    const release = await hold()
    let acknowledged = false
    const save = seat.save(server.url).then((status) => {
      acknowledged = true
      return status
    })
    // Reads continue, one after another, while the save waits.
    for (let n = 0; n < 20; n++) {
      expect((await api(server.url, 'GET', '/tests/student/assigned', seat.student)).status).toBe(200)
      expect(acknowledged).toBe(false)
    }
    expect(await healthOf(server)).toEqual(well)
    await release()
    expect(await save).toBe(200)
    await seat.expectKept(server.url)
  })

  it('makes saves fail before the client gives up if the lock persists, is reported, and recovers', async () => {
    const seat = await takeSeat(server.url)
    expect(await seat.save(server.url)).toBe(200)
    const release = await hold()
    const startedAt = performance.now()
    expect(await seat.save(server.url)).toBe(500)
    // The client gives up after 15 s, so a later response would not reach it.
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect(await healthOf(server)).toEqual(degraded('database_locked'))
    await expect.poll(() => logOf(server, 'database_locked')).toHaveLength(1)
    // New requests are refused immediately.
    const again = performance.now()
    expect(await seat.save(server.url)).toBe(500)
    expect(performance.now() - again).toBeLessThan(4_000)
    await release()
    await expect.poll(() => seat.save(server.url)).toBe(200)
    await expect.poll(() => healthOf(server)).toEqual(well)
    await seat.expectKept(server.url)
  })

  it('does not keep the server from stopping', async () => {
    const seat = await takeSeat(server.url)
    expect(await seat.save(server.url)).toBe(200)
    const release = await hold()
    expect(await server.terminate()).toBe(0)
    await release()
    server = await startServer(dataDir)
    await seat.expectKept(server.url)
  })
})
