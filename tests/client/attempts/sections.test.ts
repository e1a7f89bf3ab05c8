import { describe, expect, it } from 'vitest'
import { makeRoom, place } from './room.ts'
import { minute, offline } from './world.ts'

const open = (settings = {}) => makeRoom({ hasSections: true, ...settings })

describe('a room with timed sections', () => {
  it('shows only the open section', () => {
    const { room } = open()
    const { parts, palette, isLastPart, unanswered } = room.view()
    expect(place(room)).toEqual(['Aptitude', 0, 'a1'])
    expect(parts.map(({ part, state }) => [part.name, state])).toEqual([
      ['Aptitude', 'open'],
      ['Verbal', 'later'],
      ['Coding', 'later'],
    ])
    expect([palette.length, isLastPart, unanswered]).toEqual([2, false, 5])
    room.goTo(2)
    expect(place(room)).toEqual(['Aptitude', 0, 'a1'])
  })

  it('moves on automatically at 0 with a notice, and submits after the last section', async () => {
    const { room, time, server, sentences, payloads } = open()
    room.goTo(1)
    room.answer('B')
    await time.pass(10 * minute - 1)
    expect([place(room)[0], room.timeLeft()]).toEqual(['Aptitude', { part: 1, whole: 25 * 60 + 1 }])
    await time.pass(1)
    expect(place(room)).toEqual(['Verbal', 0, 'v1'])
    expect(room.timeLeft()).toEqual({ part: 20 * 60, whole: 25 * 60 })
    expect(sentences()).toEqual(['Time is up for Aptitude. You are now in Verbal.'])
    room.answer('C')
    await time.pass(20 * minute)
    expect(place(room)).toEqual(['Coding', 0, 'c1'])
    expect(room.view().isLastPart).toBe(true)
    await time.pass(5 * minute)
    expect(room.view().submit.phase).toBe('done')
    expect(payloads).toHaveLength(1)
    expect([server.letter('a2'), server.letter('v1')]).toEqual(['B', 'C'])
  })

  it('moves on offline and reports that late answers do not count', async () => {
    const { room, time, server, notified } = open()
    room.answer('A')
    await time.pass(0)
    server.failure = offline
    await time.pass(9 * minute)
    room.answer('B')
    room.goTo(1)
    room.answer('C')
    await time.pass(2 * minute)
    expect(place(room)).toEqual(['Verbal', 0, 'v1'])
    room.answer('D')
    server.failure = null
    await time.pass(20_000)
    expect([server.letter('a1'), server.letter('a2'), server.letter('v1')]).toEqual(['A', null, 'D'])
    expect(notified.filter(({ tone }) => tone === 'important').map(({ sentence }) => sentence)).toEqual([
      'Your latest answers to questions 1 and 2 of Aptitude arrived after the section closed and do not count.',
    ])
    expect(room.view().save).toMatchObject({ state: 'saved', unsent: 0 })
    // The submit dialog counts the answers on the server.
    expect(room.view().parts.map(({ answered }) => answered)).toEqual([1, 1, 0])
  })

  it('accepts an answer from the last second within the grace period', async () => {
    const { room, time, server, notified } = open()
    await time.pass(10 * minute - 100)
    const release = server.hold()
    room.answer('B')
    await time.pass(2_000)
    release()
    await time.pass(0)
    expect([place(room)[0], server.letter('a1')]).toEqual(['Verbal', 'B'])
    expect(notified.map(({ tone }) => tone)).toEqual(['news'])
  })

  it('skips several sections after a sleep or a hidden tab', async () => {
    const slept = open()
    slept.time.sleep(32 * minute)
    slept.room.shown()
    await slept.time.pass(0)
    expect(place(slept.room)).toEqual(['Coding', 0, 'c1'])

    const back = open()
    back.room.hidden()
    back.time.freeze(12 * minute)
    back.room.shown()
    await back.time.pass(0)
    expect(place(back.room)).toEqual(['Verbal', 0, 'v1'])
  })

  it('resumes in the right section at its last seen question', async () => {
    const world = open()
    await world.time.pass(11 * minute)
    world.room.goTo(1)
    world.room.close()
    expect(place(world.openRoom())).toEqual(['Verbal', 1, 'v2'])
    expect(place(world.openRoom(world.otherDevice()))).toEqual(['Verbal', 0, 'v1'])
    await world.time.pass(20 * minute)
    expect(place(world.openRoom())).toEqual(['Coding', 0, 'c1'])
  })

  it.each([3, -3])('keeps correct time on a device whose clock is %d hours off', async (hours) => {
    const { room, time } = open({ wallError: hours * 60 * minute })
    expect(room.timeLeft()).toEqual({ part: 600, whole: 35 * 60 })
    await time.pass(10 * minute)
    expect(place(room)).toEqual(['Verbal', 0, 'v1'])
    await time.pass(25 * minute)
    expect(room.view().submit.phase).toBe('done')
  })

  it('goes back if extra time was given to a section that ended offline', async () => {
    const { room, time, server, sentences } = open()
    server.failure = offline
    room.answer('A')
    await time.pass(9 * minute)
    server.giveTime(15)
    await time.pass(3 * minute)
    expect(place(room)[0]).toBe('Verbal')
    server.failure = null
    await time.pass(20_000)
    expect(place(room)).toEqual(['Aptitude', 0, 'a1'])
    expect(sentences().slice(-2)).toEqual([
      'You have been given 15 more minutes.',
      'Aptitude is still open: you have more time.',
    ])
    expect(server.letter('a1')).toBe('A')
  })
})

