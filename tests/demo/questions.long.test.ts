import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openServices } from '#server/app.ts'
import { problems } from '#server/demo/bank.ts'
import { actorOf, callerAt } from '#server/demo/callers.ts'
import { loadDemo } from '#server/demo/load.ts'
import { demoLanguages, formOf } from '#server/demo/problems/problem.ts'
import { demoPassword, signIns } from '#server/demo/sign-ins.ts'
import { login } from '#server/features/auth/auth.ts'
import type { Services } from '#server/services.ts'
import { codingDifficulties, codingQuestionForm } from '#shared/coding/coding.schema.ts'
import { testConfig } from '#tests/support/config.ts'

/** A caller for a demo user. */
async function callerOf(app: Services, email: string) {
  const { user } = await login(app, { email, password: demoPassword, rememberMe: false }, { address: '127.0.0.1' })
  return callerAt(app, actorOf(user, user.collegeId?.id ?? null), app.clock.now()).call
}

describe('the demo’s coding questions', () => {
  it.each(problems.map((problem) => [problem.title, problem] as const))('have valid cases: %s', (_title, problem) => {
    for (const [input, output] of problem.samples) expect(problem.solve(input)).toBe(output)
    const { testCases, tags } = codingQuestionForm.parse(formOf(problem))
    const hidden = testCases.filter((testCase) => !testCase.is_sample)
    expect(hidden.length).toBeGreaterThanOrEqual(5)
    expect(testCases.length - hidden.length).toBeGreaterThanOrEqual(2)
    expect(new Set(testCases.map(({ input }) => input)).size).toBe(testCases.length)
    // No program with constant output passes.
    expect(new Set(testCases.map((testCase) => testCase.expected_output)).size).toBeGreaterThan(testCases.length / 2)
    for (const testCase of testCases) expect(testCase.expected_output).toMatch(/^(?!.*(undefined|NaN|Infinity)).+\n$/s)
    expect(tags.length).toBeGreaterThan(0)
  })

  it('are in the bank, in every difficulty, for every language, and available to students', async () => {
    await withDemo(async (app) => {
      const { coding } = await callerOf(app, signIns.student)
      const { questions, counts } = await coding.list({})
      // Two more questions are in an open practice test.
      expect(questions).toHaveLength(9)
      for (const difficulty of codingDifficulties) expect(counts[difficulty]).toBeGreaterThanOrEqual(2)
      for (const question of questions) {
        expect(question.supported_languages).toEqual(demoLanguages)
        expect(Date.parse(question.created_at)).toBeLessThan(app.clock.now())
      }
      expect((await coding.practice()).stats).toMatchObject({ total: 9, solved: 1, attempted: 2 })
    })
  })

  it('have correct reference solutions in every language, and wrong and slow ones', async () => {
    await withDemo(async (app) => {
      const { coding } = await callerOf(app, signIns.masterAdmin)
      const { questions } = await coding.list({})
      expect(questions.map(({ status }) => status)).toEqual(Array(11).fill('published'))
      const whole = await Promise.all(questions.map(({ id }) => coding.get({ id })))
      const solutions = whole.flatMap(({ question }) => question.solutions ?? [])
      for (const { verdict, expected_verdict } of solutions) expect(verdict).toBe(expected_verdict)
      const right = solutions.filter(({ verdict }) => verdict === 'accepted')
      expect(new Set(right.map(({ language }) => language))).toEqual(new Set(demoLanguages))
      const others = solutions.filter((solution) => !right.includes(solution))
      expect(new Set(others.map(({ verdict }) => verdict))).toEqual(new Set(['wrong_answer', 'time_limit_exceeded']))
    })
  })

  it('were used in a finished round with marks for programs and two similar programs', async () => {
    await withDemo(async (app) => {
      const student = await callerOf(app, signIns.student)
      const { assignments } = await student.assignments.listForStudent({})
      const round = assignments.find(({ testId }) => testId.hasCodingSection && testId.hasSections)
      const id = round?.testId.id ?? ''
      const { report } = await student.attempts.results({ id })
      expect(report).toMatchObject({
        pendingCode: 0,
        codingAnalysis: [
          { title: 'Projectors on Loan', status: 'time_limit_exceeded', submissions: 1 },
          { title: 'Roll Numbers on Slips', status: 'accepted', marksObtained: 20, submissions: 2 },
        ],
      })
      const { coding } = await callerOf(app, signIns.faculty)
      // The first question has the copied solution.
      const found = await coding.plagiarism({ id })
      expect(found.programs).toBeGreaterThanOrEqual(5)
      expect(found.pairs[0]).toMatchObject({ left: { language: 'cpp' }, right: { language: 'cpp' } })
      expect(found.pairs[0]?.similarity).toBeGreaterThan(60)
    })
  })
})

async function withDemo(work: (app: Services) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-'))
  const app = await openServices(testConfig(dataDir))
  try {
    await loadDemo(app)
    await work(app)
  } finally {
    await app.db.close()
    rmSync(dataDir, { recursive: true })
  }
}
