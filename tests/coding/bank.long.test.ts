import { describe, expect, it } from 'vitest'
import { auditEntries } from '#drizzle/schema/audit.ts'
import type { JudgeJob } from '#server/judge/types.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { CodingQuestionInput } from '#shared/coding/coding.schema.ts'
import { type CaseVerdict, caseVerdicts } from '#shared/coding/languages.rules.ts'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const hour = 3_600_000

const bank = (world: World, actor: Actor = world.admin) => world.call(actor).coding
const create = async (world: World, fields: Partial<CodingQuestionInput> = {}) =>
  (await bank(world).create(aCodingQuestion(fields))).question

/** A test that ends in two hours, uses the question and is assigned to the students. */
const testWith = (world: World, college: { id: string; admin: Actor }, students: Actor[], questionId: string) =>
  world.assignedTest(college, students, {
    testType: 'Practice',
    hasCodingSection: true,
    codingQuestions: [{ questionId }],
    endDateTime: new Date(world.clock.now() + 2 * hour).toISOString(),
  })

/** A college with one person of each role. */
async function aCampus(world: World) {
  const college = await world.college()
  return { college, faculty: await world.faculty(college), student: await world.student(college) }
}

/**
 * A world with a fake judge, which records its jobs and accepts every program unless the source contains another
 * verdict's name.
 */
async function aJudgedWorld() {
  const world = await createWorld()
  const jobs: JudgeJob[] = []
  world.platform.judge.judge = async (job) => {
    jobs.push(job)
    const verdict: CaseVerdict = caseVerdicts.find((verdict) => job.source.includes(verdict)) ?? 'accepted'
    const cases = job.cases.map((_, place) => ({ place, verdict, timeMs: 12, memoryKb: 900 }))
    return { kind: 'judged', compileMs: 1, cases }
  }
  const settled = (id: string) =>
    expect
      .poll(async () => (await bank(world).get({ id })).question.status, { interval: 5 })
      .not.toBe('checking')
      .then(async () => (await bank(world).get({ id })).question)
  return { world, jobs, settled }
}

