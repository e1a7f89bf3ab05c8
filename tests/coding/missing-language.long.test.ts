import { describe, expect, it } from 'vitest'
import { builtParts, createApp, openServices } from '#server/app.ts'
import { createQuestion, getLanguages, getQuestion } from '#server/features/coding/bank/bank.ts'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { startRun } from '#server/features/coding/submissions/runs.ts'
import { startSubmission } from '#server/features/coding/submissions/submissions.ts'
import { startTrial } from '#server/features/coding/trial.ts'
import { revokeWorker } from '#server/features/judge-workers/judge-workers.ts'
import { findResults } from '#server/features/reports/items/usage.ts'
import type { JobReport } from '#server/judge/pool/wire.ts'
import type { Judge } from '#server/judge/types.ts'
import type { Actor } from '#server/platform/platform.ts'
import { mintStudentScope } from '#server/platform/scope.ts'
import { createServices, type Services } from '#server/services.ts'
import { type CodingQuestionInput, codingQuestionForm, trialForm } from '#shared/coding/coding.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { createWorld } from '#tests/support/world.ts'
import { archive } from './archives.ts'

/** The real judge, but without Haskell. */
const judgeWithoutHaskell = (judge: Judge): Judge => ({
  ...judge,
  languages: async () =>
    (await judge.languages()).map((status) =>
      status.language === 'haskell'
        ? { language: status.language, available: false, reason: 'ghc is missing' }
        : status,
    ),
})

/** Services with a judge that has no Haskell. */
async function withoutHaskell() {
  const world = await createWorld()
  const services = createServices(world.platform, judgeWithoutHaskell(world.platform.judge), findResults)
  const { coding } = world.call(world.admin)
  const imported = async (files: Record<string, string>) => {
    const base = { 'problem.yaml': 'name: Doubling\n', 'problem_statement/problem.en.md': 'Double.', '.timelimit': '2' }
    const cases = { 'data/sample/1.in': '1\n', 'data/sample/1.ans': '2\n' }
    const bytes = archive({ ...base, ...cases, ...files })
    const { question, notes } = await importPackage(services, world.admin, { name: 'doubling.zip', bytes })
    const read = async () => (await coding.get({ id: question.id })).question
    await expect.poll(async () => (await read()).status).toBe('draft')
    return { ...(await read()), notes }
  }
  return { world, services, imported }
}

const double = 'print(2 * int(input()))\n'
const inHaskell = 'main = interact (show . (* 2) . read)\n'
const reason = 'Haskell is not available here: ghc is missing'

describe('checking a package with a program in a language that is off', () => {
  it('says so for that solution, and checks the others', async () => {
    const { imported } = await withoutHaskell()
    const { solutions } = await imported({
      'submissions/accepted/a.hs': inHaskell,
      'submissions/accepted/b.py': double,
      'submissions/wrong_answer/c.py': 'print(7)\n',
    })
    expect(solutions).toMatchObject([
      { language: 'haskell', verdict: 'internal_error', message: reason },
      { language: 'python', verdict: 'accepted' },
      { language: 'python', verdict: 'wrong_answer' },
    ])
  })

  it('says so for a checker', async () => {
    const { imported } = await withoutHaskell()
    const { checker_failure } = await imported({
      'problem.yaml': 'name: Doubling\nvalidation: custom\n',
      'output_validators/check.hs': inHaskell,
      'submissions/accepted/b.py': double,
    })
    expect(checker_failure).toBe(reason)
  })

  it('says so for an input validator', async () => {
    const { imported } = await withoutHaskell()
    const { notes } = await imported({
      'input_validators/check.hs': inHaskell,
      'submissions/accepted/b.py': 'print(7)\n',
    })
    expect(notes).toContain(`input_validators/check.hs was not run: ${reason}`)
  })
})

