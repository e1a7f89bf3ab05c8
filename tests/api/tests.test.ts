import { describe, expect, it } from 'vitest'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { aQuestion, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

describe('creating a test', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['testName', { testName: '' }, 'Test name is required'],
    ['testDescription', { testDescription: ' ' }, 'Description is required'],
    ['startDateTime', { startDateTime: '' }, 'Start date is required'],
    ['endDateTime', { endDateTime: undefined }, 'End date is required'],
    ['endDateTime', { endDateTime: '2020-01-01T00:00:00Z' }, 'End date must be after start date'],
    ['numberOfQuestions', { numberOfQuestions: 0 }, 'Must have at least 1 question'],
    ['marksPerQuestion', { marksPerQuestion: 0 }, 'Marks must be at least 1'],
    ['marksPerQuestion', { marksPerQuestion: 1.005 }, 'Marks can have at most two decimals'],
    ['testName', { testName: 'A\u0000B' }, 'Contains characters that cannot be shown'],
    ['duration', { duration: 4 }, 'Duration must be at least 5 minutes'],
    ['questions', { numberOfQuestions: 4 }, 'You need exactly 4 questions'],
    ['questions', { numberOfQuestions: 2 }, 'Maximum 2 questions allowed'],
  ])('refuses a wrong %s (%j): %s', async (field, fields, message) => {
    const world = await createWorld()
    const body = { ...aTest(world.clock.now()), ...fields }
    const answer = await world.rest('POST', '/tests', { as: world.admin, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual({ field, message })
    expect((await world.call(world.admin).tests.list({})).tests).toEqual([])
  })

  it('lists everything that is wrong at once, also what concerns several fields', async () => {
    const world = await createWorld()
    const body = {
      ...aTest(world.clock.now()),
      testName: '',
      numberOfQuestions: 5,
      endDateTime: '2020-01-01T00:00:00Z',
    }
    const { errors } = (await world.rest('POST', '/tests', { as: world.admin, body })).body
    expect(errors.map((error: { message: string }) => error.message)).toEqual([
      'Test name is required',
      'End date must be after start date',
      'You need exactly 5 questions',
    ])
  })

  it.each<[string, Record<string, unknown>]>([
    ['no text', { questionText: '' }],
    ['an empty option', { options: { A: 'a', B: ' ', C: 'c', D: 'd' } }],
    ['three options', { options: { A: 'a', B: 'b', C: 'c' } }],
    ['a key outside A to D', { correctAnswer: 'E' }],
  ])('refuses a question with %s', async (_what, fields) => {
    const world = await createWorld()
    const body = { ...aTest(world.clock.now()), numberOfQuestions: 1, questions: [{ ...aQuestion(), ...fields }] }
    const answer = await world.rest('POST', '/tests', { as: world.admin, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].message).toBe('Please fill all question fields correctly')
  })

  it('sums the marks, each question’s own where it has some', async () => {
    const world = await createWorld()
    const questions = [aQuestion({ marks: 5 }), aQuestion(), aQuestion()]
    const { test } = await world
      .call(world.admin)
      .tests.create(aTest(world.clock.now(), { questions, marksPerQuestion: 2 }))
    expect(test).toMatchObject({ totalMarks: 9, numberOfQuestions: 3, hasSections: false, sourceType: 'manual' })
    expect(test.questions.map((question) => question.marks)).toEqual([5, 2, 2])
  })
})

