import { describe, expect, it } from 'vitest'
import { submitPayload } from '#client/features/attempts/model/answer-kinds.ts'
import { submitFailed } from '#client/features/attempts/model/notices.ts'
import { makeRoom, submitted } from './room.ts'
import { aQuestion, offline } from './world.ts'

describe('submitting', () => {
  it('sends every question, with A and answered: false if unanswered', async () => {
    const { room, time, payloads, browser } = makeRoom()
    await time.pass(10_000)
    room.answer('C')
    await time.pass(30_000)
    expect(room.view().unanswered).toBe(2)
    room.submit()
    await time.pass(0)
    const revision = payloads[0]?.answers[0]?.revision ?? 0
    expect(payloads[0]?.answers).toEqual([
      // 30 s have passed since the last save, so the revision is one higher. See submitPayload.
      { questionId: 'q1', selectedAnswer: 'C', answered: true, timeSpent: 40, revision },
      { questionId: 'q2', selectedAnswer: 'A', answered: false, timeSpent: 0, revision: 0 },
      { questionId: 'q3', selectedAnswer: 'A', answered: false, timeSpent: 0, revision: 0 },
    ])
    expect(revision).toBe(time.now - 30_000 + 1)
    expect(payloads[0]?.timeSpent).toBe(0.67)
    expect(room.view().submit).toEqual({ phase: 'done', answer: submitted })
    expect(browser.storage.entries.size).toBe(0)
  })

  it('keeps the revision if no time was added to the question', () => {
    const saved = { questionId: 'q1', selectedAnswer: 'B', timeSpent: 9, revision: 70 } as const
    const { answers } = submitPayload({
      questions: [aQuestion('q1')],
      answers: new Map([['q1', saved]]),
      codes: [],
      secondsOn: () => 9,
      startTime: '2026-01-31T00:00:00.000Z',
      now: Date.parse('2026-01-31T00:01:30.000Z'),
      violations: [],
    })
    expect(answers[0]?.revision).toBe(70)
  })

  it('names the answer that the server cannot accept', async () => {
    const { room, time, control } = makeRoom()
    control.submitFailure = { kind: 'refused', message: 'Must be a number', rejected: [1] }
    room.submit()
    await time.pass(0)
    const message = 'The test was not submitted. Change your answer to question 2: Must be a number.'
    expect(room.view().submit).toEqual({ phase: 'idle', message })
  })

  it('submits the others when time is up, and sends them before', async () => {
    const { room, time, server, payloads, browser } = makeRoom({ minutes: 5 })
    server.failure = offline
    room.answer('C')
    room.goTo(1)
    room.answer('D')
    server.failure = null
    server.rejects = new Set(['q1'])
    await time.pass(30_000)
    // Rejected again after an edit, together with an answer typed offline.
    server.failure = offline
    room.goTo(0)
    room.answer('B')
    room.goTo(2)
    room.answer('A')
    await time.pass(5 * 60_000 - 30_001)
    server.failure = null
    await time.pass(60_000)
    expect(server.letter('q3')).toBe('A')
    expect([server.letter('q1'), server.letter('q2')]).toEqual([null, 'D'])
    expect(room.view().submit.phase).toBe('done')
    expect(payloads[0]?.answers).toMatchObject([{ questionId: 'q1', answered: false }, { questionId: 'q2' }, {}])
    // It counts if the attempt is reopened and the server then accepts it.
    expect(room.view().save.unsent).toBe(1)
    expect([...browser.storage.entries.values()].join()).toContain('"q1"')
    expect([...browser.storage.entries.values()].join()).not.toContain('"q2"')
  })

  it('reports a failure and can be retried', async () => {
    const { room, time, control, payloads } = makeRoom()
    control.submitFailure = { kind: 'trouble', message: 'Something went wrong' }
    room.submit()
    room.submit()
    expect(room.view().submit.phase).toBe('sending')
    await time.pass(60_000)
    expect(payloads).toHaveLength(1)
    expect(room.view().submit).toEqual({ phase: 'idle', message: submitFailed })
    control.submitFailure = null
    room.submit()
    await time.pass(0)
    expect(room.view().submit.phase).toBe('done')
  })

  it('retries while offline, and lets the student go back while there is time', async () => {
    const { room, time, server, control, payloads } = makeRoom()
    control.submitFailure = offline
    server.failure = offline
    room.submit()
    await time.pass(0)
    expect(room.view().submit.phase).toBe('waiting')
    room.answer('D')
    expect(room.view().value).toBeNull()
    await time.pass(1_000 + 2_000)
    expect(payloads).toHaveLength(3)

    room.cancelSubmit()
    room.answer('D')
    server.failure = null
    await time.pass(10_000)
    expect(payloads).toHaveLength(3)
    expect([room.view().value, room.view().save.state]).toEqual(['D', 'saved'])
  })

  it('happens automatically when time runs out, and is retried after a lost connection', async () => {
    const { room, time, control, payloads } = makeRoom({ minutes: 5 })
    control.submitFailure = offline
    await time.pass(5 * 60_000 - 1)
    expect(payloads).toHaveLength(0)
    await time.pass(1)
    expect(room.view()).toMatchObject({ timeIsOver: true, submit: { phase: 'waiting' } })
    room.cancelSubmit()
    expect(room.view().submit.phase).toBe('waiting')
    control.submitFailure = null
    await time.pass(2_000)
    expect(room.view().submit.phase).toBe('done')
    expect(payloads).toHaveLength(2)
  })

  it('shows the time of the next retry', async () => {
    const { room, time, control } = makeRoom()
    control.submitFailure = offline
    room.submit()
    await time.pass(0)
    expect(room.view().submit).toMatchObject({ phase: 'waiting', retryAt: time.clock.wall() + 1_000 })
    room.retry()
    await time.pass(0)
    expect(room.view().submit).toMatchObject({ phase: 'waiting', retryAt: time.clock.wall() + 2_000 })
  })

  it('returns to the questions if extra time arrives before a late submission', async () => {
    const { room, time, server, control, payloads } = makeRoom({ minutes: 5 })
    server.failure = offline
    control.submitFailure = offline
    room.answer('A')
    await time.pass(5 * 60_000)
    expect(room.view()).toMatchObject({ timeIsOver: true, submit: { phase: 'waiting' } })
    server.giveTime(10)
    server.failure = null
    control.submitFailure = null
    const tries = payloads.length
    await time.pass(20_000)
    expect(room.view()).toMatchObject({ timeIsOver: false, submit: { phase: 'idle' } })
    expect(payloads).toHaveLength(tries)
    room.answer('C')
    await time.pass(0)
    expect(server.letter('q1')).toBe('C')
    await time.pass(10 * 60_000)
    expect(room.view().submit.phase).toBe('done')
  })

  it('asks for extra time before it submits at the end', async () => {
    const { room, time, server, payloads } = makeRoom({ minutes: 5 })
    await time.pass(5 * 60_000 - 1)
    server.giveTime(10)
    await time.pass(1)
    expect([payloads.length, room.view().submit.phase]).toEqual([0, 'idle'])
    room.answer('C')
    await time.pass(10 * 60_000)
    expect([payloads.length, room.view().submit.phase]).toEqual([1, 'done'])
  })

  it('leaves submitting at the end to the device that is in use', async () => {
    const { room, time, server, payloads, openRoom, otherDevice } = makeRoom({ minutes: 5 })
    server.failure = offline
    const laptop = openRoom(otherDevice())
    server.failure = null
    laptop.answer('B')
    await time.pass(20_000)
    expect([room.view().role.as, laptop.view().role.as]).toEqual(['reader', 'writer'])
    await time.pass(5 * 60_000)
    expect(payloads).toHaveLength(1)
    expect(laptop.view().submit.phase).toBe('done')
  })

  it('keeps answers that the server closed the attempt without, for a reopening', async () => {
    const { room, time, server, control, payloads, browser, openRoom } = makeRoom({ minutes: 5 })
    server.failure = offline
    control.submitFailure = offline
    room.answer('D')
    await time.pass(5 * 60_000)
    const tries = payloads.length
    server.failure = { kind: 'closed', message: 'This test has already been submitted' }
    control.submitFailure = null
    await time.pass(60_000)
    expect(payloads).toHaveLength(tries)
    expect(room.view()).toMatchObject({ submit: { phase: 'closed' }, save: { unsent: 1 } })
    expect([...browser.storage.entries.keys()]).toEqual(['examhall.attempt.attempt.outbox'])
    server.failure = null
    server.giveTime(10)
    openRoom()
    await time.pass(0)
    expect(server.letter('q1')).toBe('D')
  })

  it('is closed after a late submit or save, or when another tab submits', async () => {
    const late = makeRoom({ minutes: 5 })
    late.control.submitFailure = { kind: 'closed', message: 'too late' }
    late.room.submit()
    await late.time.pass(0)
    expect(late.room.view().submit.phase).toBe('closed')

    const saving = makeRoom()
    saving.server.failure = { kind: 'closed', message: 'too late' }
    saving.room.answer('A')
    await saving.time.pass(0)
    expect(saving.room.view()).toMatchObject({ submit: { phase: 'closed' }, save: { unsent: 1 } })
    expect([...saving.browser.storage.entries.keys()]).toEqual(['examhall.attempt.attempt.outbox'])

    const tabs = makeRoom()
    const second = tabs.openRoom()
    second.submit()
    await tabs.time.pass(0)
    expect(tabs.room.view().submit.phase).toBe('closed')
  })

  it('401: waits for the sign-in and continues', async () => {
    const { room, time, control } = makeRoom()
    control.submitFailure = { kind: 'signed-out', message: 'Please sign in to continue.' }
    room.submit()
    await time.pass(60_000)
    expect(room.view().submit.phase).toBe('signed-out')
    control.submitFailure = null
    room.retry()
    await time.pass(0)
    expect(room.view().submit.phase).toBe('done')
  })
})

