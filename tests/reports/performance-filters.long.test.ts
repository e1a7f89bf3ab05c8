import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { dateOf } from '#shared/reports/days.rules.ts'
import { performanceSorts } from '#shared/reports/performance.schema.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { fillWithRandom, type RandomData, type Row } from './random-data.ts'

/** A zone with a quarter-hour offset, so its days differ from UTC days. */
const timeZone = 'Asia/Kathmandu'
const dayOf = (at: unknown) => dateOf(Number(at), timeZone)

/** A college's attempts that match a filter, found by plain comparison. */
function attemptsOf(data: RandomData, collegeId: string, filter: Record<string, string>) {
  const userOf = (id: unknown) => data.users.find((user) => user.id === id) as Row
  const subjectOf = (id: unknown) => data.tests.find((test) => test.id === id)?.subject
  return data.attempts.filter((attempt) => {
    const { startDate = '0', endDate = '9', subject, testId } = filter
    const user = userOf(attempt.student_id)
    return (
      attempt.submitted_at !== null &&
      attempt.college_id === collegeId &&
      dayOf(attempt.submitted_at) >= startDate &&
      dayOf(attempt.submitted_at) <= endDate &&
      (!subject || subjectOf(attempt.test_id) === subject) &&
      (!testId || attempt.test_id === testId) &&
      (['batch', 'branch', 'section'] as const).every((group) => !filter[group] || user[group] === filter[group])
    )
  })
}

const total = (rows: readonly Row[], field: string) => rows.reduce((sum, row) => sum + Number(row[field]), 0)
const averageOf = (attempts: readonly Row[]) =>
  attempts.length === 0 ? 0 : expect.closeTo(total(attempts, 'percentage') / attempts.length, 6)
const figuresOf = (attempts: readonly Row[]) => ({
  totalAttempts: attempts.length,
  averagePercentage: averageOf(attempts),
  marksObtained: total(attempts, 'marks_obtained'),
  totalMarks: total(attempts, 'total_marks'),
})

async function prepare(seed: number) {
  const world = await createWorld()
  const data = await fillWithRandom(world, seed)
  const college = data.colleges[0] as { id: string; admin: Actor }
  const own = attemptsOf(data, college.id, {})
  const days = own.map(({ submitted_at }) => dayOf(submitted_at)).sort()
  return { world, data, college, own, days, faculty: await world.faculty(college) }
}

const reportsOf = (world: World, actor: Actor) => world.call(actor).reports.performance

