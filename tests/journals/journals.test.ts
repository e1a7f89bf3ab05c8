import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { archiveLimits } from '#server/features/coding/packages/zip.errors.ts'
import { rateJournals } from '#server/features/journals/journals.ts'
import { unzip } from '#server/platform/zip/read.ts'
import type { violationInput } from '#shared/attempts/attempts.schema.ts'
import { type JournalChunk, maxChunks, maxJournalChars } from '#shared/journals/journals.rules.ts'
import { aChunk, aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000
const code = 'print(1)'
type ViolationFields = z.input<typeof violationInput>

/** A student taking a test with a coding question. */
async function hall(testType: 'Assignment' | 'Practice' = 'Assignment') {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college, { name: 'Asha Rao' })
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion({ title: 'Largest' }))
  const questionId = question.id
  const test = await world.assignedTest(college, [student], {
    hasCodingSection: true,
    testType,
    codingQuestions: [{ questionId }],
  })
  const call = world.call(student)
  const { attemptId } = await call.attempts.start({ id: test.id })
  const chunk = (fields: Partial<JournalChunk> = {}) => aChunk(questionId, { at: world.clock.now(), ...fields })
  const record = (...chunks: JournalChunk[]) => call.journals.record({ id: attemptId, chunks })
  const submit = async (program = code, violations: ViolationFields[] = []) => {
    const answers = [{ questionId, code: program, language: 'python' as const, revision: 1 }]
    await call.attempts.submit({ id: test.id, answers, violations })
  }
  const list = async (query = {}, who = college.admin) => {
    await rateJournals(world.platform)
    return world.call(who).journals.list({ id: test.id, ...query })
  }
  const get = (who = college.admin) => world.call(who).journals.get({ id: attemptId })
  return { world, college, student, questionId, test, attemptId, chunk, record, submit, list, get }
}

describe('recording', () => {
  it('keeps chunks once, whatever the order and however often they are sent', async () => {
    const { chunk, record, get } = await hall()
    const second = chunk({ seq: 1, events: [[0, 'type', 8, 0, '\nprint(2)']] })
    await record(second)
    await record(chunk(), second)
    await record(chunk())
    const { chunks } = await get()
    expect(chunks.map(({ seq, events }) => ({ seq, events }))).toEqual([
      { seq: 0, events: chunk().events },
      { seq: 1, events: second.events },
    ])
  })

  it('replaces a chunk that has grown, and ignores an older version that arrives later', async () => {
    const { chunk, record, get } = await hall()
    const grown = chunk({ events: [...chunk().events, [500, 'run', 0, 0, '']] })
    await record(chunk())
    await record(grown)
    await record(chunk())
    expect((await get()).chunks.map(({ events }) => events)).toEqual([grown.events])
  })

  it('accepts the last chunks after the submission, but none later', async () => {
    const { world, chunk, record, submit } = await hall()
    await submit()
    world.clock.advance(5 * minute)
    await record(chunk())
    world.clock.advance(11 * minute)
    await expect(record(chunk({ seq: 1 }))).rejects.toThrow('Time is up')
  })

  it('accepts only the student’s own attempts and questions of the test', async () => {
    const { world, college, attemptId, chunk, record } = await hall()
    const other = world.call(await world.student(college))
    await expect(other.journals.record({ id: attemptId, chunks: [chunk()] })).rejects.toThrow('Attempt not found')
    await expect(record(chunk({ questionId: 'another' }))).rejects.toThrow('Validation failed')
  })

  it('rejects malformed and oversized chunks', async () => {
    const { world, student, attemptId, chunk } = await hall()
    const post = (chunks: unknown) =>
      world.rest('POST', `/attempts/${attemptId}/journal`, { as: student, body: { chunks } })
    const long = 'x'.repeat(70_000)
    const bad = [
      [],
      Array.from({ length: maxChunks + 1 }, (_, seq) => chunk({ seq })),
      [{ ...chunk(), events: [] }],
      [{ ...chunk(), stream: '../../etc' }],
      [{ ...chunk(), events: [[0, 'shout', 0, 0, '']] }],
      [{ ...chunk(), events: [[-1, 'type', 0, 0, '']] }],
      [{ ...chunk(), events: [1, 2, 3].map(() => [0, 'paste', 0, 0, long]) }],
    ]
    for (const chunks of bad) expect((await post(chunks)).status, JSON.stringify(chunks).slice(0, 80)).toBe(400)
    expect((await post([chunk()])).status).toBe(200)
  })

  it('stores at most 2 MB per question, and says that the journal was cut', async () => {
    const { chunk, record, submit, get } = await hall()
    const long = 'x'.repeat(70_000)
    for (let seq = 0; seq < maxJournalChars / 70_000 + 2; seq++)
      await record(chunk({ seq, events: [[0, 'paste', 0, 0, long]] }))
    await submit()
    const { chunks, facts } = await get()
    expect(JSON.stringify(chunks.map(({ events }) => events)).length).toBeLessThan(maxJournalChars)
    expect(facts?.outcome).toBe('cut')
  })
})

