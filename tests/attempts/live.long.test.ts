import { afterEach, describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import type { LiveChanges } from '#shared/attempts/live.schema.ts'
import { aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const minute = 60_000

interface Feed {
  status: number
  type: string | null
  /** The next message. Fails if the feed ends instead. */
  next(): Promise<LiveChanges>
  /** True if the feed has ended. */
  ended(): Promise<boolean>
  /** The refusal's HTTP status, or undefined if the feed opens. */
  refusal(): Promise<number | undefined>
  close(): void
}

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** Listens over HTTP with the token in a header, like a browser. */
async function listen(world: World, id: string, token: string | undefined): Promise<Feed> {
  const end = new AbortController()
  open.push(() => end.abort())
  const input = encodeURIComponent(JSON.stringify({ id }))
  const answer = await fetch(`${world.url}/trpc/attempts.liveChanges?input=${input}`, {
    headers: { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) },
    signal: end.signal,
  })
  const events = read(answer)
  const data = async () => {
    for (;;) {
      const { value, done } = await events.next()
      if (done) return undefined
      if (value.event === 'message') return JSON.parse(value.data) as LiveChanges
      if (value.event === 'return') return undefined
    }
  }
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    next: async () => {
      const changes = await data()
      if (!changes) throw new Error('The feed has ended')
      return changes
    },
    ended: async () => (await data()) === undefined,
    refusal: async () => {
      for await (const { event, data } of events)
        if (event === 'serialized-error') return JSON.parse(data).data.httpStatus
      return undefined
    },
    close: () => end.abort(),
  }
}

async function* read(answer: Response): AsyncGenerator<{ event: string; data: string }, void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2)
      const data = field('data')
      if (data !== undefined) yield { event: field('event') ?? 'message', data }
    }
  }
}

async function aHall(size = 2) {
  const world = await createWorld()
  const college = await world.college()
  const students: Actor[] = []
  for (let n = 0; n < size; n++) students.push(await world.student(college, { name: `Student ${n}` }))
  const test = await world.assignedTest(college, students, aSectionedTest(world.clock.now()))
  const faculty = await world.faculty(college)
  return { world, college, students, test, faculty, id: test.assignmentId }
}

describe('running tests', () => {
  it('include tests whose window is open, with the number of students at each stage', async () => {
    const { world, college, students, test, id, faculty } = await aHall(3)
    const [busy, done] = students as [Actor, Actor, Actor]
    const soon = new Date(world.clock.now() + 60 * minute).toISOString()
    await world.assignedTest(college, students, { testName: 'Next quiz', startDateTime: soon })
    await world.call(busy).attempts.start({ id: test.id })
    await world.call(done).attempts.start({ id: test.id })
    await world.call(done).attempts.submit({ id: test.id })
    for (const staff of [college.admin, faculty])
      expect(await world.call(staff).attempts.liveTests()).toMatchObject({
        tests: [{ assignmentId: id, assigned: 3, inProgress: 1, submitted: 1 }],
        next: { testName: 'Next quiz', startDateTime: soon },
      })
    const other = await world.college()
    expect(await world.call(other.admin).attempts.liveTests()).toMatchObject({ tests: [], next: null })
  })

  it('include a closed test while a student is still taking it', async () => {
    const { world, students, test, faculty } = await aHall(1)
    const running = async () => (await world.call(faculty).attempts.liveTests()).tests.length
    world.clock.advance(24 * 60 * minute)
    await world.call(students[0] as Actor).attempts.start({ id: test.id })
    world.clock.advance(minute)
    expect(await running()).toBe(1)
    await world.call(students[0] as Actor).attempts.submit({ id: test.id })
    expect(await running()).toBe(0)
  })
})

