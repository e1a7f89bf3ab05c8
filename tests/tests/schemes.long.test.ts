import { describe, expect, it } from 'vitest'
import { aQuestion, aSection, aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

type Letter = 'A' | 'B' | null

/** Takes a test in which `B` is the correct answer to every question. */
async function take(fields: object, letters: readonly Letter[], questions = letters.map(() => aQuestion())) {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const { id } = await world.assignedTest(college, [student], { questions, ...fields })
  const sits = world.call(student).attempts
  const { test } = await sits.start({ id })
  const answers = test.questions.map((question, place) => ({
    questionId: question.id,
    selectedAnswer: letters[place] ?? null,
  }))
  const { results } = await sits.submit({ id, answers })
  return { world, college, student, sits, id, paper: test, results }
}

const sectioned = async (fields: object, sections: readonly (readonly Letter[])[]) => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const form = aSectionedTest(world.clock.now(), {
    sections: sections.map((letters, place) =>
      aSection({ sectionName: `Part ${place + 1}`, questions: letters.map(() => aQuestion()) }),
    ),
    ...fields,
  })
  const { id } = await world.assignedTest(college, [student], form as never)
  const sits = world.call(student).attempts
  const { test } = await sits.start({ id })
  const letters = sections.flat()
  const answers = test.sections
    .flatMap(({ questions }) => questions)
    .map((question, place) => ({ questionId: question.id, selectedAnswer: letters[place] ?? null }))
  await sits.submit({ id, answers })
  return { world, id, student, paper: test, report: (await sits.results({ id })).report }
}

describe('a penalty on the test', () => {
  it('applies to every question without a penalty, as an exact fraction', async () => {
    const { results, paper } = await take({ penalty: '1/3' }, ['B', 'A', 'A', 'A', null])
    expect(results).toMatchObject({ marksObtained: 0, percentage: 0 })
    expect(paper).toMatchObject({ penalty: '1/3' })
    const own = await take({ penalty: '1/3' }, ['B', 'A'], [aQuestion(), aQuestion({ penalty: 0.5 })])
    expect(own.results?.marksObtained).toBe(0.5)
    expect(own.paper.questions[1]).toMatchObject({ penalty: 0.5 })
  })

  it('can make the total negative only without a floor', async () => {
    expect((await take({ penalty: 1 }, ['A', 'A'])).results?.marksObtained).toBe(0)
    const { results, sits, id } = await take({ penalty: 1, floor: 'none' }, ['A', 'A', null, null])
    expect(results).toMatchObject({ marksObtained: -2, percentage: -50 })
    expect((await sits.results({ id })).report).toMatchObject({ passed: false, grade: 'F' })
  })
})

describe('a floor per section', () => {
  const answers: Letter[][] = [
    ['A', 'A'],
    ['B', 'B'],
  ]
  it('keeps one section from reducing the marks of another', async () => {
    const { report } = await sectioned({ penalty: 1, floor: 'section' }, answers)
    expect(report.marksObtained).toBe(2)
    expect(report.sections.map(({ marksObtained }) => marksObtained)).toEqual([0, 2])
    expect((await sectioned({ penalty: 1 }, answers)).report.marksObtained).toBe(0)
  })
})

