import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import type { NatsNode } from '#tests/support/nats.ts'
import { prepareTest, signIn } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { startHall } from './hall.ts'
import type { HallNode } from './hall-node.ts'

const health = async (url: string) => {
  const answer = await fetch(`${url}/healthz`)
  return { code: answer.status, ...((await answer.json()) as object) }
}

describe('without a quorum of NATS servers', () => {
  it('acknowledges no save, keeps reading, and continues when the quorum is back', async () => {
    const hall = await startHall(2, 3)
    const leader = await hall.leader()
    const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
    await Promise.all(hall.nats.slice(1).map((server) => server.kill()))
    const college = aCollege()
    const waiting = api(leader.url, 'POST', '/admin/colleges', admin, college)
    await expect
      .poll(() => health(leader.url), { timeout: 60_000 })
      .toEqual({ code: 200, status: 'degraded', role: 'leader', reasons: ['cluster_no_quorum'] })
    // New writes are refused after a while, so that devices keep them.
    await expect
      .poll(async () => (await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())).status, {
        timeout: 60_000,
      })
      .toBe(503)
    expect((await api(leader.url, 'GET', '/admin/colleges', admin)).status).toBe(200)
    for (const server of hall.nats.slice(1)) await server.start()
    expect((await waiting).status).toBe(201)
    await expect.poll(() => leader.role(), { timeout: 60_000 }).toBe('leader')
    await expect
      .poll(async () => (await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())).status, {
        timeout: 60_000,
      })
      .toBe(201)
    await hall.expectSame()
  })

  it('gives the time without saving back to running attempts', async () => {
    const hall = await startHall(1, 3)
    const leader = await hall.leader()
    const { id, student } = await prepareTest(leader.url, 1)
    const start = async () => (await api(leader.url, 'POST', `/tests/${id}/start`, student)).body
    const save = async () => (await api(leader.url, 'PUT', `/tests/${id}/answers`, student, { answers: [] })).status
    const { deadline } = await start()
    expect(await save()).toBe(200)
    const began = performance.now()
    await Promise.all(hall.nats.slice(1).map((server) => server.kill()))
    const waiting = save()
    const reasons = expect.arrayContaining(['cluster_no_quorum'])
    await expect.poll(() => health(leader.url), { timeout: 60_000 }).toMatchObject({ reasons })
    await expect.poll(save, { timeout: 60_000 }).toBe(503)
    await expect.poll(() => performance.now() - began, { timeout: 60_000 }).toBeGreaterThan(15_000)
    for (const server of hall.nats.slice(1)) await server.start()
    expect(await waiting).toBe(200)
    await expect.poll(save, { timeout: 60_000 }).toBe(200)
    const gap = performance.now() - began
    const given = Date.parse((await start()).deadline) - Date.parse(deadline)
    // The last heartbeat was up to 2 s before the outage.
    expect(given).toBeGreaterThan(12_000)
    expect(given).toBeLessThan(gap + 5_000)
  })

  it('sends balancers elsewhere while the leader reaches neither NATS nor a standby, without restarting it', async () => {
    const hall = await startHall(2, 1)
    const leader = await hall.leader()
    const [nats] = hall.nats as [NatsNode]
    await nats.kill()
    await expect
      .poll(() => health(leader.url), { timeout: 60_000 })
      .toEqual({ code: 503, status: 'degraded', role: 'leader', reasons: ['cluster_cut_off'] })
    await nats.start()
    await expect
      .poll(() => health(leader.url), { timeout: 60_000 })
      .toEqual({ code: 200, status: 'ok', role: 'leader' })
    expect(leader.printed()).not.toContain('Restarting as a standby')
  })

  it('publishes the end of the log again when NATS has lost it', async () => {
    const hall = await startHall(2, 1)
    const leader = await hall.leader()
    const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
    const [nats] = hall.nats as [NatsNode]
    const [data, early] = [join(hall.folder, 'nats-0/data'), join(hall.folder, 'early')]
    await nats.kill()
    cpSync(data, early, { recursive: true })
    await nats.start()
    const add = async () => (await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())).status
    for (let n = 0; n < 3; n++) expect(await add()).toBe(201)
    await nats.kill()
    rmSync(data, { recursive: true })
    cpSync(early, data, { recursive: true })
    await nats.start()
    await expect.poll(add, { timeout: 60_000 }).toBe(201)
    await hall.expectSame()
    await leader.kill()
    const next = await hall.leader(leader)
    const nextAdmin = await signIn(next.url, 'admin@localhost', 'first-password')
    expect((await api(next.url, 'GET', '/admin/colleges', nextAdmin)).body.colleges.length).toBeGreaterThanOrEqual(4)
  })

  it('acknowledges locally if configured to, and publishes these saves later', async () => {
    const hall = await startHall(2, 3, { CLUSTER_WITHOUT_QUORUM: 'local' })
    const leader = await hall.leader()
    const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
    await Promise.all(hall.nats.slice(1).map((server) => server.kill()))
    const add = async () => (await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())).status
    for (let n = 0; n < 5; n++) expect(await add()).toBe(201)
    const metrics = await (await fetch(`${leader.url}/metrics`)).text()
    expect(metrics).toContain('examhall_health_reason{reason="cluster_local_only"} 1')
    for (const server of hall.nats.slice(1)) await server.start()
    await expect
      .poll(async () => (await fetch(`${leader.url}/metrics`)).text(), { timeout: 60_000 })
      .not.toContain('cluster_local_only')
    await leader.kill()
    const next = await hall.leader(leader)
    const { body } = await api(
      next.url,
      'GET',
      '/admin/colleges',
      await signIn(next.url, 'admin@localhost', 'first-password'),
    )
    expect(body.colleges).toHaveLength(5)
  })

  it('publishes local saves after a crash if nobody else has led, and keeps them aside otherwise', async () => {
    const hall = await startHall(2, 3, { CLUSTER_WITHOUT_QUORUM: 'local' })
    const leader = await hall.leader()
    const other = hall.nodes.find((node) => node !== leader) as HallNode
    await other.kill()
    const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
    const addWithout = async (stopped: NatsNode[]) => {
      await Promise.all(stopped.map((server) => server.kill()))
      expect((await api(leader.url, 'POST', '/admin/colleges', admin, aCollege())).status).toBe(201)
      await leader.kill()
      await Promise.all(stopped.map((server) => server.start()))
    }
    const colleges = async (url: string) => (await api(url, 'GET', '/admin/colleges', admin)).body.colleges.length

    await addWithout(hall.nats.slice(1))
    await leader.start()
    await hall.leader()
    expect(await colleges(leader.url)).toBe(1)
    await other.start()
    await hall.expectSame()

    // Stop all of them: a running one could store the save, and publish it once the others are back.
    await addWithout(hall.nats)
    await hall.leader(leader)
    await leader.start()
    await expect.poll(() => leader.role(), { timeout: 60_000 }).toBe('standby')
    expect(await colleges(other.url)).toBe(1)
    expect(readdirSync(leader.dataDir).filter((name) => name.startsWith('diverged-'))).toHaveLength(1)
    await hall.expectSame()
  })
})
