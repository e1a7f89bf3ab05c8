import { describe, expect, it } from 'vitest'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { aQuestion, singleChoice } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000

async function aStartedAttempt(fields: Parameters<Awaited<ReturnType<typeof createWorld>>['assignedTest']>[2] = {}) {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const test = await world.assignedTest(college, [student], fields)
  return { world, college, student, test, sits: world.call(student).attempts, id: test.id }
}

/** Every key in a response, at any depth. */
const keysOf = (value: unknown): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, part]) => [key, ...keysOf(part)])
    : []

describe('starting a test', () => {
  it('works inside the window and returns the paper without the key', async () => {
    const { sits, id, world, student } = await aStartedAttempt()
    const started = await sits.start({ id })
    expect(started.test.questions).toHaveLength(3)
    expect(Date.parse(started.deadline) - Date.parse(started.startTime)).toBe(30 * minute)
    const everything = [
      started,
      await world.call(student).tests.get({ id }),
      await world.call(student).assignments.listForStudent({}),
      await sits.save({ id, answers: [{ questionId: started.test.questions[0]?.id ?? '', selectedAnswer: 'A' }] }),
    ]
    for (const key of ['correctAnswer', 'explanation', 'isCorrect', 'marksObtained'])
      expect(keysOf(everything)).not.toContain(key)
  })

  it('resumes the same attempt with its saved answers when called again', async () => {
    const { sits, id, test, world } = await aStartedAttempt()
    const first = await sits.start({ id })
    await sits.save({ id, answers: [{ questionId: test.questionIds[1] ?? '', selectedAnswer: 'C', revision: 7 }] })
    world.clock.advance(5 * minute)
    const second = await sits.start({ id })
    expect(second.attemptId).toBe(first.attemptId)
    expect(second.startTime).toBe(first.startTime)
    expect(second.deadline).toBe(first.deadline)
    expect(second.answers).toEqual([
      { questionId: test.questionIds[1], selectedAnswer: 'C', timeSpent: 0, revision: 7 },
    ])
  })

  it('creates one attempt when two devices start at the same time', async () => {
    const { sits, id } = await aStartedAttempt()
    const [one, two] = await Promise.all([sits.start({ id }), sits.start({ id })])
    expect(one?.attemptId).toBe(two?.attemptId)
  })

  it('is refused before the window, after it, and after submitting', async () => {
    const { sits, id, world } = await aStartedAttempt()
    const now = world.clock.now()
    world.clock.set(now - 2 * 60 * minute)
    await expect(sits.start({ id })).rejects.toThrow('Test has not started yet')
    world.clock.set(now + 25 * 60 * minute)
    await expect(sits.start({ id })).rejects.toThrow('Test has ended')
    world.clock.set(now)
    await sits.start({ id })
    await sits.submit({ id })
    await expect(sits.start({ id })).rejects.toThrow('You have already attempted this test')
  })

  it('gives the full time to a student who starts at the end of the window', async () => {
    const { sits, id, world } = await aStartedAttempt()
    const end = world.clock.now() + 24 * 60 * minute
    world.clock.set(end)
    const started = await sits.start({ id })
    expect(Date.parse(started.deadline)).toBe(end + 30 * minute)
    world.clock.advance(29 * minute)
    await expect(sits.save({ id, answers: [] })).resolves.toMatchObject({ ignored: [] })
  })

  it('returns 404 for a student who is not assigned', async () => {
    const { world, college, id } = await aStartedAttempt()
    const other = await world.student(college)
    const calls = [
      () => world.call(other).attempts.start({ id }),
      () => world.call(other).attempts.save({ id, answers: [] }),
      () => world.call(other).attempts.save({ id, answers: 'all of them' } as never),
      () => world.call(other).attempts.nextSection({ id, from: 0 }),
      () => world.call(other).attempts.submit({ id }),
      () => world.call(other).attempts.results({ id }),
      () => world.call(other).tests.get({ id }),
    ]
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Test not found' })
  })
})

