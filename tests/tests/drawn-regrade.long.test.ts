import { describe, expect, it } from 'vitest'
import type { DrawnKey } from '#shared/tests/tests.schema.ts'
import { aQuestion, aSection, aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

/**
 * A test with one fixed question and two of six drawn ones, one mark each. Eight students answer B to the fixed
 * question, which is right, and A to the drawn ones, which is wrong.
 */
async function aDrawnTest({ students = 8, fields = {} }: { students?: number; fields?: object } = {}) {
  const world = await createWorld()
  const { bank, tests } = world.call(world.admin)
  for (let place = 0; place < 6; place++)
    await bank.create({
      subject: 'Technical',
      topic: place < 3 ? 'Trees' : 'Graphs/Paths',
      difficulty: 'Easy',
      questionText: `Drawn question ${place}`,
      options: { A: `first ${place}`, B: `second ${place}`, C: 'c', D: 'd' },
      correctAnswer: 'B',
      explanation: 'See chapter 2.',
    })
  const college = await world.college()
  const people = await Promise.all(Array.from({ length: students }, () => world.student(college)))
  const { id, assignmentId } = await world.assignedTest(college, people, {
    numberOfQuestions: 3,
    questions: [aQuestion({ questionText: 'Fixed' })],
    pools: [{ pick: 2, from: { subject: 'Technical' } }],
    ...fields,
  } as never)
  const papers = []
  for (const person of people) {
    const sits = world.call(person).attempts
    const { test } = await sits.start({ id })
    const answers = test.questions.map((question, place) => ({
      questionId: question.id,
      answer: place === 0 ? 'B' : 'A',
    }))
    const { receipt } = await sits.submit({ id, answers })
    papers.push({ person, ids: test.questions.map((question) => question.id), receipt: receipt?.code ?? '' })
  }
  /** Replaces the test as a client would, with changes to its drawn questions. */
  const regrade = async (drawnKeys?: DrawnKey[], changes: object = {}) => {
    const { test } = await tests.get({ id })
    const { status, body } = await world.rest('PUT', `/tests/${id}`, {
      as: world.admin,
      body: { ...test, drawnKeys, ...changes },
    })
    return { status, body }
  }
  const find = async (search: string) => (await tests.drawnQuestions({ id, search })).questions[0]
  const reportOf = async (person: (typeof people)[number]) => (await world.call(person).attempts.results({ id })).report
  /** A question that some students got, and others did not. */
  const counts = Map.groupBy(
    papers.flatMap(({ ids }) => ids.slice(1)),
    (questionId) => questionId,
  )
  const questionId = [...counts].find(([, found]) => found.length < people.length)?.[0] ?? ''
  const having = papers.filter(({ ids }) => ids.includes(questionId))
  const others = papers.filter(({ ids }) => !ids.includes(questionId))
  const [fixedId = ''] = papers[0]?.ids ?? []
  return {
    ...{ world, college, id, assignmentId, tests, bank, papers, questionId },
    ...{ fixedId, having, others },
    ...{ regrade, find, reportOf },
  }
}

describe('a new key for a drawn question', () => {
  it('regrades only the students who got it, as previewed', async () => {
    const { world, college, id, tests, questionId, having, others, regrade, find, reportOf } = await aDrawnTest()
    const before = await tests.regradePreview({ id, key: [{ questionId, correctAnswer: 'A' }] })
    expect(before).toMatchObject({ attempts: 8, changed: having.length, nowPass: having.length, nowFail: 0 })
    expect(new Set(before.crossing.map(({ studentName }) => studentName))).toEqual(
      new Set(having.map(({ person }) => person.name)),
    )
    for (const { after } of before.crossing) expect(after).toBeCloseTo(66.67, 1)

    expect((await regrade([{ questionId, correctAnswer: 'A' }])).status).toBe(200)
    for (const { person } of having) {
      const report = await reportOf(person)
      expect(report).toMatchObject({ marksObtained: 2, totalMarks: 3, passed: true, correctAnswers: 2 })
      const shown = report.questionAnalysis.find((question) => question.questionId === questionId)
      expect(shown).toMatchObject({ correctAnswer: 'A', isCorrect: true, marksObtained: 1 })
    }
    for (const { person } of others)
      expect(await reportOf(person)).toMatchObject({ marksObtained: 1, passed: false, correctAnswers: 1 })
    for (const { receipt } of [...having, ...others])
      expect((await world.call(college.admin).attempts.checkReceipt({ code: receipt })).receipt.valid).toBe(true)
    const { analysis } = await world.call(world.admin).reports.items.get({ id })
    expect(analysis.items.find((item) => item.questionId === questionId)).toMatchObject({
      correct: having.length,
      facility: 100,
    })
    expect((await find(questionId))?.question).toMatchObject({ correctAnswer: 'A' })
  })

  it('keeps a paper that a student is still taking, and grades it with the new key', async () => {
    const { world, college, id, questionId, regrade } = await aDrawnTest()
    const person = await world.student(college)
    const { assignments } = await world.call(college.admin).assignments.listForCollege({})
    const assignmentId = assignments.find((assignment) => assignment.testId.id === id)?.id ?? ''
    await world.call(college.admin).assignments.assignStudents({ id: assignmentId, specificStudents: [person.id] })
    const sits = world.call(person).attempts
    const paper = (await sits.start({ id })).test.questions
    await regrade([{ questionId, correctAnswer: 'A' }])
    expect((await sits.start({ id })).test.questions).toEqual(paper)
    const answers = paper.map((question) => ({ questionId: question.id, answer: 'A' }))
    const { results } = await sits.submit({ id, answers })
    expect(results?.correctAnswers).toBe(paper.some((question) => question.id === questionId) ? 1 : 0)
  })

  it('changes neither the bank question nor other tests, and keeps the topic without the link to a version', async () => {
    const { world, id, tests, bank, questionId, regrade, find } = await aDrawnTest()
    const { test: copy } = await tests.duplicate({ id })
    const found = await find(questionId)
    const bankId = found?.question.bankQuestionId ?? ''
    expect(found?.topic).toMatch(/^(Trees|Graphs\/Paths)$/)
    await regrade([{ questionId, correctAnswer: 'A' }])
    expect((await bank.get({ id: bankId })).question).toMatchObject({ version: 1, correctAnswer: 'B' })
    const changed = await find(questionId)
    expect(changed?.question).not.toHaveProperty('bankQuestionId')
    expect(changed).toMatchObject({ topic: found?.topic, papers: found?.papers })
    const ofTopic = (await tests.drawnQuestions({ id, search: found?.topic ?? '' })).questions
    expect(ofTopic.map(({ question }) => question.id)).toContain(questionId)
    // The bank question's usage refers to its own key.
    const { tests: usage } = await world.call(world.admin).reports.items.bankUsage({ id: bankId })
    expect(usage.map(({ testId }) => testId)).toEqual([copy.id])
    const copied = (await tests.drawnQuestions({ id: copy.id })).questions.map(({ question }) => question)
    expect(copied).toHaveLength(6)
    for (const question of copied) expect(question).toMatchObject({ correctAnswer: 'B' })
  })

  it('that restores the bank’s key links the question to its version again', async () => {
    const { world, id, questionId, regrade, find } = await aDrawnTest()
    const found = await find(questionId)
    const bankId = found?.question.bankQuestionId ?? ''
    const usage = async () => (await world.call(world.admin).reports.items.bankUsage({ id: bankId })).tests
    await regrade([{ questionId, correctAnswer: 'A' }])
    expect(await usage()).toEqual([])
    // A newer version in the bank is not the one that students saw.
    const { version: _, ...stored } = (await world.call(world.admin).bank.get({ id: bankId })).question
    await world.call(world.admin).bank.update({ ...stored, questionText: 'Another text' } as never)
    expect((await regrade([{ questionId, correctAnswer: 'B' }])).status).toBe(200)
    expect((await find(questionId))?.question).toMatchObject({ bankQuestionId: bankId, bankVersion: 1 })
    expect((await usage()).map(({ testId }) => testId)).toEqual([id])
  })

  it('is recorded in the audit log and asks for the password', async () => {
    const { world, tests, id, questionId, regrade } = await aDrawnTest()
    const { test } = await tests.get({ id })
    const drawnKeys: DrawnKey[] = [{ questionId, correctAnswer: 'A' }]
    const stale = world.call({ ...world.admin, provedAt: 0 }).tests
    await expect(stale.update({ ...test, id, drawnKeys } as never)).rejects.toThrow('Please enter your password')
    await regrade(drawnKeys)
    const { entries } = await world.call(world.admin).audit.list({ action: 'test.key_change' })
    expect(entries).toMatchObject([{ subject: { id }, detail: { changedKey: [{ questionId, from: 'B', to: 'A' }] } }])
  })

  it('remains when the test is saved without changes to drawn questions', async () => {
    const { questionId, having, regrade, find, reportOf } = await aDrawnTest()
    await regrade([{ questionId, correctAnswer: 'A' }])
    expect((await regrade(undefined, { testName: 'Another name' })).status).toBe(200)
    expect((await regrade([])).status).toBe(200)
    expect((await find(questionId))?.question).toMatchObject({ correctAnswer: 'A' })
    for (const { person } of having) expect((await reportOf(person)).marksObtained).toBe(2)
  })

  it('can accept more options', async () => {
    const { questionId, having, regrade, find, reportOf } = await aDrawnTest()
    const found = await find(questionId)
    const fields = { ...found?.question, alternatives: ['A'] } as never
    expect((await regrade([{ questionId, fields }])).status).toBe(200)
    for (const { person } of having) expect((await reportOf(person)).marksObtained).toBe(2)
    expect((await find(questionId))?.question).toMatchObject({ correctAnswer: 'B', alternatives: ['A'] })
  })

  it('can come with a new explanation, which alone regrades nothing', async () => {
    const { world, questionId, having, regrade, find, reportOf } = await aDrawnTest()
    const fields = (await find(questionId))?.question as never
    await regrade([{ questionId, fields, explanation: 'See chapter 3.' }])
    expect((await world.call(world.admin).audit.list({ action: 'test.key_change' })).entries).toEqual([])
    for (const { person } of having) {
      const report = await reportOf(person)
      expect(report.marksObtained).toBe(1)
      const shown = report.questionAnalysis.find((question) => question.questionId === questionId)
      expect(shown?.explanation).toBe('See chapter 3.')
    }
    await regrade([{ questionId, correctAnswer: 'A' }])
    expect((await find(questionId))?.question).toMatchObject({ explanation: 'See chapter 3.', correctAnswer: 'A' })
  })
})

describe('a ruling on a drawn question', () => {
  it.each([
    ['all', { marksObtained: 2, totalMarks: 3, correctAnswers: 2, passed: true }],
    ['answered', { marksObtained: 2, totalMarks: 3, correctAnswers: 2, passed: true }],
    ['dropped', { marksObtained: 1, totalMarks: 2, correctAnswers: 1, incorrectAnswers: 1, passed: true }],
  ] as const)('applies to the students who got it, as previewed: %s', async (ruling, figures) => {
    const { world, tests, id, questionId, having, others, regrade, reportOf } = await aDrawnTest()
    const preview = await tests.regradePreview({ id, key: [{ questionId, ruling }] })
    expect(preview).toMatchObject({ nowPass: having.length, nowFail: 0 })
    expect((await regrade([{ questionId, ruling }])).status).toBe(200)
    for (const { person } of having) {
      const report = await reportOf(person)
      expect(report).toMatchObject(figures)
      expect(report.questionAnalysis.find((question) => question.questionId === questionId)).toMatchObject({ ruling })
      const printed = await world.call(world.admin).attempts.paper({ id: report.id })
      expect(printed.totalMarks).toBe(figures.totalMarks)
    }
    for (const { person } of others)
      expect(await reportOf(person)).toMatchObject({ marksObtained: 1, totalMarks: 3, passed: false })

    await regrade([{ questionId, ruling: null }])
    for (const { person } of [...having, ...others])
      expect(await reportOf(person)).toMatchObject({ marksObtained: 1, totalMarks: 3, passed: false })
  })
})

describe('a drawn question that is dropped during the test', () => {
  it('lowers the total of only those who got it, in their paper and their list of tests', async () => {
    const { world, college, id, assignmentId, questionId, regrade } = await aDrawnTest()
    const late = await Promise.all(Array.from({ length: 8 }, () => world.student(college)))
    await world.call(college.admin).assignments.assignStudents({
      id: assignmentId,
      specificStudents: late.map((person) => person.id),
    })
    const listed = async (person: (typeof late)[number]) =>
      (await world.call(person).assignments.listForStudent({})).assignments.find(({ testId }) => testId.id === id)
    const writing = []
    for (const person of late) {
      const { test } = await world.call(person).attempts.start({ id })
      expect(test.totalMarks).toBe(3)
      writing.push({ person, isHit: test.questions.some((question) => question.id === questionId) })
    }
    expect(new Set(writing.map(({ isHit }) => isHit)).size).toBe(2)
    expect((await regrade([{ questionId, ruling: 'dropped' }])).status).toBe(200)
    for (const { person, isHit } of writing) {
      const sits = world.call(person).attempts
      const own = isHit ? 2 : 3
      expect((await sits.start({ id })).test.totalMarks).toBe(own)
      expect((await listed(person))?.testId.totalMarks).toBe(own)
      expect((await sits.submit({ id, answers: [] })).results?.totalMarks).toBe(own)
      expect((await listed(person))?.testId.totalMarks).toBe(own)
    }
    const { tests } = await world.call(world.admin).tests.list({})
    expect(tests.find((test) => test.id === id)?.totalMarks).toBe(3)
  })
})

describe('changes to drawn questions', () => {
  it('are refused for other questions, repeated ones, and keys that do not fit', async () => {
    const { world, tests, id, questionId, fixedId, regrade, find } = await aDrawnTest()
    const { test: copy } = await tests.duplicate({ id })
    const elsewhere = (await tests.drawnQuestions({ id: copy.id })).questions[0]?.question.id ?? ''
    const key = { questionId, correctAnswer: 'A' } as const
    const messageOf = async (drawnKeys: object[]) => {
      const { status, body } = await regrade(drawnKeys as never)
      return [status, body.errors?.[0]?.message ?? body.message]
    }
    const notDrawn = 'This is not a drawn question of a test that students have started'
    expect(await messageOf([{ ...key, questionId: elsewhere }])).toEqual([400, notDrawn])
    expect(await messageOf([{ ...key, questionId: fixedId }])).toEqual([400, notDrawn])
    expect(await messageOf([key, key])).toEqual([400, 'This question appears in the test twice'])
    expect((await messageOf([{ ...key, correctAnswer: 'E' }]))[0]).toBe(400)
    // A key that cannot be read is not ignored because of the ruling beside it.
    const unread = { ruling: 'all', explanation: 'New' } as const
    expect((await messageOf([{ questionId, ...unread, correctAnswer: 'K' }]))[0]).toBe(400)
    expect((await messageOf([{ questionId, ...unread, fields: { type: 'numeric', correctValue: 'x' } }]))[0]).toBe(400)
    expect((await messageOf([{ ...key, fields: (await find(questionId))?.question }]))[0]).toBe(400)
    const preview = (change: object) => tests.regradePreview({ id, key: [{ questionId, ruling: null, ...change }] })
    await expect(preview({ correctAnswer: 'K' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const fields = { ...(await find(questionId))?.question, options: { A: 'other', B: 'options' } }
    const fixed = 'Questions and options cannot be changed once students have started the test; the answer key can'
    expect(await messageOf([{ questionId, fields }])).toEqual([409, fixed])
    await expect(
      tests.regradePreview({ id, key: [{ questionId: elsewhere, correctAnswer: 'A' }] }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await find(questionId))?.question).toMatchObject({ correctAnswer: 'B' })
    expect((await world.call(world.admin).audit.list({ action: 'test.key_change' })).entries).toEqual([])
  })

  it('are refused until a student has started the test', async () => {
    const { tests, id, regrade } = await aDrawnTest({ students: 0 })
    const questionId = (await tests.drawnQuestions({ id })).questions[0]?.question.id ?? ''
    expect((await regrade([{ questionId, correctAnswer: 'A' }])).status).toBe(400)
    expect((await regrade()).status).toBe(200)
  })
})

describe('the pools of a test that students have started', () => {
  it('cannot move to another section', async () => {
    const { world, college, tests } = await aDrawnTest({ students: 0 })
    const student = await world.student(college)
    const section = (sectionName: string, pick: number) =>
      aSection({
        sectionName,
        questions: [aQuestion()],
        numberOfQuestions: 1 + pick,
        pools: pick > 0 ? [{ pick, from: { topics: ['Trees'] } }] : [],
      })
    const sections = [section('One', 2), section('Two', 0)]
    const form = aSectionedTest(world.clock.now(), { sections })
    const { id } = await world.assignedTest(college, [student], form as never)
    await world.call(student).attempts.start({ id })
    const { test } = await tests.get({ id })
    const put = (changed: object[]) =>
      world.rest('PUT', `/tests/${id}`, { as: world.admin, body: { ...test, sections: changed } })
    const [one, two] = test.sections
    const moved = [
      { ...one, pools: [], numberOfQuestions: 1 },
      { ...two, pools: one?.pools, numberOfQuestions: 3 },
    ]
    expect((await put(moved)).status).toBe(409)
    expect((await tests.get({ id })).test.sections).toEqual(test.sections)
    expect((await put(test.sections)).status).toBe(200)
  })
})

describe('the list of drawn questions', () => {
  it('counts the papers with each question, and finds questions by words, topic and id', async () => {
    const { tests, id, papers, questionId } = await aDrawnTest()
    const { questions, pagination } = await tests.drawnQuestions({ id })
    expect(pagination.total).toBe(6)
    for (const { question, papers: count } of questions)
      expect(count).toBe(papers.filter(({ ids }) => ids.includes(question.id)).length)
    const textsOf = async (query: object) =>
      (await tests.drawnQuestions({ id, ...query })).questions.map(({ question }) => question.questionText)
    expect(await textsOf({ search: 'QUESTION 4' })).toEqual(['Drawn question 4'])
    expect(await textsOf({ search: 'graphs paths' })).toHaveLength(3)
    expect(await textsOf({ search: 'nothing' })).toEqual([])
    expect(await textsOf({ search: questionId })).toHaveLength(1)
    expect(await textsOf({ limit: 4, page: 2 })).toHaveLength(2)
  })

  it('counts again after another student starts', async () => {
    const { world, college, tests, id, assignmentId } = await aDrawnTest()
    const total = async () => {
      const { questions } = await tests.drawnQuestions({ id })
      return questions.reduce((sum, { papers }) => sum + papers, 0)
    }
    const before = await total()
    expect(await total()).toBe(before)
    const late = await world.student(college)
    await world.call(college.admin).assignments.assignStudents({ id: assignmentId, specificStudents: [late.id] })
    await world.call(late).attempts.start({ id })
    expect(await total()).toBe(before + 2)
  })

  it('names the section of each question, and is empty for a test without pools', async () => {
    const { world, tests } = await aDrawnTest({ students: 0 })
    const drawing = { questions: [], numberOfQuestions: 2, pools: [{ pick: 2, from: { topics: ['Trees'] } }] } as const
    const sections = [aSection(), aSection({ sectionName: 'Drawn', ...(drawing as object) })]
    const { test } = await tests.create(aSectionedTest(world.clock.now(), { sections }))
    const { questions } = await tests.drawnQuestions({ id: test.id })
    expect(questions.map(({ sectionName, papers }) => [sectionName, papers])).toEqual(Array(3).fill(['Drawn', 0]))
    const plain = await tests.create(aTest(world.clock.now()))
    expect((await tests.drawnQuestions({ id: plain.test.id })).questions).toEqual([])
  })
})
