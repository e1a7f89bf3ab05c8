import { afterAll, expect, it } from 'vitest'
import { problems } from '#server/demo/bank.ts'
import { formOf } from '#server/demo/problems/problem.ts'
import * as practice from '#server/demo/programs/practice.ts'
import { type SeedProgram, verdictsOf } from '#server/demo/programs/program.ts'
import * as loans from '#server/demo/programs/projectors.ts'
import * as loanReferences from '#server/demo/programs/projectors-reference.ts'
import { seedPrograms } from '#server/demo/programs/recorded-judge.ts'
import * as slips from '#server/demo/programs/roll-slips.ts'
import { codingQuestionForm } from '#shared/coding/coding.schema.ts'
import { sharedJudge } from '#tests/support/judge.ts'

const { judge, end } = sharedJudge()
afterAll(() => end())

const { calmSpellRight, ...lateFees } = practice
const handedIn: Record<string, readonly SeedProgram[]> = {
  'Roll Numbers on Slips': Object.values(slips),
  'Projectors on Loan': Object.values({ ...loanReferences, ...loans }),
  'Late Books': Object.values(lateFees),
  'The Longest Calm Spell': [calmSpellRight],
}

const jobs = problems.flatMap((problem) => {
  const { testCases, time_limit, memory_limit } = codingQuestionForm.parse(formOf(problem))
  const programs = [...new Set([...(problem.solutions ?? []), ...(handedIn[problem.title] ?? [])])]
  const limits = { timeMs: time_limit, memoryMb: memory_limit }
  return programs.map((program) => ({ title: problem.title, program, limits, testCases }))
})

it('covers every demo program', () => {
  expect(new Set(jobs.map(({ program }) => program))).toEqual(new Set(seedPrograms))
  expect(new Set(seedPrograms.map(({ language, code }) => language + code)).size).toBe(seedPrograms.length)
})

it.each(jobs.map((job) => [job.title, job.program.language, job] as const))(
  'gives a program for %s in %s the verdicts that the demo expects',
  async (_title, language, { program, limits, testCases }) => {
    const cases = testCases.map(({ input, expected_output }) => ({ input, expected: expected_output }))
    const outcome = await judge.judge({ id: program.code, language, source: program.code, limits, cases })
    if (outcome.kind !== 'judged') throw new Error(outcome.message)
    expect(outcome.cases.map(({ verdict }) => verdict)).toEqual(verdictsOf(program))
  },
  60_000,
)
