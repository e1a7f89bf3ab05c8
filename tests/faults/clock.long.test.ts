import { describe, expect, it } from 'vitest'
import { recordHeartbeat } from '#server/features/attempts/downtime.ts'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { SteadyClock } from '#server/platform/clock.ts'
import { createWorld } from '#tests/support/world.ts'
import { healthOf, well } from './exam-student.ts'

const hour = 3_600_000

/** A machine with a settable clock and a monotonic counter. */
function machine() {
  const moved = { wall: Date.UTC(2026, 5, 1, 9), counter: 5_000 }
  return {
    clock: new SteadyClock(
      () => moved.wall,
      () => moved.counter,
    ),
    /** Lets time pass. */
    pass: (ms: number) => {
      moved.wall += ms
      moved.counter += ms
    },
    /** Sets the wall clock. */
    set: (ms: number) => {
      moved.wall += ms
    },
  }
}

describe("the server's clock", () => {
  it('follows the machine’s clock', () => {
    const { clock, pass } = machine()
    const startedAt = clock.now()
    for (let n = 0; n < 1_000; n++) pass(17.25)
    expect(clock.now() - startedAt).toBe(17_250)
  })

  it('slews a small correction, without skipping or going back', () => {
    for (const correction of [-900, 900]) {
      const { clock, pass, set } = machine()
      const startedAt = clock.now()
      set(correction)
      let before = clock.now()
      for (let n = 0; n < 200; n++) {
        pass(1_000)
        const now = clock.now()
        expect(Math.abs(now - before - 1_000)).toBeLessThanOrEqual(11)
        before = now
      }
      expect(clock.now() - startedAt).toBe(200_000 + correction)
      expect(clock.jumped()).toBe(0)
    }
  })

  it('ignores a jump of the machine’s clock, reports the difference, and follows on request', () => {
    for (const jump of [-hour, hour]) {
      const { clock, pass, set } = machine()
      const startedAt = clock.now()
      set(jump)
      pass(60_000)
      expect(clock.now() - startedAt).toBe(60_000)
      expect(clock.jumped()).toBe(jump)
      clock.follow()
      expect(clock.now() - startedAt).toBe(60_000 + jump)
      expect(clock.jumped()).toBe(0)
    }
  })
})

describe("setting the machine's clock an hour", () => {
  it.each([
    ['back', -hour],
    ['forward', hour],
  ])('%s during an exam changes no deadline, and is adopted once nobody is taking a test', async (_way, jump) => {
    const world = await createWorld()
    const { clock, pass, set } = machine()
    world.platform.clock = clock
    world.clock.set(clock.now())
    const college = await world.college()
    const [first, second] = [await world.student(college), await world.student(college)]
    const test = await world.assignedTest(college, [first, second], { duration: 30 })
    const save = (as: typeof first) =>
      world.rest('PUT', `/tests/${test.id}/answers`, {
        as,
        body: { answers: [{ questionId: test.questionIds[0], selectedAnswer: 'B' }] },
      })
    const { deadline } = (await world.rest('POST', `/tests/${test.id}/start`, { as: first })).body
    await world.rest('POST', `/tests/${test.id}/start`, { as: second })
    expect((await save(first)).status).toBe(200)

    set(jump)
    pass(10 * 60_000)
    await recordHeartbeat(world.platform)
    await submitOverdue(world.platform)
    const saved = await save(first)
    expect([saved.status, saved.body.deadline]).toEqual([200, deadline])
    expect(world.platform.health.reasons).toMatchObject([{ reason: 'clock_jumped' }])
    // Answers are safe, so only the owner is warned, and the public health check is unchanged.
    expect(await healthOf(world)).toEqual(well)

    expect((await world.rest('POST', `/tests/${test.id}/submit`, { as: first, body: { answers: [] } })).status).toBe(
      200,
    )
    await recordHeartbeat(world.platform)
    expect(clock.jumped(), 'an attempt is still running').toBe(jump)
    pass(21 * 60_000)
    expect((await save(second)).status, 'the deadline did not change').toBe(409)
    await submitOverdue(world.platform)
    await recordHeartbeat(world.platform)
    await recordHeartbeat(world.platform)
    expect(clock.jumped()).toBe(0)
    expect(world.platform.health.reasons).toEqual([])
    expect((await world.rest('POST', `/tests/${test.id}/start`, { as: first })).body.message).toBe(
      'You have already attempted this test',
    )
  })
})