describe('a question in the bank', () => {
  it('is returned as written, and published immediately if it has no reference solutions', async () => {
    const world = await createWorld()
    const form = aCodingQuestion({
      difficulty: 'hard',
      time_limit: 1_500,
      memory_limit: 128,
      sample_input: ' 1\n',
      sample_output: '2',
      supported_languages: ['rust', 'go'],
      testCases: [
        { input: 'b\r\n', expected_output: '  x ', weight: 5 },
        { input: 'a', expected_output: '\n', is_sample: true, weight: 20 },
      ],
    })
    const posted = await world.rest('POST', '/coding/questions', { as: world.admin, body: form })
    expect(posted.status).toBe(201)
    expect(posted.body.question).toMatchObject({
      ...form,
      supported_languages: ['go', 'rust'],
      testCases: form.testCases?.map((testCase) => ({ is_sample: false, ...testCase })),
      test_cases_count: 2,
      status: 'published',
      created_at: new Date(world.clock.now()).toISOString(),
      solutions: [],
      usedBy: 0,
    })
    expect(posted.body.question._id).toBe(posted.body.question.id)
    const got = await world.rest('GET', `/coding/questions/${posted.body.question.id}`, { as: world.admin })
    expect(got).toMatchObject({ status: 200, body: posted.body })
  })

  it('has the documented defaults', async () => {
    const world = await createWorld()
    const { title, description, testCases } = aCodingQuestion({ testCases: [{ input: '1', expected_output: '2' }] })
    const { question } = await bank(world).create({ title, description, testCases })
    expect(question).toMatchObject({
      difficulty: 'medium',
      time_limit: 2_000,
      memory_limit: 256,
      supported_languages: ['javascript', 'python', 'java', 'cpp'],
      tags: [],
      testCases: [{ weight: 10, is_sample: false }],
    })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['title', { title: ' ' }, 'Title is required'],
    ['description', { description: undefined }, 'Description is required'],
    ['time_limit', { time_limit: 99 }, 'Time limit must be at least 100 ms'],
    ['memory_limit', { memory_limit: 63 }, 'Memory limit must be at least 64 MB'],
    ['supported_languages', { supported_languages: [] }, 'Please select at least one programming language'],
    ['testCases', { testCases: [] }, 'Please add at least one test case'],
    ['testCases.0.input', { testCases: [{ input: '', expected_output: '1' }] }, 'Input is required'],
    ['testCases.0.expected_output', { testCases: [{ input: '1' }] }, 'Expected output is required'],
    [
      'testCases.0.weight',
      { testCases: [{ input: '1', expected_output: '1', weight: 0 }] },
      'Weight must be at least 1',
    ],
    ['testCases.0.input', { testCases: [{ input: 'a\0', expected_output: '1' }] }, 'Must not contain NUL bytes'],
  ])('rejects an invalid %s (%j): %s', async (field, fields, message) => {
    const world = await createWorld()
    const body = { ...aCodingQuestion(), ...fields }
    const answer = await world.rest('POST', '/coding/questions', { as: world.admin, body })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Validation failed' } })
    expect(answer.body.errors).toContainEqual({ field, message })
    expect((await bank(world).list({})).questions).toEqual([])
  })

  it('refuses a solution over 64 kB, and a question too large to send back', async () => {
    const world = await createWorld()
    const long = aCodingQuestion({ solutions: [{ language: 'python', code: '#'.repeat(65_537) }] })
    const refused = await world.rest('POST', '/coding/questions', { as: world.admin, body: long })
    expect(refused).toMatchObject({
      status: 413,
      body: { message: 'Solution 1 is too large: the code must be at most 64 kB' },
    })
    // 12 million line breaks are 24 MB as JSON.
    const input = '\n'.repeat(6_000_000)
    const testCases = [1, 2].map(() => ({ input, expected_output: '1' }))
    await expect(bank(world).create(aCodingQuestion({ testCases }))).rejects.toThrow('The question is too large')
    expect((await bank(world).list({})).questions).toEqual([])
  })

  it('can have its cases reordered, removed and added', async () => {
    const world = await createWorld()
    const form = aCodingQuestion()
    const { id } = (await bank(world).create(form)).question
    const [first, second] = form.testCases
    const added = { input: 'new', expected_output: 'new' }
    if (!first || !second) throw new Error('Expected three test cases')
    for (const testCases of [[second, first], [first], [added, first, second, added]]) {
      const put = await world.rest('PUT', `/coding/questions/${id}`, {
        as: world.admin,
        body: { ...form, title: 'Doubled', testCases },
      })
      expect(put.status).toBe(200)
      expect(put.body.question).toMatchObject({
        id,
        title: 'Doubled',
        test_cases_count: testCases.length,
        testCases: testCases.map((testCase) => ({ is_sample: false, weight: 10, ...testCase })),
      })
      expect(put.body.question.testCases).toHaveLength(testCases.length)
    }
  })

  it('accepts the output of GET without changing anything', async () => {
    const world = await createWorld()
    const { id } = await create(world)
    const before = await world.rest('GET', `/coding/questions/${id}`, { as: world.admin })
    world.clock.advance(hour)
    const body = before.body.question
    expect(await world.rest('PUT', `/coding/questions/${id}`, { as: world.admin, body })).toMatchObject({
      status: 200,
      body: before.body,
    })
  })

  it('cannot be found after deletion', async () => {
    const world = await createWorld()
    const { id } = await create(world)
    const path = `/coding/questions/${id}`
    const deleted = await world.rest('DELETE', path, { as: world.admin })
    expect(deleted).toMatchObject({ status: 200, body: { message: 'Coding question deleted successfully' } })
    for (const [method, at, body] of [
      ['GET', path],
      ['PUT', path, {}],
      ['DELETE', path],
      ['POST', `${path}/check`],
      ['GET', `${path}/export`],
    ] as const)
      expect(await world.rest(method, at, { as: world.admin, ...(body ? { body } : {}) })).toMatchObject({
        status: 404,
        body: { message: 'Coding question not found' },
      })
    expect((await bank(world).list({})).questions).toEqual([])
  })

  it('is logged when created, changed and deleted', async () => {
    const world = await createWorld()
    const { id } = await create(world, { title: 'First' })
    await bank(world).update({ ...aCodingQuestion({ title: 'Second' }), id })
    await bank(world).delete({ id })
    const rows = await world.platform.db.read.select().from(auditEntries)
    expect(rows.filter(({ subjectType }) => subjectType === 'coding_question')).toMatchObject([
      { action: 'coding_question.create', subjectId: id, subjectName: 'First', actorId: world.admin.id },
      { action: 'coding_question.update', subjectId: id, subjectName: 'Second' },
      { action: 'coding_question.delete', subjectId: id, subjectName: 'Second' },
    ])
  })
})

