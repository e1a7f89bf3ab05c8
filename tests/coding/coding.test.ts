import { describe, expect, it } from 'vitest'
import { queueWaiting } from '#server/features/coding/submissions/submissions.ts'
import type { CodingQuestionInput } from '#shared/coding/coding.schema.ts'
import type { SubmitCodeInput } from '#shared/coding/submissions.schema.ts'
import { singleChoice } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** A question with two samples and two hidden cases, the last of which has the highest weight. */
const sum = (fields: Partial<CodingQuestionInput> = {}): CodingQuestionInput => ({
  title: 'Sum of two',
  description: 'Print the sum of two numbers.',
  supported_languages: ['python', 'c', 'javascript'],
  testCases: [
    { input: '1 2\n', expected_output: '3\n', is_sample: true, weight: 10 },
    { input: '5 5\n', expected_output: '10\n', is_sample: true, weight: 10 },
    { input: '-4 3\n', expected_output: '-1\n', weight: 10 },
    { input: '1000000 1\n', expected_output: '1000001\n', weight: 70 },
  ],
  ...fields,
})
const right = 'a, b = map(int, input().split())\nprint(a + b)\n'
/** Passes only the samples. */
const half = 'a, b = map(int, input().split())\nprint(a + b if 0 < a < 10 else 0)\n'

async function aSolver(world: World, fields: Partial<CodingQuestionInput> = {}) {
  const college = await world.college()
  const student = await world.student(college)
  const { question } = await world.call(world.admin).coding.create(sum(fields))
  const coding = world.call(student).coding
  const submit = (code: string, language: SubmitCodeInput['language'] = 'python') =>
    coding.submit({ questionId: question.id, code, language })
  const run = (code: string, more: { language?: SubmitCodeInput['language']; stdin?: string } = {}) =>
    coding.run({ questionId: question.id, code, language: 'python', ...more })
  return { college, student, question, coding, submit, run }
}

describe('run', () => {
  it('runs the samples and stores nothing', async () => {
    const { run, coding, question } = await aSolver(await createWorld())
    const answer = await run(half)
    expect(answer).toMatchObject({ status: 'accepted', output: '3\n', error: '' })
    expect(answer.testResults).toMatchObject([
      { test_case_number: 1, passed: true, input: '1 2\n', expected_output: '3\n', actual_output: '3\n' },
      { test_case_number: 2, passed: true, actual_output: '10\n' },
    ])
    expect((await coding.submissions({ questionId: question.id })).submissions).toEqual([])
  })

  it('runs custom input instead', async () => {
    const { run } = await aSolver(await createWorld())
    expect(await run(right, { stdin: '20 22' })).toEqual({
      status: 'accepted',
      output: '42\n',
      error: '',
      testResults: [],
    })
    const failed = await run('print(1/0)', { stdin: '' })
    expect(failed.status).toBe('runtime_error')
    expect(failed.error).toContain('ZeroDivisionError')
  })

  it('returns the compiler’s message', async () => {
    const { run } = await aSolver(await createWorld())
    const answer = await run('int main() { return x; }', { language: 'c' })
    expect(answer).toMatchObject({ status: 'compile_error', output: '', testResults: [] })
    expect(answer.error).toContain('‘x’ undeclared')
  })
})

