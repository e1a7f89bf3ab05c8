import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mails, massMails } from '#drizzle/schema/mail.ts'
import { announceReleases } from '#server/features/assignments/release.ts'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { AuditAction } from '#shared/audit/audit.schema.ts'
import { relaxedRules } from '#shared/tests/exam.rules.ts'
import type { ExamRules } from '#shared/tests/exam.schema.ts'
import { aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const hour = 3_600_000

/** Two students from one college and one from another, in a test that ends in a day. Every correct answer is B. */
async function anExam(rules: Partial<ExamRules>) {
  const world = await createWorld()
  const [college, other] = [await world.college(), await world.college()]
  const [first, second, guest] = [
    await world.student(college),
    await world.student(college),
    await world.student(other),
  ]
  const sections = [aSection({ marksPerQuestion: 2 }), aSection({ marksPerQuestion: 2 })]
  const form = aSectionedTest(world.clock.now(), { sections, rules: { ...relaxedRules, ...rules } })
  const test = await world.assignedTest(college, [first, second], form)
  await world.call(world.admin).assignments.assignColleges({ id: test.id, collegeIds: [other.id] })
  const offer = (await world.call(other.admin).assignments.listForCollege({})).assignments[0]?.id ?? ''
  await world.call(other.admin).assignments.decide({ id: offer, status: 'accepted' })
  await world.call(other.admin).assignments.assignStudents({ id: offer, specificStudents: [guest.id] })
  const end = Date.parse((await world.call(world.admin).tests.get({ id: test.id })).test.endDateTime)
  const sit = async (who: typeof first) => {
    await world.call(who).attempts.start({ id: test.id })
    return world.call(who).attempts.submit({
      id: test.id,
      answers: test.questionIds.map((questionId) => ({ questionId, selectedAnswer: 'B' as const })),
    })
  }
  const results = (who: typeof first) => world.call(who).attempts.results({ id: test.id })
  return { world, college, other, offer, first, second, guest, test, end, sit, results }
}

const refused = { code: 'CONFLICT', message: 'Results have not been released yet' }

describe('a withheld answer key', () => {
  it('is missing from the first student’s report, so a second student cannot copy it', async () => {
    const { first, sit, results } = await anExam({ keyRelease: 'after_end' })
    expect((await sit(first)).results).toMatchObject({ percentage: 100 })
    const { report } = await results(first)
    expect(report).toMatchObject({ percentage: 100, correctAnswers: 4 })
    expect(report.questionAnalysis).toHaveLength(4)
    for (const question of report.questionAnalysis)
      expect(question).toMatchObject({
        studentAnswer: 'B',
        ...{ correctAnswer: null, isCorrect: null, marksObtained: null, explanation: null },
      })
  })

  it('is released once the window has closed and no college has a running attempt', async () => {
    const { world, first, guest, sit, results, test, end } = await anExam({ keyRelease: 'after_end' })
    await sit(first)
    world.clock.set(end - 60_000)
    await world.call(guest).attempts.start({ id: test.id })
    world.clock.set(end + 60_000)
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: null })
    world.clock.set(end + 24 * hour)
    await submitOverdue(world.platform)
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: 'B', isCorrect: true })
  })

  it('is withheld again while a reopened attempt is running', async () => {
    const { world, college, first, second, sit, results, test, end } = await anExam({ keyRelease: 'after_end' })
    await sit(first)
    await sit(second)
    world.clock.set(end + hour)
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: 'B' })
    const reason = 'The power was cut'
    const again = { id: test.assignmentId, studentId: second.id, minutes: 10, reason }
    await world.call(college.admin).attempts.reopen(again)
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: null })
  })

  it('limits the report to questions the student has seen if sections are locked', async () => {
    const { first, sit, results } = await anExam({ keyRelease: 'never', lockSections: true })
    await sit(first)
    expect((await results(first)).report.questionAnalysis).toHaveLength(2)
  })

  it('can be released only by the test’s author, immediately or at a chosen time', async () => {
    const { world, college, first, sit, results, test } = await anExam({ keyRelease: 'by_staff' })
    await sit(first)
    const owner = world.call(world.admin).tests
    const at = new Date(world.clock.now() + hour).toISOString()
    await expect(world.call(college.admin).tests.releaseKey({ id: test.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await owner.releaseKey({ id: test.id, at })
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: null })
    await owner.releaseKey({ id: test.id, at: null })
    world.clock.advance(2 * hour)
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: null })
    await owner.releaseKey({ id: test.id })
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: 'B' })
    await expect(owner.releaseKey({ id: test.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { entries } = await world.call(world.admin).audit.list({ action: 'test.release_key' })
    expect(entries).toHaveLength(3)
  })
})