describe('a question that tests use', () => {
  it('is archived instead of deleted, and lists its uses beforehand', async () => {
    const world = await createWorld()
    const { college, student } = await aCampus(world)
    const { id } = await create(world, { title: 'Sum of integers' })
    const test = await testWith(world, college, [student], id)
    const other = await testWith(world, college, [], id)
    await world.call(world.admin).tests.delete({ id: other.id })
    world.clock.advance(1.5 * hour)
    await world.call(student).attempts.start({ id: test.id })
    expect((await bank(world).get({ id })).question.usedBy).toBe(1)
    expect(await bank(world).usage({ id })).toEqual({
      testCount: 1,
      tests: [{ id: test.id, testName: expect.any(String) }],
      attempts: 1,
      practiceSubmissions: 0,
    })

    expect(await world.rest('DELETE', `/coding/questions/${id}`, { as: world.admin })).toMatchObject({
      status: 200,
      body: { message: 'Coding question archived. Tests and reports that use it keep it.' },
    })
    // It leaves the bank and the picker, but not the test, even while a student is taking it.
    expect(await bank(world).list({})).toMatchObject({ questions: [], counts: { easy: 0, medium: 0, hard: 0 } })
    expect((await bank(world).list({ archived: true })).questions).toMatchObject([{ id, archived: true }])
    expect((await bank(world, college.admin).list({ archived: true })).questions).toEqual([])
    await expect(bank(world, college.admin).get({ id })).rejects.toThrow('Coding question not found')
    expect((await bank(world, student).get({ id })).question.id).toBe(id)
    await expect(testWith(world, college, [], id)).rejects.toThrow()
    await world.call(student).attempts.submit({ id: test.id, answers: [] })
    expect((await world.call(student).attempts.results({ id: test.id })).report.codingAnalysis).toHaveLength(1)
    world.clock.advance(9 * hour)
    expect((await bank(world, student).practice()).questions).toEqual([])
    await expect(bank(world, student).get({ id })).rejects.toThrow('Coding question not found')

    await bank(world).restore({ id })
    expect((await bank(world).list({})).questions).toMatchObject([{ id, archived: false }])
    expect((await bank(world, student).practice()).questions).toMatchObject([{ id }])
    const rows = await world.platform.db.read.select().from(auditEntries)
    expect(rows.filter(({ subjectId }) => subjectId === id).map(({ action }) => action)).toEqual([
      'coding_question.create',
      'coding_question.archive',
      'coding_question.restore',
    ])
  })

  it('is hidden from students until the test ends, except from those taking it', async () => {
    const world = await createWorld()
    const { college, faculty, student } = await aCampus(world)
    const absent = await world.student(college)
    const { id } = await create(world)
    const titles = async (actor: Actor) => (await bank(world, actor).list({})).questions.map((question) => question.id)
    expect(await titles(student)).toEqual([id])

    const test = await testWith(world, college, [student], id)
    for (const actor of [student, absent]) {
      expect(await titles(actor)).toEqual([])
      expect((await bank(world, actor).list({})).counts).toEqual({ easy: 0, medium: 0, hard: 0 })
      expect(await world.rest('GET', `/coding/questions/${id}`, { as: actor })).toMatchObject({
        status: 404,
        body: { message: 'Coding question not found' },
      })
    }
    for (const actor of [faculty, college.admin, world.admin]) expect(await titles(actor)).toEqual([id])

    await world.call(student).attempts.start({ id: test.id })
    expect((await bank(world, student).get({ id })).question.testCases).toHaveLength(1)
    expect(await titles(student)).toEqual([])
    await expect(bank(world, absent).get({ id })).rejects.toThrow('Coding question not found')

    await world.call(student).attempts.submit({ id: test.id, answers: [] })
    await expect(bank(world, student).get({ id })).rejects.toThrow('Coding question not found')
    world.clock.advance(3 * hour)
    for (const actor of [student, absent]) expect(await titles(actor)).toEqual([id])
  })

  it('is still readable to students taking the test while its author edits it', async () => {
    const { world, settled } = await aJudgedWorld()
    const { college, student } = await aCampus(world)
    const { id } = await create(world)
    const test = await testWith(world, college, [student], id)
    await world.call(student).attempts.start({ id: test.id })
    const solutions = [{ language: 'python' as const, code: 'print("wrong_answer")' }]
    await bank(world).update({ ...aCodingQuestion({ solutions }), id })
    expect((await settled(id)).status).toBe('draft')
    expect((await bank(world, student).get({ id })).question.id).toBe(id)
  })
})

