import { smokePrograms } from '#server/judge/smoke-programs.ts'
import { NoMachine } from '#server/judge/types.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { isAsExpected, solutionVerdict, verdictOf } from '#shared/coding/coding.rules.ts'
import { codingBounds, codingDefaults } from '#shared/coding/coding.schema.ts'
import { hasProgram } from '#shared/coding/comparison.schema.ts'
import type { SolutionVerdict } from '#shared/coding/languages.rules.ts'
import { checkRepo, type SolutionRow } from './check.repo.ts'
import { questionNotFound } from './coding.errors.ts'
import { judgingRepo } from './judging.repo.ts'
import { checkerFailedMessage, type Judging, judgeCase, judgeGroups, programOf, readJudging } from './judging.ts'
import { submissionsRepo } from './submissions/submissions.repo.ts'
import type { TaskContext } from './tasks.ts'

/** Compiles the question's checker by judging a program without cases. @returns the error; null if it compiles */
async function failureOfChecker({ comparison, limits }: Judging, context: TaskContext): Promise<string | null> {
  if (comparison.kind !== 'checker' && comparison.kind !== 'interactive') return null
  const { language } = comparison.kind === 'checker' ? comparison.checker : comparison.interactor
  const smoke = { language, source: smokePrograms[language], limits, comparison, cases: [] }
  const outcome = await context.judge(smoke).catch(noMachine)
  return outcome.kind === 'judged' ? null : outcome.message
}

/** The checker's failure, for the question's author. */
export const checkerMessage = ({ message }: { message: string }) => `The checker failed: ${message}`

const withoutRun = (verdict: SolutionVerdict, message: string) => ({
  fields: { verdict, failedCase: null, timeMs: null, message },
  memoryKb: 0,
})

function noMachine(error: unknown) {
  if (error instanceof NoMachine) return { kind: 'no_machine' as const, message: error.message }
  throw error
}

/** Judges a solution on the question's cases. */
async function verdictOfSolution(
  { limits, comparison, groups, templates }: Judging,
  cases: { input: string; expected: string; weight: number; group: string | null }[],
  row: SolutionRow,
  context: TaskContext,
) {
  const job = {
    ...programOf(templates, row.language, row.code, row.files ?? []),
    limits,
    comparison,
    groups: judgeGroups(groups),
    // Keep the output: the first failing case explains the verdict.
    cases: cases.map(({ weight, ...each }) => judgeCase(groups, { ...each, keep: true })),
  }
  const outcome = await context.judge(job).catch(noMachine)
  if (outcome.kind === 'no_machine') return withoutRun('internal_error', outcome.message)
  if (outcome.kind === 'compile_error') return withoutRun('compile_error', outcome.message)
  if (outcome.kind === 'checker_failed') return withoutRun('internal_error', checkerMessage(outcome))
  const scored = outcome.cases.map((one) => {
    const { weight = 0, group } = cases[one.place] ?? {}
    return { ...one, weight, group }
  })
  const failed = outcome.cases.find(({ verdict }) => verdict !== 'accepted')
  return {
    fields: {
      verdict: solutionVerdict(verdictOf(outcome.cases), row.expectedVerdict, scored, groups),
      failedCase: failed ? failed.place + 1 : null,
      timeMs: Math.max(0, ...outcome.cases.map(({ timeMs }) => timeMs)),
      message: failed?.error || failed?.remark || null,
    },
    memoryKb: Math.max(0, ...outcome.cases.map(({ memoryKb }) => memoryKb)),
  }
}

/** Derives the limits that a package left open from its accepted solutions, as Kattis does. */
export interface Calibration {
  /** The limit is the slowest solution's time, multiplied and rounded up. */
  time?: { multiplier: number; resolutionMs: number }
  memory?: true
}

/** Limits of a calibration run. */
const ample = { timeMs: 10_000, memoryMb: codingBounds.memoryLimit.max }
const memorySteps = [codingDefaults.memory_limit, 512, 1_024, codingBounds.memoryLimit.max]

const mustBeAccepted = ({ expectedVerdict, otherVerdicts }: SolutionRow) =>
  expectedVerdict === 'accepted' && !otherVerdicts

