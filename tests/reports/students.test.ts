import { expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000

/** A student whose attempt has an answer and a submitted program, and staff callers. `submit` ends the attempt. */
async function aSubmittedAttempt() {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  world.platform.judge.judge = async ({ cases }) => ({
    kind: 'judged',
    compileMs: 0,
    cases: cases.map((_, place) => ({
      place,
      verdict: place === 0 ? 'accepted' : 'wrong_answer',
      timeMs: 7,
      memoryKb: 900,
      output: 'what the program printed',
    })),
  })
  const { question } = await world.call(world.admin).coding.create({
    title: 'Largest',
    description: 'Print the largest number.',
    testCases: [
      { input: '1\n5\n', expected_output: '5\n', is_sample: true },
      { input: '2\nsecret input\n', expected_output: 'secret output' },
    ],
  })
  const test = await world.assignedTest(college, [student], {
    hasCodingSection: true,
    codingQuestions: [{ questionId: question.id }],
  })
  const { attempts, coding } = world.call(student)
  const { attemptId } = await attempts.start({ id: test.id })
  const [first = ''] = test.questionIds
  await attempts.save({
    id: test.id,
    answers: [{ questionId: first, selectedAnswer: 'A' }],
    violations: [{ kind: 'tab_switch', at: new Date(world.clock.now()).toISOString(), durationMs: 8_000 }],
  })
  await attempts.nextSection({ id: test.id, from: 0 })
  const { submissionId } = await coding.submit({
    questionId: question.id,
    code: 'print(5)',
    language: 'python',
    testAttemptId: attemptId,
  })
  return {
    world,
    college,
    student,
    test,
    ids: { studentId: student.id, attemptId },
    question,
    submissionId,
    submit: () => attempts.submit({ id: test.id }),
    admin: world.call(college.admin).reports.students,
    faculty: world.call(await world.faculty(college)).reports.students,
  }
}

it('shows staff the paper of a submitted attempt, with its answers and violations', async () => {
  const { ids, submit, faculty, test, student } = await aSubmittedAttempt()
  await submit()
  const { report, progress, violations, studentName } = await faculty.attempt(ids)
  expect([studentName, progress.testName]).toEqual([student.name, report?.testId.testName])
  expect(report?.questionAnalysis[0]).toMatchObject({
    questionId: test.questionIds[0],
    studentAnswer: 'A',
    correctAnswer: 'B',
    isCorrect: false,
  })
  expect(violations).toMatchObject([{ kind: 'tab_switch', durationMs: 8_000 }])
  expect(report?.codingAnalysis[0]).toMatchObject({ title: 'Largest', submissions: 1 })
})

it('shows a running attempt’s progress, and keeps its answers private until it is submitted', async () => {
  const { ids, admin, question, submissionId, submit } = await aSubmittedAttempt()
  expect(await admin.attempt(ids)).toMatchObject({
    report: null,
    progress: { answered: 1, violations: 1, submittedAt: null },
  })
  expect((await admin.get({ studentId: ids.studentId })).running).toMatchObject([{ id: ids.attemptId, answered: 1 }])
  const notYet = 'This test has not been submitted yet'
  await expect(admin.submissions({ ...ids, questionId: question.id })).rejects.toThrow(notYet)
  await expect(admin.submission({ ...ids, submissionId })).rejects.toThrow(notYet)
  await submit()
  expect((await admin.get({ studentId: ids.studentId })).running).toEqual([])
})

it('shows each program with its verdicts, and only the outcome of hidden test cases', async () => {
  const { ids, admin, question, submissionId, submit } = await aSubmittedAttempt()
  await submit()
  const { submissions, pagination } = await admin.submissions({ ...ids, questionId: question.id })
  expect(pagination.total).toBe(1)
  expect(submissions).toMatchObject([{ id: submissionId, language: 'python', testCasesPassed: 1, totalTestCases: 2 }])
  const answer = await admin.submission({ ...ids, submissionId })
  expect(answer.submission).toMatchObject({ code: 'print(5)', status: 'wrong_answer' })
  expect(answer.submission.testResults[0]).toMatchObject({ is_sample: true, input: '1\n5\n', passed: true })
  expect(answer.submission.testResults[1]).toEqual({
    test_case_number: 2,
    passed: false,
    execution_time: 0,
    error: 'wrong_answer',
  })
  expect(JSON.stringify(answer)).not.toContain('secret')
})

it('finds only submissions of the given attempt', async () => {
  const { ids, admin, world, student, question, submit } = await aSubmittedAttempt()
  await submit()
  world.clock.advance(100 * 24 * 60 * minute)
  const { submissionId } = await world
    .call(student)
    .coding.submit({ questionId: question.id, code: 'print(1)', language: 'python' })
  await expect(admin.submission({ ...ids, submissionId })).rejects.toThrow('Submission not found')
})

it("returns 404 for another college's student, for faculty, and for another student's attempt", async () => {
  const { ids, admin, world, college, submit } = await aSubmittedAttempt()
  await submit()
  const elsewhere = await world.college()
  const stranger = world.call(elsewhere.admin).reports.students
  await expect(stranger.get(ids)).rejects.toThrow('Student not found')
  await expect(stranger.attempt(ids)).rejects.toThrow('Student not found')
  const colleague = await world.faculty(college)
  await expect(admin.get({ studentId: colleague.id })).rejects.toThrow('Student not found')
  const classmate = await world.student(college)
  await expect(admin.attempt({ ...ids, studentId: classmate.id })).rejects.toThrow('Attempt not found')
})

it('pages, sorts and filters the attempts, and keeps those of deleted tests', async () => {
  const { ids, admin, world, college, student, test, submit } = await aSubmittedAttempt()
  await submit()
  const sits = world.call(student).attempts
  const other = await world.assignedTest(college, [student], { testName: 'Deleted later', subject: 'Verbal' })
  await sits.start({ id: other.id })
  world.clock.advance(5 * minute)
  await sits.submit({
    id: other.id,
    answers: other.questionIds.map((questionId) => ({ questionId, selectedAnswer: 'B' as const })),
  })
  await world.call(world.admin).tests.delete({ id: other.id })
  const studentId = ids.studentId
  const page = await admin.attempts({ studentId, page: 1, limit: 1, sort: '-completedAt' })
  expect(page).toMatchObject({ reports: [{ testName: 'Deleted later', percentage: 100 }], pagination: { total: 2 } })
  const lowest = await admin.attempts({ studentId, sort: 'percentage' })
  expect(lowest.reports.map(({ testId }) => testId)).toEqual([test.id, other.id])
  expect(await admin.attempts({ studentId, subject: 'Verbal' })).toMatchObject({ summary: { total: 1, passed: 1 } })
  const attemptId = page.reports[0]?.id ?? ''
  expect((await admin.attempt({ studentId, attemptId })).report?.percentage).toBe(100)
  const overview = await admin.get({ studentId })
  expect(overview).toMatchObject({ performance: { totalTests: 2, passed: 2 } })
})

it('describes a student who has not taken a test, and exports an empty list', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college, { name: '=Formula', idNumber: 'R-77' })
  await world.assignedTest(college, [student])
  const overview = await world.call(college.admin).reports.students.get({ studentId: student.id })
  expect(overview).toMatchObject({
    student: { name: '=Formula', idNumber: 'R-77', isActive: true, lastLogin: null },
    assigned: 1,
    performance: { totalTests: 0, scores: [], highest: null },
    running: [],
  })
  const file = await world.rest('GET', `/reports/students/${student.id}/export?format=json`, { as: college.admin })
  expect(file.body).toEqual({ attempts: [] })
})
