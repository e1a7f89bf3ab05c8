import { describe, expect, it } from 'vitest'
import { attempts } from '#drizzle/schema/attempts.ts'
import { callerAt } from '#server/demo/callers.ts'
import { StartQueue } from '#server/features/attempts/start-queue.ts'
import { createWorld } from '#tests/support/world.ts'

/** A queue on a clock that tests move, with a given delay of the event loop. */
function aQueue(delay = 0) {
  const state = { now: 0, delay }
  const queue = new StartQueue(
    () => state.delay,
    () => state.now,
  )
  return { state, queue }
}

/** A queue that has been overloaded for a while, so it admits 20 students a second. */
function overloaded() {
  const { state, queue } = aQueue(1_000)
  for (let n = 0; n < 20; n++) {
    state.now += 1_000
    queue.enter(`before-${n}`)
  }
  return { state, queue }
}

const crowd = (size: number) => Array.from({ length: size }, (_, n) => `student-${n}`)

describe('the queue of starts', () => {
  it('makes nobody wait while the server keeps up', () => {
    const { state, queue } = aQueue(20)
    for (let second = 0; second < 30; second++) {
      state.now += 1_000
      expect(crowd(700).map((student) => queue.enter(`${second} ${student}`))).toEqual(Array(700).fill(null))
    }
    expect(queue.waiting).toBe(0)
  })

  it('lets a class of 100 start at once on an overloaded server', () => {
    const { state, queue } = overloaded()
    state.now += 1_000
    expect(crowd(100).filter((student) => queue.enter(student) !== null)).toEqual([])
    expect(queue.enter('last')).not.toBeNull()
  })

  it('admits students in the order of their first request', () => {
    const { state, queue } = overloaded()
    const students = crowd(200).filter((student) => queue.enter(student) !== null)
    expect(students.length).toBeGreaterThan(90)
    const places = students.map((student) => queue.enter(student)?.number ?? 0)
    expect(places).toEqual(students.map((_, n) => n + 1))
    state.now += 2_000
    const admitted = students.toReversed().filter((student) => queue.enter(student) === null)
    expect(admitted.toReversed()).toEqual(students.slice(0, admitted.length))
    expect(admitted.length).toBeGreaterThanOrEqual(40)
    expect(admitted.length).toBeLessThan(60)
  })

  it('admits a student within the announced time', () => {
    const { state, queue } = overloaded()
    for (const student of crowd(300)) queue.enter(student)
    const place = queue.enter('last')
    expect(place?.number).toBeGreaterThan(190)
    state.now += (place?.seconds ?? 0) * 1_000
    expect(queue.enter('last')).toBeNull()
  })

  it('slows down under overload and recovers afterwards', () => {
    const { state, queue } = overloaded()
    for (const student of crowd(500)) queue.enter(student)
    const slow = queue.enter('last')?.seconds ?? 0
    expect(slow).toBeGreaterThanOrEqual(19)
    state.delay = 10
    for (let n = 0; n < 10; n++) {
      state.now += 200
      queue.enter('last')
    }
    state.now += 2_000
    expect(queue.enter('last')).toBeNull()
  })

  it('notices overload even within one long turn of the event loop', () => {
    const queue = new StartQueue()
    queue.enter('first')
    for (let n = 0; n < 6; n++) {
      const until = performance.now() + 250
      while (performance.now() < until);
      queue.enter(`round-${n}`)
    }
    for (const student of crowd(2_000)) queue.enter(student)
    expect(queue.waiting).toBeGreaterThan(1_700)
  })

  it('forgets students who never return', () => {
    const { state, queue } = overloaded()
    for (const student of crowd(50)) queue.enter(student)
    state.delay = 0
    for (let n = 0; n < 40_000; n++) {
      state.now += 50
      queue.enter(`later-${n}`)
    }
    expect(queue.waiting).toBe(0)
  })
})

it('shows waiting students their place, and starts the clock only with the paper', async () => {
  const world = await createWorld()
  const college = await world.college()
  const [first, second] = [await world.student(college), await world.student(college)]
  const test = await world.assignedTest(college, [first, second])
  const { state, queue } = overloaded()
  Object.assign(world.platform, { startQueue: queue })
  const start = (as: typeof first) => world.rest('POST', `/tests/${test.id}/start`, { as })
  // Someone who has started is never sent to the queue: their clock is running.
  expect((await start(first)).status).toBe(200)
  for (const student of crowd(300)) queue.enter(student)
  expect((await start(first)).status).toBe(200)

  const waits = await start(second)
  expect(waits.status).toBe(429)
  const seconds = Number(waits.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(10)
  expect(waits.body.message).toMatch(
    /^Many students are starting at the same time\. You are number \d+ in the queue: about 1\d seconds to go\. Your time has not started\.$/,
  )
  const started = () => world.platform.db.read.select({ id: attempts.studentId }).from(attempts).all()
  expect(started()).toEqual([{ id: first.id }])
  await expect(world.call(second).attempts.start({ id: test.id })).rejects.toMatchObject({
    cause: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) },
  })

  state.now += 15_000
  world.clock.advance(15_000)
  const { status, body } = await start(second)
  expect(status).toBe(200)
  expect(Date.parse(body.startTime)).toBe(world.clock.now())
})

it('never queues demo students, because nothing would retry their requests', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const test = await world.assignedTest(college, [student])
  const { queue } = overloaded()
  Object.assign(world.platform, { startQueue: queue })
  for (const other of crowd(300)) queue.enter(other)
  const { call } = callerAt(world.platform, student, world.clock.now())
  await call.attempts.start({ id: test.id })
})
