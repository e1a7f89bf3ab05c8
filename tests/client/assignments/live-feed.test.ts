import { describe, expect, it } from 'vitest'
import { LiveFeed, type LiveRow, liveTimes } from '#client/features/assignments/model/live-feed.ts'
import { ApiError } from '#client/lib/errors.ts'
import type { LiveBoard, LiveChanges } from '#shared/attempts/live.schema.ts'

const row = (studentId: string, fields: Partial<LiveRow> = {}) =>
  ({ studentId, name: studentId, status: 'not_started', answered: 0, ...fields }) as LiveRow

/** A server, network and clock controlled by the test. */
function aWorld() {
  let now = 0
  const timers = new Set<{ at: number; run: () => void }>()
  const server = {
    rows: [row('a'), row('b')],
    time: 1_000,
    reachable: true,
    gone: false,
    asked: [] as (string | undefined)[],
  }
  const streams: { changes: (changes: LiveChanges) => void; end: (error?: unknown) => void; open: boolean }[] = []
  const stamp = () => new Date(server.time).toISOString()
  const feed = new LiveFeed({
    subscribe: (on) => {
      const stream = { ...on, open: true }
      streams.push(stream)
      return () => {
        stream.open = false
      }
    },
    fetchBoard: async (since) => {
      server.asked.push(since)
      if (server.gone) throw new ApiError('NOT_FOUND', 'Assignment not found')
      if (!server.reachable) throw new ApiError('NETWORK', '')
      const board = { serverTime: stamp(), total: server.rows.length, sectionNames: [], students: server.rows }
      return board as unknown as LiveBoard
    },
    now: () => now,
    later: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    random: () => 0.5,
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    feed,
    server,
    streams,
    settle,
    timers,
    pass: async (ms: number) => {
      const until = now + ms
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
        if (!next) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.run()
        await settle()
      }
      now = until
    },
    tell: async (students: LiveRow[], total = server.rows.length) => {
      server.time++
      streams.at(-1)?.changes({ serverTime: stamp(), total, students })
      await settle()
    },
    answered: () => feed.read().students.map(({ answered }) => answered),
  }
}

const live = async () => {
  const world = aWorld()
  world.feed.start()
  await world.tell([])
  expect(world.feed.read().connection).toBe('live')
  return world
}

describe('the feed of a live board', () => {
  it('loads everything once, then merges changes by student', async () => {
    const world = await live()
    const [, kept] = world.feed.read().students
    await world.tell([row('a', { status: 'in_progress', answered: 3 })])
    expect(world.answered()).toEqual([3, 0])
    expect(world.feed.read().students[1]).toBe(kept)
    expect(world.server.asked).toEqual([undefined])
  })

  it('reloads when its student count is out of date', async () => {
    const world = await live()
    world.server.rows.push(row('c', { answered: 9 }))
    await world.tell([])
    expect(world.answered()).toEqual([0, 0, 9])
  })

  it('reconnects with a fresh board after the stream has ended', async () => {
    const world = await live()
    world.streams[0]?.end()
    expect(world.feed.read().connection).toBe('reconnecting')
    world.server.rows = [row('a', { answered: 5 }), row('b')]
    await world.pass(liveTimes.retryMs[0])
    await world.tell([])
    expect([world.feed.read().connection, world.answered()]).toEqual(['live', [5, 0]])
    expect(world.streams.filter(({ open }) => open)).toHaveLength(1)
  })

  it('polls every five seconds without a stream', async () => {
    const world = aWorld()
    world.feed.start()
    world.streams[0]?.end(new ApiError('NETWORK', ''))
    await world.pass(0)
    expect(world.feed.read().connection).toBe('polling')
    world.server.rows = [row('a', { answered: 1 }), row('b')]
    await world.pass(liveTimes.pollMs)
    expect(world.answered()).toEqual([1, 0])
    expect(world.server.asked).toEqual([undefined, new Date(1_000).toISOString()])
    expect(world.streams.length).toBeGreaterThan(1)
    await world.pass(2_500)
    await world.tell([])
    expect(world.feed.read().connection).toBe('live')
    const asked = world.server.asked.length
    await world.pass(liveTimes.pollMs * 2)
    expect(world.server.asked).toHaveLength(asked)
  })

  it('treats silence as a broken stream', async () => {
    const world = await live()
    await world.pass(liveTimes.silenceMs)
    expect(world.feed.read().connection).toBe('reconnecting')
    await world.pass(30_000)
    expect(world.feed.read().connection).toBe('polling')
  })

  it('reports failing polls, and continues', async () => {
    const world = await live()
    world.server.reachable = false
    world.streams[0]?.end()
    await world.pass(60_000)
    expect(world.feed.read().connection).toBe('reconnecting')
    world.server.reachable = true
    await world.pass(liveTimes.pollMs)
    expect(world.feed.read().connection).toBe('polling')
    world.feed.reconnect()
    await world.tell([])
    expect(world.feed.read().connection).toBe('live')
  })

  it('stops when the test is deleted, and leaves no timers', async () => {
    const world = await live()
    world.server.gone = true
    world.streams[0]?.end(new ApiError('NOT_FOUND', 'Assignment not found'))
    expect(world.feed.read().error).toBeInstanceOf(ApiError)
    expect(world.timers.size).toBe(0)
  })

  it('uses no more memory after hours than after one minute', async () => {
    const world = await live()
    for (let beat = 0; beat < 2_000; beat++) {
      await world.pass(10_000)
      await world.tell([row('a', { answered: beat })])
    }
    expect(world.timers.size).toBe(1)
    expect(world.server.asked).toHaveLength(1)
    world.feed.stop()
    expect(world.timers.size).toBe(0)
  })
})
