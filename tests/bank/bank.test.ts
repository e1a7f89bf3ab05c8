import { describe, expect, it } from 'vitest'
import { listProcedures } from '#server/rest/procedures.ts'
import { samples } from '#tests/factories/question-types.ts'
import { createWorld } from '#tests/support/world.ts'

const options = { A: 'Stack', B: 'Queue', C: 'Tree', D: 'Graph' }
const aBankQuestion = (fields: object = {}) => ({
  subject: 'Technical' as const,
  topic: 'Structures/Linear',
  difficulty: 'Easy' as const,
  tags: ['lifo'],
  questionText: 'Which structure is last in, first out?',
  options,
  correctAnswer: 'A' as const,
  ...fields,
})

async function aBank() {
  const world = await createWorld()
  const as = world.admin
  const post = async (fields: object = {}) => {
    const { status, body } = await world.rest('POST', '/bank/questions', { as, body: aBankQuestion(fields) })
    expect(status).toBe(201)
    return (body as { question: { id: string; version: number } & Record<string, unknown> }).question
  }
  const list = async (query: string) => {
    const { body } = await world.rest('GET', `/bank/questions?${query}`, { as })
    return body as { questions: { id: string; questionText: string }[]; pagination: { total: number } }
  }
  return { world, as, post, list, bank: world.call(as).bank }
}

