import { describe, expect, it, vi } from 'vitest'
import { createApp, openServices } from '#server/app.ts'
import { queueWaiting } from '#server/features/coding/submissions/submissions.ts'
import type { JudgeProcess } from '#server/judge/judge.ts'
import { JudgeDied, JudgeError } from '#server/judge/types.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const question = {
  title: 'Echo',
  description: 'Print what is read.',
  testCases: [
    { input: 'one\n', expected_output: 'one\n', is_sample: true },
    { input: 'two\n', expected_output: 'two\n' },
  ],
}
const echo = 'print(input())\n'
/** Also correct, but slow enough to be observed while running. */
const slowly = 'import time\ntime.sleep(1)\nprint(input())\n'

async function aQuestion(world: World) {
  const college = await world.college()
  const asked = await world.call(world.admin).coding.create(question)
  const solver = async () => world.call(await world.student(college)).coding
  return { questionId: asked.question.id, solver }
}

/** Follows a job until a condition holds. */
async function until(
  coding: Awaited<ReturnType<Awaited<ReturnType<typeof aQuestion>>['solver']>>,
  jobId: string,
  holds: (progress: { state: string }) => boolean,
) {
  for await (const progress of await coding.follow({ jobId })) if (holds(progress)) return progress
  throw new Error('The job ended before the condition held')
}
const isDone = ({ state }: { state: string }) => state === 'done'

describe('the judge queue', () => {
  it('judges a submission again, once, when the judge is killed', async () => {
    const world = await createWorld()
    const { questionId, solver } = await aQuestion(world)
    const coding = await solver()
    const { jobId } = await coding.startSubmission({ questionId, code: slowly, language: 'python' })
    await until(coding, jobId, ({ state }) => state === 'judging')
    process.kill((world.platform.judge as JudgeProcess).pid ?? 0, 'SIGKILL')
    expect(await until(coding, jobId, isDone)).toMatchObject({ submission: { status: 'accepted', score: 100 } })
    const { submissions } = await coding.submissions({ questionId })
    expect(submissions).toMatchObject([{ id: jobId, status: 'accepted', testCasesPassed: 2 }])
  })

  it('judges a submission even if the judge is killed twice', async () => {
    const world = await createWorld()
    const { questionId, solver } = await aQuestion(world)
    const coding = await solver()
    const { jobId } = await coding.startSubmission({ questionId, code: slowly, language: 'python' })
    await until(coding, jobId, ({ state }) => state === 'judging')
    const judge = world.platform.judge as JudgeProcess
    for (let n = 0; n < 2; n++) {
      const killed = judge.pid ?? 0
      process.kill(killed, 'SIGKILL')
      // The judge restarts to continue with the job that it was killed on.
      await expect.poll(() => judge.pid ?? killed, { timeout: 20_000 }).not.toBe(killed)
    }
    expect(await until(coding, jobId, isDone)).toMatchObject({ submission: { status: 'accepted', score: 100 } })
  })

  it.each([
    ['dies', JudgeDied, 6],
    ['fails', JudgeError, 2],
  ])('gives up on a program if the judge %s every time', async (_what, Failure, tries) => {
    const world = await createWorld()
    const { questionId, solver } = await aQuestion(world)
    const coding = await solver()
    // The tests in this file share one judge, so it fails only for this test.
    const judge = vi.spyOn(world.platform.judge, 'judge').mockRejectedValue(new Failure('No'))
    const { jobId } = await coding.startSubmission({ questionId, code: echo, language: 'python' })
    await until(coding, jobId, ({ state }) => state === 'failed')
    expect(judge).toHaveBeenCalledTimes(tries)
    judge.mockRestore()
    expect((await coding.submissions({ questionId })).submissions).toMatchObject([{ status: 'internal_error' }])
  })

  it('judges waiting and running jobs after a server restart', async () => {
    const world = await createWorld()
    const { questionId, solver } = await aQuestion(world)
    const coding = await solver()
    const jobs: { jobId: string }[] = []
    for (let n = 0; n < 3; n++)
      jobs.push(await coding.startSubmission({ questionId, code: slowly, language: 'python' }))
    await until(coding, jobs[0]?.jobId ?? '', ({ state }) => state === 'judging')
    const { config } = world.platform
    await world.app.close()

    const again = await openServices(config, world.clock)
    const next = await createApp(again, { jobs: [] })
    try {
      await queueWaiting(again)
      const repo = again.db.read
      await expect
        .poll(() => repo.all<{ status: string }>('select status from submissions').map(({ status }) => status), {
          timeout: 60_000,
        })
        .toEqual(['accepted', 'accepted', 'accepted'])
    } finally {
      await next.close()
    }
  })

  it('gives each of twenty students their own result', async () => {
    const world = await createWorld()
    const { questionId, solver } = await aQuestion(world)
    const students = await Promise.all(Array.from({ length: 20 }, solver))
    const answers = await Promise.all(
      students.map((coding, n) => coding.run({ questionId, code: echo, language: 'python', stdin: `student ${n}` })),
    )
    expect(answers.map(({ output }) => output)).toEqual(students.map((_, n) => `student ${n}\n`))
  })

  it('does not let one person’s many jobs delay another’s first', async () => {
    const world = await createWorld()
    const { questionId, solver } = await aQuestion(world)
    const [busy, other] = [await solver(), await solver()]
    const ended: string[] = []
    const follow = (coding: typeof busy, jobId: string, name: string) =>
      until(coding, jobId, isDone).then(() => ended.push(name))
    const form = { questionId, code: slowly, language: 'python' } as const
    const waits = []
    for (let n = 1; n <= 3; n++) waits.push(follow(busy, (await busy.startSubmission(form)).jobId, `busy ${n}`))
    waits.push(follow(other, (await other.startSubmission(form)).jobId, 'other'))
    await Promise.all(waits)
    expect(ended.indexOf('other')).toBeLessThan(2)
  })

  it('returns the position in the queue', async () => {
    const world = await createWorld()
    const { questionId, solver } = await aQuestion(world)
    const students = await Promise.all(Array.from({ length: 6 }, solver))
    const form = { questionId, code: slowly, language: 'python' } as const
    const jobs: string[] = []
    for (const coding of students) jobs.push((await coding.startSubmission(form)).jobId)
    const last = students.at(-1)
    const seen = last && (await until(last, jobs.at(-1) ?? '', ({ state }) => state === 'queued'))
    expect(seen).toMatchObject({ state: 'queued', place: 4, total: 2 })
    await Promise.all(students.map((coding, n) => until(coding, jobs[n] ?? '', isDone)))
  })
})
