import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHall, type Hall } from '#server/cluster/hall.ts'
import { Lease, LeaseWatch } from '#server/cluster/lease.ts'
import { boundsOf, FencedError, LogWriter, readLog } from '#server/cluster/log.ts'
import { decodeHead, encodeGroup } from '#server/cluster/messages.ts'
import { start } from '#server/cluster/position.ts'
import { Tail } from '#server/cluster/tail.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { type NatsNode, startNats } from '#tests/support/nats.ts'

let hall: Hall
let other: Hall
let nats: NatsNode
const silent = { waiting: () => {}, published: () => {}, endLost: () => {} }
const settings = { name: 'hall', withoutQuorum: 'wait' as const }
const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-log-'))
  const { nodes, url } = await startNats(folder, 1)
  nats = nodes[0] as NatsNode
  const servers = [url.replace('nats://', '')]
  hall = await createHall({ ...settings, ...none, servers, node: 'a' }, 1)
  other = await createHall({ ...settings, ...none, servers, node: 'b' }, 1)
  afterThisTest(async () => {
    await Promise.all([hall, other].map(({ connection }) => connection.close()))
    await nats.kill()
    rmSync(folder, { recursive: true })
  })
})

const change = (fill: number) => ({ pageSize: 4_096, size: 1, pages: new Map([[1, Buffer.alloc(4_096, fill)]]) })
const group = (writer: LogWriter, fill: number) => {
  const { term, group, chain } = writer.position
  return encodeGroup(change(fill), { term, node: 'a', group: group + 1 }, chain)
}
const kinds = async () => (await readLog(hall, 1)).map((message) => decodeHead(message).kind)

describe('the log', () => {
  it('accepts a leader’s groups in order', async () => {
    const writer = new LogWriter(hall, start, silent, new Tail())
    await writer.startTerm()
    for (let n = 0; n < 40; n++) await writer.appendGroup(group(writer, n))
    expect(writer.position).toMatchObject({ sequence: 41, term: 1, group: 40 })
    expect(await boundsOf(hall)).toEqual({ first: 1, last: 41 })
    const read = [...(await readLog(hall, 1)), ...(await readLog(hall, 33))]
    expect(read.map((message) => decodeHead(message).kind)).toEqual(['term', ...Array(40).fill('group')])
  })

  it('fences a leader once another node has started a term', async () => {
    const writer = new LogWriter(hall, start, silent, new Tail())
    await writer.startTerm()
    await writer.appendGroup(group(writer, 1))
    await new LogWriter(other, writer.position, silent, new Tail()).startTerm()
    await expect(writer.appendGroup(group(writer, 2))).rejects.toThrow(FencedError)
    expect(await kinds()).toEqual(['term', 'group', 'term'])
  })

  it('lets only one of two nodes start a term at the same position', async () => {
    const writers = [new LogWriter(hall, start, silent, new Tail()), new LogWriter(other, start, silent, new Tail())]
    const results = await Promise.allSettled(writers.map((writer) => writer.startTerm()))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await kinds()).toEqual(['term'])
  })

  it('counts a message once if its acknowledgement was lost', async () => {
    const writer = new LogWriter(hall, start, silent, new Tail())
    await writer.startTerm()
    const [message = Buffer.alloc(0)] = group(writer, 1)
    // The message is stored without the leader noticing, and NATS does not recognize the repeated one.
    await hall.js.publish(hall.names.log, message)
    await writer.appendGroup([message])
    await writer.appendGroup(group(writer, 2))
    expect(await kinds()).toEqual(['term', 'group', 'group'])
    expect(writer.position).toMatchObject({ sequence: 3, group: 2 })
  })

  it('waits while NATS is down, and continues when it is back', async () => {
    const waits: unknown[] = []
    const writer = new LogWriter(hall, start, { ...silent, waiting: (error) => waits.push(error) }, new Tail())
    await writer.startTerm()
    await nats.kill()
    let isDone = false
    const done = writer.appendGroup(group(writer, 1)).then(() => {
      isDone = true
    })
    await expect.poll(() => waits.length).toBeGreaterThan(0)
    expect(isDone).toBe(false)
    await nats.start()
    await done
    expect(await kinds()).toEqual(['term', 'group'])
  })
})

