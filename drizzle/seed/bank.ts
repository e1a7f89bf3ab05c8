import type { Actor, Platform } from '#server/platform/platform.ts'
import { minute, moment } from './calendar.ts'
import { callerAt } from './callers.ts'
import { easyProblems } from './problems/easy.ts'
import { hardProblems } from './problems/hard.ts'
import { mediumProblems } from './problems/medium.ts'
import { formOf } from './problems/problem.ts'

/** Every coding question of the demo, in the order in which they are written. */
export const problems = [...easyProblems, ...mediumProblems, ...hardProblems]

/** The first was written so many days ago; one follows every other day. */
const bankAge = 40

/** Fills the bank of coding questions. None has reference solutions: loading the demo runs no programs. */
export async function fillBank(app: Platform, master: Actor, now: number): Promise<void> {
  for (const [place, problem] of problems.entries()) {
    const written = moment(now, 2 * place - bankAge, 14) + 7 * place * minute
    await callerAt(app, master, written).call.coding.create(formOf(problem))
  }
}
