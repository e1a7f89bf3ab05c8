import { describe, expect, it } from 'vitest'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { aQuestion, aSectionedTest, aTest, singleChoice } from '#tests/factories/forms.ts'
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
  ])('rejects an invalid %s (%j): %s', async (field, fields, message) => {
    const world = await createWorld()
    const body = { ...aTest(world.clock.now()), ...fields }
    const answer = await world.rest('POST', '/tests', { as: world.admin, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual({ field, message })
    expect((await world.call(world.admin).tests.list({})).tests).toEqual([])
  })

  it('lists all errors at once, including those across fields', async () => {
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
    ['a key outside its options', { correctAnswer: 'E' }],
    ['a key that is not a valid letter', { correctAnswer: 'K' }],
  ])('rejects a question with %s', async (_what, fields) => {
    const world = await createWorld()
    const body = { ...aTest(world.clock.now()), numberOfQuestions: 1, questions: [{ ...aQuestion(), ...fields }] }
    const answer = await world.rest('POST', '/tests', { as: world.admin, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].message).toBe('Please fill all question fields correctly')
  })

  it.each([
    [{ A: 'only' }, 'At least 2 options are required'],
    [{ A: 'a', C: 'c' }, 'Options must be lettered from A without gaps'],
  ])('rejects a question with the options %j', async (options, message) => {
    const world = await createWorld()
    const questions = [{ ...aQuestion(), options, correctAnswer: 'A' }]
    const body = { ...aTest(world.clock.now()), numberOfQuestions: 1, questions }
    const answer = await world.rest('POST', '/tests', { as: world.admin, body })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'questions.0.options', message }] } })
  })

  it('sums the marks, using each question’s own if set', async () => {
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
  it('accepts the output of GET without changing anything', async () => {
    const world = await createWorld()
    const { test } = await world.call(world.admin).tests.create(aTest(world.clock.now()))
    const before = await world.rest('GET', `/tests/${test.id}`, { as: world.admin })
    for (const body of [before.body, before.body.test]) {
      const put = await world.rest('PUT', `/tests/${test.id}`, { as: world.admin, body })
      expect(put.status).toBe(200)
      const { version, ...stored } = put.body.test
      const { version: earlier, ...sent } = before.body.test
      expect(stored).toEqual(sent)
      expect(version).toBeGreaterThan(earlier)
    }
  })

  it('matches questions by id, adds new ones, removes missing ones and keeps the order', async () => {
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

  it('rejects a repeated question id, and loses no question', async () => {
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

  it('rejects a question from another test', async () => {
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

describe('test lists', () => {
  const day = 86_400_000
  const at = (now: number, days: number) => ({
    startDateTime: new Date(now + days * day).toISOString(),
    endDateTime: new Date(now + (days + 1) * day).toISOString(),
  })

  /** Four tests: two Practice (Verbal, Technical), an Assignment and an Assessment. */
  async function fourTests() {
    const world = await createWorld()
    const author = world.call(world.admin).tests
    const now = world.clock.now()
    await author.create(aTest(now, { testType: 'Practice', subject: 'Verbal', difficulty: 'Easy', ...at(now, 2) }))
    await author.create(aTest(now, { testType: 'Practice', difficulty: 'Hard', ...at(now, -0.5) }))
    await author.create(aTest(now, { testName: 'Find me', difficulty: 'Hard', ...at(now, -5) }))
    await author.create(aSectionedTest(now, { subject: 'Verbal', ...at(now, 3) }))
    return { world, author }
  }

  it('count each filter’s values with all other filters applied', async () => {
    const { author } = await fourTests()
    const all = await author.list({})
    expect(all.counts).toEqual({
      Assessment: 1,
      Practice: 2,
      Assignment: 1,
      'Mock Test': 0,
      'Specific Company Test': 0,
    })
    expect(all.subjects).toEqual({ Verbal: 2, Reasoning: 0, Technical: 2, Arithmetic: 0, Communication: 0 })
    expect(all.difficulties).toEqual({ Easy: 1, Medium: 1, Hard: 2 })
    expect(all.timings).toEqual({ Upcoming: 2, Active: 1, Ended: 1 })

    const practice = await author.list({ testType: 'Practice' })
    expect(practice.counts).toEqual(all.counts)
    expect(practice.subjects).toMatchObject({ Verbal: 1, Technical: 1 })
    expect(practice.timings).toEqual({ Upcoming: 1, Active: 1, Ended: 0 })

    const narrow = await author.list({ difficulty: 'Hard', timing: 'Active', search: 'e' })
    expect(narrow.pagination.total).toBe(1)
    expect(narrow.counts).toMatchObject({ Practice: 1, Assignment: 0 })
    expect(narrow.difficulties).toEqual({ Easy: 0, Medium: 0, Hard: 1 })
    expect(narrow.timings).toEqual({ Upcoming: 0, Active: 1, Ended: 1 })
  })

  it('use the server’s clock for upcoming, active and ended, with inclusive bounds', async () => {
    const { world, author } = await fourTests()
    const { test } = await author.create(aTest(world.clock.now(), { testName: 'Edge', ...at(world.clock.now(), 20) }))
    const timingAt = async (iso: string, ms: number) => {
      world.clock.advance(Date.parse(iso) + ms - world.clock.now())
      const { timings } = await author.list({ search: 'Edge' })
      return Object.entries(timings).find(([, count]) => count > 0)?.[0]
    }
    expect(await timingAt(test.startDateTime, -1)).toBe('Upcoming')
    expect(await timingAt(test.startDateTime, 0)).toBe('Active')
    expect(await timingAt(test.endDateTime, 0)).toBe('Active')
    expect(await timingAt(test.endDateTime, 1)).toBe('Ended')
  })

  it('include counts of sections, colleges and attempts, in the requested order', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const taken = await world.assignedTest(college, [student], { testName: 'B' })
    const starter = await world.student(college)
    await world.call(college.admin).assignments.assignStudents({
      id: taken.assignmentId,
      specificStudents: [starter.id],
    })
    await world.call(starter).attempts.start({ id: taken.id })
    await world.call(student).attempts.start({ id: taken.id })
    await world.call(student).attempts.submit({ id: taken.id })
    await world.call(world.admin).tests.create(aSectionedTest(world.clock.now(), { testName: 'A' }))
    const { tests, serverTime } = await world.call(world.admin).tests.list({ sort: 'name' })
    expect(serverTime).toBe(new Date(world.clock.now()).toISOString())
    expect(
      tests.map(({ testName, sectionCount, assignmentCount, attemptCount, completionRate, averageScore }) => [
        testName,
        sectionCount,
        assignmentCount,
        attemptCount,
        completionRate,
        averageScore,
      ]),
    ).toEqual([
      ['A', 3, 0, 0, 0, 0],
      ['B', 0, 1, 1, 50, 0],
    ])
  })

  it('reject unknown values', async () => {
    const world = await createWorld()
    for (const query of ['timing=Later', 'difficulty=Impossible', 'sort=oldest'])
      expect((await world.rest('GET', `/tests?${query}`, { as: world.admin })).status).toBe(400)
  })
})

describe('the tests that a role sees', () => {
  it('are all, offered, accepted or assigned tests, counted by type and subject', async () => {
    const world = await createWorld()
    const [here, there] = [await world.college(), await world.college()]
    const [pupil, other] = [await world.student(here), await world.student(here)]
    const teacher = await world.faculty(here)
    const practice = { testType: 'Practice', subject: 'Verbal' } as const
    const own = await world.assignedTest(here, [pupil], { ...practice, testName: 'Own' })
    await world.assignedTest(here, [other], { ...practice, testName: 'Another student’s' })
    await world.assignedTest(there, [], { ...practice, testName: 'Another college’s' })
    const author = world.call(world.admin)
    const pending = await author.tests.create(aTest(world.clock.now(), { ...practice, testName: 'Pending' }))
    await author.assignments.assignColleges({ id: pending.test.id, collegeIds: [here.id] })
    await author.tests.create(aTest(world.clock.now(), { testName: 'Nobody’s', subject: 'Reasoning' }))

    const seen = async (actor: typeof pupil, query = {}) =>
      (await world.call(actor).tests.exams(query)).tests.map(({ testName }) => testName)
    const counted = async (actor: typeof pupil) => (await world.call(actor).tests.subjectCounts()).counts
    const cases: [typeof pupil, string[]][] = [
      [world.admin, ['Pending', 'Another college’s', 'Another student’s', 'Own']],
      [here.admin, ['Pending', 'Another student’s', 'Own']],
      [teacher, ['Another student’s', 'Own']],
      [pupil, ['Own']],
    ]
    for (const [actor, names] of cases) {
      expect(await seen(actor, practice), actor.role).toEqual(names)
      const counts = await counted(actor)
      expect(counts.Practice.Verbal, actor.role).toBe(names.length)
      expect(counts.Assignment.Reasoning, actor.role).toBe(actor === world.admin ? 1 : 0)
      expect(await seen(actor, { ...practice, search: 'oWn' }), actor.role).toEqual(['Own'])
      expect((await world.call(actor).tests.exams({ limit: 1, page: 2 })).pagination.page).toBe(2)
    }
    // A college does not see how others use a test.
    const [row] = (await world.call(here.admin).tests.exams({})).tests
    expect(row).not.toHaveProperty('attemptCount')
    expect(row).not.toHaveProperty('assignmentCount')

    // A deleted test disappears, except for students who have started it.
    await world.call(pupil).attempts.start({ id: own.id })
    await author.tests.delete({ id: own.id })
    expect(await seen(pupil)).toEqual(['Own'])
    expect((await counted(pupil)).Practice.Verbal).toBe(1)
    for (const actor of [world.admin, here.admin, teacher]) {
      expect(await seen(actor, { search: 'Own' }), actor.role).toEqual([])
      expect((await counted(actor)).Practice.Verbal).toBe((cases.find(([one]) => one === actor)?.[1].length ?? 0) - 1)
    }
  })
})

describe('the audit log', () => {
  it('records every delete, key change and status change, with its actor', async () => {
    const world = await createWorld()
    const college = await world.college()
    const test = await world.assignedTest(college, [])
    const author = world.call(world.admin).tests
    const { test: stored } = await author.get({ id: test.id })
    const questions = singleChoice(stored.questions).map((question) => ({ ...question, correctAnswer: 'A' as const }))
    await author.update({ ...stored, id: test.id, testType: 'Assignment', questions })
    await author.delete({ id: test.id })
    const entries = await world.platform.db.read.select().from(auditEntries)
    const done = entries.map((entry) => [entry.action, entry.actorRole])
    for (const expected of [
      ['assignment.accepted', 'college_admin'],
      ['test.key_change', 'master_admin'],
      ['test.delete', 'master_admin'],
    ])
      expect(done).toContainEqual(expected)
  })
})