describe('the live board', () => {
  it('shows every assigned student with their progress', async () => {
    const { world, students, test, id, faculty } = await aHall(3)
    const [busy, done] = students as [Actor, Actor, Actor]
    const [questionId = ''] = test.questionIds
    await world.call(busy).attempts.start({ id: test.id })
    await world.call(busy).attempts.save({
      id: test.id,
      answers: [{ questionId, selectedAnswer: 'B' }],
      violations: [{ kind: 'tab_switch', at: new Date(world.clock.now()).toISOString(), durationMs: 4_000 }],
    })
    await world.call(done).attempts.start({ id: test.id })
    await world.call(done).attempts.submit({ id: test.id, answers: [{ questionId, selectedAnswer: 'B' }] })
    const board = await world.call(faculty).attempts.live({ id })
    expect(board).toMatchObject({
      test: { numberOfQuestions: 6 },
      sectionNames: [{}, {}, {}].map(() => expect.any(String)),
    })
    board.students.sort((one, other) => one.name.localeCompare(other.name))
    expect(board.students.map(({ status }) => status)).toEqual(['in_progress', 'submitted', 'not_started'])
    expect(board.students[0]).toMatchObject({ answered: 1, violations: 1, currentSection: 0, percentage: null })
    expect(board.students[0]?.clock?.plan).toEqual([10 * minute, 10 * minute, 10 * minute])
    expect(board.students[1]).toMatchObject({ answered: 1, submittedBy: 'student', deadline: null, clock: null })
    expect(board.students[2]).toMatchObject({ attemptId: null, startedAt: null, lastSavedAt: null, extraMinutes: 0 })
    world.clock.advance(11 * minute)
    const later = (await world.call(faculty).attempts.live({ id })).students.find((row) => row.studentId === busy.id)
    expect(later?.currentSection).toBe(1)
    const { violations } = await world.call(faculty).attempts.violations({ id, studentId: busy.id })
    expect(violations).toMatchObject([{ kind: 'tab_switch', durationMs: 4_000 }])
  })

  it('streams only changes over HTTP', async () => {
    const { world, college, students, test, id, faculty } = await aHall()
    const [student] = students as [Actor, Actor]
    const feed = await listen(world, id, await world.tokenOf(faculty))
    expect([feed.status, feed.type]).toEqual([200, 'text/event-stream'])
    expect(await feed.next()).toMatchObject({ total: 2, students: [] })
    await world.call(student).attempts.start({ id: test.id })
    expect((await feed.next()).students).toMatchObject([{ studentId: student.id, status: 'in_progress', answered: 0 }])
    const [questionId = ''] = test.questionIds
    await world.call(student).attempts.save({ id: test.id, answers: [{ questionId, selectedAnswer: 'A' }] })
    const saved = await feed.next()
    expect(saved.students).toMatchObject([{ answered: 1 }])
    expect(saved.students[0]).not.toHaveProperty('name')
    const more = await world.student(college)
    await world.call(college.admin).assignments.assignStudents({ id, specificStudents: [more.id] })
    await world.call(student).attempts.submit({ id: test.id })
    expect(await feed.next()).toMatchObject({ total: 3, students: [{ status: 'submitted' }] })
    await world.call(college.admin).attempts.reopen({ id, studentId: student.id, minutes: 5, reason: 'By mistake' })
    expect((await feed.next()).students).toMatchObject([{ status: 'in_progress', percentage: null }])
  })

  it('also reports extra time for students who have not started', async () => {
    const { world, college, students, id } = await aHall()
    const feed = await listen(world, id, await world.tokenOf(college.admin))
    await feed.next()
    const form = { minutes: 15, reason: 'Scribe', students: [students[0]?.id ?? ''] }
    await world.call(college.admin).attempts.giveExtraTime({ id, ...form })
    expect((await feed.next()).students).toMatchObject([{ status: 'not_started', extraMinutes: 15 }])
    const { students: shown } = await world.call(college.admin).attempts.live({ id })
    expect(shown.filter((row) => row.extraMinutes > 0)).toMatchObject([
      { studentId: students[0]?.id, extraMinutes: 15 },
    ])
  })

  it('returns only changes since a given time on request', async () => {
    const { world, students, test, id, faculty } = await aHall(3)
    const [early, late] = students as [Actor, Actor, Actor]
    const look = async (since?: string) => {
      const board = await world.call(faculty).attempts.live({ id, since })
      return { ...board, ids: board.students.map(({ studentId }) => studentId) }
    }
    await world.call(early).attempts.start({ id: test.id })
    world.clock.advance(minute)
    const first = await look()
    expect(first.ids).toHaveLength(3)
    expect((await look(first.serverTime)).ids).toEqual([])
    world.clock.advance(minute)
    await world.call(late).attempts.start({ id: test.id })
    expect(await look(first.serverTime)).toMatchObject({ ids: [late.id], total: 3 })
    await world.call(early).attempts.submit({ id: test.id })
    expect(new Set((await look(first.serverTime)).ids)).toEqual(new Set([early.id, late.id]))
  })

  it('is closed to students, other colleges and anonymous callers', async () => {
    const { world, students, id } = await aHall()
    const stranger = (await world.college()).admin
    const refusal = async (token?: string) => (await listen(world, id, token)).refusal()
    expect(await refusal()).toBe(401)
    expect(await refusal('no-such-token')).toBe(401)
    expect(await refusal(await world.tokenOf(students[0] as Actor))).toBe(403)
    expect(await refusal(await world.tokenOf(world.admin))).toBe(403)
    expect(await refusal(await world.tokenOf(stranger))).toBe(404)
    expect(world.platform.liveBoards.watchers).toBe(0)
  })

  it('ends with the session, and removes disconnected clients', async () => {
    const { world, college, faculty, id } = await aHall()
    const token = await world.tokenOf(faculty)
    const [kept, left] = [await listen(world, id, token), await listen(world, id, token)]
    await Promise.all([kept.next(), left.next()])
    expect(world.platform.liveBoards.watchers).toBe(2)
    left.close()
    await expect.poll(() => world.platform.liveBoards.watchers).toBe(1)
    await world.call(college.admin).members.toggleStatus({ id: faculty.id })
    expect(await kept.ended()).toBe(true)
    await expect.poll(() => world.platform.liveBoards.watchers).toBe(0)
  })

  it('batches changes within a second, and leaks no listeners', async () => {
    const { world, students, test, id, faculty } = await aHall()
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    const feed = await listen(world, id, await world.tokenOf(faculty))
    await feed.next()
    for (const student of students) await world.call(student).attempts.start({ id: test.id })
    const seen = new Set<string>()
    while (seen.size < students.length) for (const { studentId } of (await feed.next()).students) seen.add(studentId)
    const [student] = students as [Actor]
    const [questionId = ''] = test.questionIds
    for (let revision = 1; revision <= 30; revision++)
      await world.call(student).attempts.save({ id: test.id, answers: [{ questionId, selectedAnswer: 'A', revision }] })
    expect((await feed.next()).students).toHaveLength(1)
    feed.close()
    await expect.poll(() => world.platform.liveBoards.watchers).toBe(0)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})
