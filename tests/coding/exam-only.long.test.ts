import { describe, expect, it } from 'vitest'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import type { CodingQuestionInput } from '#shared/coding/coding.schema.ts'
import { relaxedRules } from '#shared/tests/exam.rules.ts'
import { aCodingQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000
const hour = 60 * minute
const code = 'print(1)'

/** Two colleges with a student each, a judge that accepts every program, and a coding question. */
async function aBank(fields: Partial<CodingQuestionInput> = {}) {
  const world = await createWorld()
  world.platform.judge.judge = async ({ cases }) => ({
    kind: 'judged',
    compileMs: 1,
    cases: cases.map((_, place) => ({ place, verdict: 'accepted', timeMs: 1, memoryKb: 1 })),
  })
  const [college, other] = [await world.college(), await world.college()]
  const [student, absent] = [await world.student(college), await world.student(other)]
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion(fields))
  const { id, title } = question
  const form = { questionId: id, code, language: 'python' as const }
  /** Every way for a student to reach the question: REST, tRPC and search. */
  const ways = async (who: typeof student, testAttemptId?: string) => {
    const { coding, search } = world.call(who)
    const rest = (method: 'GET' | 'POST', path: string, body?: object) => world.rest(method, path, { as: who, body })
    const inTest = testAttemptId === undefined ? {} : { testAttemptId }
    const works = async (call: Promise<unknown>) =>
      call.then(
        () => true,
        () => false,
      )
    const found = {
      listed: (await coding.list({})).questions.length > 0,
      'listed over REST': (await rest('GET', '/coding/questions')).body.questions.length > 0,
      counted: (await coding.list({})).counts.easy > 0,
      practice: (await coding.practice()).questions.length > 0,
      'practice over REST': (await rest('GET', '/coding/practice/questions')).body.stats.total > 0,
      searched: (await search.find({ query: title })).results.length > 0,
      read: await works(coding.get({ id })),
      'read over REST': (await rest('GET', `/coding/questions/${id}`)).status === 200,
      exported: (await rest('GET', `/coding/questions/${id}/export`)).status === 200,
      run: await works(coding.run({ ...form, ...inTest })),
      'run over REST': (await rest('POST', '/coding/run', { ...form, ...inTest })).status === 200,
      'run with a made-up attempt': await works(coding.run({ ...form, testAttemptId: 'made-up' })),
      submitted: await works(coding.submit({ ...form, ...inTest })),
      'submitted as practice': await works(coding.submit({ ...form, ...inTest, isPractice: true })),
      history: (await coding.submissions({ questionId: id })).submissions.length > 0,
    }
    return Object.entries(found).flatMap(([way, open]) => (open ? [way] : []))
  }
  const withCode = { hasCodingSection: true, codingQuestions: [{ questionId: id }] }
  /** Assigns a test that uses the question to the college's student. */
  const ask = () => world.assignedTest(college, [student], withCode)
  return { world, college, other, student, absent, id, form, withCode, ways, ask }
}

const everyWay = [
  ...['listed', 'listed over REST', 'counted', 'practice', 'practice over REST', 'searched', 'read', 'read over REST'],
  ...['run', 'run over REST', 'submitted', 'submitted as practice', 'history'],
]

describe('an exam-only coding question', () => {
  it('cannot be reached by students outside a test, before or after a test uses it', async () => {
    const { world, student, absent, ways, ask } = await aBank({ practice: false })
    expect(await ways(student)).toEqual([])
    await ask()
    world.clock.advance(30 * 24 * hour)
    for (const who of [student, absent]) expect(await ways(who)).toEqual([])
  })

  it('is listed for staff as not available for practice', async () => {
    const { world, college, id } = await aBank({ practice: false })
    const { question: open } = await world.call(world.admin).coding.create(aCodingQuestion())
    for (const who of [world.admin, college.admin]) {
      const { questions } = await world.call(who).coding.list({})
      expect(questions.map(({ id, practice }) => [id, practice])).toEqual([
        [open.id, true],
        [id, false],
      ])
      const only = await world.rest('GET', '/coding/questions?practice=false', { as: who })
      expect(only.body.questions).toMatchObject([{ id, practice: false }])
      expect((await world.call(who).coding.get({ id })).question).toMatchObject({ practice: false })
    }
    const { results } = await world.call(world.admin).search.find({ query: 'Double' })
    expect(results.map(({ detail }) => detail).sort()).toEqual([
      'easy · Exam only · numbers · warm-up',
      'easy · numbers · warm-up',
    ])
  })

  it('keeps its setting when an update omits it, and logs changes to it', async () => {
    const { world, id } = await aBank({ practice: false })
    const put = async (fields: object) => {
      const body = { ...aCodingQuestion(), ...fields }
      return (await world.rest('PUT', `/coding/questions/${id}`, { as: world.admin, body })).body.question.practice
    }
    expect(await put({})).toBe(false)
    expect(await put({ practice: true })).toBe(true)
    const { entries } = await world.call(world.admin).audit.list({ action: 'coding_question.update' })
    expect(entries.map(({ detail }) => detail)).toEqual([{ practice: { from: false, to: true } }, {}])
    const created = await world.call(world.admin).audit.list({ action: 'coding_question.create' })
    expect(created.entries[0]?.detail).toEqual({ practice: false })
  })

  it('is still exam-only after export and import', async () => {
    const { world, id } = await aBank({ practice: false })
    const upload = async (of: string, fields: Record<string, string> = {}) => {
      const headers = { authorization: `Bearer ${await world.tokenOf(world.admin)}` }
      const file = await fetch(`${world.url}/api/coding/questions/${of}/export`, { headers })
      const raw = new FormData()
      for (const [name, value] of Object.entries(fields)) raw.append(name, value)
      raw.append('file', await file.blob(), 'question.zip')
      const answer = await world.rest('POST', '/coding/questions/import', { as: world.admin, raw })
      expect(answer.status).toBe(201)
      return answer.body.question.practice
    }
    expect(await upload(id)).toBe(false)
    const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
    expect(await upload(question.id, { practice: 'false' })).toBe(true)
  })
})

