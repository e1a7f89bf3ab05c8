import { describe, expect, it } from 'vitest'
import { bankQuestions } from '#drizzle/schema/bank.ts'
import { questions, tests } from '#drizzle/schema/tests.ts'
import { listProcedures } from '#server/rest/procedures.ts'
import { sentences } from '#shared/errors.ts'
import { aCodingQuestion, aQuestion, aTest } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const secret = 'Zanzibar'
const aBankQuestion = {
  subject: 'Technical' as const,
  topic: secret,
  questionText: `${secret}: which one is last in, first out?`,
  options: { A: 'Stack', B: 'Queue' },
  correctAnswer: 'A' as const,
}
type College = Awaited<ReturnType<World['college']>>

const allow = (world: World, { id }: College, allowed = true) =>
  world.call(world.admin).colleges.setOwnTests({ id, allowed })

/** Creates a college's own test, with a fixed question and one drawn from the college's bank. */
async function write(world: World, college: College) {
  const as = world.call(college.admin)
  const { question } = await as.bank.create(aBankQuestion)
  const form = aTest(world.clock.now(), {
    testName: `${secret} quiz`,
    questions: [aQuestion()],
    pools: [{ pick: 1, from: { topics: [secret] } }],
    numberOfQuestions: 2,
  })
  const { test } = await as.tests.create(form)
  const { assignments } = await as.assignments.listForCollege({})
  const assignmentId = assignments.find(({ testId }) => testId.id === test.id)?.id ?? ''
  return { test, form, assignmentId, bankId: question.id }
}

async function aCollegeThatWrites() {
  const world = await createWorld()
  const college = await world.college()
  await allow(world, college)
  const student = await world.student(college)
  return { world, college, student, as: world.call(college.admin), ...(await write(world, college)) }
}