describe('a filtered performance report', () => {
  it('counts the attempts that match each filter and all filters together', async () => {
    const { world, data, college, own, days, faculty } = await prepare(41)
    const [early = '', late = ''] = [days[Math.floor(days.length / 4)], days[Math.floor((days.length * 3) / 4)]]
    const testId = String(own[0]?.test_id)
    const subject = String(data.tests.find(({ id }) => id === testId)?.subject) as 'Verbal'
    const filters = [
      { startDate: early },
      { endDate: late },
      { startDate: early, endDate: early },
      { subject },
      { testId },
      { startDate: early, endDate: late, subject, testId },
      { startDate: early, endDate: late, branch: 'CSE', section: 'A' },
      { subject: subject === 'Verbal' ? 'Technical' : 'Verbal', testId },
      { subject: 'Arithmetic' },
    ] as const
    for (const filter of filters) {
      const found = attemptsOf(data, college.id, filter)
      const { summary, sectionPerformance, attempts } = await reportsOf(world, faculty).summary({ ...filter, timeZone })
      const all = await reportsOf(world, faculty).summary('branch' in filter ? { branch: 'CSE', section: 'A' } : {})
      expect(summary).toEqual({
        totalStudents: all.summary.totalStudents,
        totalAttempts: found.length,
        averagePercentage: averageOf(found),
      })
      expect(sectionPerformance).toEqual(
        all.sectionPerformance.map(({ section, studentsCount }) => {
          const inIt = found.filter(
            ({ student_id }) => data.users.find(({ id }) => id === student_id)?.section === section,
          )
          return { section, studentsCount, ...figuresOf(inIt) }
        }),
      )
      const newest = found.map(({ submitted_at }) => Number(submitted_at)).sort((a, b) => b - a)
      expect(attempts.map(({ createdAt }) => Date.parse(createdAt))).toEqual(newest.slice(0, 10))

      const students = [...new Set(found.map(({ student_id }) => student_id))]
      for (const sort of performanceSorts) {
        const query = { ...filter, timeZone, sort, limit: 200 }
        const { performance, pagination } = await reportsOf(world, college.admin).rows(query)
        expect(pagination.total).toBe(students.length)
        expect(performance.map(({ student }) => student.id).sort()).toEqual([...students].sort())
        const values = performance.map(({ student, totalAttempts, averagePercentage }) =>
          sort.endsWith('name') ? student.name : sort.endsWith('average') ? averagePercentage : totalAttempts,
        )
        const ordered = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(sort.startsWith('-') ? ordered.reverse() : ordered)
        for (const { student, ...figures } of performance)
          expect(figures).toEqual(figuresOf(found.filter(({ student_id }) => student_id === student.id)))
      }
      const secondPage = await reportsOf(world, faculty).rows({ ...filter, timeZone, page: 2, limit: 3 })
      expect(secondPage.performance).toHaveLength(Math.max(0, Math.min(3, students.length - 3)))

      const query = new URLSearchParams({ ...filter, timeZone, format: 'json' })
      const file = await world.rest('GET', `/reports/performance/export?${query}`, { as: college.admin })
      expect(file.body.performance).toHaveLength(students.length)
    }
  })

  it('searches among the filtered students', async () => {
    const { world, data, college, own } = await prepare(42)
    const testId = String(own[0]?.test_id)
    const found = attemptsOf(data, college.id, { testId })
    const { email } = data.users.find(({ id }) => id === found[0]?.student_id) as Row
    const { performance, pagination } = await reportsOf(world, college.admin).rows({ testId, search: String(email) })
    expect([performance.map(({ student }) => student.email), pagination.total]).toEqual([[email], 1])
  })

  it('equals the full report when the dates cover everything', async () => {
    const { world, college, days } = await prepare(43)
    const reports = reportsOf(world, college.admin)
    const dates = { startDate: days[0], endDate: days.at(-1), timeZone }
    expect(await reports.summary(dates)).toEqual(await reports.summary({}))
    expect((await reports.rows({ ...dates, sort: 'name' })).performance).toEqual(
      (await reports.rows({ sort: 'name' })).performance,
    )
  })

  it("shows nothing about another college's test", async () => {
    const { world, data, college } = await prepare(44)
    const own = new Set(attemptsOf(data, college.id, {}).map(({ test_id }) => test_id))
    const other = data.tests.find(({ id }) => !own.has(id))
    const elsewhere = await world.assignedTest(data.colleges[1] as never, [
      await world.student(data.colleges[1] as { admin: Actor }),
    ])
    for (const testId of [elsewhere.id, String(other?.id ?? 'none'), 'no-such-test']) {
      const reports = reportsOf(world, college.admin)
      const { summary, attempts } = await reports.summary({ testId })
      expect([summary.totalAttempts, attempts]).toEqual([0, []])
      expect((await reports.rows({ testId })).performance).toEqual([])
      expect(await reports.trend({ testId })).toEqual({ unit: 'day', passMark: null, points: [] })
    }
  })

  it.each([
    ['startDate=yesterday', 'startDate', 'Must be a date such as 2026-01-31'],
    ['endDate=2026-02-30', 'endDate', 'Must be a date such as 2026-01-31'],
    ['endDate=9999-12-31', 'endDate', 'Must be a date such as 2026-01-31'],
    ['startDate=2026-02-01&endDate=2026-01-31', 'endDate', 'The end date must not be before the start date'],
    ['subject=Magic', 'subject', 'Must be one of: Verbal, Reasoning, Technical, Arithmetic, Communication'],
    ["testId=' or 1=1 --", undefined, undefined],
    [`testId=${'x'.repeat(65)}`, 'testId', 'Must be at most 64 characters'],
    ['timeZone=Mars/Base', 'timeZone', 'Please specify a time zone such as Asia/Kolkata'],
  ])('validates %s', async (query, field, message) => {
    const world = await createWorld()
    const { admin } = await world.college()
    const { status, body } = await world.rest('GET', `/reports/performance/export?format=json&${query}`, { as: admin })
    if (field) expect([status, body.errors]).toEqual([400, [{ field, message }]])
    else expect([status, body]).toEqual([200, { performance: [] }])
  })
})

describe('the trend of a performance report', () => {
  it('averages the attempts in each period, with and without filters', async () => {
    const { world, data, college, own, days } = await prepare(45)
    const testId = String(own[0]?.test_id)
    const filters: Record<string, string>[] = [
      {},
      { branch: 'ECE' },
      { testId },
      { startDate: days.at(-5) ?? '' },
      { endDate: days[5] ?? '', section: 'A' },
    ]
    for (const filter of filters) {
      const found = attemptsOf(data, college.id, filter)
      const { points } = await reportsOf(world, college.admin).trend({ ...filter, timeZone })
      for (const { startDate, endDate, ...figures } of points) {
        const inIt = attemptsOf(data, college.id, {
          ...filter,
          startDate: [startDate, filter.startDate ?? ''].sort().at(-1) ?? '',
          endDate,
        })
        expect(figures).toEqual({
          attempts: inIt.length,
          averagePercentage: inIt.length === 0 ? null : averageOf(inIt),
        })
      }
      expect(points.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(found.length)
      expect(points[0]?.startDate).toBe(found.map(({ submitted_at }) => dayOf(submitted_at)).sort()[0])
    }
  })

  it('is grouped by day, week or month, from the first attempt to the last', async () => {
    const { world, college, days } = await prepare(46)
    const { trend } = reportsOf(world, college.admin)
    for (const endDate of [undefined, '2099-12-31']) {
      const { unit, points } = await trend({ timeZone, endDate })
      expect([unit, points[0]?.startDate]).toEqual(['week', days[0]])
      expect(points.at(-1)?.attempts).toBeGreaterThan(0)
    }
    expect(await trend({ timeZone, endDate: days[0] })).toMatchObject({
      unit: 'day',
      points: [{ startDate: days[0], endDate: days[0] }],
    })
    world.clock.advance(200 * 86_400_000)
    const { unit, points } = await trend({ timeZone })
    expect([unit, points.length <= 4]).toEqual(['month', true])
  })

  it('is empty for a college without attempts', async () => {
    const world = await createWorld()
    const { admin } = await world.college()
    expect(await reportsOf(world, admin).trend({})).toEqual({ unit: 'day', passMark: null, points: [] })
  })
})