async function calibrate(
  judging: Judging,
  cases: Parameters<typeof verdictOfSolution>[1],
  rows: readonly SolutionRow[],
  context: TaskContext,
  { time, memory }: Calibration,
): Promise<Judging['limits']> {
  const limits = {
    timeMs: time ? ample.timeMs : judging.limits.timeMs,
    memoryMb: memory ? ample.memoryMb : judging.limits.memoryMb,
  }
  const results: Awaited<ReturnType<typeof verdictOfSolution>>[] = []
  for (const row of rows.filter(mustBeAccepted))
    results.push(await verdictOfSolution({ ...judging, limits }, cases, row, context))
  const accepted = results.filter(({ fields }) => fields.verdict === 'accepted')
  if (accepted.length === 0) return judging.limits
  const slowest = Math.max(...accepted.map(({ fields }) => fields.timeMs ?? 0))
  const peakMb = Math.max(...accepted.map(({ memoryKb }) => memoryKb)) / 1_024
  const { min, max } = codingBounds.timeLimit
  const { multiplier, resolutionMs } = time ?? { multiplier: 1, resolutionMs: min }
  const timeMs = Math.max(1, Math.ceil((slowest * multiplier) / resolutionMs)) * resolutionMs
  return {
    timeMs: time ? Math.round(Math.min(max, Math.max(min, timeMs))) : judging.limits.timeMs,
    memoryMb: memory ? (memorySteps.find((step) => step >= peakMb * 1.25) ?? ample.memoryMb) : limits.memoryMb,
  }
}

/** Writes unless the question was edited in the meantime. @returns true if written */
const ifCurrent = (app: Services, id: string, { version }: { version: number }, work: (tx: Db) => Promise<unknown>) =>
  app.db.write(async (tx) => {
    if ((await checkRepo(tx).question(id))?.version !== version) return false
    await work(tx)
    return true
  })

async function publish(tx: Db, id: string) {
  await checkRepo(tx).setStatus(id, 'published')
  // A checker that failed before may have been fixed or removed.
  await submissionsRepo(tx).requeue(id, checkerFailedMessage)
}

/**
 * Compiles the checker and runs every reference solution. The question is published if all get their expected verdict; otherwise it becomes a
 * draft.
 */
async function execute(app: Services, id: string, context: TaskContext, calibration?: Calibration) {
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
  const rows = await read.solutions(id)
  if (calibration) {
    const limits = await calibrate(judging, cases, rows, context, calibration)
    if (!(await ifCurrent(app, id, question, (tx) => checkRepo(tx).setLimits(id, limits)))) return {}
    judging.limits = limits
  }
  let asExpected = true
  for (const row of rows) {
    const { fields } = await verdictOfSolution(judging, cases, row, context)
    if (!isAsExpected(fields.verdict, row.expectedVerdict, row.otherVerdicts)) asExpected = false
    const isCurrent = await ifCurrent(app, id, question, (tx) => checkRepo(tx).setVerdict(row, fields))
    // The question was edited in the meantime; the edit starts its own check.
    if (!isCurrent) return {}
  }
  await ifCurrent(app, id, question, (tx) => (asExpected ? publish(tx, id) : checkRepo(tx).setStatus(id, 'draft')))
  return {}
}

const taskOf = (app: Services, jobId: string, owner: string, id: string, total: number, calibration?: Calibration) => ({
  id: jobId,
  owner,
  kind: 'check' as const,
  total,
  execute: (context: TaskContext) => execute(app, id, context, calibration),
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
  await (programs > 0 ? repo.setStatus(id, 'checking') : publish(tx, id))
  return programs
}

/**
 * Enqueues a check, after the commit that requested it.
 * @param calibration lost if the process ends first: the question then keeps its limits
 */
export function beginCheck(
  app: Services,
  actor: Actor,
  id: string,
  total: number,
  calibration?: Calibration,
): { jobId: string } {
  const jobId = newId()
  app.judgeQueue.add(taskOf(app, jobId, actor.id, id, total, calibration))
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
