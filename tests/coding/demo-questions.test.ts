import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { problems } from '#drizzle/seed/bank.ts'
import { actorOf, callerAt } from '#drizzle/seed/callers.ts'
import { loadDemo } from '#drizzle/seed/load.ts'
import { formOf } from '#drizzle/seed/problems/problem.ts'
import { demoPassword, signIns } from '#drizzle/seed/sign-ins.ts'
import { createPlatform } from '#server/app.ts'
import { login } from '#server/features/auth/service.ts'
import { languages } from '#shared/coding/languages/rules.ts'
import { codingDifficulties, codingQuestionForm } from '#shared/coding/schema.ts'
import { testConfig } from '#tests/support/config.ts'

describe('the coding questions of the demo', () => {
  it.each(problems.map((problem) => [problem.title, problem] as const))('%s', (_title, problem) => {
    for (const [input, output] of problem.samples) expect(problem.solve(input)).toBe(output)
    const { testCases, tags } = codingQuestionForm.parse(formOf(problem))
    const hidden = testCases.filter((testCase) => !testCase.is_sample)
    expect(hidden.length).toBeGreaterThanOrEqual(5)
    expect(testCases.length - hidden.length).toBeGreaterThanOrEqual(2)
    expect(new Set(testCases.map(({ input }) => input)).size).toBe(testCases.length)
    // Nobody passes by printing one thing.
    expect(new Set(testCases.map((testCase) => testCase.expected_output)).size).toBeGreaterThan(testCases.length / 2)
    for (const testCase of testCases) expect(testCase.expected_output).toMatch(/^(?!.*(undefined|NaN|Infinity)).+\n$/s)
    expect(tags.length).toBeGreaterThan(0)
  })

  it('are in the bank, of every difficulty, for every language, and open to students', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'examhall-'))
    const app = await createPlatform(testConfig(dataDir))
    try {
      await loadDemo(app)
      const { user } = await login(
        app,
        { email: signIns.student, password: demoPassword, rememberMe: false },
        '127.0.0.1',
      )
      const { coding } = callerAt(app, actorOf(user, user.collegeId?.id ?? null), app.clock.now()).call
      const { questions, counts } = await coding.list({})
      expect(questions).toHaveLength(8)
      for (const difficulty of codingDifficulties) expect(counts[difficulty]).toBeGreaterThanOrEqual(2)
      for (const question of questions) {
        expect(question.supported_languages).toEqual([...languages])
        expect(Date.parse(question.created_at)).toBeLessThan(app.clock.now())
      }
      expect((await coding.practice()).stats.total).toBe(8)
    } finally {
      await app.db.close()
      rmSync(dataDir, { recursive: true })
    }
  })
})