describe('submit', () => {
  it('runs every case, applies weights, and reveals nothing about hidden ones', async () => {
    const { submit, coding, question } = await aSolver(await createWorld())
    const answer = await submit(half)
    expect(answer).toMatchObject({ status: 'wrong_answer', score: 20, testCasesPassed: 2, totalTestCases: 4 })
    const hidden = answer.testResults.filter((result) => !result.is_sample)
    expect(hidden).toHaveLength(2)
    for (const result of hidden)
      expect(Object.keys(result).sort()).toEqual(['error', 'execution_time', 'passed', 'test_case_number'])
    expect(JSON.stringify(answer)).not.toContain('1000001')
    expect(await submit(right)).toMatchObject({ status: 'accepted', score: 100, testCasesPassed: 4 })

    const { submissions } = await coding.submissions({ questionId: question.id })
    expect(submissions.map(({ status, score }) => [status, score])).toEqual([
      ['accepted', 100],
      ['wrong_answer', 20],
    ])
    const { submission } = await coding.submission({ id: submissions[1]?.id ?? '' })
    expect(submission).toMatchObject({ code: half, language: 'python', testCasesPassed: 2 })
    expect(JSON.stringify(submission)).not.toContain('1000001')
  })

  it('rejects programs that cannot be judged, each with a reason', async () => {
    const world = await createWorld()
    const { student, question } = await aSolver(world)
    const post = (body: object) => world.rest('POST', '/coding/submit', { as: student, body })
    const whole = { questionId: question.id, code: right, language: 'python' }
    expect((await post({ ...whole, code: ' ' })).body.errors).toEqual([
      { field: 'code', message: 'Please write some code first' },
    ])
    expect((await post({ ...whole, code: 'a\0b' })).status).toBe(400)
    expect((await post({ ...whole, code: 'x'.repeat(65_537) })).status).toBe(413)
    expect((await post({ ...whole, language: 'rust' })).body.errors).toEqual([
      { field: 'language', message: 'This question does not accept Rust' },
    ])
    expect((await post({ ...whole, language: 'cobol' })).status).toBe(400)
    expect(await post({ ...whole, questionId: 'nothing' })).toMatchObject({
      status: 404,
      body: { message: 'Coding question not found' },
    })
  })

  it('streams progress until every case has been judged', async () => {
    const { coding, question } = await aSolver(await createWorld())
    const { jobId } = await coding.startSubmission({ questionId: question.id, code: right, language: 'python' })
    const seen = []
    for await (const progress of await coding.follow({ jobId })) seen.push(progress)
    expect(seen.at(-1)).toMatchObject({
      state: 'done',
      place: 0,
      total: 4,
      submission: { submissionId: jobId, status: 'accepted', score: 100 },
    })
    expect(seen.at(-1)?.testResults).toHaveLength(4)
  })

  it('allows four pending jobs per student', async () => {
    const { coding, question } = await aSolver(await createWorld())
    const form = { questionId: question.id, code: right, language: 'python' } as const
    const jobs = await Promise.all([1, 2, 3, 4].map(() => coding.startRun(form)))
    await expect(coding.startRun(form)).rejects.toThrow('Your earlier runs are still being judged')
    for (const { jobId } of jobs) {
      let last: string | undefined
      for await (const { state } of await coding.follow({ jobId })) last = state
      expect(last).toBe('done')
    }
  })

  it('returns 404 for another student’s job or submission', async () => {
    const world = await createWorld()
    const { coding, college, question } = await aSolver(world)
    const { jobId } = await coding.startSubmission({ questionId: question.id, code: right, language: 'python' })
    const other = world.call(await world.student(college)).coding
    await expect(
      (async () => {
        for await (const _ of await other.follow({ jobId }));
      })(),
    ).rejects.toThrow('Job not found')
    await expect(other.submission({ id: jobId })).rejects.toThrow('Submission not found')
    for await (const { state } of await coding.follow({ jobId })) if (state === 'done') break
  })
})

