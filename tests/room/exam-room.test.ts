import { describe, expect, it } from 'vitest'
import { ExamRoom } from '#client/features/attempts/model/exam-room.ts'
import type { Failure, Outcome } from '#client/features/attempts/model/ports.ts'
import { type SubmitPayload, submitFailed, submitPayload } from '#client/features/attempts/model/submission.ts'
import type { StartAnswer, SubmitAnswer } from '#shared/attempts/schema.ts'
import { makeWorld, offline, questionIds } from './world.ts'

const test: StartAnswer['test'] = {
  id: 'test',
  testName: 'Networks, week 3',
  testDescription: '',
  subject: 'Technical',
  testType: 'Assignment',
  companyName: null,
  topics: [],
  difficulty: 'Easy',
  numberOfQuestions: 3,
  marksPerQuestion: 1,
  totalMarks: 3,
  duration: 60,
  startDateTime: '2026-01-31T00:00:00.000Z',
  endDateTime: '2026-02-28T00:00:00.000Z',
  hasSections: false,
  hasCodingSection: false,
  sections: [],
  codingQuestions: [],
  questions: questionIds.map((id) => ({ id, questionText: id, options: { A: 'a', B: 'b', C: 'c', D: 'd' }, marks: 1 })),
}

const submitted: SubmitAnswer = {
  testType: 'Assignment',
  attemptId: 'attempt',
  results: {
    marksObtained: 1,
    totalMarks: 3,
    percentage: 33.33,
    correctAnswers: 1,
    incorrectAnswers: 0,
    unanswered: 2,
  },
}

/** The whole room in one tab; `submitFailure` is what the server says to a submission. */
function makeRoom({ minutes = 60, violationCount = 0 } = {}) {
  const world = makeWorld({ minutes })
  const payloads: SubmitPayload[] = []
  const warnings: string[] = []
  const control: { submitFailure: Failure | null } = { submitFailure: null }
  const openRoom = () => {
    const { time, server } = world
    const ports = world.portsOf()
    const room = new ExamRoom({
      start: {
        test,
        attemptId: 'attempt',
        startTime: new Date(time.now).toISOString(),
        ...server.times(),
        answers: [...server.answers.values()],
        violationCount,
      },
      studentId: 'student',
      departure: { wall: time.clock.wall(), mono: time.clock.mono() },
      ports,
      transport: {
        save: server.save,
        submit: async (payload): Promise<Outcome<SubmitAnswer>> => {
          payloads.push(payload)
          if (control.submitFailure) return { ok: false, failure: control.submitFailure }
          return { ok: true, value: submitted }
        },
      },
    })
    room.notice.subscribe(() => {
      const sentence = room.notice.sentence()
      if (sentence !== null) warnings.push(sentence)
    })
    room.open()
    return room
  }
  return { ...world, payloads, warnings, control, openRoom, room: openRoom() }
}