describe('playback', () => {
  it('gives staff of the college the journal, the program and the violations', async () => {
    const { world, college, student, attemptId, chunk, record, submit, get } = await hall()
    await record(chunk())
    const at = new Date(world.clock.now()).toISOString()
    const violations = [{ kind: 'tab_switch', at, durationMs: 4_000 }]
    await submit(code, violations)
    for (const who of [world.admin, college.admin, await world.faculty(college)])
      expect(await get(who)).toMatchObject({
        studentName: 'Asha Rao',
        program: { code, language: 'python' },
        facts: { outcome: 'leads', length: 8, pasted: 0 },
        chunks: [{ seq: 0 }],
        violations: [{ kind: 'tab_switch', at, durationMs: 4_000 }],
      })
    const other = await world.college()
    await expect(get(other.admin)).rejects.toThrow('Attempt not found')
    const answer = await world.rest('GET', `/attempts/${attemptId}/journal`, { as: student })
    expect(answer.status).toBe(403)
  })

  it('reports a program that the journal does not lead to', async () => {
    const { chunk, record, submit, get } = await hall()
    await record(chunk())
    await submit('print(2)')
    expect((await get()).facts).toMatchObject({ outcome: 'differs' })
  })

  it('lets the server do other things while it computes the facts of a hostile journal', async () => {
    const { chunk, record, submit, get } = await hall()
    const pastes = (seq: number) =>
      Array.from({ length: 5_000 }, (_, n) => [0, 'paste', 0, 0, (46_656 + seq * 5_000 + n).toString(36)] as const)
    await record(...[0, 1, 2, 3].map((seq) => chunk({ seq, events: pastes(seq) })))
    await submit()
    await get()
    const turns = [performance.now()]
    let isDone = false
    const turn = () => {
      turns.push(performance.now())
      if (!isDone) setImmediate(turn)
    }
    turn()
    const { facts } = await get()
    isDone = true
    turn()
    expect(facts?.outcome).toBe('cut')
    const whole = (turns.at(-1) ?? 0) - (turns[0] ?? 0)
    const longest = Math.max(...turns.slice(1).map((at, place) => at - (turns[place] ?? 0)))
    expect(longest).toBeLessThan(whole / 2)
  })

  it('works for attempts without a journal', async () => {
    const { submit, get } = await hall()
    await submit()
    expect(await get()).toMatchObject({ facts: null, chunks: [], program: { code } })
  })
})

