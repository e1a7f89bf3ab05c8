import { describe, expect, it } from 'vitest'
import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

/** A bank with ten easy and six hard questions about trees. Each correct option begins with `right`. */
async function aBank() {
  const world = await createWorld()
  const { bank } = world.call(world.admin)
  for (let place = 0; place < 16; place++)
    await bank.create({
      subject: 'Technical',
      topic: 'Trees/Search',
      difficulty: place < 10 ? 'Easy' : 'Hard',
      questionText: `Bank question ${place}`,
      options: { A: `wrong ${place}`, B: `right ${place}`, C: 'c', D: 'd' },
      correctAnswer: 'B',
    })
  return world
}

const pools = [
  { pick: 4, from: { topics: ['Trees'], difficulty: 'Easy' } },
  { pick: 2, from: { topics: ['Trees'], difficulty: 'Hard' }, marks: 2 },
] as const

async function hall(students: number, fields: object = {}) {
  const world = await aBank()
  const college = await world.college()
  const people = await Promise.all(Array.from({ length: students }, () => world.student(college)))
  const form = { numberOfQuestions: 7, questions: [aQuestion({ questionText: 'Fixed' })], pools, ...fields }
  const { id } = await world.assignedTest(college, people, form as never)
  return { world, college, people, id }
}