it('runs a person’s other jobs while one waits for a machine that has its language', async () => {
  const { services } = await withoutHaskell()
  services.judgePool.awaitWorkers(['away'])
  const queue = services.judgeQueue
  const program = { limits: { timeMs: 1_000, memoryMb: 64 }, comparison: { kind: 'lines' } as const, cases: [] }
  const ran: string[] = []
  const task = (id: string, first: 'haskell' | 'python') => ({
    ...{ id, owner: 'author', kind: 'check' as const, total: 0 },
    execute: async ({ judge }: Parameters<Parameters<typeof queue.add>[0]['execute']>[0]) => {
      await judge({ ...program, language: first, source: first === 'python' ? double : inHaskell })
      ran.push(id)
      return {}
    },
  })
  queue.add(task('waits', 'haskell'))
  queue.add(task('runs', 'python'))
  await queue.finished('author', 'runs')
  expect(ran).toEqual(['runs'])
  expect(queue.counts).toEqual({ waiting: 1, running: 0 })
  await queue.stop()
})

/** Makes a worker's calls from the test. */
function workerOf({ judgePool }: Services, languages: Language[], id = 'lab') {
  const session = `session-of-${id}-0123456789`
  const known = { id, name: id, isDraining: false }
  const facts = { version: 'test', cores: 2, load: 0, speeds: {}, slots: 1, free: 1 }
  return {
    poll: async () =>
      (await judgePool.poll(known, { ...facts, protocol: 1, session, languages }, new AbortController().signal)).jobs,
    report: (lease: string, fields: Partial<JobReport>) =>
      judgePool.report(known, {
        session,
        load: 0,
        jobs: [{ lease, started: true, from: 0, results: [], ...fields }],
      }),
  }
}

/** Stores a question with a solution in Haskell and starts its check. @returns a function that reads it */
async function withHaskellSolution(services: Services, admin: Actor, fields: Partial<CodingQuestionInput> = {}) {
  const { testCases, ...form } = aCodingQuestion({ solutions: [{ language: 'haskell', code: inHaskell }], ...fields })
  const parsed = codingQuestionForm.parse({ ...form, testCases: testCases.slice(0, 1) })
  const { question } = await createQuestion(services, admin, parsed)
  return async () => (await getQuestion(services, { kind: 'platform' }, question.id)).question
}

describe('a language that only a worker has, after a restart of the server', () => {
  /** The next process after one that a worker has called. */
  async function restarted() {
    const { app, admin, platform, ...world } = await createWorld()
    const { id: workerId, token } = await world.call(admin).judgeWorkers.create({ name: 'lab' })
    await world.rest('POST', '/judge-worker/release', { token, body: { session: 'session-of-lab-0123456789' } })
    await app.close()
    const judge = judgeWithoutHaskell(platform.judge)
    const services = await openServices(platform.config, platform.clock, builtParts, judge)
    const next = await createApp(services, { jobs: [] })
    afterThisTest(() => next.close())
    return { services, admin, workerId }
  }

  it('keeps a check until the worker has reconnected', async () => {
    const { services, admin, workerId } = await restarted()
    const read = await withHaskellSolution(services, admin)
    await expect.poll(() => services.judgeQueue.counts).toEqual({ waiting: 1, running: 0 })
    expect((await read()).status).toBe('checking')
    const worker = workerOf(services, ['haskell'], workerId)
    await worker.poll()
    const [job] = await worker.poll()
    expect(job).toMatchObject({ job: { language: 'haskell', source: inHaskell } })
    const cases = [{ place: 0, verdict: 'accepted' as const, timeMs: 1, memoryKb: 1 }]
    worker.report(job?.lease ?? '', { outcome: { kind: 'judged', compileMs: 1, cases } })
    await expect.poll(async () => (await read()).status).toBe('published')
  })

  it('checks only the other solutions when the worker is revoked', async () => {
    const { services, admin, workerId } = await restarted()
    const solutions = [
      { language: 'haskell' as const, code: inHaskell },
      { language: 'python' as const, code: double },
    ]
    const read = await withHaskellSolution(services, admin, { solutions })
    await expect.poll(() => services.judgeQueue.counts).toEqual({ waiting: 1, running: 0 })
    await revokeWorker(services, admin, workerId)
    await expect.poll(async () => (await read()).status).toBe('draft')
    expect((await read()).solutions).toMatchObject([
      { verdict: 'internal_error', message: reason },
      { verdict: 'accepted' },
    ])
    await expect.poll(() => services.judgeQueue.counts).toEqual({ waiting: 0, running: 0 })
  })

  it('accepts and lists the language', async () => {
    const { services, admin, workerId } = await restarted()
    const isListed = async () =>
      (await getLanguages(services, admin)).languages.find(({ language }) => language === 'haskell')?.available
    const form = trialForm.parse({ ...aCodingQuestion(), language: 'haskell', code: inHaskell })
    expect(await isListed()).toBe(true)
    const { jobId } = await startTrial(services, admin, form)
    expect(services.judgeQueue.counts).toEqual({ waiting: 1, running: 0 })
    await workerOf(services, ['python'], workerId).poll()
    expect(await services.judgeQueue.finished(admin.id, jobId)).toMatchObject({ state: 'failed', message: reason })
    expect(await isListed()).toBe(false)
    await expect(startTrial(services, admin, form)).rejects.toThrow('Haskell cannot be judged')
  })
})

