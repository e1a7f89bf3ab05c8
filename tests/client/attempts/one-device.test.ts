import { describe, expect, it } from 'vitest'
import { makeRoom } from './room.ts'
import { offline } from './world.ts'

const turnedAway = { as: 'reader', elsewhere: 'device' }

describe('a one-device test', () => {
  it('keeps its writer by saving at least every 30 s', async () => {
    const { time, server } = makeRoom({ oneDevice: true })
    await time.pass(10 * 60_000)
    const gaps = (10 * 60_000) / server.saves.length
    expect(gaps).toBeLessThan(30_000)
  })

  it('covers the questions while another device is in use, and sends unsent answers later', async () => {
    const { room, time, server } = makeRoom({ oneDevice: true })
    server.failure = offline
    room.answer('C')
    await time.pass(5_000)
    server.failure = null
    server.hear('phone')
    await time.pass(20_000)
    expect(room.view()).toMatchObject({ role: turnedAway, submit: { phase: 'idle' }, save: { state: 'elsewhere' } })
    expect(room.view().save.unsent).toBeGreaterThan(0)
    expect(server.letter('q1')).toBeNull()
    await time.pass(90_000)
    expect(room.view()).toMatchObject({ role: { as: 'writer' }, value: 'C', save: { state: 'saved', unsent: 0 } })
    expect(server.letter('q1')).toBe('C')
  })

  it('shows the other device’s answers once the student continues here', async () => {
    const { room, time, server, openRoom, otherDevice } = makeRoom({ oneDevice: true })
    const phone = openRoom(otherDevice())
    await time.pass(15_000)
    phone.answer('D')
    await time.pass(15_000)
    expect([room.view().role, phone.view().role.as]).toEqual([expect.objectContaining(turnedAway), 'writer'])
    phone.close()
    await time.pass(110_000)
    expect(room.view()).toMatchObject({ role: { as: 'writer' }, value: 'D' })
    expect(server.writer).toBe('tab 1')
  })

  it('reports that the other device is still in use if the student retries too early', async () => {
    const { room, time, openRoom, otherDevice } = makeRoom({ oneDevice: true })
    openRoom(otherDevice())
    await time.pass(30_000)
    room.takeOver()
    expect(room.view().role).toMatchObject({ ...turnedAway, taking: true })
    await time.pass(0)
    expect(room.view()).toMatchObject({
      role: { ...turnedAway, taking: false, failed: true },
      save: { state: 'elsewhere' },
    })
  })

  it('covers the questions when submitting or leaving a section is refused', async () => {
    const leaving = makeRoom({ oneDevice: true, hasSections: true })
    leaving.server.hear('phone')
    leaving.room.leaveSection()
    await leaving.time.pass(0)
    expect(leaving.room.view()).toMatchObject({ role: turnedAway, leave: { phase: 'idle' } })
    const submitting = makeRoom({ oneDevice: true })
    submitting.server.hear('phone')
    submitting.control.submitFailure = { kind: 'elsewhere', message: 'This test is open on another device' }
    submitting.room.submit()
    await submitting.time.pass(0)
    expect(submitting.room.view()).toMatchObject({ role: turnedAway, submit: { phase: 'idle' } })
  })

  it('locks out a duplicated tab with the same writer name', async () => {
    const { room, time, openRoom, browser } = makeRoom({ oneDevice: true })
    const copy = openRoom(browser, 'tab 1')
    expect([room.view().role.as, copy.view().role]).toEqual([
      'writer',
      { as: 'reader', elsewhere: 'tab', taking: false, failed: false },
    ])
    copy.takeOver()
    await time.pass(60_000)
    expect([room.view().role.as, copy.view().role.as]).toEqual(['writer', 'reader'])
    room.close()
    copy.takeOver()
    await time.pass(0)
    expect(copy.view().role.as).toBe('writer')
  })
})

describe('a room outside the allowed networks', () => {
  it('reports the restriction, keeps unsent answers, and sends them once the student is back inside', async () => {
    const { room, time, server } = makeRoom()
    server.failure = { kind: 'outside', message: 'This test can be taken only on the networks your college allows.' }
    room.answer('C')
    await time.pass(5_000)
    expect(room.view()).toMatchObject({ role: { as: 'writer' }, value: 'C', save: { state: 'outside', unsent: 1 } })
    server.failure = null
    await time.pass(20_000)
    expect(room.view().save).toMatchObject({ state: 'saved', unsent: 0 })
    expect(server.letter('q1')).toBe('C')
  })
})
