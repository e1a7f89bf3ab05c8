import { describe, expect, it } from 'vitest'
import { extendForDowntime, recordHeartbeat } from '#server/features/attempts/downtime.ts'
import { aQuestion, aSection, aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000

/** A test assigned to students who have not started it. */
async function aHall(size = 1, form: Parameters<Awaited<ReturnType<typeof createWorld>>['assignedTest']>[2] = {}) {
  const world = await createWorld()
  const college = await world.college()
  const students = []
  for (let n = 0; n < size; n++) students.push(await world.student(college))
  const test = await world.assignedTest(college, students, form)
  return { world, college, students, test, sits: world.call(students[0] ?? null).attempts }
}

it('a student who starts during an edit gets either the old or the new test, never a mixture', async () => {
  const { world, students, test } = await aHall(6)
  const form = aTest(world.clock.now(), { questions: [aQuestion(), aQuestion()], duration: 90 })
  const starts = students.map((student) => () => world.call(student).attempts.start({ id: test.id }))
  const save = () => world.call(world.admin).tests.update({ id: test.id, ...form })
  const calls = [...starts.slice(0, 2), save, ...starts.slice(2)]
  const done = await Promise.allSettled(calls.map((call) => call()))
  const { test: stored } = await world.call(world.admin).tests.get({ id: test.id })
  const ids = stored.questions.map((question) => question.id)
  for (const outcome of done) {
    if (outcome.status === 'rejected' || !('attemptId' in outcome.value)) continue
    const { value } = outcome
    expect(value.test.questions.map((question) => question.id)).toEqual(ids)
    expect(value.clock.plan).toEqual([stored.duration * minute])
  }
})

describe('concurrent actions', () => {
  it('either unassign a student or let them start, never both', async () => {
    const { world, college, students, test } = await aHall(8)
    for (const student of students) {
      const [taken, startResult] = await Promise.allSettled([
        world.call(college.admin).assignments.takeFromStudent({ id: test.assignmentId, studentId: student.id }),
        world.call(student).attempts.start({ id: test.id }),
      ])
      expect([taken.status, startResult.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('refuse the second of two edits of the same version', async () => {
    const { world, test } = await aHall()
    const author = world.call(world.admin).tests
    const { version } = (await author.get({ id: test.id })).test
    const form = aTest(world.clock.now())
    await author.update({ ...form, id: test.id, baseVersion: version })
    await expect(author.update({ ...form, id: test.id, baseVersion: version })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Someone else has changed this test. Please reload it before you save.',
    })
  })
})

describe('an attempt', () => {
  it('accepts answers to the largest paper in one submit', async () => {
    const hundred = Array.from({ length: 100 }, () => aQuestion())
    const sections = Array.from({ length: 11 }, () =>
      aSection({ questions: hundred.map((question) => ({ ...question })), numberOfQuestions: 100 }),
    )
    const { sits, test } = await aHall(
      1,
      aSectionedTest(Date.parse('2026-01-01T00:00:00Z'), {
        sections,
        startDateTime: '2020-01-01T00:00:00Z',
        endDateTime: '2040-01-01T00:00:00Z',
      }),
    )
    await sits.start({ id: test.id })
    const answers = test.questionIds.map((questionId) => ({ questionId, selectedAnswer: 'B' as const }))
    expect((await sits.submit({ id: test.id, answers })).results).toMatchObject({ correctAnswers: 1_100 })
  })

  it('gets downtime back if it was within the grace period', async () => {
    const { world, sits, test } = await aHall()
    await sits.start({ id: test.id })
    world.clock.advance(30 * minute + 2_000)
    await recordHeartbeat(world.platform)
    world.clock.advance(5 * minute)
    expect(await extendForDowntime(world.platform)).toBe(1)
    const answers = [{ questionId: test.questionIds[0] ?? '', selectedAnswer: 'B' as const }]
    expect((await sits.submit({ id: test.id, answers })).results?.correctAnswers).toBe(1)
  })

  it('still reports unenforced section times after it is reopened', async () => {
    const { world, college, students, test, sits } = await aHall(1, aSectionedTest(Date.now()))
    await sits.start({ id: test.id })
    world.clock.advance(25 * minute)
    await sits.submit({ id: test.id, answers: [{ questionId: test.questionIds[0] ?? '', selectedAnswer: 'B' }] })
    const reopened = { id: test.assignmentId, studentId: students[0]?.id ?? '', minutes: 5, reason: 'By mistake' }
    await world.call(college.admin).attempts.reopen(reopened)
    await sits.submit({ id: test.id })
    expect((await sits.results({ id: test.id })).report).toMatchObject({
      sectionTimesEnforced: false,
      correctAnswers: 1,
    })
  })

  it('accepts a submit with arbitrary values in untrusted fields', async () => {
    const { world, students, test, sits } = await aHall()
    await sits.start({ id: test.id })
    const body = { answers: null, startTime: null, timeSpent: -0.1, violations: 100_001 }
    const { status } = await world.rest('POST', `/tests/${test.id}/submit`, { as: students[0], body })
    expect(status).toBe(200)
  })

  it('returns 404 for a missing test even if the body is invalid', async () => {
    const { world, students } = await aHall()
    const { status } = await world.rest('POST', '/tests/nowhere/start', { as: students[0], body: { writer: 5 } })
    expect(status).toBe(404)
  })

  it('stores at most 1,000 violations, with invalid values corrected', async () => {
    const { world, college, students, test, sits } = await aHall()
    await sits.start({ id: test.id })
    const at = (n: number) => new Date(world.clock.now() + n).toISOString()
    for (let turn = 0; turn < 8; turn++)
      await sits.save({
        id: test.id,
        answers: [],
        violations: Array.from({ length: 200 }, (_, n) => ({
          kind: turn % 2 === 0 ? 'copy' : 'reconnect',
          at: at(turn * 200 + n),
        })),
      })
    const odd = { kind: 'tab\u0000switch', at: '9999-12-31T00:00:00Z', durationMs: Number.MAX_SAFE_INTEGER }
    const other = await world.student(college)
    const fresh = await world.assignedTest(college, [other])
    await world.call(other).attempts.start({ id: fresh.id })
    await world.call(other).attempts.save({ id: fresh.id, answers: [], violations: [odd] })
    const log = (assignmentId: string, studentId = '') =>
      world.call(college.admin).attempts.violations({ id: assignmentId, studentId })
    expect((await log(test.assignmentId, students[0]?.id)).violations).toHaveLength(1_000)
    expect((await log(fresh.assignmentId, other.id)).violations).toEqual([
      { kind: 'tab?switch', at: new Date(world.clock.now()).toISOString(), durationMs: 86_400_000 },
    ])
  })
})