describe('saving answers', () => {
  it('keeps each question’s highest revision, whatever the order of arrival', async () => {
    const { sits, id, test } = await aStartedAttempt()
    const [questionId = ''] = test.questionIds
    await sits.start({ id })
    await sits.save({ id, answers: [{ questionId, selectedAnswer: 'B', revision: 20 }] })
    await sits.save({ id, answers: [{ questionId, selectedAnswer: 'A', revision: 10 }] })
    await sits.save({ id, answers: [{ questionId, selectedAnswer: 'D', revision: 20 }] })
    expect((await sits.start({ id })).answers).toMatchObject([{ selectedAnswer: 'B', revision: 20 }])
    await sits.save({ id, answers: [{ questionId, selectedAnswer: null, revision: 21 }] })
    expect((await sits.start({ id })).answers).toMatchObject([{ selectedAnswer: null, revision: 21 }])
  })

  it('keeps the last answer to arrive when none has a revision', async () => {
    const { sits, id, test } = await aStartedAttempt()
    const [questionId = ''] = test.questionIds
    await sits.start({ id })
    await sits.save({ id, answers: [{ questionId, selectedAnswer: 'B' }] })
    await sits.save({
      id,
      answers: [
        { questionId, selectedAnswer: 'C' },
        { questionId, selectedAnswer: 'D' },
      ],
    })
    expect((await sits.start({ id })).answers).toMatchObject([{ selectedAnswer: 'D' }])
  })

  it('saves nothing when a question is not in the paper', async () => {
    const { sits, id, test } = await aStartedAttempt()
    const [questionId = ''] = test.questionIds
    await sits.start({ id })
    await expect(
      sits.save({
        id,
        answers: [
          { questionId, selectedAnswer: 'B' },
          { questionId: 'elsewhere', selectedAnswer: 'B' },
        ],
      }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await sits.start({ id })).answers).toEqual([])
  })

  it('returns the stored answer when the sent one is stale', async () => {
    const { sits, id, test } = await aStartedAttempt()
    const [q1 = '', q2 = ''] = test.questionIds
    await sits.start({ id })
    await sits.save({ id, answers: [{ questionId: q1, selectedAnswer: 'D', revision: 50 }] })
    const { newer } = await sits.save({
      id,
      answers: [
        { questionId: q1, selectedAnswer: 'A', revision: 40 },
        { questionId: q2, selectedAnswer: 'B', revision: 41 },
      ],
    })
    expect(newer).toEqual([{ questionId: q1, selectedAnswer: 'D', timeSpent: 0, revision: 50 }])
  })

  it('rejects invalid revisions, and still saves after the highest valid one', async () => {
    const { sits, id, test, world, student } = await aStartedAttempt()
    const [questionId = ''] = test.questionIds
    await sits.start({ id })
    const save = (answer: object) =>
      world.rest('PUT', `/tests/${id}/answers`, { as: student, body: { answers: [{ questionId, ...answer }] } })
    for (const revision of [Number.MAX_SAFE_INTEGER, -1, 1.5, '7'])
      expect((await save({ selectedAnswer: 'A', revision })).status).toBe(400)
    expect((await save({ selectedAnswer: 'A', revision: 10 ** 15 })).status).toBe(200)
    expect((await save({ selectedAnswer: 'C' })).status).toBe(200)
    expect((await sits.start({ id })).answers).toMatchObject([{ selectedAnswer: 'C' }])
  })

  it('returns 409 before the start, after submitting and more than 5 s after the deadline', async () => {
    const { sits, id, world, test } = await aStartedAttempt()
    const answers = [{ questionId: test.questionIds[0] ?? '', selectedAnswer: 'B' as const }]
    await expect(sits.save({ id, answers })).rejects.toMatchObject({ code: 'CONFLICT' })
    await sits.start({ id })
    world.clock.advance(30 * minute + 5_000)
    await sits.save({ id, answers })
    world.clock.advance(1)
    await expect(sits.save({ id, answers })).rejects.toMatchObject({ code: 'CONFLICT' })
    await submitOverdue(world.platform)
    await expect(sits.save({ id, answers })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('counts violations once when their report is resent', async () => {
    const { sits, id } = await aStartedAttempt()
    await sits.start({ id })
    const violations = [{ kind: 'tab_switch' as const, at: '2026-01-05T10:00:00.000Z', durationMs: 4_000 }]
    await sits.save({ id, answers: [], violations })
    await sits.save({ id, answers: [], violations })
    expect((await sits.start({ id })).violationCount).toBe(1)
  })
})

describe('submitting', () => {
  it('counts unanswered questions as neither correct nor incorrect', async () => {
    const { sits, id, test } = await aStartedAttempt({
      questions: [aQuestion({ correctAnswer: 'A' }), aQuestion(), aQuestion()],
    })
    const [q1 = '', q2 = '', q3 = ''] = test.questionIds
    await sits.start({ id })
    const { results } = await sits.submit({
      id,
      answers: [
        { questionId: q1, selectedAnswer: 'A', answered: false },
        { questionId: q2, selectedAnswer: 'B' },
        { questionId: q3, selectedAnswer: 'A', answered: true },
      ],
    })
    expect(results).toEqual({
      marksObtained: 1,
      totalMarks: 3,
      percentage: expect.closeTo(33.33, 2),
      correctAnswers: 1,
      incorrectAnswers: 1,
      unanswered: 1,
    })
    const { report } = await sits.results({ id })
    expect(report.questionAnalysis.map((item) => item.studentAnswer)).toEqual([null, 'B', 'A'])
  })

  it('merges like a final save: omitted questions keep their answers, and answered: false clears one', async () => {
    const { sits, id, test } = await aStartedAttempt()
    const [q1 = '', q2 = '', q3 = ''] = test.questionIds
    await sits.start({ id })
    const saved = [q1, q2, q3].map((questionId) => ({ questionId, selectedAnswer: 'B' as const, revision: 100 }))
    await sits.save({ id, answers: saved })
    const { results } = await sits.submit({
      id,
      answers: [
        { questionId: q2, selectedAnswer: 'A', answered: false, revision: 101 },
        { questionId: q3, selectedAnswer: 'A', revision: 99 },
      ],
    })
    expect(results).toMatchObject({ correctAnswers: 2, incorrectAnswers: 0, unanswered: 1 })
  })

  it('returns the same result when repeated and changes nothing', async () => {
    const { sits, id, test, world } = await aStartedAttempt({ testType: 'Practice' })
    const [questionId = ''] = test.questionIds
    await sits.start({ id })
    const first = await sits.submit({ id, answers: [{ questionId, selectedAnswer: 'B' }] })
    world.clock.advance(minute)
    const second = await sits.submit({ id, answers: [{ questionId, selectedAnswer: 'A' }] })
    expect(second).toEqual(first)
    expect((await sits.results({ id })).report).toMatchObject({ correctAnswers: 1, timeSpent: 0 })
  })

  it('gives instant feedback only for Practice', async () => {
    const practice = await aStartedAttempt({ testType: 'Practice' })
    await practice.sits.start({ id: practice.id })
    const [questionId = ''] = practice.test.questionIds
    const answer = await practice.sits.submit({ id: practice.id, answers: [{ questionId, selectedAnswer: 'C' }] })
    expect(answer.instantFeedback).toHaveLength(3)
    expect(answer.instantFeedback?.[0]).toMatchObject({ selectedAnswer: 'C', correctAnswer: 'B', isCorrect: false })
    expect(answer.instantFeedback?.[1]).toMatchObject({ selectedAnswer: null, isCorrect: false })
    const assignment = await aStartedAttempt()
    await assignment.sits.start({ id: assignment.id })
    expect(await assignment.sits.submit({ id: assignment.id })).not.toHaveProperty('instantFeedback')
  })

  it('happens automatically after the deadline, with the saved answers', async () => {
    const { sits, id, test, world } = await aStartedAttempt()
    const [questionId = ''] = test.questionIds
    await sits.start({ id })
    await sits.save({ id, answers: [{ questionId, selectedAnswer: 'B' }] })
    await expect(sits.results({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    world.clock.advance(30 * minute + 5_000)
    await submitOverdue(world.platform)
    await expect(sits.results({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    world.clock.advance(1)
    const late = [{ questionId: test.questionIds[1] ?? '', selectedAnswer: 'B' as const }]
    await expect(sits.submit({ id, answers: late })).rejects.toMatchObject({ code: 'CONFLICT' })
    await submitOverdue(world.platform)
    const { report } = await sits.results({ id })
    expect(report).toMatchObject({ submittedBy: 'server', correctAnswers: 1, unanswered: 2, timeSpent: 30 })
    const { results } = await sits.submit({ id, answers: late })
    expect(results).toMatchObject({ correctAnswers: 1, unanswered: 2 })
  })
})

describe('changes to a test with attempts', () => {
  it('regrade every attempt when the key changes', async () => {
    const { sits, id, test, world } = await aStartedAttempt()
    const [questionId = ''] = test.questionIds
    await sits.start({ id })
    await sits.submit({ id, answers: [{ questionId, selectedAnswer: 'D' }] })
    const author = world.call(world.admin).tests
    const { test: stored } = await author.get({ id })
    const questions = singleChoice(stored.questions).map((question) => ({ ...question, correctAnswer: 'D' as const }))
    await author.update({ ...stored, id, questions, testType: 'Assignment' })
    expect((await sits.results({ id })).report).toMatchObject({
      correctAnswers: 1,
      percentage: expect.closeTo(33.33, 2),
    })
  })

  it('cannot remove questions or change the duration or marks once a student has started', async () => {
    const { sits, id, world } = await aStartedAttempt()
    await sits.start({ id })
    const author = world.call(world.admin).tests
    const { test: stored } = await author.get({ id })
    const questions = singleChoice(stored.questions).map((question) => ({ ...question, correctAnswer: 'B' as const }))
    const form = { ...stored, id, testType: 'Assignment' as const, questions }
    await expect(author.update({ ...form, numberOfQuestions: 2, questions: questions.slice(1) })).rejects.toMatchObject(
      { code: 'CONFLICT' },
    )
    await expect(author.update({ ...form, duration: 45 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(author.update({ ...form, marksPerQuestion: 5 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(author.update({ ...form, testName: 'A better name' })).resolves.toMatchObject({
      test: { testName: 'A better name' },
    })
  })

  it('lead to 404 if the test is deleted before the student starts', async () => {
    const { sits, id, world, test } = await aStartedAttempt()
    await world.call(world.admin).tests.delete({ id })
    const missing = { code: 'NOT_FOUND', message: 'Test not found' }
    await expect(sits.start({ id })).rejects.toMatchObject(missing)
    const answers = [{ questionId: test.questionIds[0] ?? '', selectedAnswer: 'A' as const }]
    await expect(sits.save({ id, answers })).rejects.toMatchObject(missing)
  })

  it('keep a deleted test’s results, but hide the test from students who have not started', async () => {
    const { sits, id, world, college, student } = await aStartedAttempt()
    const late = await world.student(college)
    const { assignments } = await world.call(college.admin).assignments.listForCollege({})
    await world
      .call(college.admin)
      .assignments.assignStudents({ id: assignments[0]?.id ?? '', specificStudents: [late.id] })
    await sits.start({ id })
    await sits.submit({ id })
    await world.call(world.admin).tests.delete({ id })
    expect((await sits.results({ id })).report.id).toBeTruthy()
    expect((await world.call(student).assignments.listForStudent({})).assignments).toHaveLength(1)
    expect((await world.call(late).assignments.listForStudent({})).assignments).toEqual([])
    await expect(world.call(late).attempts.start({ id })).rejects.toMatchObject({ code: expect.any(String) })
    expect((await world.call(world.admin).tests.list({})).tests).toEqual([])
  })
})
