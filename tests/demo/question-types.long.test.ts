import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServices } from '#server/app.ts'
import { answerOnce } from '#server/demo/answering.ts'
import { actorOf, callerAt } from '#server/demo/callers.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { loadDemo } from '#server/demo/load.ts'
import { bankQuestions } from '#server/demo/question-bank/fill.ts'
import { demoPassword, signIns } from '#server/demo/sign-ins.ts'
import { login } from '#server/features/auth/auth.ts'
import { ManualClock } from '#server/platform/clock.ts'
import type { Services } from '#server/services.ts'
import { type QuestionTypeName, questionTypeNames } from '#shared/bank/question-types.rules.ts'
import { testConfig } from '#tests/support/config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-'))
let app: Services
beforeAll(async () => {
  app = await openServices(testConfig(dataDir))
  await loadDemo(app)
}, 120_000)
afterAll(async () => {
  await app.db.close()
  rmSync(dataDir, { recursive: true })
})

/** Signs in as a demo user. */
async function signedIn(email: string) {
  const { user } = await login(app, { email, password: demoPassword, rememberMe: false }, { address: '127.0.0.1' })
  return callerAt(app, actorOf(user, user.collegeId?.id ?? null), app.clock.now()).call
}

async function testCalled(name: string) {
  const { tests } = await (await signedIn(signIns.masterAdmin)).tests.list({ search: name })
  return tests[0]?.id ?? ''
}

const typesOf = (questions: readonly { type?: QuestionTypeName | undefined }[]) =>
  new Set(questions.map(({ type }) => type ?? 'single'))

describe('the demo’s test with every type of question', () => {
  it('has a question of each type, single choice with five options, and a rubric', async () => {
    const author = await signedIn(signIns.masterAdmin)
    const { test } = await author.tests.get({ id: await testCalled('Computer Systems: Term Test') })
    expect(typesOf(test.questions)).toEqual(new Set(questionTypeNames))
    const [first] = test.questions
    expect(first && 'options' in first && Object.keys(first.options)).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(test.questions).toContainEqual(expect.objectContaining({ type: 'numeric', unit: 'ms' }))
    expect(test.questions).toContainEqual(expect.objectContaining({ type: 'essay', rubric: expect.any(Array) }))
  })

  it('is marked and released, with a spread of results and comments on essays', async () => {
    const id = await testCalled('Computer Systems: Term Test')
    const student = await signedIn(signIns.student)
    const { report } = await student.attempts.results({ id })
    expect(report.pendingMarks).toBeUndefined()
    expect(report.questionAnalysis.at(-1)?.comment).toBeTruthy()
    const { analysis } = await (await signedIn(signIns.faculty)).reports.items.get({ id })
    expect(analysis.attempts).toBeGreaterThan(40)
    for (const { facility } of analysis.items) {
      expect(facility).toBeGreaterThan(20)
      expect(facility).toBeLessThan(98)
    }
    // Better students answer more questions correctly.
    const discriminations = analysis.items.flatMap(({ discrimination }) => discrimination ?? [])
    expect(discriminations.reduce((sum, value) => sum + value, 0) / discriminations.length).toBeGreaterThan(0.15)
  })
})

it('has a test whose questions are drawn from the bank for each student', async () => {
  const id = await testCalled('Aptitude Screening')
  const { test } = await (await signedIn(signIns.masterAdmin)).tests.get({ id })
  expect(test).toMatchObject({ shuffleQuestions: true, shuffleOptions: true, numberOfQuestions: 14, totalMarks: 16 })
  for (const { candidates, pick } of test.pools ?? []) expect(candidates).toBeGreaterThanOrEqual(2 * pick)
  const { analysis } = await (await signedIn(signIns.faculty)).reports.items.get({ id })
  expect(analysis.attempts).toBeGreaterThan(40)
  expect(analysis.items.length).toBeGreaterThan(28)
})

