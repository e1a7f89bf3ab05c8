import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smokePrograms } from '#server/judge/smoke-programs.ts'
import type { JudgeCase, JudgeLimits } from '#server/judge/types.ts'
import { type Language, languageNames } from '#shared/coding/languages.rules.ts'
import { openJudge, rounds, testedLanguages, verdictsOf } from './judging.ts'
import { programs } from './programs.ts'

const judge = openJudge()
beforeAll(() => judge.languages())
afterAll(() => judge.close())

const usual: JudgeLimits = { timeMs: 2_000, memoryMb: 64 }
const tight: JudgeLimits = { timeMs: 300, memoryMb: 64 }
const lines = (count: number) => Array.from({ length: count }, (_, place) => place).join('\n')
const million = lines(1_000_000)

const judged = (language: Language, source: string, one: JudgeCase, limits = usual) =>
  verdictsOf(judge, language, source, [one], limits)

describe.each(rounds)('round %i', () => {
  for (const { language, skip, title } of testedLanguages)
    describe.skipIf(skip)(title, () => {
      const { echo, recursion, threads, failing, broken, endless, hungry, chatty } = programs[language]

      it('accepts a correct answer and rejects a wrong one', async () => {
        const cases = [
          { input: '1 2\n', expected: '3' },
          { input: '1 2\n', expected: '4' },
        ]
        expect(await verdictsOf(judge, language, smokePrograms[language], cases, usual)).toEqual([
          'accepted',
          'wrong_answer',
        ])
      })
      it('echoes a million lines', async () => {
        expect(await judged(language, echo, { input: million, expected: million })).toEqual(['accepted'])
      })
      it('recurses 20,000 times', async () => {
        expect(await judged(language, recursion, { input: '', expected: '20000' })).toEqual(['accepted'])
      })
      it.runIf(threads)('runs four threads', async () => {
        expect(await judged(language, threads ?? '', { input: '', expected: '4000' })).toEqual(['accepted'])
      })
      it('reports a runtime error', async () => {
        expect(await judged(language, failing, { input: '' })).toEqual(['runtime_error'])
      })
      it(`rejects code that is not ${languageNames[language]}`, async () => {
        expect(await judged(language, broken, { input: '' })).toEqual(['compile_error'])
      })
      it('stops an infinite loop', async () => {
        expect(await judged(language, endless, { input: '' }, tight)).toEqual(['time_limit_exceeded'])
      })
      it('stops a program that exceeds its memory limit', async () => {
        expect(await judged(language, hungry, { input: '' })).toEqual(['memory_limit_exceeded'])
      })
      it('stops a program that exceeds its output limit', async () => {
        expect(await judged(language, chatty, { input: '' }, { timeMs: 8_000, memoryMb: 64 })).toEqual([
          'output_limit_exceeded',
        ])
      })
    })
})
