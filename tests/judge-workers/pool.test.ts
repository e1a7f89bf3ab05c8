import { expect, it, vi } from 'vitest'
import { JudgePool } from '#server/judge/pool/pool.ts'
import type { Judge, JudgeJob, JudgeOutcome } from '#server/judge/types.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'

const outcome: JudgeOutcome = { kind: 'judged', compileMs: 1, cases: [] }
const job: JudgeJob = { id: 'job', language: 'python', source: '', limits: { timeMs: 100, memoryMb: 64 }, cases: [] }

/** A pool whose own judge accepts everything, and the calls of one worker. */
function poolWith(fields: Partial<Judge> = {}) {
  const judge: Judge = {
    concurrency: 1,
    languages: async () => [{ language: 'python', available: true }],
    sandbox: async () => ({ works: true }),
    judge: async () => outcome,
    cancel: () => {},
    close: async () => {},
    ...fields,
  }
  const pool = new JudgePool(judge, { leaseLost: () => {} })
  afterThisTest(async () => pool.stop())
  const known = { id: 'lab', name: 'lab', isDraining: false }
  const session = 'session-0123456789'
  const facts = { protocol: 1, session, version: 'test', cores: 2, load: 0, speeds: {}, slots: 1, free: 1 }
  return {
    pool,
    poll: () => pool.poll(known, { ...facts, languages: ['python'] }, new AbortController().signal),
    report: () => pool.report(known, { session, load: 0, jobs: [] }),
  }
}

it('gives jobs to other machines while a worker reports but does not fetch them', async () => {
  const { pool, poll, report } = poolWith()
  const now = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  afterThisTest(async () => void clock.mockRestore())
  await pool.languages()
  await poll()
  const seat = pool.reserve(['python'])
  const judged = seat?.judge(job, {})
  later += 4_000
  report()
  later += 4_000
  await expect(judged).rejects.toThrow('The judge worker lab did not fetch the job')
  seat?.release()
  const next = pool.reserve(['python'])
  expect(await next?.judge(job, {})).toBe(outcome)
  next?.release()

  const polled = poll()
  void pool
    .reserve(['python'])
    ?.judge(job, {})
    .catch(() => {})
  expect((await polled).jobs).toHaveLength(1)
})

it('does not add a worker that was revoked while it connected', async () => {
  const measuring = Promise.withResolvers<void>()
  const { pool, poll } = poolWith({ languages: () => measuring.promise.then(() => []) })
  const connecting = poll()
  pool.remove('lab')
  measuring.resolve()
  await expect(connecting).rejects.toThrow('revoked')
  expect(pool.find('lab')).toBeUndefined()
})

it('lets workers connect after the server failed to measure its speed once', async () => {
  const languages = vi.fn(async (): ReturnType<Judge['languages']> => [])
  languages.mockRejectedValueOnce(new Error('spawn EAGAIN'))
  const { poll } = poolWith({ languages })
  await poll().catch(() => {})
  expect(await poll()).toMatchObject({ factor: 1 })
})
