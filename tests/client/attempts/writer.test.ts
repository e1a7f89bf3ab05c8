import { describe, expect, it } from 'vitest'
import { makeRoom } from './room.ts'
import { minute, offline } from './world.ts'

describe('two tabs of one browser', () => {
  it("make the first tab read-only at once, and show the second tab's answers in it", async () => {
    const { room, time, server, openRoom } = makeRoom()
    room.answer('A')
    await time.pass(0)
    const second = openRoom()
    expect(room.view().role).toEqual({ as: 'reader', elsewhere: 'tab', taking: false, failed: false })
    expect(second.view().role).toEqual({ as: 'writer' })
    room.answer('B')
    room.goTo(1)
    room.toggleMark()
    room.submit()
    expect(room.view()).toMatchObject({ value: 'A', index: 0, marked: false, submit: { phase: 'idle' } })
    second.answer('D')
    expect(room.view().value).toBe('D')
    await time.pass(0)
    expect(server.letter('q1')).toBe('D')
  })

  it('record the second tab once and count it in both', async () => {
    const { room, time, server, openRoom } = makeRoom()
    const second = openRoom()
    await time.pass(0)
    expect(server.kinds()).toEqual(['second_tab'])
    expect([room.view().noticed.count, second.view().noticed.count]).toEqual([1, 1])
    await time.pass(2 * minute)
    expect(server.kinds()).toEqual(['second_tab'])
  })

  it('swap roles in any order, even offline', async () => {
    const { room, time, server, openRoom } = makeRoom()
    const second = openRoom()
    server.failure = offline
    second.answer('C')
    await time.pass(0)
    room.takeOver()
    expect([room.view().role.as, second.view().role.as]).toEqual(['writer', 'reader'])
    expect(room.view().value).toBe('C')
    room.answer('B')
    server.failure = null
    await time.pass(30_000)
    expect([server.letter('q1'), server.writer]).toEqual(['B', 'tab 3'])
    expect(room.view().role.as).toBe('writer')
    second.takeOver()
    await time.pass(0)
    expect([room.view().role.as, second.view().role.as]).toEqual(['reader', 'writer'])
    await time.pass(minute)
    expect([room.view().role.as, second.view().role.as]).toEqual(['reader', 'writer'])
  })

  it('are not confused with a reload of one tab', async () => {
    const { room, time, server, sentences, openRoom, browser } = makeRoom()
    room.answer('A')
    await time.pass(0)
    room.close()
    const again = openRoom(browser, 'tab 1')
    await time.pass(minute)
    expect(again.view().role.as).toBe('writer')
    expect([sentences(), server.kinds()]).toEqual([[], []])
  })

  it('end a tab switch when the other tab opens', async () => {
    const { room, time, server, openRoom } = makeRoom()
    room.hidden()
    await time.pass(3_000)
    const second = openRoom()
    await time.pass(0)
    const sent = server.saves.flatMap(({ violations }) => violations)
    expect(sent).toContainEqual({ kind: 'tab_switch', at: expect.any(String), durationMs: 3_000 })
    expect([room.view().noticed.count, second.view().noticed.count]).toEqual([2, 2])
    // From now on, the background tab does nothing, even when time runs out.
    await time.pass(60 * minute)
    room.shown()
    expect(room.view().noticed.events[0]).toMatchObject({ kind: 'tab_switch', durationMs: 3_000 })
  })
})

describe('another device', () => {
  it('takes over with a notice, and makes the first tab read-only at its next save', async () => {
    const { room, time, server, sentences, openRoom, otherDevice } = makeRoom()
    room.answer('A')
    await time.pass(0)
    const phone = openRoom(otherDevice())
    expect(sentences()).toEqual([
      'This test was open in another tab or on another device. You can now continue here, and nothing is lost.',
    ])
    phone.answer('D')
    await time.pass(15_000)
    expect(room.view().role).toMatchObject({ as: 'reader', elsewhere: 'device' })
    expect(phone.view().role.as).toBe('writer')
    expect(server.kinds()).toEqual(['second_tab'])
  })

  it('shows no notice if the first device was closed long ago', async () => {
    const { room, time, sentences, openRoom, otherDevice } = makeRoom()
    room.close()
    await time.pass(2 * minute)
    openRoom(otherDevice())
    expect(sentences()).toEqual([])
  })

  it('does not prevent the first device’s earlier answers from being saved', async () => {
    const { room, time, server, openRoom, otherDevice } = makeRoom()
    server.failure = offline
    room.goTo(1)
    room.answer('B')
    await time.pass(0)
    server.failure = null
    const phone = openRoom(otherDevice())
    phone.answer('D')
    await time.pass(2_000)
    expect([server.letter('q1'), server.letter('q2')]).toEqual(['D', 'B'])
    expect(room.view()).toMatchObject({ role: { as: 'reader' }, save: { state: 'saved', unsent: 0 } })
  })

  it('returns its answers when the first device takes over again', async () => {
    const { room, time, server, openRoom, otherDevice } = makeRoom()
    const phone = openRoom(otherDevice())
    phone.answer('D')
    phone.goTo(2)
    phone.answer('B')
    await time.pass(15_000)
    expect(room.view().value).toBeNull()
    room.takeOver()
    expect(room.view().role).toMatchObject({ as: 'reader', taking: true })
    await time.pass(0)
    expect(room.view()).toMatchObject({ role: { as: 'writer' }, value: 'D', unanswered: 1 })
    room.answer('A')
    await time.pass(15_000)
    expect([phone.view().role.as, server.letter('q1')]).toEqual(['reader', 'A'])
  })

  it('cannot be taken over from while the server is unreachable', async () => {
    const { room, time, server, openRoom, otherDevice } = makeRoom()
    openRoom(otherDevice())
    await time.pass(15_000)
    server.failure = offline
    room.takeOver()
    await time.pass(0)
    expect(room.view().role).toMatchObject({ as: 'reader', taking: false, failed: true })
    server.failure = null
    await time.pass(5_000)
    expect(room.view().role.as).toBe('reader')
    room.takeOver()
    await time.pass(0)
    expect(room.view().role.as).toBe('writer')
  })
})