describe('the lease', () => {
  it('is vacant only after it was not renewed for two seconds, or released', async () => {
    const watch = new LeaseWatch(other)
    expect(await watch.vacancy()).toBe(0)
    const lease = await Lease.take(hall, 0, () => {})
    const began = performance.now()
    while (performance.now() - began < 3_000) expect(await watch.vacancy()).toBeUndefined()
    await lease.release()
    // A replica of the state may lag behind.
    await expect.poll(() => watch.vacancy()).toBeGreaterThan(0)
  })

  it('is kept for the announced time by a holder that blocks, and no longer', async () => {
    let isBlocked = false
    const state: Hall['state'] = Object.assign(Object.create(hall.state), {
      get: (key: string) => hall.state.get(key),
      update: (key: string, data: string, version: number) =>
        isBlocked ? Promise.reject(new Error('blocked')) : hall.state.update(key, data, version),
    })
    const watch = new LeaseWatch(other)
    const lease = await Lease.take({ ...hall, state }, 0, () => {})
    const began = await lease.during(3_000, async () => {
      isBlocked = true
      const began = performance.now()
      while (performance.now() - began < 4_000) expect(await watch.vacancy()).toBeUndefined()
      return began
    })
    await expect.poll(() => watch.vacancy(), { timeout: 10_000, interval: 50 }).toBeDefined()
    expect(performance.now() - began).toBeLessThan(6_500)
    isBlocked = false
    await expect.poll(() => watch.vacancy(), { timeout: 10_000 }).toBeUndefined()
    isBlocked = true
    const endedAt = performance.now()
    await expect.poll(() => watch.vacancy(), { timeout: 10_000, interval: 50 }).toBeDefined()
    expect(performance.now() - endedAt, 'no longer announced').toBeLessThan(3_500)
    await lease.release()
  })

  it('is vacant within a second once its holder’s process has lost its connection', async () => {
    const watch = new LeaseWatch(other)
    const lease = await Lease.take(hall, 0, () => {})
    for (let n = 0; n < 10; n++) expect(await watch.vacancy()).toBeUndefined()
    // What the system does to the connection of a killed process.
    await hall.connection.close()
    const began = performance.now()
    await expect.poll(() => watch.vacancy(), { timeout: 10_000, interval: 50 }).toBeDefined()
    expect(performance.now() - began).toBeLessThan(1_500)
    await lease.release()
  })

  it.each([
    ['may be taken as soon as NATS has a leader for it again if its holder was silent', true],
    ['is left to a holder that responded while NATS had no leader for it', false],
  ])('%s', async (_, isSilent) => {
    let isLeaderless = false
    const unlessLeaderless =
      <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
      (...args: A) =>
        isLeaderless ? Promise.reject(new Error('no leader')) : act(...args)
    const stateOf = ({ state }: Hall): Hall['state'] =>
      Object.assign(Object.create(state), {
        get: unlessLeaderless((key: string) => state.get(key)),
        update: unlessLeaderless((key: string, data: string, version: number) => state.update(key, data, version)),
      })
    const lease = await Lease.take({ ...hall, state: stateOf(hall) }, 0, () => {})
    const watch = new LeaseWatch({ ...other, state: stateOf(other) })
    expect(await watch.vacancy()).toBeUndefined()
    isLeaderless = true
    if (isSilent) await hall.connection.close()
    const began = performance.now()
    while (performance.now() - began < 2_500) await expect(watch.vacancy()).rejects.toThrow('no leader')
    isLeaderless = false
    expect((await watch.vacancy()) !== undefined).toBe(isSilent)
    await lease.release()
  })

  it('is renewed as soon as NATS is back', async () => {
    const lease = await Lease.take(hall, 0, () => {})
    // The outages end at different points of the renewal's interval.
    for (const outage of [2_500, 2_900, 3_300, 3_700]) {
      await nats.kill()
      await expect.poll(() => lease.age, { timeout: 20_000, interval: 10 }).toBeGreaterThan(outage)
      const reconnected = (async () => {
        for await (const { type } of hall.connection.status()) if (type === 'reconnect') return performance.now()
        return 0
      })()
      await nats.start()
      const at = await reconnected
      await expect.poll(() => lease.age, { timeout: 20_000, interval: 10 }).toBeLessThan(outage)
      expect(performance.now() - at).toBeLessThan(500)
    }
    await lease.release()
  })

  it('goes to one of several nodes, and notifies a node that lost it', async () => {
    const lost: (string | undefined)[] = []
    const lease = await Lease.take(hall, 0, (to) => lost.push(to?.node))
    const taken = await Promise.allSettled([1, 2, 3].map(() => Lease.take(other, 1, () => {})))
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect.poll(() => lost).toEqual(['b'])
    for (const result of taken) if (result.status === 'fulfilled') await result.value.release()
    await lease.release()
  })
})
