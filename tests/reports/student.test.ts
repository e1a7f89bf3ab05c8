import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { subjects, type TestType, testTypes } from '#shared/tests/tests.schema.ts'
import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const minute = 60_000

/** Seeded random numbers below 1. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const pick = <T>(items: readonly T[], throwDice: () => number): T => items[Math.floor(throwDice() * items.length)] as T

interface Wanted {
  testName?: string
  testType?: TestType
  subject?: (typeof subjects)[number]
  companyName?: string
  /** The number of correct and incorrect answers, out of four. */
  right?: number
  wrong?: number
  /** Minutes from the start to the submission. */
  minutes?: number
}

/** Assigns a four-question test to the student, who takes it. */
async function sit(world: World, college: { id: string; admin: Actor }, student: Actor, wanted: Wanted = {}) {
  const { right = 4, wrong = 0, minutes = 5, testType = 'Assignment', ...fields } = wanted
  const questions = [aQuestion(), aQuestion(), aQuestion(), aQuestion()]
  const isFlat = testType === 'Assignment' || testType === 'Practice'
  const company = testType === 'Specific Company Test' ? { companyName: fields.companyName ?? 'Acme' } : {}
  const test = await world.assignedTest(
    college,
    [student],
    isFlat
      ? { ...fields, testType, questions, numberOfQuestions: 4 }
      : aSectionedTest(world.clock.now(), {
          ...fields,
          ...company,
          testType,
          sections: [aSection({ sectionDuration: 60, questions, numberOfQuestions: 4 })],
        }),
  )
  const sits = world.call(student).attempts
  await sits.start({ id: test.id })
  world.clock.advance(minutes * minute)
  await sits.submit({
    id: test.id,
    answers: test.questionIds
      .slice(0, right + wrong)
      .map((questionId, place) => ({ questionId, selectedAnswer: place < right ? 'B' : 'A' })),
  })
  world.clock.advance(minute)
  return test
}

async function aStudentWithReports() {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  return { world, college, student, reports: world.call(student).reports.student }
}

interface Raw {
  id: string
  test_name: string
  company_name: string | null
  test_type: TestType
  subject: string
  percentage: number
  correct_answers: number
  incorrect_answers: number
  started_at: number
  submitted_at: number
}

/** Reads a student's rows straight from the tables. */
function rawRows(world: World, student: Actor): Raw[] {
  const file = new SqliteDatabase(`${world.platform.config.dataDir}/examhall.db`, { readonly: true })
  const rows = file
    .prepare('select t.*, a.* from attempts a join tests t on t.id = a.test_id where a.student_id = ?')
    .all(student.id) as (Raw & { submitted_at: number | null })[]
  file.close()
  return rows.filter((row) => row.submitted_at !== null)
}

const twoDecimals = (value: number) => Number(value.toFixed(2))
const meanOf = (values: number[]) =>
  values.length === 0 ? 0 : Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(7))

/** A list's statistics, computed independently. */
function recount(rows: Raw[]) {
  const passed = rows.filter(({ percentage }) => percentage >= 40).length
  return {
    total: rows.length,
    attempts: rows.length,
    passed,
    failed: rows.length - passed,
    averagePercentage: meanOf(rows.map(({ percentage }) => percentage)),
    timeSpent: twoDecimals(rows.reduce((ms, row) => ms + row.submitted_at - row.started_at, 0) / minute),
  }
}