describe('answers to a section that is not open yet on the server', () => {
  it('stay on the screen and count once it opens', async () => {
    const { room, time, server, sentences } = open()
    server.failure = offline
    await time.pass(9 * minute)
    server.giveTime(2)
    await time.pass(2 * minute)
    expect(place(room)[0]).toBe('Verbal')
    room.answer('C')
    server.failure = null
    await time.pass(20_000)
    expect(place(room)[0]).toBe('Aptitude')
    expect(server.letter('v1')).toBeNull()
    const saves = server.saves.length
    await time.pass(30_000)
    expect(server.saves.length - saves).toBeLessThan(4)
    expect(sentences().join()).not.toContain('do not count')
    await time.pass(60_000)
    expect([place(room)[0], server.letter('v1')]).toEqual(['Verbal', 'C'])
    expect(room.view()).toMatchObject({ value: 'C', save: { state: 'saved' } })
  })
})

describe('leaving a section early', () => {
  it('sends unsent answers and opens the next section without a notice', async () => {
    const { room, time, server, sentences } = open()
    await time.pass(2 * minute)
    room.answer('B')
    room.leaveSection()
    expect(room.view().leave.phase).toBe('sending')
    await time.pass(0)
    expect(server.leavings.map(({ from, answers }) => [from, answers.map(({ questionId }) => questionId)])).toEqual([
      [0, ['a1']],
    ])
    expect(place(room)).toEqual(['Verbal', 0, 'v1'])
    expect(room.view()).toMatchObject({ leave: { phase: 'idle' }, save: { state: 'saved', unsent: 0 } })
    expect([server.letter('a1'), room.timeLeft()]).toEqual(['B', { part: 20 * 60, whole: 25 * 60 }])
    expect(sentences()).toEqual([])
    await time.pass(60_000)
    expect(server.leavings).toHaveLength(1)
  })

  it('is retried visibly while offline, and the student can return', async () => {
    const { room, time, server } = open()
    server.failure = offline
    room.answer('A')
    room.leaveSection()
    await time.pass(0)
    expect(room.view().leave).toMatchObject({ phase: 'waiting', retryAt: time.clock.wall() + 1_000 })
    room.answer('D')
    room.goTo(1)
    expect(room.view()).toMatchObject({ value: 'A', index: 0 })
    room.cancelLeave()
    room.answer('D')
    expect([room.view().leave.phase, room.view().value]).toEqual(['idle', 'D'])
    room.leaveSection()
    await time.pass(3_000)
    server.failure = null
    await time.pass(8_000)
    expect([place(room)[0], server.letter('a1')]).toEqual(['Verbal', 'D'])
  })

  it('can be repeated safely if the response was lost', async () => {
    const { room, time, server, notified } = open()
    const release = server.hold()
    room.answer('C')
    room.leaveSection()
    // Both requests time out here, and the server processes them later.
    await time.pass(15_000)
    expect(room.view().leave.phase).toBe('waiting')
    release()
    await time.pass(2_000)
    expect(place(room)).toEqual(['Verbal', 0, 'v1'])
    expect(server.clock.currentPart).toBe(1)
    expect(server.letter('a1')).toBe('C')
    await time.pass(30_000)
    expect(notified).toEqual([])
  })

  it('shows no notice if a save reports it first', async () => {
    const { room, time, server, sentences } = open()
    server.failure = offline
    room.answer('A')
    room.leaveSection()
    await time.pass(500)
    server.failure = null
    const release = server.hold()
    // When the network returns, both requests are sent at once. The save's response arrives first.
    room.retry()
    await time.pass(10)
    server.clock = { ...server.clock, currentPart: 1, partOpenedAt: time.now }
    release()
    await time.pass(0)
    expect([place(room)[0], server.clock.currentPart, room.view().leave.phase]).toEqual(['Verbal', 1, 'idle'])
    // Only about the answer, which both requests brought too late.
    expect(sentences()).toEqual([expect.stringMatching(/not count/)])
  })

  it('is cancelled when time runs out in the section', async () => {
    const { room, time, server } = open()
    server.failure = offline
    await time.pass(10 * minute - 2_000)
    room.leaveSection()
    await time.pass(2_000)
    expect([place(room)[0], room.view().leave.phase]).toEqual(['Verbal', 'idle'])
    server.failure = null
    await time.pass(30_000)
    expect([place(room)[0], server.clock.currentPart]).toEqual(['Verbal', 0])
  })

  it('fetches the current state if the server refuses', async () => {
    const { room, time, server } = open()
    server.leaveFailure = { kind: 'closed', message: 'Not reached' }
    room.leaveSection()
    await time.pass(0)
    expect([room.view().leave.phase, room.view().submit.phase, place(room)[0]]).toEqual(['idle', 'idle', 'Aptitude'])

    server.failure = { kind: 'closed', message: 'too late' }
    room.leaveSection()
    await time.pass(0)
    expect(room.view().submit.phase).toBe('closed')
  })

  it('401: waits for the sign-in and continues', async () => {
    const { room, time, server } = open()
    server.leaveFailure = { kind: 'signed-out', message: 'Please sign in to continue.' }
    room.leaveSection()
    await time.pass(60_000)
    expect(room.view()).toMatchObject({ leave: { phase: 'signed-out' }, signedOut: true })
    server.leaveFailure = null
    room.retry()
    await time.pass(0)
    expect(place(room)[0]).toBe('Verbal')
    expect(room.view().signedOut).toBe(false)
  })

  it('on another device also opens the next section here, with a notice', async () => {
    const { room, time, server, sentences, openRoom, otherDevice } = open()
    await time.pass(minute)
    const laptop = openRoom(otherDevice())
    laptop.leaveSection()
    await time.pass(16_000)
    expect(server.clock.currentPart).toBe(1)
    expect(place(room)).toEqual(['Verbal', 0, 'v1'])
    expect(sentences()).toContain('Aptitude was closed elsewhere. You are now in Verbal.')
  })

  it('is impossible in the last section', async () => {
    const { room, time, server } = open()
    await time.pass(31 * minute)
    room.leaveSection()
    await time.pass(0)
    expect(server.leavings).toEqual([])
    const flat = makeRoom()
    flat.room.leaveSection()
    expect(flat.room.view().leave.phase).toBe('idle')
  })
})

it('shows extra time with the next save', async () => {
  const { room, time, server, notified } = open()
  await time.pass(minute)
  server.giveTime(1)
  await time.pass(15_000)
  server.giveTime(5)
  room.answer('A')
  await time.pass(0)
  expect(notified).toEqual([
    { sentence: 'You have been given 1 more minute.', tone: 'important' },
    { sentence: 'You have been given 5 more minutes.', tone: 'important' },
  ])
  expect(room.timeLeft().part).toBe(15 * 60 - 15)
})
