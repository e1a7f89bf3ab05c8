import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const questions = (count: number) => Array.from({ length: count }, () => aQuestion())
const day = 86_400_000

/**
 * Two students take four tests. Scores in percent:
 *
 * |      | usual (40)  | strict (47.5) | cut-off (60 in Part 1)       | essay   |
 * | ---- | ----------- | ------------- | ---------------------------- | ------- |
 * | Asha | 40, passes  | 45, fails     | 75, fails with 50 in Part 1  | pending |
 * | Ravi | 30, fails   | 47.5, passes  | 100, passes                  | –       |
 */
async function mixedClass() {
  const world = await createWorld()
  const college = await world.college()
  const asha = await world.student(college, { name: 'Asha', section: 'A' })
  const ravi = await world.student(college, { name: 'Ravi', section: 'B' })
  const faculty = await world.faculty(college)
  const assign = (fields: Parameters<typeof world.assignedTest>[2]) => world.assignedTest(college, [asha, ravi], fields)
  /** Submits an attempt whose first answers are right. */
  const sit = async (student: Actor, id: string, right: number) => {
    const sits = world.call(student).attempts
    const { attemptId, test } = await sits.start({ id })
    const all = [...test.questions, ...test.sections.flatMap((section) => section.questions)]
    const answers = all.map((question, place) => ({ questionId: question.id, answer: place < right ? 'B' : 'A' }))
    await sits.submit({ id, answers })
    world.clock.advance(60_000)
    return attemptId
  }
  const usual = await assign({ testName: 'Usual', subject: 'Verbal', questions: questions(10) })
  const strict = await assign({ testName: 'Strict', subject: 'Technical', passMark: 47.5, questions: questions(40) })
  const cutoff = await assign(
    aSectionedTest(world.clock.now(), {
      testName: 'Cut-off',
      subject: 'Reasoning',
      sectionCutoffs: { 'Part 1': 60 },
      sections: [1, 2].map((part) => aSection({ sectionName: `Part ${part}`, questions: questions(4) })),
    }),
  )
  const essay = await assign({
    testName: 'Essay',
    subject: 'Verbal',
    questions: [{ type: 'essay', questionText: 'Why normalise?', marks: 10 }],
  })
  const attempts = {
    usual: [await sit(asha, usual.id, 4), await sit(ravi, usual.id, 3)],
    strict: [await sit(asha, strict.id, 18), await sit(ravi, strict.id, 19)],
  }
  const sits = world.call(asha).attempts
  const { test } = await sits.start({ id: cutoff.id })
  const [first, second] = test.sections.map((section) => section.questions.map(({ id }) => id))
  await sits.submit({
    id: cutoff.id,
    answers: [...(first ?? []).slice(0, 2), ...(second ?? [])].map((questionId) => ({ questionId, answer: 'B' })),
  })
  await sit(ravi, cutoff.id, 8)
  const { test: paper } = await sits.start({ id: essay.id })
  const [topic] = paper.questions
  const text = { questionId: topic?.id ?? '', answer: { text: 'To avoid anomalies.' } }
  await sits.submit({ id: essay.id, answers: [text] })
  return { world, college, asha, ravi, faculty, usual, strict, cutoff, essay, attempts }
}

describe('statistics across tests with different pass marks', () => {
  it('count each attempt by its own test’s rules, and no attempt that is being marked', async () => {
    const { world, college, asha, ravi, faculty } = await mixedClass()
    const { results, performance, students } = world.call(faculty).reports
    const counted = { totalAttempts: 6, passed: 3, failed: 3 }
    expect(await results.summary({})).toMatchObject(counted)
    expect(await results.summary({ subject: 'Technical' })).toMatchObject({ passed: 1, failed: 1 })
    expect(await results.summary({ section: 'A' })).toMatchObject({ passed: 1, failed: 2 })
    expect(await results.summary({ studentName: 'ravi' })).toMatchObject({ passed: 2, failed: 1 })
    expect(await performance.analytics({})).toMatchObject({
      analytics: { completed: 6, passPercentage: 50, passedCount: 3, failedCount: 3 },
    })
    const { ofCollege } = world.call(world.admin).reports.performance
    expect(await ofCollege({ collegeId: college.id })).toMatchObject({ totalAttempts: 6, passRate: 50 })
    for (const [student, passed, failed] of [
      [asha, 1, 2],
      [ravi, 2, 1],
    ] as const) {
      const own = world.call(student).reports.student
      expect((await own.list({})).summary).toMatchObject({ total: 3, passed, failed })
      const passRate = expect.closeTo((passed / 3) * 100, 6)
      expect(await own.performance()).toMatchObject({ passed, failed, passRate })
      const { performance } = await students.get({ studentId: student.id })
      expect(performance).toMatchObject({ passed, failed, passRate })
    }
  })

  it('are exported with each attempt’s result', async () => {
    const { world, asha, college } = await mixedClass()
    const path = `/reports/students/${asha.id}/export?format=json`
    const { body } = await world.rest('GET', path, { as: college.admin })
    expect(Object.fromEntries(body.attempts.map((row: Record<string, unknown>) => [row.testName, row.status]))).toEqual(
      { Usual: 'Pass', Strict: 'Fail', 'Cut-off': 'Fail', Essay: 'Being Marked' },
    )
  })

  it('show each result with its test’s pass mark', async () => {
    const { world, asha, faculty } = await mixedClass()
    const rows = [
      ['Cut-off', 75, 'Fail', 40],
      ['Strict', 45, 'Fail', 47.5],
      ['Usual', 40, 'Pass', 40],
    ]
    const shown = (
      reports: readonly { testName: string; percentage: number | null; status: unknown; passMark: number }[],
    ) => reports.map(({ testName, percentage, status, passMark }) => [testName, percentage, status, passMark])
    const { reports } = await world.call(asha).reports.student.list({})
    expect(shown(reports.slice(1))).toEqual(rows)
    expect(reports[0]).toMatchObject({ testName: 'Essay', percentage: null, status: null })
    const list = await world.call(faculty).reports.results.list({ studentName: 'asha' })
    expect(shown(list.reports)).toEqual(rows)
  })
})