describe('the question bank', () => {
  it('stores and returns questions of every type', async () => {
    const { world, as, post } = await aBank()
    for (const fields of samples) {
      const { options: _, correctAnswer: __, ...about } = aBankQuestion()
      const text = fields.type === 'gaps' ? 'Fill in {{1}} {{2}} {{3}}.' : 'A question'
      const { status, body } = await world.rest('POST', '/bank/questions', {
        as,
        body: { ...about, questionText: text, ...fields },
      })
      expect(status).toBe(201)
      const { question } = body as { question: Record<string, unknown> }
      expect(question).toMatchObject({ ...fields, version: 1, subject: 'Technical', retired: false })
      const again = await world.rest('GET', `/bank/questions/${question.id}`, { as })
      expect(again.body).toEqual(body)
    }
    expect(await post()).toMatchObject({ type: 'single', marks: 1, language: 'en', topic: 'Structures/Linear' })
  })

  it('rejects characters that cannot be shown in any text', async () => {
    const { world, as } = await aBank()
    const numeric = { type: 'numeric', correctValue: 1 }
    for (const fields of [
      { topic: 'Tre\0es' },
      { tags: ['a\u0007'] },
      { ...numeric, unit: 'm\0' },
      { type: 'gaps', questionText: '{{1}}', gaps: [{ ...numeric, kind: 'numeric', unit: '\ud800' }] },
    ]) {
      const { options: _, correctAnswer: __, ...about } = aBankQuestion()
      const body = { ...('type' in fields ? about : aBankQuestion()), ...fields }
      expect(await world.rest('POST', '/bank/questions', { as, body })).toMatchObject({
        status: 400,
        body: { errors: [{ message: 'Contains characters that cannot be shown' }] },
      })
    }
  })

  it('lists the types when a type is unknown, and explains penalties', async () => {
    const { world, as } = await aBank()
    const messages = async (fields: object) => {
      const { body } = await world.rest('POST', '/bank/questions', { as, body: aBankQuestion(fields) })
      return body.errors.map(({ message }: { message: string }) => message)
    }
    expect(await messages({ type: 'mcq' })).toEqual([
      'Must be one of: single, multiple, boolean, numeric, text, gaps, matching, ordering, essay',
    ])
    expect(await messages({ penalty: [1] })).toEqual(['Must be a number of marks, or a fraction such as "1/3"'])
  })

  it('adds a version on every change, and keeps earlier versions', async () => {
    const { world, as, post, bank } = await aBank()
    const { id } = await post()
    const body = aBankQuestion({ correctAnswer: 'B', baseVersion: 1 })
    const put = await world.rest('PUT', `/bank/questions/${id}`, { as, body })
    expect(put).toMatchObject({ status: 200, body: { question: { version: 2, correctAnswer: 'B' } } })
    expect((await world.rest('PUT', `/bank/questions/${id}`, { as, body })).status).toBe(409)
    expect((await bank.versions({ id })).versions).toMatchObject([
      { version: 2, question: { correctAnswer: 'B' } },
      { version: 1, question: { correctAnswer: 'A' } },
    ])
  })

  it('creates a batch of questions, or none if one is invalid', async () => {
    const { world, as, list, bank } = await aBank()
    const batch = (questions: object[]) => world.rest('POST', '/bank/questions/batch', { as, body: { questions } })
    const { status, body } = await batch([aBankQuestion(), aBankQuestion({ questionText: 'Another one?' })])
    expect(status).toBe(201)
    expect(body.questions).toMatchObject([{ version: 1 }, { version: 1 }])
    expect(await bank.get({ id: body.questions[1].id })).toMatchObject({ question: { questionText: 'Another one?' } })
    const pattern = { type: 'text', accepted: [{ value: '(' }], regex: true }
    const refused = await batch([aBankQuestion(), { ...aBankQuestion(), ...pattern }])
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'questions.1.accepted.0.value' }] } })
    expect((await batch([])).status).toBe(400)
    expect((await batch(Array.from({ length: 101 }, () => aBankQuestion()))).status).toBe(400)
    expect((await list('')).pagination.total).toBe(2)
    const { entries } = await world.call(world.admin).audit.list({ action: 'bank_question.create' })
    expect(entries).toHaveLength(2)
  })

  it('lists the tags in use, ignoring case, most used first', async () => {
    const { post, bank } = await aBank()
    await post({ tags: ['stack', 'Heap'] })
    await post({ tags: ['heap'] })
    const { id } = await post({ tags: ['retired'] })
    await bank.retire({ id })
    expect((await bank.tags()).tags).toEqual([
      { tag: 'Heap', questions: 2 },
      { tag: 'stack', questions: 1 },
    ])
  })

  it('can be filtered and searched', async () => {
    const { post, list } = await aBank()
    const stack = await post()
    await post({ questionText: 'What is a heap?', topic: 'Structures/Trees/Heaps', difficulty: 'Hard', tags: ['heap'] })
    await post({ questionText: '2 + 2?', subject: 'Arithmetic', topic: '', tags: [], type: 'numeric', correctValue: 4 })
    const totals = async (query: string) => (await list(query)).pagination.total
    expect(await totals('')).toBe(3)
    expect(await totals('type=numeric')).toBe(1)
    expect(await totals('subject=Technical')).toBe(2)
    expect(await totals('topic=Structures')).toBe(2)
    expect(await totals('topic=Structures/Trees')).toBe(1)
    expect(await totals('topic=Struct')).toBe(0)
    expect(await totals('difficulty=Hard')).toBe(1)
    expect(await totals('tag=LIFO')).toBe(1)
    expect(await totals('search=queue')).toBe(2)
    expect(await totals(`search=${stack.id}`)).toBe(1)
    expect(await totals('search=100%25')).toBe(0)
    expect(await list('limit=2&page=2&sort=oldest')).toMatchObject({
      questions: [{ questionText: '2 + 2?' }],
      pagination: { page: 2, total: 3, totalPages: 2 },
    })
  })

  it('retires questions, and deletes only those that no test uses', async () => {
    const { world, as, post, list, bank } = await aBank()
    const { id } = await post()
    await bank.retire({ id })
    expect((await list('')).pagination.total).toBe(0)
    expect((await list('retired=true')).pagination.total).toBe(1)
    await bank.restore({ id })
    const college = await world.college()
    await world.assignedTest(college, [], {
      numberOfQuestions: 1,
      questions: [],
      pools: [{ pick: 1, from: { questionIds: [id] } }],
    })
    expect((await world.rest('DELETE', `/bank/questions/${id}`, { as })).status).toBe(409)
    const other = await post()
    expect((await world.rest('DELETE', `/bank/questions/${other.id}`, { as })).status).toBe(200)
    expect((await world.rest('GET', `/bank/questions/${other.id}`, { as })).status).toBe(404)
  })

  it('finds similar questions', async () => {
    const { post, bank } = await aBank()
    const { id } = await post()
    await post({ questionText: 'What is the capital of Nepal?' })
    const similar = async (questionText: string) => (await bank.similar({ questionText })).questions
    const [found] = await similar('Which structure is last in first out')
    expect(found).toMatchObject({ id, similarity: 100 })
    expect(await similar('Which data structure is first in, first out?')).toMatchObject([{ id }])
    expect(await similar('"; drop table OR NEAR( *')).toEqual([])
    expect((await bank.similar({ questionText: 'Which structure is last in, first out?', id })).questions).toEqual([])
  })

  it('is closed to college admins, faculty and students', async () => {
    const { world, post } = await aBank()
    const { id } = await post()
    const college = await world.college()
    const people = [college.admin, await world.faculty(college), await world.student(college)]
    for (const as of people) {
      expect((await world.rest('GET', '/bank/questions', { as })).status).toBe(403)
      expect((await world.rest('PUT', `/bank/questions/${id}`, { as, body: aBankQuestion() })).status).toBe(403)
    }
  })

  it.each([
    [{ subject: 'History' }],
    [{ topic: 'a/b/c/d/e/f' }],
    [{ language: 'not a language' }],
    [{ correctAnswer: 'E' }],
    [{ questionText: '' }],
    [{ marks: 11 }],
    [{ type: 'text', accepted: [{ value: '(' }], regex: true }],
    [{ tags: Array.from({ length: 21 }, (_, place) => `tag ${place}`) }],
  ])('refuses %j', async (fields) => {
    const { world, as } = await aBank()
    const { status } = await world.rest('POST', '/bank/questions', { as, body: aBankQuestion(fields) })
    expect(status).toBe(400)
  })
})