it('has unmarked essays for its faculty, and essays marked by several people', async () => {
  const { marking } = await signedIn(signIns.faculty)
  const [first, ...others] = (await marking.tests()).tests
  expect(first).toMatchObject({ testName: 'Technical Writing' })
  expect(first?.waiting).toBeGreaterThan(20)
  expect(first?.marked).toBeGreaterThan(20)
  expect(others.map(({ waiting }) => waiting)).toEqual(others.map(() => 0))
  const id = first?.testId ?? ''
  for (const { questionId } of (await marking.overview({ id })).questions) {
    const { answers, question } = await marking.queue({ id, questionId, state: 'all', limit: 100 })
    const marked = answers.filter(({ marks }) => marks !== null)
    expect(new Set(marked.map(({ markedBy }) => markedBy)).size).toBe(3)
    expect(new Set(marked.map(({ marks }) => marks)).size).toBeGreaterThanOrEqual(3)
    expect(new Set(answers.map(({ answer }) => answer)).size).toBeGreaterThan(answers.length * 0.7)
    for (const { levels, comment } of marked) {
      expect(levels).toHaveLength(question.rubric.length)
      expect(comment).toBeTruthy()
    }
  }
})

describe('the demo’s question bank', () => {
  it('has at least 120 questions of all types, subjects and difficulties, in several languages', async () => {
    const { bank } = await signedIn(signIns.masterAdmin)
    const { questions, pagination } = await bank.list({ limit: 100 })
    expect(pagination.total).toBeGreaterThanOrEqual(120)
    const all = [...questions, ...(await bank.list({ limit: 100, page: 2 })).questions]
    expect(typesOf(all)).toEqual(new Set(questionTypeNames))
    expect(new Set(all.map(({ subject }) => subject)).size).toBe(5)
    expect(new Set(all.map(({ difficulty }) => difficulty)).size).toBe(3)
    expect(new Set(all.map(({ language }) => language))).toEqual(new Set(['en', 'hi', 'mr']))
    expect(all.filter(({ topic }) => topic.split('/').length > 1).length).toBeGreaterThan(60)
    expect(all.every(({ tags, explanation }) => tags.length > 0 && explanation)).toBe(true)
    expect((await bank.list({ retired: true })).questions.length).toBeGreaterThanOrEqual(3)
    const revised = all.filter(({ version }) => version > 1)
    expect(revised.length).toBeGreaterThanOrEqual(3)
    for (const { id, questionText } of revised) {
      const { versions } = await bank.versions({ id })
      expect(versions.map(({ version }) => version)).toEqual([2, 1])
      expect(versions[1]?.question.questionText).not.toBe(questionText)
    }
  })

  it('has no duplicate questions, and no question with duplicate options', () => {
    expect(new Set(bankQuestions.map(({ questionText }) => questionText)).size).toBe(bankQuestions.length)
    for (const question of bankQuestions)
      if ('options' in question) {
        const options = Object.values(question.options)
        expect(new Set(options).size).toBe(options.length)
      }
  })

  it('varies the position of the correct option', () => {
    const letters = bankQuestions.flatMap((question) =>
      'options' in question && 'correctAnswer' in question ? question.correctAnswer : [],
    )
    for (const letter of ['A', 'B', 'C', 'D'] as const)
      expect(letters.filter((one) => one === letter).length / letters.length).toBeGreaterThan(0.1)
  })
})

it('offers the demo student a repeatable practice test with every question type', async () => {
  const { assignments, attempts } = await signedIn(signIns.student)
  const listed = (await assignments.listForStudent({})).assignments
  const id = listed.find(({ testId }) => testId.testName === 'Every Type of Question')?.testId.id ?? ''
  const { test } = await attempts.start({ id })
  expect(typesOf(test.questions)).toEqual(new Set(questionTypeNames))
  // The demo keeps saving for other students while this one takes the test.
  await answerOnce(app)
  await attempts.submit({ id, answers: [] })
  expect((await attempts.start({ id, again: true })).test.questions).toHaveLength(9)
})

it('does not answer for students who are signed in', async () => {
  const repo = demoRepo(app.db.read)
  const sheets = async () =>
    new Map((await repo.rowsOf('answer_sheets')).map((sheet) => [sheet.attempt_id, JSON.stringify(sheet)]))
  const sitting = await repo.running(signIns.student, app.clock.now())
  expect(sitting.length).toBeGreaterThan(10)
  const visitors = new Set(sitting.slice(0, 5).map(({ email }) => email))
  for (const email of visitors) await signedIn(email)
  const before = await sheets()
  await answerOnce({ ...app, clock: new ManualClock(app.clock.now() + 60_000) })
  const after = await sheets()
  const changed = sitting.filter(({ attemptId }) => after.get(attemptId) !== before.get(attemptId))
  expect(changed.length).toBeGreaterThan(sitting.length / 2)
  expect(changed.filter(({ email }) => visitors.has(email))).toEqual([])
})