describe('a program and a checker whose languages are on different machines', () => {
  const sentence =
    'No machine has both Haskell and Python. A program and its checker or interactor run on the same machine: install both languages on one, or use one language for both.'
  const checked = {
    comparison: 'checker' as const,
    checker: { language: 'python' as const, code: 'import sys\nsys.exit(42)\n', protocol: 'kattis' as const },
  }

  /** A server without Haskell, and a worker with nothing else. */
  async function apart() {
    const { world, services } = await withoutHaskell()
    await workerOf(services, ['haskell']).poll()
    return { world, services, admin: world.admin }
  }

  it('ends a check with a sentence that names both', async () => {
    const { services, admin } = await apart()
    const solutions = [
      { language: 'haskell' as const, code: inHaskell },
      { language: 'python' as const, code: double },
    ]
    const read = await withHaskellSolution(services, admin, { ...checked, solutions })
    await expect.poll(async () => (await read()).status).toBe('draft')
    expect((await read()).solutions).toMatchObject([
      { verdict: 'internal_error', message: sentence },
      { verdict: 'accepted' },
    ])
  })

  it('ends a trial with the same sentence', async () => {
    const { services, admin } = await apart()
    const form = trialForm.parse({ ...aCodingQuestion(checked), language: 'haskell', code: inHaskell })
    const { jobId } = await startTrial(services, admin, form)
    expect(await services.judgeQueue.finished(admin.id, jobId)).toMatchObject({ state: 'failed', message: sentence })
  })

  it('refuses a student’s program at once, to run or to submit', async () => {
    const { world, services, admin } = await apart()
    const languages = { supported_languages: ['haskell', 'python'] as const }
    const read = await withHaskellSolution(services, admin, { ...checked, ...languages, solutions: [] } as never)
    await expect.poll(async () => (await read()).status).toBe('published')
    const { id: questionId } = await read()
    const college = await world.college()
    const { id } = await world.student(college)
    const scope = mintStudentScope(college.id, id)
    const from = { token: null, address: '127.0.0.1' }
    const form = { questionId, code: inHaskell, language: 'haskell' as const }
    const refusal = 'Haskell cannot be judged here. Please choose another language.'
    await expect(startRun(services, scope, from, form)).rejects.toThrow(refusal)
    await expect(startSubmission(services, scope, from, form)).rejects.toThrow(refusal)
    const { jobId } = await startRun(services, scope, from, { questionId, code: double, language: 'python' })
    expect(await services.judgeQueue.finished(id, jobId)).toMatchObject({ state: 'done' })
  })
})