describe('submitting', () => {
  it('sends every question: the unanswered ones with A and answered: false', async () => {
    const { room, time, payloads, browser } = makeRoom()
    await time.pass(10_000)
    room.choose('C')
    await time.pass(30_000)
    expect(room.view().unanswered).toBe(2)
    room.submit()
    await time.pass(0)
    const revision = payloads[0]?.answers[0]?.revision ?? 0
    expect(payloads[0]?.answers).toEqual([
      // 30 s were spent after the last save, so one revision up; see submitPayload.
      { questionId: 'q1', selectedAnswer: 'C', answered: true, timeSpent: 40, revision },
      { questionId: 'q2', selectedAnswer: 'A', answered: false, timeSpent: 0, revision: 0 },
      { questionId: 'q3', selectedAnswer: 'A', answered: false, timeSpent: 0, revision: 0 },
    ])
    expect(revision).toBe(time.now - 30_000 + 1)
    expect(payloads[0]?.timeSpent).toBe(0.67)
    expect(room.view().submit).toEqual({ phase: 'done', answer: submitted })
    expect(browser.storage.entries.size).toBe(0)
  })

  it('keeps the revision when no time was added, so that nothing is newer than it is', () => {
    const saved = { questionId: 'q1', selectedAnswer: 'B', timeSpent: 9, revision: 70 } as const
    const { answers } = submitPayload({
      questionIds: ['q1'],
      answers: new Map([['q1', saved]]),
      secondsOn: () => 9,
      startTime: '2026-01-31T00:00:00.000Z',
      now: Date.parse('2026-01-31T00:01:30.000Z'),
      violations: [],
    })
    expect(answers[0]?.revision).toBe(70)
  })

  it('says so when it failed, and can be tried again', async () => {
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

  it('keeps trying without a connection; the student may go back while there is time', async () => {
    const { room, time, server, control, payloads } = makeRoom()
    control.submitFailure = offline
    server.failure = offline
    room.submit()
    await time.pass(0)
    expect(room.view().submit.phase).toBe('waiting')
    room.choose('D')
    expect(room.view().selected).toBeNull()
    await time.pass(1_000 + 2_000)
    expect(payloads).toHaveLength(3)

    room.cancelSubmit()
    room.choose('D')
    server.failure = null
    await time.pass(10_000)
    expect(payloads).toHaveLength(3)
    expect([room.view().selected, room.view().save.state]).toEqual(['D', 'saved'])
  })

  it('submits by itself at 0, once, and through a lost connection', async () => {
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

  it('is over when the server already submitted: a late submit, a late save or another tab', async () => {
    const late = makeRoom({ minutes: 5 })
    late.control.submitFailure = { kind: 'closed', message: 'too late' }
    late.room.submit()
    await late.time.pass(0)
    expect(late.room.view().submit.phase).toBe('closed')

    const saving = makeRoom()
    saving.server.failure = { kind: 'closed', message: 'too late' }
    saving.room.choose('A')
    await saving.time.pass(0)
    expect(saving.room.view().submit.phase).toBe('closed')
    expect(saving.browser.storage.entries.size).toBe(0)

    const tabs = makeRoom()
    const second = tabs.openRoom()
    tabs.room.submit()
    await tabs.time.pass(0)
    expect(second.view().submit.phase).toBe('closed')
  })

  it('401: waits for the sign-in and goes on', async () => {
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

describe('proctoring', () => {
  it('counts a tab switch at once and sends it with its duration on return', async () => {
    const { room, time, server, warnings } = makeRoom({ violationCount: 2 })
    const at = new Date(time.now).toISOString()
    room.hidden()
    expect(room.view().violations).toBe(3)
    await time.pass(8_000)
    expect(server.parcels.flatMap((parcel) => parcel.violations)).toEqual([])
    room.shown()
    await time.pass(0)
    expect(server.parcels.flatMap((parcel) => parcel.violations)).toEqual([
      { kind: 'tab_switch', at, durationMs: 8_000 },
    ])
    expect(warnings).toEqual(['Warning: You switched tabs! This activity is being monitored.'])
  })

  it('warns of leaving full screen and never blocks', async () => {
    const { room, time, warnings, server } = makeRoom()
    room.leftFullscreen()
    await time.pass(0)
    expect(warnings).toEqual(['Warning: You exited fullscreen! Please stay in fullscreen mode.'])
    expect(server.parcels.at(-1)?.violations).toMatchObject([{ kind: 'fullscreen_exit' }])
    expect(room.view().violations).toBe(1)
    room.choose('B')
    await time.pass(0)
    expect(server.letter('q1')).toBe('B')
  })

  it('reports a switch after which the phone ended the page', async () => {
    const world = makeRoom()
    world.room.hidden()
    world.room.close()
    const again = world.openRoom()
    expect(again.view().violations).toBe(1)
    await world.time.pass(0)
    expect(world.server.parcels.flatMap((parcel) => parcel.violations)).toMatchObject([{ kind: 'tab_switch' }])
  })

  it('tells nothing of what happens after the end', async () => {
    const { room, time, warnings } = makeRoom()
    room.submit()
    await time.pass(0)
    room.leftFullscreen()
    room.hidden()
    room.shown()
    expect(warnings).toEqual([])
  })
})

describe('moving through the paper', () => {
  it('keeps place, marks and answers over a reload', async () => {
    const world = makeRoom()
    world.room.choose('A')
    world.room.goTo(2)
    world.room.toggleMark()
    await world.time.pass(0)
    world.room.close()
    const { index, palette, selected } = world.openRoom().view()
    expect({ index, palette, selected }).toEqual({
      index: 2,
      palette: ['answered', 'not-visited', 'marked'],
      selected: null,
    })
  })

  it('counts no time on a question while the tab is in the back', async () => {
    const { room, time, payloads } = makeRoom()
    await time.pass(5_000)
    room.hidden()
    await time.pass(60_000)
    room.shown()
    await time.pass(3_000)
    room.submit()
    await time.pass(0)
    expect(payloads[0]?.answers[0]?.timeSpent).toBe(8)
  })

  it('stays inside the paper', () => {
    const { room } = makeRoom()
    room.goTo(-1)
    room.goTo(3)
    expect(room.view().index).toBe(0)
  })

  it('works after being closed and opened again, as a strict React does', async () => {
    const { room, time, server } = makeRoom()
    room.close()
    room.open()
    room.choose('D')
    await time.pass(0)
    expect(server.letter('q1')).toBe('D')
  })
})

it('shows what another device answered later, in palette and option, and says so', async () => {
  const { room, server, time, warnings } = makeRoom()
  room.goTo(2)
  server.answers.set('q3', { questionId: 'q3', selectedAnswer: 'D', timeSpent: 1, revision: time.now + 60_000 })
  room.choose('A')
  await time.pass(0)
  expect(room.view()).toMatchObject({ selected: 'D', palette: ['not-answered', 'not-visited', 'answered'] })
  expect(warnings).toEqual(['Question 3 was answered on another device; that newer answer is shown.'])
})