describe('a test with pools', () => {
  it('draws questions for each student, and returns the same ones on resume', async () => {
    const { world, people, id } = await hall(6)
    const texts = async (person: (typeof people)[number]) =>
      (await world.call(person).attempts.start({ id })).test.questions.map(({ questionText }) => questionText)
    const papers = await Promise.all(people.map(texts))
    expect(new Set(papers.map((paper) => paper.join())).size).toBeGreaterThan(3)
    for (const paper of papers) {
      expect(paper).toHaveLength(7)
      expect(new Set(paper).size).toBe(7)
      expect(paper[0]).toBe('Fixed')
      const numbers = paper.slice(1).map((text) => Number(text.split(' ').at(-1)))
      expect(numbers.filter((number) => number < 10)).toHaveLength(4)
      expect(numbers.filter((number) => number >= 10)).toHaveLength(2)
    }
    expect(await Promise.all(people.map(texts))).toEqual(papers)
  })

  it('has the same size and marks for every student, and grades only drawn questions', async () => {
    const { world, people, id } = await hall(3)
    for (const person of people) {
      const sits = world.call(person).attempts
      const { test } = await sits.start({ id })
      expect(test).toMatchObject({ numberOfQuestions: 7, totalMarks: 9 })
      const answers = test.questions.map((question) => ({ questionId: question.id, selectedAnswer: 'B' as const }))
      await sits.save({ id, answers })
      const { results, receipt } = await sits.submit({ id, answers: [] })
      expect(results).toMatchObject({ marksObtained: 9, totalMarks: 9, percentage: 100, correctAnswers: 7 })
      expect(receipt).toMatchObject({ answered: 7, questions: 7 })
      const { report } = await sits.results({ id })
      expect(report.questionAnalysis.map(({ questionText }) => questionText)).toEqual(
        test.questions.map(({ questionText }) => questionText),
      )
    }
  })

  it('keeps drawn questions with the same passage together', async () => {
    const { world, college } = await hall(0)
    for (let place = 0; place < 12; place++)
      await world.call(world.admin).bank.create({
        subject: 'Verbal',
        topic: 'Reading',
        difficulty: 'Medium',
        passage: `Text ${place % 3}`,
        questionText: `About text ${place % 3}, ${place}`,
        options: { A: 'a', B: 'b', C: 'c', D: 'd' },
        correctAnswer: 'B',
      })
    const people = await Promise.all(Array.from({ length: 4 }, () => world.student(college)))
    const form = { numberOfQuestions: 6, questions: [], pools: [{ pick: 6, from: { topics: ['Reading'] } }] }
    const { id } = await world.assignedTest(college, people, form as never)
    for (const person of people) {
      const { test } = await world.call(person).attempts.start({ id })
      const passages = test.questions.map(({ passage }) => passage)
      expect(passages.filter((passage, at) => passage !== passages[at - 1])).toHaveLength(new Set(passages).size)
    }
  })

  it('refuses an answer to a question that the student did not get', async () => {
    const { world, people, id } = await hall(8)
    const papers = await Promise.all(people.map((person) => world.call(person).attempts.start({ id })))
    const [first, ...others] = papers.map(({ test }) => test.questions.map((question) => question.id))
    const undrawn = others.flat().find((questionId) => !first?.includes(questionId))
    const [person] = people
    if (!person || !undrawn) throw new Error('All papers are the same')
    const answers = [{ questionId: undrawn, selectedAnswer: 'B' as const }]
    await expect(world.call(person).attempts.save({ id, answers })).rejects.toThrow('Validation failed')
  })

  it('analyses each question over the students who got it', async () => {
    const { world, college, people, id } = await hall(6)
    const seen = new Map<string, number>()
    for (const person of people) {
      const sits = world.call(person).attempts
      const { test } = await sits.start({ id })
      for (const question of test.questions) seen.set(question.id, (seen.get(question.id) ?? 0) + 1)
      const answers = test.questions.map((question) => ({ questionId: question.id, selectedAnswer: 'B' as const }))
      await sits.submit({ id, answers })
    }
    const { analysis } = await world.call(college.admin).reports.items.get({ id })
    expect(analysis).toMatchObject({ attempts: 6, totalMarks: 9, alpha: null, mean: 9 })
    for (const item of analysis.items) {
      const count = seen.get(item.questionId) ?? 0
      expect(item.correct + item.incorrect + item.unanswered).toBe(count)
      expect(item.facility).toBe(count === 0 ? null : 100)
    }
  })

  it('keeps the question versions from when it was saved', async () => {
    const { world, people, id } = await hall(1)
    const { bank, tests } = world.call(world.admin)
    const { questions } = await bank.list({ limit: 200 })
    for (const question of questions)
      await bank.update({ ...question, questionText: 'Rewritten', penalty: question.penalty ?? null } as never)
    const [person] = people
    if (!person) throw new Error('No student')
    const { test } = await world.call(person).attempts.start({ id })
    expect(JSON.stringify(test)).not.toContain('Rewritten')
    expect((await tests.get({ id })).test.pools).toMatchObject([
      { pick: 4, candidates: 10 },
      { pick: 2, candidates: 6, marks: 2 },
    ])
  })

  it('can always be saved unchanged, but its pools cannot be changed once a student has started', async () => {
    const { world, people, id } = await hall(1)
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id })
    const save = (fields: object = {}) =>
      author.update({ ...test, id, testType: 'Assignment', questions: test.questions as never, ...fields } as never)
    expect((await save()).test.pools).toEqual(test.pools)
    const [person] = people
    if (!person) throw new Error('No student')
    const before = (await world.call(person).attempts.start({ id })).test.questions
    await save({ testName: 'Another name' })
    expect((await world.call(person).attempts.start({ id })).test.questions).toEqual(before)
    await expect(save({ pools: [], numberOfQuestions: 1 })).rejects.toThrow('Pools cannot be changed')
  })

  it('is copied with its pools', async () => {
    const { world, id } = await hall(0)
    const { test } = await world.call(world.admin).tests.duplicate({ id })
    expect(test.pools).toMatchObject([{ candidates: 10 }, { candidates: 6 }])
  })

  it('draws questions within a section', async () => {
    const world = await aBank()
    const college = await world.college()
    const student = await world.student(college)
    const form = aSectionedTest(world.clock.now(), {
      sections: [aSection(), aSection({ questions: [], numberOfQuestions: 4, pools: [pools[0]] as never })],
    })
    const { id } = await world.assignedTest(college, [student], form)
    const { test } = await world.call(student).attempts.start({ id })
    expect(test.sections.map(({ questions, numberOfQuestions }) => [questions.length, numberOfQuestions])).toEqual([
      [2, 2],
      [4, 4],
    ])
  })

  it('keeps each section’s questions when it is edited after a student has started', async () => {
    const world = await aBank()
    const college = await world.college()
    const student = await world.student(college)
    const form = aSectionedTest(world.clock.now(), {
      sections: [
        aSection({ questions: [], numberOfQuestions: 4, pools: [pools[0]] as never }),
        aSection({ sectionName: 'Fixed' }),
      ],
    })
    const { id } = await world.assignedTest(college, [student], form)
    await world.call(student).attempts.start({ id })
    const author = world.call(world.admin).tests
    const before = (await author.get({ id })).test
    const save = async (testName: string) => {
      const { test } = await author.get({ id })
      return author.update({ ...test, id, testType: 'Assessment', testName } as never)
    }
    await save('Another name')
    await save('A third name')
    const after = (await author.get({ id })).test
    expect(after.sections).toEqual(before.sections)
    expect(after.numberOfQuestions).toBe(before.numberOfQuestions)
    expect(
      (await world.call(student).attempts.start({ id })).test.sections.map((one) => one.numberOfQuestions),
    ).toEqual([4, 2])
  })

  it('refuses a pool without enough questions or without a filter', async () => {
    await expect(
      hall(0, { pools: [{ pick: 11, from: { difficulty: 'Easy' } }], numberOfQuestions: 12 }),
    ).rejects.toThrow('Validation failed')
    await expect(hall(0, { pools: [{ pick: 1, from: {} }], numberOfQuestions: 2 })).rejects.toThrow()
  })
})

describe('a blueprint', () => {
  it('shows how much expected marks vary between papers', async () => {
    const world = await aBank()
    const author = world.call(world.admin).tests
    const { pools: tried, spread } = await author.blueprint({ pools: pools as never })
    expect(tried).toEqual([
      { candidates: 10, pick: 4, overlap: 40, isEnough: true },
      { candidates: 6, pick: 2, overlap: 33.33, isEnough: true },
    ])
    // 4 easy questions worth 1 mark and 2 hard ones worth 2, all with the default facility.
    const expected = 4 * 0.75 + 4 * 0.35
    expect(spread).toEqual({
      draws: 10_000,
      least: expected,
      low: expected,
      mean: expected,
      high: expected,
      most: expected,
    })
    const small = await author.blueprint({ pools: [{ pick: 20, from: { topics: ['Trees'] } }] as never })
    expect(small).toMatchObject({ pools: [{ isEnough: false, candidates: 16, overlap: null }], spread: null })
  })
})