describe('a withheld result', () => {
  it('is hidden from its student everywhere, and visible to staff', async () => {
    const { world, college, first, sit, results, test, end } = await anExam({ resultRelease: 'after_end' })
    const releaseAt = new Date(end).toISOString()
    const answer = await sit(first)
    expect(answer).toMatchObject({ testType: 'Assessment', results: null, releaseAt })
    await expect(results(first)).rejects.toMatchObject(refused)
    const calls = world.call(first)
    const { assignments } = await calls.assignments.listForStudent({})
    expect(assignments[0]).toMatchObject({
      hasAttempted: true,
      attempt: { percentage: null, marksObtained: null, releaseAt },
    })
    const own = await calls.reports.student.list({})
    expect(own.reports[0]).toMatchObject({ percentage: null, status: null, correctAnswers: null, releaseAt })
    expect(own.summary).toMatchObject({ total: 0, averagePercentage: 0 })
    expect(await calls.reports.student.performance()).toMatchObject({ totalTests: 0, scores: [], highest: null })
    const { reports } = await world.call(college.admin).reports.students.attempts({ studentId: first.id })
    expect(reports[0]).toMatchObject({ percentage: 100, testId: test.id })
    world.clock.set(end + 1)
    expect((await results(first)).report).toMatchObject({ percentage: 100 })
    expect((await calls.reports.student.list({})).summary).toMatchObject({ total: 1, averagePercentage: 100 })
  })

  it('is released by each college to its own students', async () => {
    const { world, college, other, offer, first, guest, sit, results, test } = await anExam({
      resultRelease: 'by_staff',
    })
    expect(await sit(first)).toMatchObject({ results: null, releaseAt: null })
    await sit(guest)
    await expect(world.call(other.admin).assignments.releaseResults({ id: test.assignmentId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await world.call(college.admin).assignments.releaseResults({ id: test.assignmentId })
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: 'B' })
    await expect(results(guest)).rejects.toMatchObject(refused)
    const at = new Date(world.clock.now() + hour).toISOString()
    await world.call(other.admin).assignments.releaseResults({ id: offer, at })
    expect((await world.call(guest).assignments.listForStudent({})).assignments[0]?.attempt).toMatchObject({
      releaseAt: at,
    })
    world.clock.advance(hour)
    expect((await results(guest)).report).toMatchObject({ percentage: 100 })
  })

  it('cannot be released by staff when the test’s rules release it after the end', async () => {
    const { world, college, test } = await anExam({ resultRelease: 'after_end' })
    await expect(world.call(college.admin).assignments.releaseResults({ id: test.assignmentId })).rejects.toMatchObject(
      {
        code: 'CONFLICT',
      },
    )
  })
})

describe('the notification about released scores or answers', () => {
  /** The titles of a person's notifications. Fails if a notification or an email reveals a score or an answer. */
  async function announcementsTo(world: Awaited<ReturnType<typeof anExam>>['world'], who: Actor) {
    const { notifications } = await world.call(who).notifications.inbox({})
    const mails = await world.platform.db.read
      .select({ subject: massMails.subject, text: massMails.text })
      .from(massMails)
    const said = JSON.stringify([notifications, mails])
    expect(said).not.toMatch(/percent|\d%|"B"/)
    return notifications.map(({ notification }) => notification.title)
  }

  it('is sent once to each student who has submitted, in the app and by email', async () => {
    const { world, college, first, second, guest, sit, test } = await anExam({ resultRelease: 'by_staff' })
    await sit(first)
    await sit(guest)
    expect(await announcementsTo(world, first)).toEqual([])
    await world.call(college.admin).assignments.releaseResults({ id: test.assignmentId })
    await announceReleases(world.platform)
    const { testName } = (await world.call(world.admin).tests.get({ id: test.id })).test
    expect(await announcementsTo(world, first)).toEqual([`Scores released: ${testName}`])
    for (const who of [second, guest]) expect(await announcementsTo(world, who)).toEqual([])
    const queued = await world.platform.db.read.select().from(mails).where(eq(mails.recipient, first.email))
    expect(queued.filter(({ massMailId }) => massMailId !== null)).toHaveLength(1)
  })

  it('is sent at the scheduled time unless the release was cancelled', async () => {
    const { world, college, other, offer, first, guest, sit, test } = await anExam({ resultRelease: 'by_staff' })
    await sit(first)
    await sit(guest)
    const at = new Date(world.clock.now() + hour).toISOString()
    await world.call(college.admin).assignments.releaseResults({ id: test.assignmentId, at })
    await world.call(other.admin).assignments.releaseResults({ id: offer, at })
    await world.call(other.admin).assignments.releaseResults({ id: offer, at: null })
    await announceReleases(world.platform)
    expect(await announcementsTo(world, first)).toEqual([])
    world.clock.advance(hour)
    for (const _ of [1, 2]) await announceReleases(world.platform)
    expect(await announcementsTo(world, first)).toHaveLength(1)
    expect(await announcementsTo(world, guest)).toEqual([])
  })

  it('announces the key to a college once its scores are released too', async () => {
    const { world, college, first, guest, sit, test } = await anExam({
      resultRelease: 'by_staff',
      keyRelease: 'by_staff',
    })
    await sit(first)
    await sit(guest)
    await world.call(world.admin).tests.releaseKey({ id: test.id })
    expect(await announcementsTo(world, first)).toEqual([])
    await world.call(college.admin).assignments.releaseResults({ id: test.assignmentId })
    for (const _ of [1, 2]) await announceReleases(world.platform)
    const { testName } = (await world.call(world.admin).tests.get({ id: test.id })).test
    expect((await announcementsTo(world, first)).sort()).toEqual([
      `Answers released: ${testName}`,
      `Scores released: ${testName}`,
    ])
    expect(await announcementsTo(world, guest)).toEqual([])
  })
})

describe('an exposed answer key', () => {
  const reason = 'The power was cut'
  const details = async ({ world, college }: Awaited<ReturnType<typeof anExam>>, action: AuditAction) =>
    (await world.call(college.admin).audit.list({ action })).entries.map(({ detail }) => detail)

  it('is reported before a student who has seen it gets more time, even if it is withheld again', async () => {
    const exam = await anExam({ keyRelease: 'after_end' })
    const { world, college, first, second, sit, results, test, end } = exam
    const admin = world.call(college.admin).attempts
    const about = (kind: 'extra' | 'reopened', who: Actor) =>
      admin.keyExposure({ id: test.assignmentId, kind, students: [who.id] })
    const reopen = (who: Actor) => admin.reopen({ id: test.assignmentId, studentId: who.id, minutes: 10, reason })
    await sit(first)
    expect(await about('reopened', first)).toEqual({ seen: 0, released: false })
    await reopen(first)
    await sit(first)
    await sit(second)
    world.clock.set(end + hour)
    await results(first)
    await reopen(second)
    expect((await results(first)).report.questionAnalysis[0]).toMatchObject({ correctAnswer: null })
    expect(await about('reopened', first)).toEqual({ seen: 1, released: false })
    await reopen(first)
    expect(await about('extra', first)).toEqual({ seen: 1, released: false })
    await admin.giveExtraTime({ id: test.assignmentId, students: [first.id], minutes: 5, reason })
    expect(await details(exam, 'assignment.reopen_attempt')).toMatchObject([
      { student: first.name, keySeen: 1 },
      { student: second.name, keySeen: 1 },
      { student: first.name },
    ])
    expect((await details(exam, 'assignment.reopen_attempt'))[2]).not.toHaveProperty('keySeen')
    expect(await details(exam, 'assignment.extra_time')).toMatchObject([{ keySeen: 1 }])
  })

  it('is reported before extra time once staff have released it, even if the student has not seen it', async () => {
    const exam = await anExam({ keyRelease: 'by_staff' })
    const { world, college, first, sit, test } = exam
    const admin = world.call(college.admin).attempts
    const meant = { id: test.assignmentId, students: [first.id] }
    expect(await admin.keyExposure({ ...meant, kind: 'extra' })).toEqual({ seen: 0, released: false })
    await world.call(world.admin).tests.releaseKey({ id: test.id })
    expect(await admin.keyExposure({ ...meant, kind: 'extra' })).toEqual({ seen: 0, released: true })
    await admin.giveExtraTime({ ...meant, minutes: 5, reason })
    expect(await details(exam, 'assignment.extra_time')).toMatchObject([{ keyReleased: true }])
    await sit(first)
    expect(await admin.keyExposure({ ...meant, kind: 'reopened' })).toEqual({ seen: 1, released: true })
  })
})
