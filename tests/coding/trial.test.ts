import { describe, expect, it } from 'vitest'
import { submissions } from '#drizzle/schema/coding.ts'
import type { TrialInput } from '#shared/coding/coding.schema.ts'
import type { JobProgress } from '#shared/coding/submissions.schema.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const form: TrialInput = {
  language: 'python',
  code: 'a, b = map(int, input().split())\nprint(a + b)\n',
  time_limit: 2_000,
  memory_limit: 256,
  testCases: [
    { input: '1 2\n', expected_output: '3\n', is_sample: true },
    { input: '2 2\n', expected_output: '5\n' },
  ],
}
const sleeping = { ...form, time_limit: 30_000, code: 'import time\ntime.sleep(60)\n' }

async function follow(world: World, jobId: string, holds: (progress: JobProgress) => boolean): Promise<JobProgress> {
  for await (const progress of await world.call(world.admin).coding.follow({ jobId })) {
    if (holds(progress as JobProgress)) return progress as JobProgress
  }
  throw new Error('The job ended before the condition held')
}
const isOver = ({ state }: JobProgress) => state === 'done' || state === 'failed'

describe('a reference solution run before saving', () => {
  it('returns the output of every case, and stores nothing', async () => {
    const world = await createWorld()
    const { jobId } = await world.call(world.admin).coding.startTrial(form)
    expect(await follow(world, jobId, isOver)).toMatchObject({
      kind: 'trial',
      state: 'done',
      total: 2,
      run: {
        status: 'wrong_answer',
        testResults: [
          { test_case_number: 1, passed: true, actual_output: '3\n' },
          { test_case_number: 2, passed: false, verdict: 'wrong_answer', actual_output: '4\n' },
        ],
      },
    })
    expect((await world.call(world.admin).coding.list({})).questions).toEqual([])
    expect(await world.platform.db.read.select().from(submissions)).toEqual([])
  })

  it('returns the compiler’s message', async () => {
    const world = await createWorld()
    const { jobId } = await world.call(world.admin).coding.startTrial({ ...form, language: 'c', code: 'int main( {' })
    const { run } = await follow(world, jobId, isOver)
    expect(run).toMatchObject({ status: 'compile_error', testResults: [] })
    expect(run?.error).toContain('error')
  })

  it('can be cancelled while running or queued, and the queue continues', async () => {
    const world = await createWorld()
    const { coding } = world.call(world.admin)
    const first = await coding.startTrial(sleeping)
    const second = await coding.startTrial(sleeping)
    await follow(world, first.jobId, ({ state }) => state === 'judging')
    await coding.cancelTrial(second)
    await coding.cancelTrial(first)
    for (const { jobId } of [first, second])
      expect(await follow(world, jobId, isOver)).toMatchObject({ state: 'failed', message: 'Cancelled' })
    const { jobId } = await coding.startTrial(form)
    expect((await follow(world, jobId, isOver)).state).toBe('done')
  })

  it('counts towards the job limit, and is refused if too large or without test cases', async () => {
    const world = await createWorld()
    const { coding } = world.call(world.admin)
    const jobs = []
    for (let n = 0; n < 4; n++) jobs.push(await coding.startTrial(sleeping))
    await expect(coding.startTrial(form)).rejects.toThrow('Your earlier runs are still being judged')
    for (const job of jobs) await coding.cancelTrial(job)
    await expect(coding.startTrial({ ...form, code: '#'.repeat(70_000) })).rejects.toThrow('at most 64 kB')
    await expect(coding.startTrial({ ...form, testCases: [] })).rejects.toThrow()
  })

  it('can be cancelled only by the person who started it', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const { jobId } = await world.call(world.admin).coding.startTrial(sleeping)
    await expect(world.call(student).coding.cancelTrial({ jobId })).rejects.toThrow()
    await world.call(world.admin).coding.cancelTrial({ jobId })
    await expect(world.call(world.admin).coding.cancelTrial({ jobId: 'nobody' })).rejects.toThrow('Job not found')
  })
})