describe('visibility by role', () => {
  it('shows hidden cases, solutions and uses only to the master admin', async () => {
    const { world, settled } = await aJudgedWorld()
    const { college, faculty, student } = await aCampus(world)
    const { id } = await create(world, { solutions: [{ language: 'python', code: 'print("secret way")' }] })
    const whole = await settled(id)
    expect(whole.testCases).toHaveLength(3)
    for (const as of [college.admin, faculty, student]) {
      const { status, body } = await world.rest('GET', `/coding/questions/${id}`, { as })
      expect(status).toBe(200)
      expect(body.question.testCases).toEqual(whole.testCases.slice(0, 1))
      expect(body.question.test_cases_count).toBe(3)
      expect(JSON.stringify(body)).not.toMatch(/hidden|secret|solutions|usedBy/)
      const list = await world.rest('GET', '/coding/questions', { as })
      expect(list.body.questions).toMatchObject([{ id }])
      expect(JSON.stringify(list.body)).not.toMatch(/hidden|secret/)
    }
  })

  it('shows drafts only to the master admin', async () => {
    const { world, settled } = await aJudgedWorld()
    const { college, faculty, student } = await aCampus(world)
    const { id } = await create(world, { solutions: [{ language: 'c', code: 'runtime_error' }] })
    expect((await settled(id)).status).toBe('draft')
    expect((await bank(world).list({})).questions).toMatchObject([{ id, status: 'draft' }])
    for (const as of [college.admin, faculty, student]) {
      expect((await bank(world, as).list({})).questions).toEqual([])
      expect((await world.rest('GET', `/coding/questions/${id}`, { as })).status).toBe(404)
    }
  })
})

describe('the status filter', () => {
  it('fills pages with published questions, and counts only those', async () => {
    const { world, settled } = await aJudgedWorld()
    const college = await world.college()
    const draft = await create(world, { solutions: [{ language: 'c', code: 'runtime_error' }] })
    expect((await settled(draft.id)).status).toBe('draft')
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      world.clock.advance(1_000)
      ids.unshift((await create(world)).id)
    }
    const page = async (number: number, status: 'published' | 'draft', as?: Actor) => {
      const { questions, pagination } = await bank(world, as).list({ status, limit: 2, page: number })
      return { ids: questions.map(({ id }) => id), total: pagination.total }
    }
    expect(await page(1, 'published')).toEqual({ ids: ids.slice(0, 2), total: 3 })
    expect(await page(2, 'published')).toEqual({ ids: ids.slice(2), total: 3 })
    expect(await page(1, 'draft')).toEqual({ ids: [draft.id], total: 1 })
    expect(await page(1, 'draft', college.admin)).toEqual({ ids: ids.slice(0, 2), total: 3 })
  })
})

describe('reference solutions', () => {
  const solutions = [
    { language: 'python' as const, code: 'print(1)' },
    { language: 'c' as const, code: 'wrong_answer', expected_verdict: 'wrong_answer' as const },
  ]

  it('are judged before the question is published, and show their verdicts', async () => {
    const { world, jobs, settled } = await aJudgedWorld()
    const { id, status } = await create(world, { solutions })
    expect(status).not.toBe('published')
    expect(await settled(id)).toMatchObject({
      status: 'published',
      solutions: [
        { language: 'python', expected_verdict: 'accepted', verdict: 'accepted', failed_case: null },
        { language: 'c', expected_verdict: 'wrong_answer', verdict: 'wrong_answer', failed_case: 1 },
      ],
    })
    expect(jobs).toHaveLength(2)
  })

  it('keep their verdicts until something that affects them changes', async () => {
    const { world, jobs, settled } = await aJudgedWorld()
    const form = aCodingQuestion({ solutions })
    const { id } = (await bank(world).create(form)).question
    const before = await settled(id)
    const [first, ...others] = form.testCases
    if (!first) throw new Error('Expected three test cases')
    const testCases = [{ ...first, weight: 99, is_sample: false }, ...others]
    const { question } = await bank(world).update({ ...form, id, title: 'Reworded', tags: [], testCases })
    expect(question).toMatchObject({ title: 'Reworded', status: 'published', solutions: before.solutions })
    expect(question.testCases[0]).toMatchObject({ weight: 99, is_sample: false })
    expect(jobs).toHaveLength(2)
  })

  it.each<[string, Partial<CodingQuestionInput>]>([
    ['a case', { testCases: [{ input: '1', expected_output: '1' }] }],
    ['the time limit', { time_limit: 300 }],
    ['the memory limit', { memory_limit: 96 }],
    ['a solution', { solutions: [{ language: 'python', code: 'print(2)' }] }],
    ['an expected verdict', { solutions: solutions.map(({ language, code }) => ({ language, code })) }],
  ])('are checked again when %s changes', async (_what, fields) => {
    const { world, jobs, settled } = await aJudgedWorld()
    const form = aCodingQuestion({ solutions })
    const { id } = (await bank(world).create(form)).question
    await settled(id)
    jobs.length = 0
    const { question } = await bank(world).update({ ...form, ...fields, id })
    expect(question.status).not.toBe('published')
    await settled(id)
    expect(jobs).toHaveLength((fields.solutions ?? solutions).length)
  })

  it('can be removed without unpublishing the question', async () => {
    const { world, settled } = await aJudgedWorld()
    const form = aCodingQuestion({ solutions: [{ language: 'c', code: 'runtime_error' }] })
    const { id } = (await bank(world).create(form)).question
    expect((await settled(id)).status).toBe('draft')
    const { question } = await bank(world).update({ ...form, solutions: [], id })
    expect(question).toMatchObject({ status: 'published', solutions: [] })
  })

  it('finish checking if the question is edited in the meantime', async () => {
    const { world, settled } = await aJudgedWorld()
    const form = aCodingQuestion({ solutions })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { judge } = world.platform.judge
    world.platform.judge.judge = (job, progress) => held.then(() => judge(job, progress))
    const { id, status } = (await bank(world).create(form)).question
    expect(status).toBe('checking')
    await bank(world).update({ ...form, title: 'Reworded', id })
    release()
    expect(await settled(id)).toMatchObject({ title: 'Reworded', status: 'published' })
  })
})