describe('moving through the paper', () => {
  it('keeps position, marks and answers across a reload', async () => {
    const world = makeRoom()
    world.room.answer('A')
    world.room.goTo(2)
    world.room.toggleMark()
    await world.time.pass(0)
    world.room.close()
    const { index, palette, value } = world.openRoom().view()
    expect({ index, palette, value }).toEqual({
      index: 2,
      palette: ['answered', 'not-visited', 'marked'],
      value: null,
    })
  })

  it('counts no time on a question while the tab is hidden', async () => {
    const { room, time, payloads } = makeRoom()
    await time.pass(5_000)
    room.hidden()
    await time.pass(60_000)
    room.shown()
    await time.pass(3_000)
    room.submit()
    await time.pass(0)
    expect(payloads[0]?.answers[0]).toMatchObject({ timeSpent: 8 })
  })

  it('ignores positions outside the paper', () => {
    const { room } = makeRoom()
    room.goTo(-1)
    room.goTo(3)
    expect(room.view().index).toBe(0)
  })

  it('works after close and open, as in React strict mode', async () => {
    const { room, time, server } = makeRoom()
    room.close()
    room.open()
    room.answer('D')
    await time.pass(0)
    expect(server.letter('q1')).toBe('D')
  })
})

it('shows later answers from another device, with a notice', async () => {
  const { room, server, time, sentences } = makeRoom()
  room.goTo(2)
  server.answers.set('q3', { questionId: 'q3', selectedAnswer: 'D', timeSpent: 1, revision: time.now + 60_000 })
  room.answer('A')
  await time.pass(0)
  expect(room.view()).toMatchObject({ value: 'D', palette: ['not-answered', 'not-visited', 'answered'] })
  expect(sentences()).toEqual(['Question 3 was answered on another device. The newer answer is shown.'])
})