describe('the pass mark', () => {
  it('is 40% unless the test sets one', async () => {
    const passed = async (fields: object) => {
      const { sits, id } = await take(fields, ['B', 'A'])
      const { report } = await sits.results({ id })
      return [report.passed, report.grade]
    }
    expect(await passed({})).toEqual([true, 'C'])
    expect(await passed({ passMark: 50 })).toEqual([true, 'C'])
    expect(await passed({ passMark: 50.5 })).toEqual([false, 'F'])
  })

  it('determines pass or fail in every report', async () => {
    const { world, college, id, student } = await take({ passMark: 60 }, ['B', 'A'])
    const { reports } = world.call(college.admin)
    expect(await reports.results.summary({})).toMatchObject({ passed: 0, failed: 1 })
    expect((await reports.results.list({})).reports[0]).toMatchObject({ status: 'Fail' })
    expect((await reports.tests.students({ id, status: 'Fail' })).students).toMatchObject([{ passed: false }])
    expect((await reports.tests.students({ id, status: 'Pass' })).students).toEqual([])
    expect((await world.call(student).reports.student.list({})).reports[0]).toMatchObject({ status: 'Fail' })
  })

  it('can change after students have started, which regrades their attempts', async () => {
    const { world, sits, id } = await take({ passMark: 60 }, ['B', 'A'])
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id })
    expect(test.passMark).toBe(60)
    const save = (fields: object) =>
      author.update({ ...test, id, testType: 'Assignment', questions: test.questions as never, ...fields })
    await save({ passMark: 50 })
    expect((await sits.results({ id })).report.passed).toBe(true)
    await expect(save({ penalty: 1 })).rejects.toThrow('cannot be changed once students have started')
    await expect(save({ floor: 'none' })).rejects.toThrow('cannot be changed once students have started')
  })

  it('can be previewed, showing who would pass or fail', async () => {
    const { world, id } = await take({ passMark: 60 }, ['B', 'A'])
    const preview = (fields: object) => world.call(world.admin).tests.regradePreview({ id, ...fields })
    const passing = [{ before: 50, after: 50, passes: true }]
    expect(await preview({ passMark: 50 })).toMatchObject({ changed: 0, nowPass: 1, nowFail: 0, crossing: passing })
    expect(await preview({ passMark: 51 })).toMatchObject({ nowPass: 0, nowFail: 0, crossing: [] })
    await expect(preview({})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(preview({ passMark: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a dropped question', () => {
  it('is neither correct nor incorrect, and is still part of the receipt', async () => {
    const { world, college, sits, id } = await take({}, ['B', 'B', 'A'])
    const before = (await sits.results({ id })).report
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id })
    const questions = test.questions.map((question, place) =>
      place === 0 ? { ...question, ruling: 'dropped' } : question,
    )
    await author.update({ ...test, id, testType: 'Assignment', questions: questions as never })
    const { report } = await sits.results({ id })
    expect(report).toMatchObject({
      marksObtained: 1,
      totalMarks: 2,
      correctAnswers: 1,
      incorrectAnswers: 1,
      unanswered: 0,
    })
    expect(report.questionAnalysis[0]).toMatchObject({ isCorrect: null, marksObtained: 0, ruling: 'dropped' })
    expect(report.receipt).toEqual(before.receipt)
    expect(report.receipt).toMatchObject({ answered: 3, questions: 3 })
    const { students } = await world.call(college.admin).reports.tests.students({ id })
    expect(students).toMatchObject([{ correctAnswers: 1, incorrectAnswers: 1, unanswered: 0 }])
  })
})

describe('section cut-offs', () => {
  it('must all be reached to pass', async () => {
    const answers: Letter[][] = [
      ['B', 'A', 'A', 'A'],
      ['B', 'B', 'B', 'B'],
    ]
    const passed = async (sectionCutoffs?: Record<string, number>) =>
      (await sectioned({ sectionCutoffs }, answers)).report.passed
    expect(await passed()).toBe(true)
    expect(await passed({ 'Part 1': 25, 'Part 2': 100 })).toBe(true)
    expect(await passed({ 'Part 1': 26 })).toBe(false)
  })

  it('do not apply to a section whose questions were all dropped', async () => {
    const answers: Letter[][] = [
      ['A', 'A', 'A', 'A'],
      ['B', 'B', 'B', 'B'],
    ]
    const { world, id, report, student } = await sectioned({ sectionCutoffs: { 'Part 1': 30 } }, answers)
    expect(report.passed).toBe(false)
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id })
    const [first, ...others] = test.sections
    const questions = first?.questions.map((question) => ({ ...question, ruling: 'dropped' }))
    await author.update({
      ...test,
      id,
      testType: 'Assessment',
      sections: [{ ...first, questions }, ...others],
    } as never)
    expect((await world.call(student).attempts.results({ id })).report).toMatchObject({ percentage: 100, passed: true })
  })

  it('can be previewed before saving', async () => {
    const answers: Letter[][] = [
      ['B', 'A', 'A', 'A'],
      ['B', 'B', 'B', 'B'],
    ]
    const { world, id } = await sectioned({}, answers)
    const author = world.call(world.admin).tests
    const [first] = (await author.get({ id })).test.sections
    const preview = (percent: number | null) => author.regradePreview({ id, cutoffs: { [first?.id ?? '']: percent } })
    expect(await preview(26)).toMatchObject({ nowPass: 0, nowFail: 1, crossing: [{ passes: false }] })
    expect(await preview(25)).toMatchObject({ nowFail: 0 })
    expect(await preview(null)).toMatchObject({ nowFail: 0 })
  })

  it('must name one of the test’s sections', async () => {
    await expect(sectioned({ sectionCutoffs: { Physics: 30 } }, [['B']])).rejects.toThrow()
  })

  it('need section names that differ in more than case and outer spaces', async () => {
    const world = await createWorld()
    const save = (...names: string[]) => {
      const sections = names.map((sectionName) => aSection({ sectionName }))
      return world.rest('POST', '/tests', { as: world.admin, body: aSectionedTest(world.clock.now(), { sections }) })
    }
    expect(await save('Physics', 'Chemistry', ' physics ', 'chemistry')).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'sections.2.sectionName', message: 'Another section has this name' },
          { field: 'sections.3.sectionName', message: 'Another section has this name' },
        ],
      },
    })
    expect((await save('Physics', 'Physics 2')).status).toBe(201)
  })

  it.each(['constructor', 'toString'])('work with a section named %s', async (name) => {
    const world = await createWorld()
    const form = aSectionedTest(world.clock.now(), {
      sections: [aSection({ sectionName: name }), aSection({ sectionName: 'Physics' })],
      sectionCutoffs: { Physics: 30, [name]: 20 },
    })
    const created = await world.rest('POST', '/tests', { as: world.admin, body: form })
    expect(created).toMatchObject({ status: 201, body: { test: { sectionCutoffs: { Physics: 30, [name]: 20 } } } })
    const { id } = (created.body as { test: { id: string } }).test
    const saved = await world.rest('PUT', `/tests/${id}`, { as: world.admin, body: form })
    expect(saved).toMatchObject({ status: 200, body: { test: { sectionCutoffs: { Physics: 30, [name]: 20 } } } })
  })

  it('refuse a section named __proto__, whose cut-off would be lost', async () => {
    const world = await createWorld()
    const body = aSectionedTest(world.clock.now(), { sections: [aSection({ sectionName: '__proto__' })] })
    expect(await world.rest('POST', '/tests', { as: world.admin, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'sections.0.sectionName', message: 'Choose another section name' }] },
    })
  })

  it.each(['/api/tests', '/trpc/tests.create'])('cannot be set with the key __proto__ at %s', async (path) => {
    const world = await createWorld()
    const form = aSectionedTest(world.clock.now())
    const headers = {
      authorization: `Bearer ${await world.tokenOf(world.admin)}`,
      'content-type': 'application/json',
    }
    for (const key of ['"__proto__"', '"\\u005f_proto__"']) {
      const body = JSON.stringify({ ...form, sectionCutoffs: { key: 30 } }).replace('"key"', key)
      const answer = await fetch(`${world.url}${path}`, { method: 'POST', headers, body })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('The request body must not have a key named __proto__')
    }
  })

  it('are kept when the test is saved without them, and removed by null', async () => {
    const { world, id } = await sectioned({ sectionCutoffs: { 'Part 1': 30 }, passMark: 55, penalty: '1/4' }, [['B']])
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id })
    expect(test).toMatchObject({ sectionCutoffs: { 'Part 1': 30 }, passMark: 55, penalty: '1/4' })
    const { sectionCutoffs: _, passMark: __, penalty: ___, ...others } = test
    const save = (fields: object) => author.update({ ...others, id, testType: 'Assessment', ...fields } as never)
    expect((await save({})).test).toMatchObject({ sectionCutoffs: { 'Part 1': 30 }, passMark: 55, penalty: '1/4' })
    const { test: cleared } = await save({ sectionCutoffs: null, passMark: null })
    expect([cleared.sectionCutoffs, cleared.passMark]).toEqual([undefined, undefined])
  })
})