describe('the list', () => {
  it('is paged, newest first, with counts by difficulty', async () => {
    const world = await createWorld()
    for (const [place, difficulty] of (['easy', 'hard', 'easy', 'medium', 'easy'] as const).entries()) {
      await create(world, { title: `Question ${place}`, difficulty })
      world.clock.advance(1_000)
    }
    const { status, body } = await world.rest('GET', '/coding/questions?limit=2&page=2', { as: world.admin })
    expect(status).toBe(200)
    expect(body.questions.map(({ title }: { title: string }) => title)).toEqual(['Question 2', 'Question 1'])
    expect(body.questions[0]).toMatchObject({ test_cases_count: 3, tags: ['numbers', 'warm-up'], status: 'published' })
    expect(body.questions[0].description).toBeUndefined()
    expect(body.pagination).toEqual({ page: 2, limit: 2, total: 5, totalPages: 3 })
    expect(body.counts).toEqual({ easy: 3, medium: 1, hard: 1 })

    const easy = await bank(world).list({ difficulty: 'easy' })
    expect(easy.questions.map(({ title }) => title)).toEqual(['Question 4', 'Question 2', 'Question 0'])
    expect(easy.pagination.total).toBe(3)
    // Counts ignore the difficulty filter.
    expect(easy.counts).toEqual({ easy: 3, medium: 1, hard: 1 })
  })

  it.each<[search: string, found: string[]]>([
    ['two', ['Sum of two']],
    ['SUM', ['Sum of two']],
    ['Dynamic Prog', ['Stairs']],
    ['a "quoted', ['Stairs']],
    ['100%', ['Per cent']],
    ['%', ['Per cent']],
    ['_', ['snake_case']],
    ['\\', []],
    // The JSON punctuation around tags must not match a search.
    ['","', []],
    ['["', []],
    ['greedy,', []],
    ['  sum  ', ['Sum of two']],
  ])('searches titles and tags for %s', async (search, found) => {
    const world = await createWorld()
    await create(world, { title: 'Sum of two', tags: ['greedy', 'maths'] })
    await create(world, { title: 'Stairs', tags: ['dynamic programming', 'a "quoted" tag'], difficulty: 'hard' })
    await create(world, { title: 'Per cent', tags: ['100%'] })
    await create(world, { title: 'Other', tags: ['snake_case'] })
    const { questions, pagination, counts } = await bank(world).list({ search })
    expect(questions.map(({ title }) => title)).toEqual(
      found.map((title) => (title === 'snake_case' ? 'Other' : title)),
    )
    expect(pagination.total).toBe(found.length)
    expect(counts.easy + counts.medium + counts.hard).toBe(found.length)
  })

  it('neither shows nor counts deleted questions', async () => {
    const world = await createWorld()
    const { id } = await create(world)
    await create(world)
    await bank(world).delete({ id })
    expect(await bank(world).list({})).toMatchObject({ counts: { easy: 1 }, pagination: { total: 1 } })
  })
})