describe('a question’s usage', () => {
  it('lists the tests that use it, with statistics for each and in total', async () => {
    const { world, post } = await aBank()
    const { id } = await post()
    const college = await world.college()
    const students = await Promise.all([1, 2, 3, 4].map(() => world.student(college)))
    const test = await world.assignedTest(college, students, {
      numberOfQuestions: 1,
      questions: [],
      pools: [{ pick: 1, from: { questionIds: [id] } }],
    })
    for (const [place, student] of students.entries()) {
      const sits = world.call(student).attempts
      const { test: paper } = await sits.start({ id: test.id })
      const selectedAnswer = place < 3 ? 'A' : 'B'
      await sits.submit({ id: test.id, answers: [{ questionId: paper.questions[0]?.id ?? '', selectedAnswer }] })
    }
    const usage = await world.call(world.admin).reports.items.bankUsage({ id })
    expect(usage).toMatchObject({
      tests: [{ testId: test.id, version: 1, seen: 4, facility: 75 }],
      total: { seen: 4, facility: 75 },
    })
    const { question } = await world.call(world.admin).bank.get({ id })
    expect(question.facility).toBe(0.75)
  })
})

describe('a college’s bank', () => {
  it('is closed to the owner and other colleges, whose banks are closed to it', async () => {
    const world = await createWorld()
    const [one, other] = [await world.college(), await world.college()]
    const owner = world.call(world.admin)
    const banks = []
    for (const [place, admin] of [world.admin, one.admin, other.admin].entries()) {
      if (admin.collegeId !== null) await owner.colleges.setOwnTests({ id: admin.collegeId, allowed: true })
      const mark = `Bank${place}`
      const { question } = await world
        .call(admin)
        .bank.create(
          aBankQuestion({ questionText: `${mark}: which is last in, first out?`, topic: mark, tags: [mark] }),
        )
      banks.push({ admin, mark, id: question.id })
    }
    const calls = listProcedures().flatMap(({ name, rest }) =>
      rest?.path.startsWith('/bank/') ? [{ name, rest }] : [],
    )
    expect(calls.length).toBeGreaterThan(10)
    for (const caller of banks)
      for (const { id, mark } of banks.filter((bank) => bank !== caller))
        for (const { name, rest } of calls) {
          // These calls create questions in the caller's own bank.
          if (name === 'bank.create' || name === 'bank.createMany' || name === 'bankImports.start') continue
          const query = rest.path.startsWith('/bank/export') ? '?format=json' : ''
          const { status, body } = await world.rest(rest.method, rest.path.replace('{id}', id) + query, {
            as: caller.admin,
            ...(rest.method !== 'GET' && { body: aBankQuestion({ questionText: 'Which is last in, first out?' }) }),
          })
          expect([name, status]).toEqual([name, rest.path.includes('{id}') ? 404 : 200])
          expect(JSON.stringify(body), name).not.toContain(mark)
        }
    for (const { admin, id, mark } of banks) {
      const { questions, pagination } = await world.call(admin).bank.list({})
      expect([questions.map((question) => question.id), pagination.total]).toEqual([[id], 1])
      const filters = [{ topics: [mark] }, { tags: [mark] }, { questionIds: [id] }]
      for (const calling of banks) {
        const { pools } = await world
          .call(calling.admin)
          .tests.blueprint({ pools: filters.map((from) => ({ pick: 1, from })) })
        const own = calling.admin === admin ? [1, 0, 0] : [0, 0, 0]
        expect(pools.map(({ candidates }) => candidates)).toEqual(own)
      }
    }
  })

  it('is closed to faculty and students', async () => {
    const world = await createWorld()
    const college = await world.college()
    await world.call(world.admin).colleges.setOwnTests({ id: college.id, allowed: true })
    for (const person of [await world.faculty(college), await world.student(college)])
      await expect(world.call(person).bank.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
