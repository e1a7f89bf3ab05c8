import { describe, expect, it } from 'vitest'
import { attempts } from '#drizzle/schema/attempts.ts'
import { extendForDowntime, recordHeartbeat } from '#server/features/attempts/downtime.ts'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { archiveLimits } from '#server/features/coding/packages/zip.errors.ts'
import { unzip } from '#server/platform/zip/read.ts'
import { aCodingQuestion, aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A student with a three-question Practice test. Every correct answer is B. */
async function aPractice() {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const test = await world.assignedTest(college, [student], { testType: 'Practice' })
  const { id, questionIds } = test
  const sits = world.call(student).attempts
  const answers = (right: number) =>
    questionIds.map((questionId, place) => ({
      questionId,
      selectedAnswer: place < right ? ('B' as const) : ('C' as const),
      revision: 1,
    }))
  /** Takes the test with the given number of correct answers. */
  const take = async (right: number, again = true) => {
    world.clock.advance(minute)
    const { attemptId } = await sits.start({ id, again })
    world.clock.advance(minute)
    await sits.submit({ id, answers: answers(right) })
    return attemptId
  }
  return { world, college, student, test, id, sits, answers, take }
}

describe('repeating a Practice test', () => {
  it('counts the student once among running tests', async () => {
    const { world, college, sits, id, take } = await aPractice()
    const liveTests = async () => (await world.call(college.admin).attempts.liveTests()).tests
    await take(1)
    await take(2)
    expect(await liveTests()).toMatchObject([{ assigned: 1, inProgress: 0, submitted: 1 }])
    await sits.start({ id, again: true })
    expect(await liveTests()).toMatchObject([{ assigned: 1, inProgress: 1, submitted: 0 }])
  })

  it('starts a new, empty attempt only when asked to', async () => {
    const { sits, id, take, world } = await aPractice()
    const first = await take(1)
    await expect(sits.start({ id })).rejects.toThrow('You have already attempted this test')
    world.clock.advance(5 * minute)
    const second = await sits.start({ id, again: true })
    expect(second).toMatchObject({ answers: [], violationCount: 0, elsewhere: false, extraMinutes: 0 })
    expect(second.attemptId).not.toBe(first)
    expect(Date.parse(second.startTime)).toBe(world.clock.now())
    expect(Date.parse(second.deadline) - Date.parse(second.startTime)).toBe(30 * minute)
    expect(await take(3)).toBe(second.attemptId)
    expect(await take(3)).not.toBe(second.attemptId)
  })

  it('resumes a running attempt even if `again` is set', async () => {
    const { sits, id, answers, take } = await aPractice()
    const first = await sits.start({ id, again: true })
    expect((await sits.start({ id, again: true })).attemptId).toBe(first.attemptId)
    await take(0)
    const second = await sits.start({ id, again: true })
    await sits.save({ id, answers: answers(2) })
    for (const again of [true, false])
      expect(await sits.start({ id, again })).toMatchObject({
        attemptId: second.attemptId,
        answers: [{ selectedAnswer: 'B' }, { selectedAnswer: 'B' }, { selectedAnswer: 'C' }],
      })
  })

  it('is refused for other test types', async () => {
    const { world, college, student } = await aPractice()
    for (const fields of [{}, aSectionedTest(world.clock.now(), { testType: 'Mock Test' })]) {
      const { id } = await world.assignedTest(college, [student], fields)
      const sits = world.call(student).attempts
      await sits.start({ id, again: true })
      await sits.submit({ id })
      await expect(sits.start({ id, again: true })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'You have already attempted this test',
      })
    }
  })

  it('is refused outside the window, and for deleted or unassigned tests', async () => {
    const { world, college, sits, id, take } = await aPractice()
    await take(1)
    const other = await world.student(college)
    await expect(world.call(other).attempts.start({ id, again: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    world.clock.advance(2 * day)
    await expect(sits.start({ id, again: true })).rejects.toThrow('Test has ended')
    world.clock.advance(-2 * day)
    await world.call(world.admin).tests.delete({ id })
    await expect(sits.start({ id, again: true })).rejects.toThrow('Test not found')
  })

  it('creates one attempt for four simultaneous requests', async () => {
    const { world, student, id, take } = await aPractice()
    await take(1)
    const starts = await Promise.all(
      [1, 2, 3, 4].map(() => world.rest('POST', `/tests/${id}/start`, { as: student, body: { again: true } })),
    )
    expect(starts.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(starts.map(({ body }) => body.attemptId)).size).toBe(1)
    expect(world.platform.db.read.all('select number from attempts order by number')).toEqual([
      { number: 1 },
      { number: 2 },
    ])
  })

  it('cannot create two running attempts, because the database rejects the second', async () => {
    const { world, sits, id } = await aPractice()
    const { attemptId } = await sits.start({ id })
    const row = world.platform.db.read.all<typeof attempts.$inferInsert>('select * from attempts')
    expect(row).toHaveLength(1)
    const copy = world.platform.db.write(async (tx) => {
      const [first] = await tx.select().from(attempts)
      if (first) await tx.insert(attempts).values({ ...first, id: 'another', number: 2 })
    })
    await expect(copy).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' })
    expect((await sits.start({ id })).attemptId).toBe(attemptId)
  })

  it('keeps the answers of coding attempts separate', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
    for (const questions of [[], undefined]) {
      const { id } = await world.assignedTest(college, [student], {
        testType: 'Practice',
        hasCodingSection: true,
        codingQuestions: [{ questionId: question.id, points: 10, timeLimit: 600 }],
        ...(questions && { questions, numberOfQuestions: 0, duration: 0, marksPerQuestion: 0 }),
      })
      const sits = world.call(student).attempts
      const { test } = await sits.start({ id })
      if (test.questions.length > 0) await sits.nextSection({ id, from: 0 })
      const program = { questionId: question.id, code: 'print(1)', language: 'python' as const, revision: 1 }
      await sits.save({ id, answers: [program] })
      await sits.submit({ id })
      const second = await sits.start({ id, again: true })
      expect(second.answers).toEqual([])
      await sits.submit({ id })
      const { report } = await sits.results({ id })
      expect(report.codingAnalysis).toMatchObject([{ submissions: 0, code: null }])
    }
  })
})

describe('calls for an earlier attempt', () => {
  it('do not reach the running attempt', async () => {
    const { sits, id, answers, take } = await aPractice()
    const first = await take(1)
    const second = await sits.start({ id, again: true })
    await expect(sits.save({ id, attemptId: first, answers: answers(3) })).rejects.toThrow(
      'This test has already been submitted',
    )
    await expect(sits.nextSection({ id, attemptId: first, from: 0 })).rejects.toThrow(
      'This test has already been submitted',
    )
    // The response to the first submit was lost, so the client sends it again.
    const repeated = await sits.submit({ id, attemptId: first, answers: answers(3) })
    expect(repeated).toMatchObject({ attemptId: first, results: { correctAnswers: 1 } })
    expect(await sits.start({ id })).toMatchObject({ attemptId: second.attemptId, answers: [] })
    await sits.save({ id, attemptId: second.attemptId, answers: answers(3) })
    expect((await sits.submit({ id, attemptId: second.attemptId })).results?.correctAnswers).toBe(3)
  })

  it('return 404 for another student’s attempt', async () => {
    const { world, college, sits, id, test, take } = await aPractice()
    await take(1)
    const other = await world.student(college)
    await world.call(college.admin).assignments.assignStudents({ id: test.assignmentId, specificStudents: [other.id] })
    const { attemptId } = await world.call(other).attempts.start({ id })
    const calls = [
      () => sits.save({ id, attemptId, answers: [] }),
      () => sits.nextSection({ id, attemptId, from: 0 }),
      () => sits.submit({ id, attemptId }),
      () => sits.results({ id, attemptId }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a student’s view of several attempts', () => {
  it('shows the latest attempt, lists the others in the report, and shows the best score on the card', async () => {
    const { world, student, sits, id, take } = await aPractice()
    const path = `/tests/${id}/results`
    const first = await take(1)
    const single = await world.rest('GET', path, { as: student })
    expect(single.body.report).toMatchObject({ id: first, correctAnswers: 1 })
    expect(single.body.report).not.toHaveProperty('attempts')
    const card = async () => (await world.call(student).assignments.listForStudent({})).assignments[0]
    expect(await card()).not.toHaveProperty('practised')

    const second = await take(3)
    const third = await take(2)
    const { report } = await sits.results({ id })
    expect(report).toMatchObject({ id: third, correctAnswers: 2 })
    expect(report.attempts?.map(({ id, number, percentage }) => [id, number, percentage])).toEqual([
      [first, 1, expect.closeTo(33.33, 2)],
      [second, 2, 100],
      [third, 3, expect.closeTo(66.67, 2)],
    ])
    const earlier = await world.rest('GET', `${path}?attemptId=${first}`, { as: student })
    expect(earlier.body.report).toMatchObject(single.body.report)
    expect(await card()).toMatchObject({
      hasAttempted: true,
      attempt: { percentage: expect.closeTo(66.67, 2) },
      practised: { attempts: 3, bestPercentage: 100 },
    })
    expect((await world.call(student).assignments.listForStudent({})).assignments).toHaveLength(1)
    expect((await world.call(student).tests.typeCounts()).counts.Practice).toBe(1)
  })

  it('shows the running attempt if there is one, and keeps earlier results available', async () => {
    const { world, student, sits, id, take } = await aPractice()
    const first = await take(1)
    await sits.start({ id, again: true })
    await expect(sits.results({ id })).rejects.toThrow('This test has not been submitted yet')
    expect((await sits.results({ id, attemptId: first })).report).toMatchObject({ id: first })
    const [card] = (await world.call(student).assignments.listForStudent({})).assignments
    expect(card).toMatchObject({
      hasAttempted: false,
      inProgress: true,
      attempt: null,
      practised: { attempts: 1, bestPercentage: expect.closeTo(33.33, 2) },
    })
  })

  it('lists every attempt in My Test Reports and counts the test once', async () => {
    const { world, student, take } = await aPractice()
    await take(0)
    await take(1)
    await take(3)
    const reports = world.call(student).reports.student
    const own = await reports.list({})
    expect(own.reports.map(({ percentage, attemptNumber }) => [percentage, attemptNumber])).toEqual([
      [100, 3],
      [expect.closeTo(33.33, 2), 2],
      [0, undefined],
    ])
    expect(own.summary).toMatchObject({
      ...{ total: 1, attempts: 3, passed: 1, failed: 0 },
      averagePercentage: expect.closeTo(44.44, 2),
    })
    expect(await reports.performance()).toMatchObject({
      totalTests: 1,
      attempts: 3,
      passed: 1,
      passRate: 100,
      averagePercentage: expect.closeTo(44.44, 2),
      scores: [{ percentage: 0 }, { percentage: expect.closeTo(33.33, 2) }, { percentage: 100 }],
      testTypes: [{ testType: 'Practice', tests: 1 }],
    })
  })
})

describe('staff reports', () => {
  it('count each student once by the latest attempt, and average all attempts', async () => {
    const { world, college, student, test, id, take } = await aPractice()
    const other = await world.student(college)
    await world.call(college.admin).assignments.assignStudents({ id: test.assignmentId, specificStudents: [other.id] })
    await take(3)
    await take(1)
    await take(2)
    await take(0)
    const average = 50
    const college_ = (await world.rest('GET', `/college/tests/${id}/report`, { as: college.admin })).body
    expect(college_.statistics).toEqual({
      totalAssigned: 2,
      totalCompleted: 1,
      completionRate: 50,
      averageScore: average,
      highestScore: 100,
      lowestScore: 0,
      passRate: 0,
      passedStudents: 0,
    })
    expect(college_.students).toHaveLength(2)
    expect(college_.students).toContainEqual(expect.objectContaining({ name: student.name, percentage: 0 }))

    const faculty = await world.faculty(college)
    const report = (await world.rest('GET', `/faculty/tests/${id}/report`, { as: faculty })).body
    expect(report.analytics).toMatchObject({ totalStudents: 2, completed: 1, avgScore: average, failedCount: 1 })
    expect(report.attempts.map(({ percentage }: { percentage: number }) => percentage)).toEqual([
      100,
      expect.closeTo(66.67, 2),
      expect.closeTo(33.33, 2),
      0,
    ])
    expect(report.topStudents).toMatchObject([{ email: student.email, percentage: 100 }])
    // Only the first attempt counts, because the student had seen the key before the others.
    expect(report.questionAnalysis.map(({ correctCount }: { correctCount: number }) => correctCount)).toEqual([1, 1, 1])

    const master = (await world.rest('GET', `/admin/tests/${id}/report`, { as: world.admin })).body
    expect(master).toMatchObject({ totalAssigned: 2, totalAttempted: 1, completionRate: 50, averageScore: average })
    const [assigned] = (await world.rest('GET', '/tests/college/assigned', { as: college.admin })).body.assignments
    expect(assigned).toMatchObject({ assignedStudentsCount: 2, attemptCount: 1 })
    const { tests } = (await world.rest('GET', '/faculty/tests/assigned', { as: faculty })).body
    expect(tests).toMatchObject([{ totalStudents: 2, completed: 1, avgScore: '50.00' }])
    const { reports } = (await world.rest('GET', '/tests/faculty/student-reports', { as: faculty })).body
    expect(reports).toHaveLength(4)
    const performance = (await world.rest('GET', '/reports/college/overview', { as: college.admin })).body
    expect(performance.summary).toMatchObject({ totalAttempts: 4, averagePercentage: average })
    expect(performance.performance).toMatchObject([{ totalAttempts: 4, averagePercentage: average }])
  })

  it('keep counting the submitted attempt while the next one runs', async () => {
    const { world, college, sits, id, take } = await aPractice()
    await take(3)
    await sits.start({ id, again: true })
    const report = async () => (await world.rest('GET', `/college/tests/${id}/report`, { as: college.admin })).body
    expect(await report()).toMatchObject({
      statistics: { totalCompleted: 1, passRate: 100 },
      students: [{ status: 'Completed', percentage: 100 }],
    })
    await sits.submit({ id })
    expect(await report()).toMatchObject({
      statistics: { totalCompleted: 1, passRate: 0, averageScore: 50 },
      students: [{ status: 'Completed', percentage: 0 }],
    })
  })

  it('reflect a changed key in all attempts', async () => {
    const { world, id, sits, take } = await aPractice()
    const first = await take(0)
    await take(3)
    const { test } = await world.call(world.admin).tests.get({ id })
    const questions = test.questions.map((question) => ({ ...question, correctAnswer: 'C' as const }))
    await world.call(world.admin).tests.update({ ...test, questions } as never)
    expect((await sits.results({ id, attemptId: first })).report.percentage).toBe(100)
    expect((await sits.results({ id })).report).toMatchObject({
      percentage: 0,
      attempts: [{ percentage: 100 }, { percentage: 0 }],
    })
  })
})

describe('a repeated attempt', () => {
  it('replaces the earlier one on the live board', async () => {
    const { world, college, test, sits, id, answers, take } = await aPractice()
    await take(1)
    const { attemptId } = await sits.start({ id, again: true })
    await sits.save({ id, answers: answers(2).slice(0, 2) })
    const live = () => world.call(college.admin).attempts.live({ id: test.assignmentId })
    expect((await live()).students).toMatchObject([{ attemptId, status: 'in_progress', answered: 2, percentage: null }])
    await sits.submit({ id })
    expect((await live()).students).toMatchObject([
      { attemptId, status: 'submitted', percentage: expect.closeTo(66.67, 2) },
    ])
  })

  it('gets downtime back, and is auto-submitted when overdue', async () => {
    const { world, sits, id, answers, take } = await aPractice()
    await take(1)
    const { deadline } = await sits.start({ id, again: true })
    await sits.save({ id, answers: answers(3) })
    await recordHeartbeat(world.platform)
    world.clock.advance(20 * minute)
    expect(await extendForDowntime(world.platform)).toBe(1)
    expect(Date.parse((await sits.start({ id })).deadline)).toBe(Date.parse(deadline) + 20 * minute)
    world.clock.advance(31 * minute)
    await submitOverdue(world.platform)
    const { report } = await sits.results({ id })
    expect(report).toMatchObject({ submittedBy: 'server', percentage: 100 })
    expect(report.attempts).toHaveLength(2)
  })

  it('also gets the student’s extra time', async () => {
    const { world, college, student, test, sits, id, take } = await aPractice()
    const form = { id: test.assignmentId, minutes: 10, reason: 'Writes with a scribe', students: [student.id] }
    await world.call(college.admin).attempts.giveExtraTime(form)
    await take(1)
    const { startTime, deadline, extraMinutes } = await sits.start({ id, again: true })
    expect([extraMinutes, Date.parse(deadline) - Date.parse(startTime)]).toEqual([10, 40 * minute])
  })

  it('is the only one that staff can reopen; until it is submitted again, reports count the previous one', async () => {
    const { world, college, student, test, sits, id, take } = await aPractice()
    await take(3)
    const second = await take(0)
    const staff = world.call(college.admin).attempts
    const form = { id: test.assignmentId, studentId: student.id, minutes: 5, reason: 'Fire drill' }
    await staff.reopen(form)
    await expect(staff.reopen(form)).rejects.toThrow('This attempt is still running')
    expect((await sits.start({ id, again: true })).attemptId).toBe(second)
    const report = async () => (await world.rest('GET', `/college/tests/${id}/report`, { as: college.admin })).body
    expect((await report()).statistics).toMatchObject({ totalCompleted: 1, passRate: 100, averageScore: 100 })
    await sits.submit({ id })
    expect((await report()).statistics).toMatchObject({ totalCompleted: 1, passRate: 0, averageScore: 50 })
  })

  it('gets its own verifiable receipt', async () => {
    const { world, college, sits, id, take } = await aPractice()
    const ids = [await take(1), await take(2)]
    for (const attemptId of ids) {
      const { report } = await sits.results({ id, attemptId })
      const { receipt } = await world.call(college.admin).attempts.checkReceipt({ code: report.receipt?.code ?? '' })
      expect(receipt).toMatchObject({ valid: true, attemptId, marksObtained: report.marksObtained })
    }
  })
})

it('exports all of a student’s attempts with their numbers, and erases them', async () => {
  const { world, college, student, take } = await aPractice()
  await take(1)
  await take(2)
  const answer = await fetch(`${world.url}/api/auth/personal-data/export`, {
    headers: { authorization: `Bearer ${await world.tokenOf(student)}` },
  })
  const files = await unzip(Buffer.from(await answer.arrayBuffer()), archiveLimits)
  const data = JSON.parse(files.get('data.json')?.toString() ?? '')
  expect(data.attempts).toMatchObject([
    { attempt: 1, correctAnswers: 1 },
    { attempt: 2, correctAnswers: 2 },
  ])
  expect(data.answers.map(({ attempt }: { attempt: number }) => attempt)).toEqual([1, 1, 1, 2, 2, 2])
  const privacy = world.call(college.admin).privacy
  expect(await privacy.get({ id: student.id })).toMatchObject({ attempts: 2 })
  await privacy.erase({ id: student.id, confirm: student.email })
  expect(world.platform.db.read.all('select id from attempts')).toEqual([])
})
