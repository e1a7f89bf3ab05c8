import { smokePrograms } from '#server/judge/smoke-programs.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { solutionVerdict, verdictOf } from '#shared/coding/coding.rules.ts'
import { hasProgram } from '#shared/coding/comparison.schema.ts'
import type { SolutionVerdict } from '#shared/coding/languages.rules.ts'
import { checkRepo, type SolutionRow } from './check.repo.ts'
import { questionNotFound } from './coding.errors.ts'
import { judgingRepo } from './judging.repo.ts'
import { type Judging, judgeCase, judgeGroups, programOf, readJudging } from './judging.ts'
import type { TaskContext } from './queue.ts'

/** Compiles the question's checker, with a program that reads no case. @returns why that fails; null if it does not */
async function failureOfChecker({ comparison, limits }: Judging, context: TaskContext): Promise<string | null> {
  if (comparison.kind !== 'checker' && comparison.kind !== 'interactive') return null
  const { language } = comparison.kind === 'checker' ? comparison.checker : comparison.interactor
  const outcome = await context.judge({ language, source: smokePrograms[language], limits, comparison, cases: [] })
  return outcome.kind === 'judged' ? null : outcome.message
}

/** The checker's failure, for the question's author. */
export const checkerMessage = ({ message }: { message: string }) => `The checker failed: ${message}`

/** Judges a solution on the question's cases. */
async function verdictOfSolution(
  { limits, comparison, groups, templates }: Judging,
  cases: { input: string; expected: string; weight: number; group: string | null }[],
  row: SolutionRow,
  context: TaskContext,
) {
  const outcome = await context.judge({
    ...programOf(templates, row.language, row.code),
    limits,
    comparison,
    groups: judgeGroups(groups),
    // Keep the output: the first failing case explains the verdict.
    cases: cases.map(({ weight, ...each }) => judgeCase(groups, { ...each, keep: true })),
  })
  if (outcome.kind === 'compile_error')
    return { verdict: 'compile_error' as SolutionVerdict, failedCase: null, timeMs: null, message: outcome.message }
  if (outcome.kind === 'checker_failed')
    return {
      verdict: 'internal_error' as SolutionVerdict,
      failedCase: null,
      timeMs: null,
      message: checkerMessage(outcome),
    }
  const scored = outcome.cases.map((one) => {
    const { weight = 0, group } = cases[one.place] ?? {}
    return { ...one, weight, group }
  })
  const failed = outcome.cases.find(({ verdict }) => verdict !== 'accepted')
  return {
    verdict: solutionVerdict(verdictOf(outcome.cases), row.expectedVerdict, scored, groups),
    failedCase: failed ? failed.place + 1 : null,
    timeMs: Math.max(0, ...outcome.cases.map(({ timeMs }) => timeMs)),
    message: failed?.error || failed?.remark || null,
  }
}

/** Writes unless the question was edited in the meantime. @returns true if written */
const ifCurrent = (app: Platform, id: string, { version }: { version: number }, work: (tx: Db) => Promise<unknown>) =>
  app.db.write(async (tx) => {
    if ((await checkRepo(tx).question(id))?.version !== version) return false
    await work(tx)
    return true
  })

/**
 * Compiles the checker and runs every reference solution. The question is published if all get their expected verdict; otherwise it becomes a
 * draft.
 */
async function execute(app: Platform, id: string, context: TaskContext) {
  const read = checkRepo(app.db.read)
  const question = await read.question(id)
  const judging = await readJudging(app.db.read, id)
  if (!question || !judging) return {}
  const cases = await read.cases(id)
  const failure = await failureOfChecker(judging, context)
  if (failure !== null) {
    await ifCurrent(app, id, question, async (tx) => {
      await judgingRepo(tx).setCheckerFailure(id, failure)
      await checkRepo(tx).setStatus(id, 'draft')
    })
    return {}
  }
  let asExpected = true
  for (const row of await read.solutions(id)) {
    const fields = await verdictOfSolution(judging, cases, row, context)
    if (fields.verdict !== row.expectedVerdict) asExpected = false
    const isCurrent = await ifCurrent(app, id, question, (tx) => checkRepo(tx).setVerdict(row, fields))
    // The question was edited in the meantime; the edit starts its own check.
    if (!isCurrent) return {}
  }
  await ifCurrent(app, id, question, (tx) => checkRepo(tx).setStatus(id, asExpected ? 'published' : 'draft'))
  return {}
}

const taskOf = (app: Platform, jobId: string, owner: string, id: string, total: number) => ({
  id: jobId,
  owner,
  kind: 'check' as const,
  total,
  execute: (context: TaskContext) => execute(app, id, context),
  failed: () => app.db.write((tx) => checkRepo(tx).setStatus(id, 'draft')),
})

/**
 * Marks a question for checking, inside the caller's write job. The status is stored, so the next process starts the
 * check if this one does not. Without solutions and a checker, the question is published.
 * @returns the number of programs to check
 */
export async function makeCheckDue(tx: Db, id: string): Promise<number> {
  const repo = checkRepo(tx)
  const solutions = await repo.solutions(id)
  const programs = solutions.length + (hasProgram((await repo.question(id))?.comparison ?? 'lines') ? 1 : 0)
  await repo.forget(id)
  await repo.setStatus(id, programs > 0 ? 'checking' : 'published')
  return programs
}

/** Enqueues a check, after the commit that requested it. */
export function beginCheck(app: Services, actor: Actor, id: string, total: number): { jobId: string } {
  const jobId = newId()
  app.judgeQueue.add(taskOf(app, jobId, actor.id, id, total))
  return { jobId }
}

/**
 * Checks the reference solutions of a question again. Without any, the question is published immediately.
 * @throws NOT_FOUND
 */
export async function startCheck(app: Services, actor: Actor, id: string): Promise<{ jobId: string }> {
  const total = await app.db.write(async (tx) => {
    if (!(await checkRepo(tx).question(id))) throw questionNotFound()
    return makeCheckDue(tx, id)
  })
  return beginCheck(app, actor, id, total)
}

/** Restarts checks that the previous process did not finish. */
export async function resumeChecks(app: Services): Promise<void> {
  const { resumed } = app.judgeQueue
  if (resumed.checks) return
  resumed.checks = true
  for (const { id, createdBy } of await checkRepo(app.db.read).checking())
    app.judgeQueue.add(taskOf(app, newId(), createdBy ?? id, id, 0))
}