describe('editing a test', () => {
  it('takes back what GET answers and changes nothing', async () => {
    const world = await createWorld()
    const { test } = await world.call(world.admin).tests.create(aTest(world.clock.now()))
    const before = await world.rest('GET', `/tests/${test.id}`, { as: world.admin })
    for (const body of [before.body, before.body.test]) {
      const put = await world.rest('PUT', `/tests/${test.id}`, { as: world.admin, body })
      expect(put.status).toBe(200)
      expect(put.body).toEqual(before.body)
    }
  })

  it('matches questions by id, adds the new, removes the missing and keeps the order', async () => {
    const world = await createWorld()
    const author = world.call(world.admin).tests
    const { test } = await author.create(aTest(world.clock.now()))
    const stored = (await world.rest('GET', `/tests/${test.id}`, { as: world.admin })).body.test
    const [first, second] = stored.questions
    const added = aQuestion({ questionText: 'A new one' })
    const questions = [added, { ...second, questionText: 'Reworded' }, first]
    const put = await world.rest('PUT', `/tests/${test.id}`, { as: world.admin, body: { ...stored, questions } })
    expect(put.body.test.questions.map((question: { questionText: string }) => question.questionText)).toEqual([
      'A new one',
      'Reworded',
      first.questionText,
    ])
    expect(put.body.test.questions[1].id).toBe(second.id)
  })

  it('refuses a question that is named twice, and loses none', async () => {
    const world = await createWorld()
    const { test } = await world.call(world.admin).tests.create(aTest(world.clock.now()))
    const stored = (await world.rest('GET', `/tests/${test.id}`, { as: world.admin })).body.test
    const questions = stored.questions.map((question: object) => ({
      ...question,
      _id: stored.questions[1].id,
      id: stored.questions[1].id,
    }))
    const put = await world.rest('PUT', `/tests/${test.id}`, { as: world.admin, body: { ...stored, questions } })
    expect(put).toMatchObject({ status: 400, body: { errors: [{ field: 'questions.1.id' }] } })
    expect((await world.call(world.admin).tests.get({ id: test.id })).test.questions).toHaveLength(3)
  })

  it('refuses a question of another test', async () => {
    const world = await createWorld()
    const author = world.call(world.admin).tests
    const one = (await author.create(aTest(world.clock.now()))).test
    const two = (await author.create(aTest(world.clock.now()))).test
    const answer = await world.rest('PUT', `/tests/${one.id}`, {
      as: world.admin,
      body: { ...one, questions: two.questions },
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'questions.0.id' }] } })
    expect((await author.get({ id: two.id })).test.questions).toHaveLength(3)
  })
})

describe('the list of tests', () => {
  it('filters by type and subject, searches, sorts and counts the types', async () => {
    const world = await createWorld()
    const author = world.call(world.admin).tests
    const now = world.clock.now()
    const day = 86_400_000
    const at = (days: number) => ({
      startDateTime: new Date(now + days * day).toISOString(),
      endDateTime: new Date(now + (days + 1) * day).toISOString(),
    })
    await author.create(aTest(now, { testName: 'beta', testType: 'Practice', subject: 'Verbal', ...at(5) }))
    await author.create(aTest(now, { testName: 'Alpha', testType: 'Practice', ...at(-5) }))
    await author.create(aTest(now, { testName: 'gamma', testType: 'Assignment', ...at(2) }))
    const names = async (query: Parameters<typeof author.list>[0]) =>
      (await author.list(query)).tests.map((test) => test.testName)
    expect(await names({})).toEqual(['gamma', 'Alpha', 'beta'])
    expect(await names({ sort: 'name' })).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await names({ sort: 'upcoming' })).toEqual(['gamma', 'beta', 'Alpha'])
    expect(await names({ testType: 'Practice', subject: 'Verbal' })).toEqual(['beta'])
    expect(await names({ search: 'ALPH' })).toEqual(['Alpha'])
    expect((await author.list({ testType: 'Practice' })).counts).toMatchObject({
      Practice: 2,
      Assignment: 1,
      Assessment: 0,
    })
    expect((await author.list({ limit: 2, page: 2 })).pagination).toEqual({
      page: 2,
      limit: 2,
      total: 3,
      totalPages: 2,
    })
  })
})

describe('the audit log', () => {
  it('holds every delete, key change and status change, with who did it', async () => {
    const world = await createWorld()
    const college = await world.college()
    const test = await world.assignedTest(college, [])
    const author = world.call(world.admin).tests
    const { test: stored } = await author.get({ id: test.id })
    const questions = stored.questions.map((question) => ({ ...question, correctAnswer: 'A' as const }))
    await author.update({ ...stored, id: test.id, testType: 'Assignment', questions })
    await author.delete({ id: test.id })
    const entries = await world.platform.db.read.select().from(auditEntries)
    const done = entries.map((entry) => [entry.action, entry.actorRole])
    for (const deed of [
      ['assignment.accepted', 'college_admin'],
      ['test.key_change', 'master_admin'],
      ['test.delete', 'master_admin'],
    ])
      expect(done).toContainEqual(deed)
  })
})