describe('a college’s own test', () => {
  it('can be created only with the owner’s permission', async () => {
    const world = await createWorld()
    const college = await world.college()
    const post = () => world.rest('POST', '/tests', { as: college.admin, body: aTest(world.clock.now()) })
    expect(await post()).toMatchObject({ status: 403, body: { message: sentences.accessDenied } })
    const { body } = await world.rest('GET', `/admin/colleges/${college.id}`, { as: world.admin })
    expect(body.college).not.toHaveProperty('ownTests')
    expect((await allow(world, college)).college.ownTests).toBe(true)
    const { status, body: made } = await post()
    expect([status, (made.test as { collegeId: string }).collegeId]).toEqual([201, college.id])
    const { entries } = await world.call(world.admin).audit.list({})
    expect(entries.map(({ action }) => action)).toContain('college.allow_own_tests')
  })

  it('is assigned, taken and reported like any other', async () => {
    const { world, college, student, as, test, assignmentId } = await aCollegeThatWrites()
    expect(test).toMatchObject({ collegeId: college.id, pools: [{ candidates: 1 }] })
    const row = (await as.assignments.collegeTests({})).tests.find(({ id }) => id === test.id)
    expect(row).toMatchObject({ assignmentStatus: 'accepted', collegeId: college.id })
    const faculty = await world.faculty(college)
    expect((await world.call(faculty).assignments.listForFaculty({})).tests[0]?.testId.id).toBe(test.id)
    expect(JSON.stringify(await world.call(faculty).tests.get({ id: test.id }))).not.toContain('correctAnswer')
    await as.assignments.assignStudents({ id: assignmentId, specificStudents: [student.id] })
    const sits = world.call(student).attempts
    const { test: paper } = await sits.start({ id: test.id })
    expect(paper.questions).toHaveLength(2)
    expect(paper).not.toHaveProperty('collegeId')
    await sits.submit({
      id: test.id,
      answers: paper.questions.map(({ id, questionText }) => ({
        questionId: id,
        selectedAnswer: questionText.startsWith(secret) ? 'A' : 'B',
      })),
    })
    expect((await sits.results({ id: test.id })).report.percentage).toBe(100)
    const { body: report } = await world.rest('GET', `/college/tests/${test.id}/report`, { as: college.admin })
    expect(JSON.stringify(report)).toContain('100')
  })

  it('can be edited, duplicated and deleted by its college', async () => {
    const { as, test, form } = await aCollegeThatWrites()
    const { test: edited } = await as.tests.update({ ...form, id: test.id, testName: 'Renamed' })
    expect(edited).toMatchObject({ testName: 'Renamed', version: 2 })
    const { test: copy } = await as.tests.duplicate({ id: test.id })
    expect((await as.assignments.collegeTests({ isAssigned: true })).tests.map(({ id }) => id)).toContain(copy.id)
    await as.tests.delete({ id: test.id })
    await expect(as.tests.get({ id: test.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('requires a step-up for a key change once students have it', async () => {
    const { world, college, student, as, test, form, assignmentId } = await aCollegeThatWrites()
    const stale = world.call({ ...college.admin, provedAt: 0 }).tests
    const withKey = (correctAnswer: 'A' | 'C') => ({
      ...form,
      id: test.id,
      questions: [{ ...aQuestion({ correctAnswer }), id: test.questions[0]?.id }],
    })
    expect((await stale.update(withKey('C'))).test.version).toBe(2)
    await as.assignments.assignStudents({ id: assignmentId, specificStudents: [student.id] })
    await expect(stale.update(withKey('A'))).rejects.toMatchObject({ message: sentences.proofNeeded })
  })

  it('cannot use questions from other banks', async () => {
    const { world, as, bankId } = await aCollegeThatWrites()
    const owner = world.call(world.admin)
    const { question: coding } = await owner.coding.create(aCodingQuestion())
    const codingQuestions = [{ questionId: coding.id, points: 5, timeLimit: 600 }]
    await expect(
      as.tests.create(aTest(world.clock.now(), { hasCodingSection: true, codingQuestions })),
    ).rejects.toMatchObject({
      cause: { errors: [{ field: 'codingQuestions.0.questionId', message: 'Coding question not found' }] },
    })
    const { question: owners } = await owner.bank.create(aBankQuestion)
    const { subject: _, topic: __, ...content } = aBankQuestion
    const linked = [owners.id, bankId].map((bankQuestionId) => ({ ...content, bankQuestionId, bankVersion: 1 }))
    const { test } = await as.tests.create(aTest(world.clock.now(), { questions: linked }))
    expect(test.questions.map((question) => 'bankQuestionId' in question && question.bankQuestionId)).toEqual([
      false,
      bankId,
    ])
    expect((await owner.reports.items.bankUsage({ id: owners.id })).tests).toEqual([])
    const pools = [{ pick: 1, from: { questionIds: [owners.id] } }]
    await expect(as.tests.create(aTest(world.clock.now(), { pools, numberOfQuestions: 4 }))).rejects.toThrow()
  })
})

describe('the owner', () => {
  it('can read and delete colleges’ tests, but not change or offer them', async () => {
    const { world, college, as, test, form } = await aCollegeThatWrites()
    const owner = world.call(world.admin)
    const { college: about } = await owner.colleges.get({ id: college.id })
    expect((await owner.tests.list({})).tests).toMatchObject([{ id: test.id, collegeName: about.name }])
    const read = await owner.tests.get({ id: test.id })
    expect(read.test).toMatchObject({ collegeName: about.name, questions: [{ correctAnswer: 'B' }] })
    const refused = { code: 'FORBIDDEN', message: expect.stringContaining('Only the college') }
    await expect(owner.tests.update({ ...form, id: test.id })).rejects.toMatchObject(refused)
    await expect(owner.tests.duplicate({ id: test.id })).rejects.toMatchObject(refused)
    await expect(owner.tests.releaseKey({ id: test.id })).rejects.toMatchObject(refused)
    const other = await world.college()
    await expect(owner.assignments.assignColleges({ id: test.id, collegeIds: [other.id] })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await owner.tests.delete({ id: test.id })
    await expect(as.tests.get({ id: test.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { entries } = await as.audit.list({})
    expect(entries[0]).toMatchObject({ action: 'test.delete', actor: { role: 'master_admin' } })
  })

  it('cannot see colleges’ banks, and colleges cannot see the owner’s', async () => {
    const { world, as, bankId } = await aCollegeThatWrites()
    const owner = world.call(world.admin)
    const { question } = await owner.bank.create({ ...aBankQuestion, questionText: 'The owner’s: which one is it?' })
    expect((await owner.bank.list({})).questions.map(({ id }) => id)).toEqual([question.id])
    expect((await as.bank.list({})).questions.map(({ id }) => id)).toEqual([bankId])
    for (const [calls, id] of [
      [owner, bankId],
      [as, question.id],
    ] as const) {
      const missing = { code: 'NOT_FOUND', message: 'Question not found' }
      await expect(calls.bank.get({ id })).rejects.toMatchObject(missing)
      await expect(calls.bank.update({ ...aBankQuestion, id })).rejects.toMatchObject(missing)
      await expect(calls.bank.delete({ id })).rejects.toMatchObject(missing)
      await expect(calls.bank.versions({ id })).rejects.toMatchObject(missing)
      await expect(calls.bank.retire({ id })).rejects.toMatchObject(missing)
      await expect(calls.reports.items.bankUsage({ id })).rejects.toMatchObject(missing)
    }
    const similar = (await owner.bank.similar({ questionText: aBankQuestion.questionText })).questions
    expect(similar.map(({ id }) => id)).not.toContain(bankId)
    expect(JSON.stringify(await owner.audit.list({ action: 'bank_question.create' }))).not.toContain(secret)
    const { pools } = await owner.tests.blueprint({ pools: [{ pick: 1, from: { topics: [secret] } }] })
    expect(pools[0]?.candidates).toBe(1)
  })

  it('can withdraw the permission; the college can then only read, but its tests continue', async () => {
    const { world, college, student, as, test, form, assignmentId, bankId } = await aCollegeThatWrites()
    await as.assignments.assignStudents({ id: assignmentId, specificStudents: [student.id] })
    expect((await allow(world, college, false)).college.ownTests).toBe(false)
    expect(await as.colleges.ownTests()).toEqual({ canRead: true, canWrite: false })
    const refused = { code: 'FORBIDDEN', message: sentences.ownTestsOff }
    await expect(as.tests.create(form)).rejects.toMatchObject(refused)
    await expect(as.tests.update({ ...form, id: test.id })).rejects.toMatchObject(refused)
    await expect(as.tests.delete({ id: test.id })).rejects.toMatchObject(refused)
    await expect(as.bank.update({ ...aBankQuestion, id: bankId })).rejects.toMatchObject(refused)
    expect((await as.tests.get({ id: test.id })).test).toMatchObject({ questions: [{ correctAnswer: 'B' }] })
    expect((await as.bank.get({ id: bankId })).question).toMatchObject({ correctAnswer: 'A' })
    const sits = world.call(student).attempts
    await sits.start({ id: test.id })
    expect((await sits.submit({ id: test.id, answers: [] })).results).toMatchObject({ percentage: 0 })
    await allow(world, college)
    expect((await as.tests.create(form)).test.collegeId).toBe(college.id)
  })

  it('deletes a college’s tests and bank with the college', async () => {
    const { world, college, student, as, test, assignmentId } = await aCollegeThatWrites()
    await as.bank.create({ ...aBankQuestion, questionText: 'A second one' })
    await as.assignments.assignStudents({ id: assignmentId, specificStudents: [student.id] })
    await world.call(student).attempts.start({ id: test.id })
    const { college: about } = await world.call(world.admin).colleges.get({ id: college.id })
    await world.call(world.admin).colleges.delete({ id: college.id, confirm: about.code })
    const { read } = world.platform.db
    expect(await read.$count(tests)).toBe(0)
    expect(await read.$count(questions)).toBe(0)
    expect(await read.$count(bankQuestions)).toBe(0)
    expect(read.all('select * from bank_texts')).toEqual([])
  })
})

describe('another college', () => {
  const reads = listProcedures().filter(({ type, rest }) => type === 'query' && (rest?.method ?? 'GET') === 'GET')

  it('cannot find the test or the bank: no response changes or mentions them', async () => {
    const world = await createWorld()
    const [college, other] = [await world.college(), await world.college()]
    await allow(world, college)
    await allow(world, other)
    const people = [other.admin, await world.faculty(other), await world.student(other)]
    const student = await world.student(college, { name: 'Somebody', email: 'somebody@elsewhere.example' })
    const tokens = await Promise.all(people.map((one) => world.tokenOf(one)))
    const filters = `query=${secret}&search=${secret}&format=csv&timeZone=Asia/Kolkata`
    const read = async (name: string, path: string | undefined, id: string, query: string, token: string) => {
      if (path === undefined) {
        const input = encodeURIComponent(JSON.stringify({ id, ...Object.fromEntries(new URLSearchParams(query)) }))
        const headers = { authorization: `Bearer ${token}` }
        const answer = await fetch(`${world.url}/trpc/${name}?input=${input}`, { headers })
        return `${answer.status} ${await answer.text()}`
      }
      const filled = path.replace('{studentId}', student.id).replace(/\{\w+\}/g, id)
      const { status, body } = await world.rest('GET', `${filled}?${query}`, { token })
      return `${status} ${JSON.stringify(body)}`
    }
    const readAll = async (ids: readonly string[], query: string) => {
      const answers: [string, string][] = []
      for (const { name, rest } of reads)
        for (const id of !rest || rest.path.includes('{id}') ? ids : [''])
          for (const [place, token] of tokens.entries())
            answers.push([`${people[place]?.role} ${name} ${id}`, await read(name, rest?.path, id, query, token)])
      return new Map(answers)
    }
    const before = await readAll([''], '')
    const { test, assignmentId, bankId } = await write(world, college)
    const as = world.call(college.admin)
    await as.assignments.assignStudents({ id: assignmentId, specificStudents: [student.id] })
    await world.call(student).attempts.start({ id: test.id })
    await world.call(student).attempts.submit({ id: test.id, answers: [] })
    const after = await readAll([''], '')
    // An export is itself recorded in the log and in a person's data.
    const ownTrail = /audit\.|privacy\.exportOwn/
    expect([...before.keys()].filter((call) => after.get(call) !== before.get(call) && !ownTrail.test(call))).toEqual(
      [],
    )
    const ids = [test.id, assignmentId, bankId, test.questions[0]?.id ?? '']
    for (const query of ['', filters])
      for (const [call, answer] of await readAll(ids, query))
        if (/^(200|201) /.test(answer)) expect(answer, call).not.toMatch(new RegExp(`${secret}|Somebody|${test.id}`))
  }, 120_000)

  it('cannot change, assign or take the test', async () => {
    const { world, test, form, assignmentId, bankId } = await aCollegeThatWrites()
    const other = await world.college()
    await allow(world, other)
    const stranger = world.call(other.admin)
    const missing = { code: 'NOT_FOUND' }
    await expect(stranger.tests.update({ ...form, id: test.id })).rejects.toMatchObject(missing)
    await expect(stranger.tests.duplicate({ id: test.id })).rejects.toMatchObject(missing)
    await expect(stranger.tests.delete({ id: test.id })).rejects.toMatchObject(missing)
    await expect(stranger.bank.delete({ id: bankId })).rejects.toMatchObject(missing)
    await expect(stranger.assignments.assignStudents({ id: assignmentId, branches: ['CSE'] })).rejects.toMatchObject(
      missing,
    )
    const student = await world.student(other)
    await expect(world.call(student).attempts.start({ id: test.id })).rejects.toMatchObject(missing)
    // It cannot change the owner's tests either, even one that it accepted.
    const offered = await world.assignedTest(other, [])
    await expect(stranger.tests.update({ ...form, id: offered.id })).rejects.toMatchObject(missing)
    await expect(stranger.tests.duplicate({ id: offered.id })).rejects.toMatchObject(missing)
    expect(JSON.stringify(await stranger.tests.get({ id: offered.id }))).not.toContain('correctAnswer')
  })
})