describe('practice', () => {
  it('returns the student’s progress with each question', async () => {
    const world = await createWorld()
    const { submit, coding, question } = await aSolver(world, { difficulty: 'easy', tags: ['maths'] })
    await world.call(world.admin).coding.create(sum({ title: 'Another', difficulty: 'hard' }))
    await submit(half)
    await submit(right)
    const { questions, stats } = await coding.practice()
    expect(questions.find(({ id }) => id === question.id)).toMatchObject({
      status: 'solved',
      best_score: 100,
      attempts: 2,
      tags: ['maths'],
    })
    expect(questions.find(({ title }) => title === 'Another')).toMatchObject({ status: 'not_attempted', best_score: 0 })
    expect(stats).toEqual({ total: 2, solved: 1, attempted: 1, easy: 1, medium: 0, hard: 1 })
  })

  it('excludes a question until the test using it has ended', async () => {
    const world = await createWorld()
    const { coding, college, student, question, submit } = await aSolver(world)
    const hour = 3_600_000
    await world.assignedTest(college, [student], {
      hasCodingSection: true,
      codingQuestions: [{ questionId: question.id }],
      endDateTime: new Date(world.clock.now() + 2 * hour).toISOString(),
    })
    expect((await coding.practice()).questions).toEqual([])
    await expect(submit(right)).rejects.toThrow('Coding question not found')
    world.clock.advance(3 * hour)
    expect((await coding.practice()).questions).toHaveLength(1)
  })
})

describe('reference solutions', () => {
  it('determine whether a question is published', async () => {
    const world = await createWorld()
    const admin = world.call(world.admin).coding
    const { question } = await admin.create(
      sum({
        solutions: [
          { language: 'python', code: right },
          { language: 'python', code: half, expected_verdict: 'wrong_answer' },
        ],
      }),
    )
    const { jobId } = await admin.check({ id: question.id })
    for await (const { state } of await admin.follow({ jobId })) if (state === 'done') break
    const checked = (await admin.get({ id: question.id })).question
    expect(checked.status).toBe('published')
    expect(checked.solutions).toMatchObject([{ verdict: 'accepted' }, { verdict: 'wrong_answer', failed_case: 3 }])

    const { question: wrong } = await admin.create(sum({ solutions: [{ language: 'python', code: half }] }))
    const again = await admin.check({ id: wrong.id })
    for await (const { state } of await admin.follow({ jobId: again.jobId })) if (state === 'done') break
    expect((await admin.get({ id: wrong.id })).question.status).toBe('draft')
  })
})

