import { describe, expect, it, vi } from 'vitest'
import { extendForDowntime, recordHeartbeat } from '#server/features/attempts/downtime.ts'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const minute = 60_000

/** Two students in a 30-minute test without sections; one has submitted. */
async function aHall() {
  const world = await createWorld()
  const college = await world.college()
  const [running, done] = [await world.student(college), await world.student(college)]
  const test = await world.assignedTest(college, [running, done])
  const sits = world.call(running).attempts
  const { deadline } = await sits.start({ id: test.id })
  await world.call(done).attempts.start({ id: test.id })
  await world.call(done).attempts.submit({ id: test.id })
  return { world, college, test, sits, running, done, deadline: Date.parse(deadline) }
}

describe('server downtime', () => {
  it('is given back to running attempts before overdue ones are submitted, and logged', async () => {
    const { world, college, test, sits, running, deadline } = await aHall()
    world.clock.advance(10 * minute)
    await recordHeartbeat(world.platform)
    world.clock.advance(3 * 60 * minute)
    expect(await extendForDowntime(world.platform)).toBe(1)
    await submitOverdue(world.platform)
    const resumed = await sits.start({ id: test.id })
    expect(Date.parse(resumed.deadline)).toBe(deadline + 180 * minute)
    expect(Date.parse(resumed.deadline) - world.clock.now()).toBe(20 * minute)
    const { changes } = await world.call(college.admin).attempts.timeChanges({ id: test.assignmentId })
    expect(changes).toMatchObject([
      { studentName: running.name, students: 1, kind: 'downtime', minutes: 180, changedBy: null },
    ])
    await sits.submit({ id: test.id })
    const { report } = await sits.results({ id: test.id })
    expect(report).toMatchObject({ timeSpent: 10, timeGiven: 180 })
  })

  it('extends the section that was open', async () => {
    const { world, college } = await aHall()
    const student = await world.student(college)
    const sections = [10, 20].map((sectionDuration) => aSection({ sectionDuration }))
    const test = await world.assignedTest(college, [student], aSectionedTest(world.clock.now(), { sections }))
    const sits = world.call(student).attempts
    await sits.start({ id: test.id })
    world.clock.advance(12 * minute)
    await recordHeartbeat(world.platform)
    world.clock.advance(60 * minute)
    await extendForDowntime(world.platform)
    const resumed = await sits.start({ id: test.id })
    expect(resumed).toMatchObject({ currentSection: 1 })
    expect(Date.parse(resumed.sectionDeadline ?? '') - world.clock.now()).toBe(18 * minute)
  })

  it.each([
    ['10 s is ignored', 10_000, 0],
    ['just over 10 s is given back', 10_001, 1],
  ])('of %s', async (_name, gap, given) => {
    const { world } = await aHall()
    await recordHeartbeat(world.platform)
    world.clock.advance(gap)
    expect(await extendForDowntime(world.platform)).toBe(given)
  })

  it('is given back only once, and not at the server’s first start', async () => {
    const { world } = await aHall()
    await recordHeartbeat(world.platform)
    world.clock.advance(20_000)
    expect(await extendForDowntime(world.platform)).toBe(1)
    expect(await extendForDowntime(world.platform)).toBe(0)
    const fresh = await createWorld()
    expect(await extendForDowntime(fresh.platform)).toBe(0)
  })

  it('does not extend an attempt that was already over', async () => {
    const { world, sits, test } = await aHall()
    world.clock.advance(31 * minute)
    await recordHeartbeat(world.platform)
    world.clock.advance(60 * minute)
    expect(await extendForDowntime(world.platform)).toBe(0)
    await submitOverdue(world.platform)
    expect((await sits.results({ id: test.id })).report.submittedBy).toBe('server')
  })
})

describe('a minute in which nothing could be saved', () => {
  /** Lets time pass without an acknowledged write. */
  function pass(world: World, ms: number) {
    const { now } = performance
    const passing = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ms)
    afterThisTest(async () => passing.mockRestore())
    world.clock.advance(ms)
  }

  it('is given back before the first save, also after the deadline, and only once', async () => {
    const { world, test, sits, deadline } = await aHall()
    world.clock.advance(29.5 * minute)
    await recordHeartbeat(world.platform)
    pass(world, minute)
    const answers = [{ questionId: test.questionIds[0] ?? '', selectedAnswer: 'B' as const }]
    const [saved] = await Promise.all([
      sits.save({ id: test.id, answers }),
      submitOverdue(world.platform),
      recordHeartbeat(world.platform),
    ])
    expect(Date.parse(saved.deadline)).toBe(deadline + minute)
    expect(Date.parse((await sits.save({ id: test.id, answers })).deadline)).toBe(deadline + minute)
    await sits.submit({ id: test.id })
    expect((await sits.results({ id: test.id })).report).toMatchObject({ submittedBy: 'student', timeGiven: 1 })
  })

  it('is not given to an attempt that was over before', async () => {
    const { world, test, sits } = await aHall()
    world.clock.advance(31 * minute)
    await recordHeartbeat(world.platform)
    pass(world, minute)
    await expect(sits.save({ id: test.id, answers: [] })).rejects.toThrow()
    await submitOverdue(world.platform)
    expect((await sits.results({ id: test.id })).report.submittedBy).toBe('server')
  })
})

describe('deadlines', () => {
  it('give the full time to a student who starts in the last second of the window', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const end = world.clock.now() + 60 * minute
    const test = await world.assignedTest(college, [student], {
      endDateTime: new Date(end).toISOString(),
      duration: 30,
    })
    const sits = world.call(student).attempts
    world.clock.set(end)
    const { deadline } = await sits.start({ id: test.id })
    expect(Date.parse(deadline)).toBe(end + 30 * minute)
    world.clock.set(end + 30 * minute + 5_000)
    await sits.save({ id: test.id, answers: [{ questionId: test.questionIds[0] ?? '', selectedAnswer: 'B' }] })
    expect((await sits.submit({ id: test.id })).results?.correctAnswers).toBe(1)
  })

  it('ignore client clocks that are three hours off', async () => {
    const { world, sits, test, deadline } = await aHall()
    const off = new Date(world.clock.now() + 180 * minute).toISOString()
    const saved = await sits.save({ id: test.id, answers: [], violations: [{ kind: 'tab_switch', at: off }] })
    expect(Date.parse(saved.deadline)).toBe(deadline)
    world.clock.advance(5 * minute)
    await sits.submit({ id: test.id, startTime: off, timeSpent: 500 })
    expect((await sits.results({ id: test.id })).report.timeSpent).toBe(5)
  })
})