describe('the list of a test', () => {
  it('sorts by any fact, filters by question and counts pending journals', async () => {
    const { world, college, test, questionId, chunk, record, submit, list } = await hall('Practice')
    await record(chunk())
    await submit()
    const second = await world.student(college, { name: 'Bela Shah' })
    await world.call(college.admin).assignments.assignStudents({ id: test.assignmentId, specificStudents: [second.id] })
    const { attemptId } = await world.call(second).attempts.start({ id: test.id })
    const pasted: JournalChunk = chunk({
      events: [
        [0, 'open', 0, 0, '', 'python'],
        [400, 'paste', 0, 0, 'import sys\n'],
        [20_000, 'type', 11, 0, 'print(1)'],
        [10, 'run', 0, 0, ''],
      ],
    })
    await world.call(second).journals.record({ id: attemptId, chunks: [pasted] })
    const running = await list()
    expect(running.journals.map(({ studentName }) => studentName)).toEqual(['Asha Rao'])
    const answers = [{ questionId, code: 'import sys\nprint(1)', language: 'python' as const, revision: 1 }]
    await world.call(second).attempts.submit({ id: test.id, answers })
    const waiting = await world.call(college.admin).journals.list({ id: test.id })
    expect(waiting).toMatchObject({ pending: 1, pagination: { total: 1 } })
    const names = async (query: Parameters<typeof list>[0]) =>
      (await list(query)).journals.map(({ studentName }) => studentName)
    expect(await names({})).toEqual(['Bela Shah', 'Asha Rao'])
    for (const sort of ['pasted', '-student', '-active', '-longest', '-runs', '-speed'] as const)
      expect(await names({ sort }), sort).toEqual(
        sort === 'pasted' ? ['Asha Rao', 'Bela Shah'] : ['Bela Shah', 'Asha Rao'],
      )
    expect(await names({ limit: 1, page: 2, questionId })).toEqual(['Asha Rao'])
    const [first] = (await list()).journals
    expect(first).toMatchObject({ pastes: 1, longestPaste: 11, pasted: 11, length: 19, runs: 1, outcome: 'leads' })
    await expect(list({ questionId: 'another' })).rejects.toThrow('Coding question not found')
  })

  it('updates facts when late chunks arrive', async () => {
    const { chunk, record, submit, list } = await hall()
    await record(chunk())
    await submit('print(1)\n')
    expect((await list()).journals).toMatchObject([{ outcome: 'differs' }])
    await record(chunk({ seq: 1, events: [[0, 'type', 8, 0, '\n']] }))
    expect((await list()).journals).toMatchObject([{ outcome: 'leads' }])
  })

  it('never shows another college’s attempts', async () => {
    const { world, test, chunk, record, submit, list } = await hall()
    await record(chunk())
    await submit()
    const other = await world.college()
    await expect(list({}, other.admin)).rejects.toThrow('Test not found')
    await world.call(world.admin).assignments.assignColleges({ id: test.id, collegeIds: [other.id] })
    const { assignments } = await world.call(other.admin).assignments.listForCollege({})
    await expect(list({}, other.admin)).rejects.toThrow('Test not found')
    await world.call(other.admin).assignments.decide({ id: assignments[0]?.id ?? '', status: 'accepted' })
    expect(await list({}, other.admin)).toMatchObject({ journals: [], pending: 0, pagination: { total: 0 } })
    expect((await list({}, world.admin)).journals).toHaveLength(1)
  })
})

describe('privacy', () => {
  it('exports journals with the student’s data and erases them with the student', async () => {
    const { world, college, student, chunk, record, submit, get } = await hall()
    await record(chunk())
    await submit()
    const answer = await fetch(`${world.url}/api/auth/personal-data/export`, {
      headers: { authorization: `Bearer ${await world.tokenOf(student)}` },
    })
    const files = await unzip(Buffer.from(await answer.arrayBuffer()), archiveLimits)
    const data = JSON.parse(String(files.get('data.json')))
    expect(data['program-journals']).toMatchObject([
      { question: 'Largest', part: 1, events: JSON.stringify(chunk().events) },
    ])
    const { user } = await world.call(college.admin).members.get({ id: student.id })
    await world.call(college.admin).privacy.erase({ id: student.id, confirm: user.email })
    await expect(get()).rejects.toThrow('Attempt not found')
  })
})
