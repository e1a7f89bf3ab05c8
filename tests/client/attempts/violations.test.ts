import { describe, expect, it } from 'vitest'
import { makeRoom } from './room.ts'
import { offline, settle } from './world.ts'

describe('proctoring', () => {
  it('counts a tab switch at once and sends it with its duration on return', async () => {
    const { room, time, server, sentences } = makeRoom({ violationCount: 2 })
    const at = new Date(time.now).toISOString()
    room.hidden()
    expect(room.view().noticed.count).toBe(3)
    await time.pass(8_000)
    expect(server.saves.flatMap((request) => request.violations)).toEqual([])
    room.shown()
    await time.pass(0)
    expect(server.saves.flatMap((request) => request.violations)).toEqual([
      { kind: 'tab_switch', at, durationMs: 8_000 },
    ])
    expect(sentences()).toEqual(['Warning: You switched tabs! This activity is being monitored.'])
  })

  it('warns when the student leaves full screen, but never blocks answering', async () => {
    const { room, time, sentences, server } = makeRoom()
    room.leftFullscreen()
    await time.pass(0)
    expect(sentences()).toEqual(['Warning: You exited fullscreen! Please stay in fullscreen mode.'])
    expect(server.saves.at(-1)?.violations).toMatchObject([{ kind: 'fullscreen_exit' }])
    expect(room.view().noticed.count).toBe(1)
    room.answer('B')
    await time.pass(0)
    expect(server.letter('q1')).toBe('B')
  })

  it('reports a tab switch even if the browser closes the page afterwards', async () => {
    const world = makeRoom()
    world.room.hidden()
    world.room.close()
    const again = world.openRoom()
    expect(again.view().noticed.count).toBe(1)
    await world.time.pass(0)
    expect(world.server.saves.flatMap((request) => request.violations)).toMatchObject([{ kind: 'tab_switch' }])
  })

  it('reports nothing after the end', async () => {
    const { room, time, sentences } = makeRoom()
    room.submit()
    await time.pass(0)
    room.leftFullscreen()
    room.hidden()
    room.shown()
    expect(sentences()).toEqual([])
  })
})

describe('proctoring events', () => {
  it('are sent at once for a full-screen exit, and again with its duration', async () => {
    const { room, time, server } = makeRoom()
    const at = new Date(time.now).toISOString()
    room.leftFullscreen()
    await time.pass(12_000)
    room.enteredFullscreen()
    await time.pass(0)
    expect(server.saves.flatMap(({ violations }) => violations)).toEqual([
      { kind: 'fullscreen_exit', at },
      { kind: 'fullscreen_exit', at, durationMs: 12_000 },
    ])
    expect(room.view().noticed).toEqual({ count: 1, events: [{ kind: 'fullscreen_exit', at, durationMs: 12_000 }] })
  })

  it('keep a duration measured while the event was in flight', async () => {
    const { room, time, server } = makeRoom()
    const release = server.hold()
    room.leftFullscreen()
    await time.pass(4_000)
    room.enteredFullscreen()
    release()
    await time.pass(0)
    expect(server.saves.flatMap(({ violations }) => violations.map(({ durationMs }) => durationMs))).toEqual([
      undefined,
      4_000,
    ])
  })

  it('include copying and pasting, without a warning', async () => {
    const { room, time, server, sentences } = makeRoom()
    room.clipboard('copy')
    await time.pass(5)
    room.clipboard('paste')
    await time.pass(0)
    expect(server.kinds()).toEqual(['copy', 'paste'])
    expect(room.view().noticed.count).toBe(2)
    expect(sentences()).toEqual([])
  })

  it('include a connection gap with its length, but not as a violation', async () => {
    const { room, time, server } = makeRoom()
    server.failure = offline
    const at = new Date(time.now).toISOString()
    room.answer('A')
    await time.pass(20_000)
    server.failure = null
    await time.pass(15_000)
    const gap = server.saves.flatMap(({ violations }) => violations).at(-1)
    expect(gap).toMatchObject({ kind: 'reconnect', at })
    expect(gap?.durationMs).toBeGreaterThan(20_000)
    expect(room.view().noticed).toMatchObject({ count: 0, events: [{ kind: 'reconnect' }] })
  })

  it('do not count time when another tab was the writer', async () => {
    const { room, time, server, openRoom } = makeRoom()
    server.failure = offline
    room.answer('A')
    await time.pass(5_000)
    const second = openRoom()
    await time.pass(5_000)
    expect(room.view().role.as).toBe('reader')
    server.failure = null
    await time.pass(60_000)
    room.takeOver()
    await time.pass(60_000)
    expect([room.view().role.as, second.view().role.as]).toEqual(['writer', 'reader'])
    const gaps = room.view().noticed.events.filter(({ kind }) => kind === 'reconnect')
    expect(gaps.filter(({ durationMs = 0 }) => durationMs > 60_000)).toEqual([])
  })

  it('do not include a gap of a second or two', async () => {
    const { room, time, server } = makeRoom()
    server.failure = offline
    room.answer('A')
    await time.pass(500)
    server.failure = null
    await time.pass(10_000)
    expect(server.kinds()).toEqual([])
  })

  it('are listed after a reload, and unsent ones are counted once', async () => {
    const world = makeRoom({ violationCount: 3 })
    world.server.failure = offline
    world.room.clipboard('copy')
    await world.time.pass(5)
    world.room.leftFullscreen()
    await world.time.pass(0)
    world.room.close()
    const again = world.openRoom(world.browser, 'tab 1')
    expect(again.view().noticed.count).toBe(5)
    expect(again.view().noticed.events.map(({ kind }) => kind)).toEqual(['copy', 'fullscreen_exit'])
  })

  it('are submitted with their current duration if still ongoing', async () => {
    const { room, time, server, browser } = makeRoom({ minutes: 5 })
    await time.pass(4 * 60_000)
    room.leftFullscreen()
    room.hidden()
    await time.pass(60_000)
    expect(room.view().submit.phase).toBe('done')
    expect(server.saves.at(-1)?.violations).toMatchObject([
      { kind: 'tab_switch', durationMs: 60_000 },
      { kind: 'fullscreen_exit', durationMs: 60_000 },
    ])
    room.enteredFullscreen()
    await settle()
    expect(browser.storage.entries.size).toBe(0)
  })
})
