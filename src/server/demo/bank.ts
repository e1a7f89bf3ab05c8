import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { minute, moment } from './calendar.ts'
import { type Caller, callerAt } from './callers.ts'
import { askedProblems } from './problems/asked.ts'
import { easyProblems } from './problems/easy.ts'
import { hardProblems } from './problems/hard.ts'
import { mediumProblems } from './problems/medium.ts'
import { formOf } from './problems/problem.ts'

/** All demo coding questions, oldest first. */
export const problems = [...easyProblems, ...mediumProblems, ...hardProblems, ...askedProblems]

/** Age of the first question in days. Another was added every second day. */
const bankAge = 40

/** Fills the bank with coding questions and checks their solutions. @returns question ids by title */
export async function fillBank(app: Services, master: Actor, now: number): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [place, problem] of problems.entries()) {
    const written = moment(now, 2 * place - bankAge, 14) + 7 * place * minute
    const { coding } = callerAt(app, master, written).call
    const { question } = await coding.create(formOf(problem))
    ids.set(problem.title, question.id)
    if (problem.solutions) await solutionsChecked(coding, question.id)
  }
  return ids
}

/** Resolves when all solutions of a question have verdicts. */
async function solutionsChecked(coding: Caller['coding'], id: string): Promise<void> {
  const { jobId } = await coding.check({ id })
  for await (const { state } of await coding.follow({ jobId })) if (state === 'done') return
  throw new Error('The solutions of a question were not checked')
}
