import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { codeRepo } from '#server/features/attempts/code.repo.ts'
import { submissionsRepo } from '#server/features/coding/submissions/submissions.repo.ts'
import { followJob, queueWaiting } from '#server/features/coding/submissions/submissions.ts'
import type { Actor } from '#server/platform/platform.ts'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** A promise that the test resolves by calling `open`. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** A world with a student, a question, and a judge that accepts everything when released. */
async function heldJudge() {
  const world = await createWorld()
  const { open, opened } = gate()
  world.platform.judge.judge = async ({ cases }) => {
    await opened
    return {
      kind: 'judged',
      compileMs: 1,
      cases: cases.map((_, place) => ({ place, verdict: 'accepted', timeMs: 1, memoryKb: 1 })),
    }
  }
  const college = await world.college()
  const student = await world.student(college)
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
  const form = { questionId: question.id, code: 'print(1)', language: 'python' } as const
  return { world, college, student, form, open }
}

const stored = (world: World) => world.platform.db.read.all<{ id: string; status: string }>('select * from submissions')

/** Runs `what` while `call` waits for the judge's list of languages. */
async function during(world: World, call: () => Promise<unknown>, what: () => Promise<unknown>) {
  const { open, opened } = gate()
  const asked = gate()
  const { languages } = world.platform.judge
  world.platform.judge.languages = async () => {
    asked.open()
    await opened
    return languages()
  }
  const begun = call()
  begun.catch(() => {})
  await asked.opened
  await what()
  open()
  return begun
}

/** A coding-only Practice test that the student has started. */
async function startedAttempt(world: World, college: { id: string; admin: Actor }, student: Actor, questionId: string) {
  const test = await world.assignedTest(college, [student], {
    testType: 'Practice',
    hasCodingSection: true,
    codingQuestions: [{ questionId, points: 10, timeLimit: 600 }],
  })
  const { attemptId } = await world.call(student).attempts.start({ id: test.id })
  return { test, attemptId }
}

it('allows four jobs at a time per student, even when sent at once', async () => {
  const { world, student, form, open } = await heldJudge()
  const sent = await Promise.allSettled(
    Array.from({ length: 9 }, () => world.call(student).coding.startSubmission(form)),
  )
  const refused = sent.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(refused).toHaveLength(5)
  for (const reason of refused) expect(reason).toContain('Your earlier runs are still being judged')
  expect(stored(world)).toHaveLength(4)
  open()
  await expect.poll(() => stored(world).map(({ status }) => status)).toEqual(Array(4).fill('accepted'))
  open()
  expect((await world.call(student).coding.submit(form)).status).toBe('accepted')
})

it('refuses a pending submission once the attempt has been submitted', async () => {
  const { world, college, student, form } = await heldJudge()
  const { test, attemptId } = await startedAttempt(world, college, student, form.questionId)
  const submitProgram = () => world.call(student).coding.startSubmission({ ...form, testAttemptId: attemptId })
  const sent = during(world, submitProgram, () => world.call(student).attempts.submit({ id: test.id, answers: [] }))
  await expect(sent).rejects.toThrow('already been submitted')
  expect(stored(world)).toEqual([])
})

it('refuses a pending submission once its deadline has passed or its question has been deleted', async () => {
  const { world, college, student, form } = await heldJudge()
  const submitProgram = () => world.call(student).coding.startSubmission(form)
  const gone = during(world, submitProgram, () => world.call(world.admin).coding.delete({ id: form.questionId }))
  await expect(gone).rejects.toThrow('Coding question not found')

  const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
  const { attemptId } = await startedAttempt(world, college, student, question.id)
  const late = during(
    world,
    () => world.call(student).coding.startSubmission({ ...form, questionId: question.id, testAttemptId: attemptId }),
    async () => world.clock.advance(20 * 60_000),
  )
  await expect(late).rejects.toThrow('Time is up')
  expect(stored(world)).toEqual([])
})

it('drops a deleted student’s queued submission without a judge failure', async () => {
  const { world, college, student, form, open } = await heldJudge()
  const others = await Promise.all(Array.from({ length: 8 }, () => world.student(college)))
  const before = others.map((other) => world.call(other).coding.submit(form))
  await expect.poll(() => stored(world)).toHaveLength(others.length)
  const sent = world.call(student).coding.submit(form)
  sent.catch(() => {})
  await expect
    .poll(() => stored(world))
    .toContainEqual(expect.objectContaining({ student_id: student.id, status: 'queued' }))
  await world.call(college.admin).members.delete({ id: student.id })
  open()
  await Promise.all(before)
  await expect(sent).rejects.toThrow('Submission not found')
})