describe('a coding question used by a test', () => {
  it('is reachable before the test and after it is over, unless it is exam-only', async () => {
    const { world, student, absent, ways, ask } = await aBank()
    for (const who of [student, absent]) expect(await ways(who)).toEqual(everyWay)
    await ask()
    for (const who of [student, absent]) expect(await ways(who)).toEqual([])
    world.clock.advance(30 * 24 * hour)
    for (const who of [student, absent]) expect(await ways(who)).toEqual(everyWay)
  })

  it('is hidden even before the test is offered to a college', async () => {
    const { world, student, withCode, ways } = await aBank()
    await world.call(world.admin).tests.create(aSectionedTest(world.clock.now() + 48 * hour, withCode))
    expect(await ways(student)).toEqual([])
  })

  it('is still hidden while one student has extra time after the end', async () => {
    const { world, college, student, absent, ways, ask } = await aBank()
    const test = await ask()
    const end = Date.parse((await world.call(world.admin).tests.get({ id: test.id })).test.endDateTime)
    world.clock.set(end - minute)
    await world.call(student).attempts.start({ id: test.id })
    const given = { id: test.assignmentId, students: [student.id], minutes: 240, reason: 'Doctor’s note' }
    await world.call(college.admin).attempts.giveExtraTime(given)
    world.clock.set(end + 2 * hour)
    await submitOverdue(world.platform)
    expect(await ways(absent)).toEqual([])
    world.clock.set(end + 24 * hour)
    await submitOverdue(world.platform)
    expect(await ways(absent)).toEqual(everyWay)
  })

  it('is hidden again while a reopened attempt is running', async () => {
    const { world, college, student, absent, ways, ask } = await aBank()
    const test = await ask()
    await world.call(student).attempts.start({ id: test.id })
    await world.call(student).attempts.submit({ id: test.id, answers: [] })
    world.clock.advance(30 * 24 * hour)
    expect(await ways(absent)).toEqual(everyWay)
    const again = { id: test.assignmentId, studentId: student.id, minutes: 10, reason: 'The power was cut' }
    await world.call(college.admin).attempts.reopen(again)
    expect(await ways(absent)).toEqual([])
  })

  it('can be read and run only in its section of the test', async () => {
    const { world, college, student, withCode, ways, form } = await aBank({ practice: false })
    const parts = { sections: [aSection(), aSection()], rules: { ...relaxedRules, lockSections: true } }
    const exam = aSectionedTest(world.clock.now(), { ...parts, ...withCode })
    const test = await world.assignedTest(college, [student], exam)
    const { attemptId } = await world.call(student).attempts.start({ id: test.id })
    expect(await ways(student, attemptId)).toEqual([])
    for (const from of [0, 1]) await world.call(student).attempts.nextSection({ id: test.id, from })
    expect(await ways(student, attemptId)).toEqual([
      ...['read', 'read over REST', 'run', 'run over REST', 'submitted', 'submitted as practice'],
    ])
    await expect(world.call(student).coding.run(form)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await world.call(student).attempts.submit({ id: test.id, answers: [] })
    expect(await ways(student, attemptId)).toEqual([])
  })

  it('hides students’ practice submissions until the test is over', async () => {
    const { world, absent, id, form, ask } = await aBank()
    const { coding } = world.call(absent)
    const { submissionId } = await coding.submit(form)
    await ask()
    expect((await coding.submissions({ questionId: id })).submissions).toEqual([])
    const one = () => world.rest('GET', `/coding/submissions/${submissionId}`, { as: absent })
    expect((await one()).status).toBe(404)
    const file = () => world.rest('GET', '/auth/personal-data/export', { as: absent })
    expect((await file()).status).toBe(200)
    world.clock.advance(30 * 24 * hour)
    expect((await one()).body.submission).toMatchObject({ id: submissionId, code })
  })
})