describe('coding in a test', () => {
  const minute = 60_000

  /** Starts a student's attempt at a Practice test with one coding question and these overrides. */
  async function startAttempt(fields: { testType?: 'Assignment' } = {}) {
    const world = await createWorld()
    const { college, student, question } = await aSolver(world)
    const test = await world.assignedTest(college, [student], {
      testType: 'Practice',
      hasCodingSection: true,
      codingQuestions: [{ questionId: question.id, points: 50, timeLimit: 600 }],
      ...fields,
    })
    const attempts = world.call(student).attempts
    const started = await attempts.start({ id: test.id })
    return { world, college, student, question, test, attempts, started, coding: world.call(student).coding }
  }

  it('gives a coding-only Practice test only the time and points of its coding questions', async () => {
    const { started, world, test, question } = await startAttempt()
    expect(started.test).toMatchObject({ numberOfQuestions: 0, duration: 0, totalMarks: 50, hasCodingSection: true })
    expect(started.test.codingQuestions).toMatchObject([
      { questionId: question.id, title: 'Sum of two', points: 50, timeLimit: 600 },
    ])
    expect(started.test.codingQuestions[0]?.testCases).toHaveLength(2)
    expect(JSON.stringify(started.test)).not.toContain('1000001')
    expect(Date.parse(started.deadline) - world.clock.now()).toBe(10 * minute)
    const { test: stored } = await world.call(world.admin).tests.get({ id: test.id })
    expect(stored).toMatchObject({ codingCount: 1, codingDuration: 10, questions: [] })
  })

  it('saves code like an answer and returns it', async () => {
    const { attempts, test, question } = await startAttempt()
    const answer = { questionId: question.id, code: half, language: 'python', revision: 5 } as const
    expect(await attempts.save({ id: test.id, answers: [answer] })).toMatchObject({ ignored: [], newer: [] })
    const stale = await attempts.save({ id: test.id, answers: [{ ...answer, code: 'older', revision: 4 }] })
    expect(stale.newer).toEqual([answer])
    expect((await attempts.start({ id: test.id })).answers).toEqual([answer])
  })

  it('uses the marks of the best submission', async () => {
    const { coding, attempts, test, question, started } = await startAttempt()
    const form = { questionId: question.id, language: 'python', testAttemptId: started.attemptId } as const
    expect(await coding.submit({ ...form, code: right })).toMatchObject({ score: 100 })
    await coding.submit({ ...form, code: half })
    const { results, pendingCode, receipt } = await attempts.submit({ id: test.id, answers: [] })
    expect(results).toMatchObject({ marksObtained: 50, totalMarks: 50, percentage: 100 })
    expect(pendingCode).toBe(0)
    // A submitted program counts as an answer, whether or not it was saved.
    expect(receipt).toMatchObject({ answered: 1, questions: 1 })
    const { report } = await attempts.results({ id: test.id })
    expect(report.codingAnalysis).toMatchObject([
      { title: 'Sum of two', points: 50, marksObtained: 50, status: 'accepted', submissions: 2, code: right },
    ])
    await expect(coding.submit({ ...form, code: right })).rejects.toThrow('already been submitted')
  })

  it('judges the last saved code even if it was never submitted', async () => {
    const { world, attempts, test, question } = await startAttempt()
    const answer = { questionId: question.id, code: half, language: 'python', revision: 1 } as const
    await attempts.save({ id: test.id, answers: [answer] })
    const submitted = await attempts.submit({ id: test.id, answers: [] })
    expect(submitted).toMatchObject({ results: { marksObtained: 0, totalMarks: 50 }, pendingCode: 1 })
    await queueWaiting(world.platform)
    await expect
      .poll(async () => (await attempts.results({ id: test.id })).report, { timeout: 30_000 })
      .toMatchObject({ pendingCode: 0, marksObtained: 10, percentage: 20 })
  })

  it('comes after multiple choice as a section with its own clock', async () => {
    const { world, attempts, coding, test, question, started } = await startAttempt({ testType: 'Assignment' })
    expect(started).toMatchObject({ currentSection: 0, clock: { plan: [30 * minute, 10 * minute] } })
    const form = { questionId: question.id, language: 'python', testAttemptId: started.attemptId } as const
    await expect(coding.submit({ ...form, code: right })).rejects.toThrow('The coding section is not open')
    const code = { questionId: question.id, code: right, language: 'python', revision: 1 } as const
    expect(await attempts.save({ id: test.id, answers: [code] })).toMatchObject({ ignored: [question.id] })
    const key = await world.call(world.admin).tests.get({ id: test.id })
    const [first] = singleChoice(key.test.questions)
    if (!first) throw new Error('Expected a question')
    await attempts.save({ id: test.id, answers: [{ questionId: first.id, selectedAnswer: first.correctAnswer }] })
    expect(await attempts.nextSection({ id: test.id, from: 0 })).toMatchObject({ currentSection: 1 })
    await coding.submit({ ...form, code: right })
    const { results, receipt } = await attempts.submit({ id: test.id, answers: [] })
    expect(receipt).toMatchObject({ answered: 2, questions: key.test.questions.length + 1 })
    const total = key.test.totalMarks
    expect(results).toMatchObject({ marksObtained: first.marks + 50, totalMarks: total, correctAnswers: 1 })
  })

  it('requires an existing question when enabled', async () => {
    const world = await createWorld()
    const { college } = await aSolver(world)
    const create = (codingQuestions: { questionId: string }[]) =>
      world.assignedTest(college, [], { testType: 'Practice', hasCodingSection: true, codingQuestions })
    await expect(create([])).rejects.toThrow('At least one coding question is required')
    await expect(create([{ questionId: 'nothing' }])).rejects.toThrow('Validation failed')
  })
})