it('drops a pending submission when its student is deleted', async () => {
  const { world, college, student, form } = await heldJudge()
  const submitProgram = () => world.call(student).coding.startSubmission(form)
  const sent = during(world, submitProgram, () => world.call(college.admin).members.delete({ id: student.id }))
  await expect(sent).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('A related record has been deleted'),
  })
})

it('ignores progress that arrives after the verdict', async () => {
  const { world, student, form, open } = await heldJudge()
  open()
  const { submissionId } = await world.call(student).coding.submit(form)
  await world.platform.db.write((tx) => submissionsRepo(tx).lease(submissionId, world.clock.now() + 60_000))
  expect(stored(world)).toMatchObject([{ id: submissionId, status: 'accepted', leased_until: null }])
})

it('cleans up after followers disconnect', async () => {
  const { world, student, form, open } = await heldJudge()
  const { jobId } = await world.call(student).coding.startSubmission(form)
  const leaving = new AbortController()
  const seen = followJob(world.platform, student, jobId, leaving.signal)
  await seen.next()
  const waiting = seen.next()
  await expect.poll(() => getEventListeners(leaving.signal, 'abort').length).toBe(1)
  leaving.abort()
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(getEventListeners(leaving.signal, 'abort')).toHaveLength(0)
  open()
  await expect.poll(() => stored(world)[0]?.status).toBe('accepted')
})

it('keeps finished jobs for late followers, up to a limit', async () => {
  const { world, student } = await heldJudge()
  const queue = world.platform.judgeQueue
  const output = 'x'.repeat(1024 * 1024)
  for (let n = 0; n < 100; n++) {
    const run = { output, error: '', status: 'accepted' as const, testResults: [] }
    queue.add({ id: `job ${n}`, owner: student.id, kind: 'run', total: 1, execute: async () => ({ run }) })
    await queue.finished(student.id, `job ${n}`)
  }
  expect(await queue.finished(student.id, 'job 99')).toMatchObject({ state: 'done' })
  await expect(queue.finished(student.id, 'job 0')).rejects.toThrow('not found')
})

it('refuses code in a language the question no longer accepts, unless earlier code in it is saved', async () => {
  const { world, college, student, form, open } = await heldJudge()
  open()
  const { test, attemptId } = await startedAttempt(world, college, student, form.questionId)
  const { attempts } = world.call(student)
  const answers = [{ ...form, language: 'rust' as const, revision: 1 }]
  const refusal = { errors: [{ field: 'answers.0.language', message: 'This question does not accept Rust' }] }
  for (const call of [attempts.save, attempts.submit])
    await expect(call({ id: test.id, answers })).rejects.toMatchObject({ cause: refusal })
  // Written while the question still accepted the language.
  const { questionId, code } = form
  const saved = { attemptId, questionId, code, language: 'rust' as const, revision: 1, savedAt: world.clock.now() }
  await world.platform.db.write((tx) => codeRepo(tx).put(saved))
  await attempts.save({ id: test.id, answers: [{ ...form, language: 'rust', revision: 2 }] })
  await attempts.submit({ id: test.id, answers: [] })
  await queueWaiting(world.platform)
  await expect.poll(() => stored(world)).toMatchObject([{ language: 'rust', status: 'accepted' }])
})

it('frees a finished job’s data but keeps its result', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const queue = (await createWorld()).platform.judgeQueue
  const addJob = () => {
    const program = { code: 'x'.repeat(60_000) }
    const execute = async () => ({
      run: { output: program.code[0] ?? '', error: '', status: 'accepted' as const, testResults: [] },
    })
    queue.add({ id: 'job', owner: 'somebody', kind: 'run', total: 1, execute })
    return new WeakRef(program)
  }
  const program = addJob()
  expect(await queue.finished('somebody', 'job')).toMatchObject({ run: { output: 'x' } })
  await vi.waitFor(() => {
    collect()
    expect(program.deref() === undefined).toBe(true)
  })
  expect(await queue.finished('somebody', 'job')).toMatchObject({ state: 'done', run: { output: 'x' } })
})
