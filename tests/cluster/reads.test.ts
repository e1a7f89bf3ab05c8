import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { startStandbyServer } from '#server/cluster/standby-server.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { aCollege } from '#tests/factories/forms.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { testConfig } from '#tests/support/config.ts'
import { fillFresh } from '#tests/support/fresh-database.ts'
import { sharedJudge } from '#tests/support/judge.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { startHall } from './hall.ts'
import type { HallNode } from './hall-node.ts'

const read = (node: HallNode, path: string, token: string) =>
  fetch(`${node.url}${path}`, { headers: { authorization: `Bearer ${token}` } })

describe('a standby', () => {
  it('answers dashboards from its copy with their age, and refuses everything else', async () => {
    const hall = await startHall(2, 1)
    const leader = await hall.leader()
    const standby = hall.nodes.find((node) => node !== leader) as HallNode
    const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
    const dashboard = '/api/analytics/dashboard'
    const colleges = async (node: HallNode) =>
      (await (await read(node, dashboard, admin)).json()) as { totalColleges?: number }
    await expect.poll(async () => (await read(standby, dashboard, admin)).status).toBe(200)
    for (let n = 1; n <= 3; n++) {
      await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())
      const expected = await colleges(leader)
      await expect.poll(() => colleges(standby)).toEqual(expected)
    }
    const age = Number((await read(standby, dashboard, admin)).headers.get('x-data-age'))
    expect(age).toBeLessThan(5)

    for (const [method, path] of [
      ['POST', '/api/admin/colleges'],
      ['POST', '/api/auth/login'],
      ['GET', '/api/admin/colleges'],
      ['POST', '/trpc/attempts.save'],
      ['GET', '/trpc/reports.tests.list,tests.list'],
      ['GET', '/images/0123456789abcdef0123456789abcdef.png'],
    ] as const) {
      const answer = await fetch(`${standby.url}${path}`, { method, headers: { authorization: `Bearer ${admin}` } })
      expect({ path, status: answer.status }).toEqual({ path, status: 503 })
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^Another server/) })
    }
    const health = await fetch(`${standby.url}/healthz`)
    expect([health.status, await health.json()]).toEqual([503, { status: 'ok', role: 'standby' }])

    // A session that is revoked on the leader is refused here within a second.
    await api(leader.url, 'POST', '/auth/logout', admin)
    await expect.poll(async () => (await read(standby, dashboard, admin)).status, { timeout: 1_000 }).toBe(401)
  })
})

/** Starts a standby's server without a cluster, on a copy with demo data. */
async function startCopy(age: () => number | undefined, clock: Clock = systemClock) {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-copy-'))
  const { judge, end } = sharedJudge()
  await fillFresh(dataDir, judge)
  const server = await startStandbyServer(testConfig(dataDir), createLogger('silent'), age, clock)
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= server.close()
    return closing
  }
  afterThisTest(async () => {
    await close()
    await end()
    rmSync(dataDir, { recursive: true })
  })
  return { ...server, dataDir, close }
}

describe('a copy whose age', () => {
  it('is unknown or above 30 seconds is not read', async () => {
    let age: number | undefined
    const server = await startCopy(() => age)
    const ask = async () => {
      const { status, headers } = await fetch(`${server.address}/api/analytics/dashboard`)
      return [status, headers.get('retry-after'), headers.get('x-data-age')]
    }
    expect(await ask()).toEqual([503, '1', null])
    age = 29.9
    expect(await ask()).toEqual([401, null, '29.9'])
    age = 30.1
    expect(await ask()).toEqual([503, '1', '30.1'])
  })
})

describe('a standby’s copy', () => {
  it('is read at the leader’s time', async () => {
    const leaderTime = Date.now() - 3_600_000
    const server = await startCopy(() => 0, { now: () => leaderTime })
    expect(server.app?.platform.clock.now()).toBe(leaderTime)
  })

  it('is not read any more once another version has migrated it', async () => {
    const server = await startCopy(() => 0)
    const status = async () => (await fetch(`${server.address}/api/analytics/dashboard`)).status
    expect(await status()).toBe(401)
    const db = new SqliteDatabase(join(server.dataDir, 'examhall.db'))
    db.exec("insert into __drizzle_migrations (hash, created_at) values ('later', 9000000000000)")
    db.close()
    server.changed()
    expect(await status()).toBe(503)
  })
})

describe('a standby that is elected', () => {
  it('closes at once, although clients have sent only a part of their requests', async () => {
    const server = await startCopy(() => 0)
    const send = async (text: string) => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }
    const partial = await send('POST /api/attempts/x/answers HTTP/1.1\r\nhost: a\r\ncontent-length: 500\r\n\r\n{}')
    const [answer] = await once(partial, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 503 .*connection: close/is)
    await send('GET /api/analytics/dashboard HTTP/1.1\r\n')
    await send('POST /api/attempts/x/answers HTTP/1.1\r\nhost: a\r\ncontent-length: 500\r\n\r\n{}')
    const began = performance.now()
    await server.close()
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})