describe('the best N of M questions', () => {
  it('count, and the total includes the marks of only N', async () => {
    const { results, paper } = await take({ bestOf: 2, penalty: 1 }, ['B', 'A', 'B', null])
    expect(paper).toMatchObject({ bestOf: 2, totalMarks: 2 })
    expect(results).toMatchObject({ marksObtained: 2, totalMarks: 2, percentage: 100 })
    expect((await take({ bestOf: 3, penalty: 1 }, ['B', 'A', 'A', null])).results).toMatchObject({ marksObtained: 0 })
  })

  it('are refused if N exceeds M', async () => {
    await expect(take({ bestOf: 3 }, ['B', 'B'])).rejects.toThrow()
  })

  it('is kept when a client omits it in an edit, and removed by null', async () => {
    const world = await createWorld()
    const { tests } = world.call(world.admin)
    const questions = [aQuestion(), aQuestion(), aQuestion()]
    const section = (fields: object) => aSection({ questions, ...fields })
    const flat = await tests.create(aTest(world.clock.now(), { questions, numberOfQuestions: 3, bestOf: 2 }))
    const parted = await tests.create(
      aSectionedTest(world.clock.now(), {
        sections: [section({ sectionName: 'One', bestOf: 2 }), section({ sectionName: 'Two' })],
      }),
    )
    const replace = async (id: string, change: (test: Record<string, unknown>) => object) => {
      const { test } = (await world.rest('GET', `/tests/${id}`, { as: world.admin })).body
      return world.rest('PUT', `/tests/${id}`, { as: world.admin, body: { ...test, ...change(test) } })
    }
    const sections = (bestOf?: null) => (test: Record<string, unknown>) => ({
      sections: (test.sections as object[]).map((row) => ({ ...row, bestOf })),
    })
    const kept = await replace(flat.test.id, () => ({ bestOf: undefined }))
    expect(kept.body.test).toMatchObject({ bestOf: 2, totalMarks: flat.test.totalMarks })
    const keptInSection = (await replace(parted.test.id, sections())).body.test
    expect(keptInSection).toMatchObject({ totalMarks: parted.test.totalMarks, sections: [{ bestOf: 2 }, {}] })
    expect(keptInSection.sections[1]).not.toHaveProperty('bestOf')

    const few = { bestOf: undefined, questions: flat.test.questions.slice(0, 1), numberOfQuestions: 1 }
    const refused = await replace(flat.test.id, () => few)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'bestOf' }] } })

    expect((await replace(flat.test.id, () => ({ bestOf: null }))).body.test).not.toHaveProperty('bestOf')
    const removed = (await replace(parted.test.id, sections(null))).body.test
    expect(removed.sections[0]).not.toHaveProperty('bestOf')
  })

  it('treat a dropped question as if it had never been there', async () => {
    const { world, sits, id } = await take({ bestOf: 2, penalty: 1, floor: 'none' }, ['A', 'A', 'B'])
    const { test } = await world.call(world.admin).tests.get({ id })
    const questions = test.questions.map((row, place) => (place === 2 ? { ...row, ruling: 'dropped' } : row))
    await world.rest('PUT', `/tests/${id}`, { as: world.admin, body: { ...test, questions } })
    expect((await sits.results({ id })).report).toMatchObject({ marksObtained: -2, totalMarks: 2 })
  })
})

describe('a copy of a test', () => {
  it('has neither its rulings nor its objection deadline', async () => {
    const { world, id } = await take({ objectionsUntil: '2099-01-01T00:00:00.000Z' }, ['B', 'B', 'B'])
    const { tests } = world.call(world.admin)
    const { test } = await tests.get({ id })
    const rulings = ['all', 'dropped', 'answered']
    const questions = test.questions.map((row, place) => ({ ...row, ruling: rulings[place] }))
    const ruled = await world.rest('PUT', `/tests/${id}`, { as: world.admin, body: { ...test, questions } })
    expect(ruled.body.test).toMatchObject({ totalMarks: 2, questions: rulings.map((ruling) => ({ ruling })) })
    const { test: copy } = await tests.duplicate({ id })
    expect(copy.totalMarks).toBe(3)
    expect(copy.objectionsUntil).toBeUndefined()
    for (const question of copy.questions) expect(question).not.toHaveProperty('ruling')
  })
})