describe('a student’s reports and performance', () => {
  it('match the stored rows for a random mix of tests', async () => {
    const { world, college, student, reports } = await aStudentWithReports()
    const throwDice = dice(41)
    const tests: string[] = []
    for (let n = 0; n < 24; n++) {
      const right = Math.floor(throwDice() * 5)
      const { id } = await sit(world, college, student, {
        testName: `Round ${n}${n % 5 === 0 ? ' finals' : ''}`,
        testType: pick(testTypes, throwDice),
        subject: pick(subjects.slice(0, 4), throwDice),
        right,
        wrong: Math.floor(throwDice() * (5 - right)),
        minutes: Math.floor(throwDice() * 20) / 4,
      })
      tests.push(id)
    }
    // Deleting a test has no effect on its attempts, and a running attempt never counts.
    await world.call(world.admin).tests.delete({ id: tests[3] ?? '' })
    const running = await world.assignedTest(college, [student])
    await world.call(student).attempts.start({ id: running.id })

    const raw = rawRows(world, student)
    expect(raw).toHaveLength(24)
    const filters = [
      {},
      ...testTypes.map((testType) => ({ testType })),
      ...subjects.map((subject) => ({ subject })),
      { search: 'FINALS' },
      { testType: 'Practice', subject: 'Verbal' },
    ] as const
    for (const filter of filters) {
      const wanted = { testType: undefined, subject: undefined, search: undefined, ...filter }
      const found = raw.filter(
        (row) =>
          (!wanted.testType || row.test_type === wanted.testType) &&
          (!wanted.subject || row.subject === wanted.subject) &&
          (!wanted.search || row.test_name.includes('finals')),
      )
      const answer = await reports.list(filter)
      expect(answer.summary).toEqual(recount(found))
      expect(answer.reports.map(({ id }) => id)).toEqual(
        found.sort((a, b) => b.submitted_at - a.submitted_at).map(({ id }) => id),
      )
      expect(answer.subjects).toEqual(
        subjects
          .map((subject) => found.filter((row) => row.subject === subject))
          .filter((own) => own.length > 0)
          .map((own) => ({
            subject: own[0]?.subject,
            correct: own.reduce((sum, row) => sum + row.correct_answers, 0),
            incorrect: own.reduce((sum, row) => sum + row.incorrect_answers, 0),
          })),
      )
    }
    for (const row of (await reports.list({})).reports) {
      const own = raw.find(({ id }) => id === row.id)
      expect(row).toMatchObject({
        testName: own?.test_name,
        percentage: own?.percentage,
        status: (own?.percentage ?? 0) >= 40 ? 'Pass' : 'Fail',
        correctAnswers: own?.correct_answers,
        incorrectAnswers: own?.incorrect_answers,
        unanswered: 4 - (own?.correct_answers ?? 0) - (own?.incorrect_answers ?? 0),
        completedAt: new Date(own?.submitted_at ?? 0).toISOString(),
        timeSpent: twoDecimals(((own?.submitted_at ?? 0) - (own?.started_at ?? 0)) / minute),
        pendingCode: 0,
      })
    }

    const answer = await reports.performance()
    const oldestFirst = [...raw].sort((a, b) => a.submitted_at - b.submitted_at)
    const percentages = oldestFirst.map(({ percentage }) => percentage)
    const { total, ...figures } = recount(raw)
    const [before, last] = [meanOf(percentages.slice(-6, -3)), meanOf(percentages.slice(-3))]
    expect(answer).toMatchObject({
      totalTests: total,
      ...figures,
      passRate: twoDecimals((figures.passed / total) * 100),
      trend: last - before > 5 ? 'improving' : last - before < -5 ? 'declining' : 'stable',
    })
    expect(answer.scores.map(({ id }) => id)).toEqual(oldestFirst.slice(-10).map(({ id }) => id))
    expect(answer.highest?.percentage).toBe(Math.max(...percentages))
    expect(answer.lowest?.percentage).toBe(Math.min(...percentages))
    const averages = subjects
      .map((subject) => ({ subject, own: raw.filter((row) => row.subject === subject) }))
      .filter(({ own }) => own.length > 0)
      .map(({ subject, own }) => ({
        subject,
        tests: own.length,
        averagePercentage: meanOf(own.map(({ percentage }) => percentage)),
      }))
    expect(answer.subjects).toEqual(averages)
    expect(answer.weakestSubjects).toEqual(
      [...averages].sort((a, b) => a.averagePercentage - b.averagePercentage).slice(0, 3),
    )
    expect(Object.fromEntries(answer.testTypes.map(({ testType, tests }) => [testType, tests]))).toEqual(
      Object.fromEntries(
        [...new Set(raw.map((row) => row.test_type))].map((type) => [
          type,
          raw.filter((row) => row.test_type === type).length,
        ]),
      ),
    )
  })

  it('are zeros and empty lists before the first submitted test', async () => {
    const { reports } = await aStudentWithReports()
    const nothing = { attempts: 0, passed: 0, failed: 0, averagePercentage: 0, timeSpent: 0 }
    expect(await reports.list({})).toEqual({
      reports: [],
      summary: { total: 0, ...nothing },
      subjects: [],
      pagination: { page: 1, limit: 200, total: 0, totalPages: 1 },
    })
    expect(await reports.performance()).toEqual({
      totalTests: 0,
      ...nothing,
      passRate: 0,
      trend: 'neutral',
      scores: [],
      passMark: null,
      highest: null,
      lowest: null,
      subjects: [],
      weakestSubjects: [],
      testTypes: [],
    })
  })

  it('are visible only to the student', async () => {
    const { world, college, student } = await aStudentWithReports()
    const neighbour = await world.student(college)
    const elsewhere = await world.college()
    const stranger = await world.student(elsewhere)
    await sit(world, college, neighbour, { testName: 'Neighbour’s' })
    await sit(world, elsewhere, stranger, { testName: 'Stranger’s' })
    for (const path of ['/tests/student/reports', '/reports/student/performance']) {
      const { status, body } = await world.rest('GET', path, { as: student })
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/Neighbour|Stranger/)
    }
    // A student who moves to another college cannot open attempts from the first.
    const moved = world.call({ ...neighbour, collegeId: elsewhere.id }).reports.student
    expect((await moved.list({})).reports).toEqual([])
    expect((await moved.performance()).totalTests).toBe(0)
  })

  it('are sorted and paged as requested', async () => {
    const { world, college, student, reports } = await aStudentWithReports()
    const wanted = [
      { testName: 'Beta 10', right: 1, minutes: 9 },
      { testName: 'alpha', right: 4, minutes: 3 },
      { testName: 'Beta 9', right: 2, minutes: 6 },
    ]
    for (const fields of wanted) await sit(world, college, student, fields)
    const namesBy = async (sort: Parameters<typeof reports.list>[0]['sort']) =>
      (await reports.list({ sort })).reports.map(({ testName }) => testName)
    expect(await namesBy('testName')).toEqual(['alpha', 'Beta 9', 'Beta 10'])
    expect(await namesBy('-percentage')).toEqual(['alpha', 'Beta 9', 'Beta 10'])
    expect(await namesBy('-timeSpent')).toEqual(['Beta 10', 'Beta 9', 'alpha'])
    expect(await namesBy('completedAt')).toEqual(['Beta 10', 'alpha', 'Beta 9'])
    expect(await namesBy(undefined)).toEqual(['Beta 9', 'alpha', 'Beta 10'])

    const second = await reports.list({ page: 2, limit: 2 })
    expect(second.reports.map(({ testName }) => testName)).toEqual(['Beta 10'])
    expect(second.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
    expect(second.summary.total).toBe(3)
    expect((await reports.list({ page: 9 })).reports).toEqual([])
  })

  it('use the documented names over REST', async () => {
    const { world, college, student } = await aStudentWithReports()
    await sit(world, college, student, {
      testName: 'Hiring round',
      testType: 'Specific Company Test',
      companyName: 'Ünïcode & Sons',
      right: 3,
      wrong: 1,
      minutes: 12,
    })
    const { body } = await world.rest('GET', `/tests/student/reports?search=${encodeURIComponent('ünï')}`, {
      as: student,
    })
    expect(body.reports).toEqual([
      expect.objectContaining({
        _id: expect.any(String),
        testName: 'Hiring round',
        companyName: 'Ünïcode & Sons',
        difficulty: 'Medium',
        testType: 'Specific Company Test',
        subject: 'Technical',
        marksObtained: 3,
        totalMarks: 4,
        correctAnswers: 3,
        incorrectAnswers: 1,
        percentage: 75,
        status: 'Pass',
        completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
        timeSpent: 12,
      }),
    ])
    for (const query of ['testType=Quiz', 'subject=History', 'sort=email', 'page=0', 'limit=201'])
      expect((await world.rest('GET', `/tests/student/reports?${query}`, { as: student })).status, query).toBe(400)
  })

  it('report submissions still being judged', async () => {
    const { world, college, student, reports } = await aStudentWithReports()
    const { id } = await sit(world, college, student)
    const connection = new SqliteDatabase(`${world.platform.config.dataDir}/examhall.db`)
    const [attempt] = rawRows(world, student)
    const bank = await world.call(world.admin).coding.create({
      title: 'Sum',
      description: 'Add.',
      testCases: [{ input: '1', expected_output: '1', is_sample: true }],
    })
    connection.prepare('update tests set coding_count = 1 where id = ?').run(id)
    const insert = connection.prepare(
      `insert into submissions (id, question_id, student_id, college_id, attempt_id, language, code, status, total, created_at)
       values (?, ?, ?, ?, ?, 'python', 'x', ?, 0, 0)`,
    )
    for (const status of ['queued', 'judging', 'accepted'])
      insert.run(`program ${status}`, bank.question.id, student.id, college.id, attempt?.id, status)
    connection.close()
    expect((await reports.list({})).reports).toMatchObject([{ pendingCode: 2 }])
  })

  it('use the student’s index without sorting in the database', async () => {
    const { world, college, student, reports } = await aStudentWithReports()
    const prepared = new Set<string>()
    const { prepare } = SqliteDatabase.prototype
    SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, source: string) {
      prepared.add(source)
      return prepare.call(this, source)
    } as typeof prepare
    try {
      const { id } = await sit(world, college, student)
      const writer = new SqliteDatabase(`${world.platform.config.dataDir}/examhall.db`)
      writer.exec(`update tests set coding_count = 1 where id = '${id}'`)
      writer.close()
      await reports.list({ sort: '-percentage', search: 'quiz', limit: 1 })
      await reports.performance()
    } finally {
      SqliteDatabase.prototype.prepare = prepare
    }
    const file = new SqliteDatabase(`${world.platform.config.dataDir}/examhall.db`, { readonly: true })
    const plansOf = (wanted: RegExp) =>
      [...prepared]
        .filter((source) => wanted.test(source))
        .flatMap((source) => {
          const values = Array.from(source.matchAll(/\?/g), () => null)
          const rows = file.prepare(`explain query plan ${source}`).all(values) as { detail: string }[]
          return rows.map(({ detail }) => detail)
        })
    expect(plansOf(/^select "attempts"."id", "tests"."id", "tests"."test_name"/)).toEqual([
      'SEARCH attempts USING INDEX attempts_student_test (student_id=?)',
      expect.stringMatching(/^SEARCH tests USING INDEX sqlite_autoindex_tests_1 \(id=\?\)$/),
      'SEARCH assignments USING INDEX sqlite_autoindex_assignments_1 (id=?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH running USING INDEX attempts_running_test (test_id=?)',
    ])
    const waiting = plansOf(/^select [^,]*"attempt_id", count/)
    expect(waiting).toContainEqual(expect.stringMatching(/^SEARCH submissions USING INDEX submissions_attempt/))
    expect(waiting.join()).not.toMatch(/SCAN submissions|TEMP B-TREE/)
    file.close()
  })
})