it('a report of one test names its pass mark', async () => {
  const { world, ravi, faculty, strict, attempts } = await mixedClass()
  const { tests, students } = world.call(faculty).reports
  const report = await tests.summary({ id: strict.id })
  expect(report).toMatchObject({
    test: { passMark: 47.5 },
    statistics: { passedStudents: 1, passRate: 50 },
    failedStudents: 1,
  })
  expect((await world.call(ravi).attempts.results({ id: strict.id })).report).toMatchObject({
    percentage: 47.5,
    passed: true,
    passMark: 47.5,
  })
  const [, attemptId = ''] = attempts.strict
  expect((await students.attempt({ studentId: ravi.id, attemptId })).report?.passMark).toBe(47.5)
})

describe('a chart of several tests', () => {
  it('has a pass mark only if all its tests share one', async () => {
    const { world, college, asha, faculty, strict, usual } = await mixedClass()
    const { trend } = world.call(faculty).reports.performance
    const passMarkOf = async (filter: Parameters<typeof trend>[0]) => (await trend(filter)).passMark
    expect(await passMarkOf({})).toBeNull()
    expect(await passMarkOf({ section: 'A' })).toBeNull()
    expect(await passMarkOf({ testId: strict.id })).toBe(47.5)
    expect(await passMarkOf({ testId: usual.id, section: 'B' })).toBe(40)
    expect(await passMarkOf({ subject: 'Technical' })).toBe(47.5)
    expect(await passMarkOf({ subject: 'Verbal' })).toBe(40)
    expect(await passMarkOf({ section: 'C' })).toBeNull()
    const { ofCollege } = world.call(world.admin).reports.performance
    expect((await ofCollege({ collegeId: college.id })).trend.passMark).toBeNull()
    expect((await world.call(asha).reports.student.performance()).passMark).toBeNull()
  })

  it('ignores tests without attempts in the chart', async () => {
    const { world, college, faculty } = await mixedClass()
    const late = await world.student(college, { section: 'C' })
    world.clock.advance(2 * day)
    const today = new Date(world.clock.now()).toISOString().slice(0, 10)
    const strict = await world.assignedTest(college, [late], { passMark: 47.5, questions: questions(2) })
    await world.assignedTest(college, [late], { passMark: 90 })
    await world.call(late).attempts.start({ id: strict.id })
    await world.call(late).attempts.submit({ id: strict.id })
    const { trend } = world.call(faculty).reports.performance
    expect((await trend({ startDate: today, timeZone: 'UTC' })).passMark).toBe(47.5)
    expect((await trend({ section: 'C' })).passMark).toBe(47.5)
    expect((await trend({})).passMark).toBeNull()
    expect((await world.call(late).reports.student.performance()).passMark).toBe(47.5)
  })

  it('follows a changed pass mark', async () => {
    const { world, faculty, strict } = await mixedClass()
    const author = world.call(world.admin).tests
    const { test } = await author.get({ id: strict.id })
    await author.update({
      ...test,
      id: strict.id,
      testType: 'Assignment',
      questions: test.questions as never,
      passMark: 40,
    })
    const { performance, results } = world.call(faculty).reports
    expect((await performance.trend({})).passMark).toBe(40)
    expect(await results.summary({})).toMatchObject({ passed: 4, failed: 2 })
  })

  it('never mixes in the tests of another college', async () => {
    const { world, strict } = await mixedClass()
    const other = await world.college()
    const student = await world.student(other)
    const own = await world.assignedTest(other, [student], { passMark: 30 })
    await world.call(student).attempts.start({ id: own.id })
    await world.call(student).attempts.submit({ id: own.id })
    const { trend } = world.call(other.admin).reports.performance
    expect((await trend({})).passMark).toBe(30)
    expect(await trend({ testId: strict.id })).toMatchObject({ points: [], passMark: null })
  })
})
