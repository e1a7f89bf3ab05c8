import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { builtParts, createApp, openServices } from '#server/app.ts'
import { queueWaiting } from '#server/features/coding/submissions/submissions.ts'
import type { WireJob } from '#server/judge/pool/wire.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { startTestWorker } from './worker-process.ts'

const question = {
  title: 'Echo',
  description: 'Print what is read.',
  supported_languages: ['python' as const, 'c' as const, 'javascript' as const],
  testCases: [
    { input: 'one\n', expected_output: 'one\n', is_sample: true },
    { input: 'secret-input\n', expected_output: 'secret-input\n' },
  ],
}
const echo = 'print(input())\n'
/** Correct, but slow enough to be interrupted. */
const slowly = 'import time\ntime.sleep(1.2)\nprint(input())\n'

const programs: [language: Language, code: string][] = [
  ['python', echo],
  ['python', 'print("one")\n'],
  ['python', 'while True: pass\n'],
  ['python', 'raise ValueError\n'],
  ['c', '#include <stdio.h>\nint main(void) { char t[99]; fgets(t, 99, stdin); puts(t); return 0; }'],
  ['c', 'int main(void) { return x; }'],
  ['javascript', 'console.log(require("fs").readFileSync(0, "utf8"))'],
]

async function prepare() {
  const world = await createWorld()
  const college = await world.college()
  const asked = await world.call(world.admin).coding.create(question)
  const admin = world.call(world.admin)
  return {
    world,
    admin,
    questionId: asked.question.id,
    student: async () => world.call(await world.student(college)).coding,
    add: (name: string) => admin.judgeWorkers.create({ name }),
  }
}

type Student = Awaited<ReturnType<Awaited<ReturnType<typeof prepare>>['student']>>

const drainServer = (world: World, draining = true) =>
  world.call(world.admin).judgeWorkers.drain({ id: 'server', draining })

const statusOf = async (coding: Student, questionId: string) =>
  (await coding.submissions({ questionId })).submissions.map(({ status }) => status)

const listed = async (world: World) => (await world.call(world.admin).judgeWorkers.list()).workers

/** Makes a worker's calls from the test. */
function pretend(world: World, token: string, own = {}) {
  const session = `session-${Math.random().toString(36).slice(2)}-0123456789`
  const call = (method: string, path: string, body?: unknown) =>
    world.rest(method, `/judge-worker${path}`, { token, body })
  const languages: Language[] = ['python']
  const facts = { protocol: 1, version: 'test', languages, slots: 2, free: 2, cores: 2, load: 0, speeds: {}, ...own }
  return {
    call,
    session,
    poll: (fields = {}) => call('POST', '/poll', { ...facts, session, ...fields }),
    report: (lease: string, fields = {}) =>
      call('POST', '/report', {
        session,
        load: 0,
        jobs: [{ lease, started: true, from: 0, results: [], ...fields }],
      }),
  }
}

/** A fake worker that holds the job of a submission. */
async function withJob() {
  const prepared = await prepare()
  const { world, add, student, questionId } = prepared
  const { token, id } = await add('pretended')
  const worker = pretend(world, token)
  await worker.poll()
  await drainServer(world)
  const coding = await student()
  const waiting = worker.poll()
  await coding.startSubmission({ questionId, code: echo, language: 'python' })
  const [job] = (await waiting).body.jobs as WireJob[]
  if (!job) throw new Error('There was no job')
  return { ...prepared, worker, job, coding, workerId: id }
}

const accepted = (place: number) => ({ place, verdict: 'accepted', timeMs: 1, memoryKb: 1 })
const allAccepted = { kind: 'judged', compileMs: 1, cases: [accepted(0), accepted(1)] }

it('judges programs on a worker with the same results as on the server', async () => {
  const { world, add, student, questionId } = await prepare()
  const coding = await student()
  const judgeAll = async () => {
    const answers = []
    for (const [language, code] of programs) {
      const { status, score, testResults } = await coding.submit({ questionId, code, language })
      answers.push({ language, status, score, results: testResults.map(({ passed, verdict }) => [passed, verdict]) })
    }
    return answers
  }
  const here = await judgeAll()
  const { token } = await add('lab-1')
  const worker = await startTestWorker(world.url, token)
  await drainServer(world)
  expect(await judgeAll()).toEqual(here)
  expect(await listed(world)).toMatchObject([
    { name: 'lab-1', online: true, judged: programs.length, slots: 1, running: 0, factor: expect.any(Number) },
  ])
  const run = await coding.run({ questionId, code: echo, language: 'python', stdin: 'my own' })
  expect(run).toMatchObject({ output: 'my own\n', status: 'accepted' })

  // It returns its jobs when it is stopped.
  const { jobId } = await coding.startSubmission({ questionId, code: slowly, language: 'python' })
  await expect.poll(async () => (await listed(world))[0]?.running).toBe(1)
  worker.kill('SIGTERM')
  await drainServer(world, false)
  expect(await worker.exited).toBe(0)
  await expect
    .poll(async () => (await coding.submissions({ questionId })).submissions[0])
    .toMatchObject({
      id: jobId,
      status: 'accepted',
    })
})

it('sends the driver and files of a question to a worker', async () => {
  const { world, admin, add, student } = await prepare()
  const asked = await admin.coding.create({
    ...question,
    templates: [
      {
        language: 'python',
        driver: 'from solution import shout\nprint(shout(input()))',
        files: [{ name: 'marks.py', content: 'mark = "!"' }],
      },
    ],
    testCases: [{ input: 'hey\n', expected_output: 'HEY!\n' }],
  })
  const { token } = await add('elsewhere')
  await startTestWorker(world.url, token)
  await drainServer(world)
  const coding = await student()
  const code = 'from marks import mark\ndef shout(word): return word.upper() + mark\n'
  const { status } = await coding.submit({ questionId: asked.question.id, code, language: 'python' })
  expect(status).toBe('accepted')
})

it('encrypts cases on disk and deletes them with the lease', async () => {
  const { world, add, student, questionId } = await prepare()
  const { token } = await add('lab-1')
  const worker = await startTestWorker(world.url, token)
  await drainServer(world)
  const [name = ''] = readdirSync(worker.folder).filter((name) => name.startsWith('examhall-cases'))
  const folder = join(worker.folder, name)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const coding = await student()
  const done = coding.submit({ questionId, code: slowly, language: 'python' })
  await expect.poll(() => readdirSync(folder)).toHaveLength(1)
  const [file = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, file)).includes('secret-input')).toBe(false)
  await done
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

it.each(['SIGKILL', 'SIGSTOP'] as const)('judges a job again within 10 s after a worker got %s', async (signal) => {
  const { world, add, student, questionId } = await prepare()
  const { token } = await add('lab-1')
  const worker = await startTestWorker(world.url, token)
  await drainServer(world)
  const coding = await student()
  await coding.startSubmission({ questionId, code: slowly, language: 'python' })
  await expect.poll(async () => (await listed(world))[0]?.running).toBe(1)
  worker.kill(signal)
  const began = performance.now()
  await drainServer(world, false)
  await expect.poll(() => world.platform.judgePool.own.running, { timeout: 10_000 }).toBe(1)
  expect(performance.now() - began).toBeLessThan(10_000)
  await expect.poll(() => statusOf(coding, questionId)).toEqual(['accepted'])
  expect(await listed(world)).toMatchObject([{ online: false }])

  // It forgets the job and its cases when it continues, and then works again.
  worker.kill('SIGCONT')
  if (signal === 'SIGKILL') return
  await expect.poll(() => worker.output()).toContain('their leases have ended')
  await expect.poll(async () => (await listed(world))[0]?.online).toBe(true)
  await drainServer(world)
  expect(await coding.submit({ questionId, code: echo, language: 'python' })).toMatchObject({ status: 'accepted' })
})

it('returns the jobs of a revoked worker to the queue at once, and ends the worker', async () => {
  const { world, admin, add, student, questionId } = await prepare()
  const { token, id } = await add('lab-1')
  const worker = await startTestWorker(world.url, token)
  await drainServer(world)
  const coding = await student()
  const done = coding.submit({ questionId, code: slowly, language: 'python' })
  await expect.poll(async () => (await listed(world))[0]?.running).toBe(1)
  await admin.judgeWorkers.revoke({ id })
  expect(world.platform.judgeQueue.counts).toEqual({ waiting: 1, running: 0 })
  expect(await worker.exited).toBe(1)
  expect(worker.output()).toContain('The server refused this worker')
  await drainServer(world, false)
  expect(await done).toMatchObject({ status: 'accepted' })
})

it('ignores results of a lease that has ended', async () => {
  const { world, worker, job, coding, questionId } = await withJob()
  // Without reports, the lease ends.
  await expect.poll(() => world.platform.judgeQueue.counts.waiting, { timeout: 10_000 }).toBe(1)
  const late = await worker.report(job.lease, { outcome: allAccepted })
  expect(late.body).toEqual({ gone: [job.lease] })
  expect(await statusOf(coding, questionId)).toEqual(['judging'])
  expect((await worker.call('GET', `/cases/${job.cases.hash}`)).status).toBe(404)
  await drainServer(world, false)
  await expect.poll(() => statusOf(coding, questionId)).toEqual(['accepted'])
})

it('gives up on a job that has lost three workers', async () => {
  const { world, worker, coding, questionId } = await withJob()
  for (const waiting of [1, 1, 0]) {
    await expect.poll(() => world.platform.judgeQueue.counts.running, { timeout: 10_000 }).toBe(0)
    expect(world.platform.judgeQueue.counts.waiting).toBe(waiting)
    if (waiting) expect((await worker.poll()).body.jobs).toHaveLength(1)
  }
  expect(await statusOf(coding, questionId)).toEqual(['internal_error'])
}, 60_000)

it('accepts a result only from the worker that holds the lease', async () => {
  const { world, worker, job, coding, questionId, add } = await withJob()
  const other = pretend(world, (await add('other')).token)
  await other.poll()
  expect((await other.report(job.lease, { outcome: allAccepted })).body).toEqual({ gone: [job.lease] })
  expect((await other.call('GET', `/cases/${job.cases.hash}`)).status).toBe(404)
  expect((await worker.call('GET', `/cases/${'0'.repeat(64)}`)).status).toBe(404)
  expect((await worker.call('GET', `/cases/${job.cases.hash}`)).body).toEqual([
    ['one\n', 'one\n'],
    ['secret-input\n', 'secret-input\n'],
  ])
  expect(await statusOf(coding, questionId)).toEqual(['judging'])
  expect((await worker.report(job.lease, { outcome: allAccepted })).body).toEqual({ gone: [] })
  await expect.poll(() => statusOf(coding, questionId)).toEqual(['accepted'])
  expect((await worker.report(job.lease, { outcome: allAccepted })).body).toEqual({ gone: [job.lease] })
})

it('judges again when a worker sends results of other cases', async () => {
  const { world, worker, job, coding, questionId } = await withJob()
  await worker.report(job.lease, { outcome: { ...allAccepted, cases: [accepted(0)] } })
  await drainServer(world, false)
  await expect.poll(() => statusOf(coding, questionId)).toEqual(['accepted'])
  expect((await worker.report(job.lease, { outcome: { kind: 'unknown' } })).status).toBe(400)
})

it.each([
  ['repeated', [0, 0]],
  ['out of order', [1]],
  ['too many', [0, 1, 2]],
])('ends the lease of a worker whose results are %s, and judges again', async (_what, places) => {
  const { world, worker, job, coding, questionId } = await withJob()
  const [before] = (await coding.submissions({ questionId })).submissions
  const seen: number[] = []
  const followed = (async () => {
    for await (const { testResults } of await coding.follow({ jobId: before?.id ?? '' })) seen.push(testResults.length)
  })()
  const { body } = await worker.report(job.lease, { results: places.map(accepted) })
  expect(body).toEqual({ gone: [job.lease] })
  await drainServer(world, false)
  await followed
  expect(Math.max(...seen)).toBeLessThanOrEqual(2)
  expect(await statusOf(coding, questionId)).toEqual(['accepted'])
})

it('rejects a report with more results than any question has cases', async () => {
  const { worker, job, world, coding, questionId } = await withJob()
  const results = Array(501).fill(accepted(0))
  for (const fields of [{ results }, { outcome: { ...allAccepted, cases: results } }]) {
    const { status, body } = await worker.report(job.lease, fields)
    expect(status).toBe(400)
    expect(body.message).toContain('500')
  }
  await drainServer(world, false)
  await expect.poll(() => statusOf(coding, questionId)).toEqual(['accepted'])
})

it.each([
  ['time', { timeMs: 1e300 }],
  ['memory', { memoryKb: 1e300 }],
])('rejects a report of more %s than any program may use', async (_what, fields) => {
  const { worker, job, world, coding, questionId } = await withJob()
  const cases = [accepted(0), { ...accepted(1), ...fields }]
  expect((await worker.report(job.lease, { outcome: { ...allAccepted, cases } })).status).toBe(400)
  await drainServer(world, false)
  await expect.poll(() => statusOf(coding, questionId)).toEqual(['accepted'])
})

it('judges again elsewhere when a worker keeps its lease without making progress', async () => {
  const { world, worker, job, coding, questionId, workerId } = await withJob()
  const { judgePool } = world.platform
  const now = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  afterThisTest(async () => void clock.mockRestore())
  const renew = () =>
    judgePool.report(
      { id: workerId, name: 'pretended', isDraining: false },
      { session: worker.session, load: 0, jobs: [{ lease: job.lease, started: true, from: 0, results: [] }] },
    )
  const polled = worker.poll()
  later += 600_000
  expect(renew()).toEqual({ gone: [] })
  await expect.poll(() => renew().gone).toEqual([job.lease])
  // The server judges it although it is drained, because the worker gets no jobs for a while.
  await expect.poll(() => statusOf(coding, questionId)).toEqual(['accepted'])
  worker.poll()
  expect((await polled).body.jobs).toEqual([])
})

it('scales time limits and times by the speed of the machine', async () => {
  const { world, add, student, questionId } = await prepare()
  const worker = pretend(world, (await add('slow')).token)
  const { factor } = (await worker.poll({ speeds: { c: 100_000 } })).body
  expect(factor).toBe(5)
  await drainServer(world)
  const coding = await student()
  const waiting = worker.poll({ speeds: { c: 100_000 } })
  const done = coding.submit({ questionId, code: echo, language: 'python' })
  const [job] = (await waiting).body.jobs as WireJob[]
  const { question: asked } = await world.call(world.admin).coding.get({ id: questionId })
  expect(job?.job.limits.timeMs).toBe(5 * asked.time_limit)
  const cases = [0, 1].map((place) => ({ ...accepted(place), timeMs: 500 }))
  await worker.report(job?.lease ?? '', { outcome: { kind: 'judged', compileMs: 1, cases } })
  expect((await done).testResults[0]).toMatchObject({ execution_time: 100 })
})

it('gives a drained worker no new jobs', async () => {
  const { world, admin, worker, job, coding, questionId, workerId } = await withJob()
  await admin.judgeWorkers.drain({ id: workerId, draining: true })
  const polled = worker.poll()
  await coding.startRun({ questionId, code: echo, language: 'python' })
  await worker.report(job.lease, { outcome: allAccepted })
  await expect.poll(() => statusOf(coding, questionId)).toEqual(['accepted'])
  expect(world.platform.judgeQueue.counts).toEqual({ waiting: 1, running: 0 })
  await admin.judgeWorkers.drain({ id: workerId, draining: false })
  expect((await polled).body.jobs).toHaveLength(1)
})

it('assigns jobs of tests before practice', async () => {
  const { world, student, questionId, add } = await prepare()
  const worker = pretend(world, (await add('lab-1')).token)
  await worker.poll()
  await drainServer(world)
  // Without a worker that takes jobs, they wait.
  const { workers } = await world.call(world.admin).judgeWorkers.list()
  await world.call(world.admin).judgeWorkers.drain({ id: workers[0]?.id ?? '', draining: true })
  const coding = await student()
  await coding.startRun({ questionId, code: echo, language: 'python' })
  const order: string[] = []
  for (const [id, kind, isExam] of [
    ['practice', 'submission', false],
    ['exam-run', 'run', true],
    ['exam-submission', 'submission', true],
  ] as const)
    world.platform.judgeQueue.add({
      id,
      owner: id,
      kind,
      isExam,
      total: 1,
      execute: async () => {
        order.push(id)
        return {}
      },
    })
  expect((await world.call(world.admin).judgeWorkers.list()).queue).toMatchObject({
    exam_submissions: 1,
    exam_runs: 1,
    practice: 2,
  })
  await world.call(world.admin).judgeWorkers.drain({ id: workers[0]?.id ?? '', draining: false })
  await expect.poll(() => order).toEqual(['exam-submission', 'exam-run', 'practice'])
})

/** A drained server with one pretended worker for Java and one for Python. */
async function javaAndPython() {
  const prepared = await prepare()
  const { world, admin, add } = prepared
  const [java, python] = [await add('java'), await add('python')]
  const workers = {
    java: pretend(world, java.token, { languages: ['java'], slots: 1, free: 1 }),
    python: pretend(world, python.token),
  }
  await workers.java.poll()
  await workers.python.poll()
  await drainServer(world)
  const asked = await admin.coding.create({ ...question, supported_languages: ['java', 'python'] })
  const jobOf = async (worker: (typeof workers)['java']) => {
    const [job] = (await worker.poll()).body.jobs as WireJob[]
    if (!job) throw new Error('There was no job')
    return { ...job, end: () => worker.report(job.lease, { outcome: allAccepted }) }
  }
  return {
    ...prepared,
    queue: world.platform.judgeQueue,
    questionId: asked.question.id,
    workers,
    pythonId: python.id,
    jobOf,
  }
}

const aJob = (language: Language) => ({
  language,
  source: '',
  limits: { timeMs: 1_000, memoryMb: 64 },
  cases: [{ input: '' }, { input: '' }],
})

it('judges what idle machines can, and urgent jobs first, while many jobs wait for a language', async () => {
  const { student, questionId, queue, workers, jobOf } = await javaAndPython()
  const practice = ['first', 'second', 'third', 'fourth']
  for (const code of practice) await (await student()).startSubmission({ questionId, code, language: 'java' })
  const exam = { id: 'exam', owner: 'exam', kind: 'submission', isExam: true, total: 2 } as const
  const judgeExam = (language: Language) =>
    queue.add({
      ...exam,
      id: language,
      owner: language,
      languages: [language],
      execute: async ({ judge }) => {
        await judge({ ...aJob(language), source: `exam in ${language}` })
        return {}
      },
    })
  judgeExam('java')
  judgeExam('python')
  expect((await jobOf(workers.python)).job.source).toBe('exam in python')
  const order: string[] = []
  for (let n = 0; n < 5; n++) {
    const { job, end } = await jobOf(workers.java)
    order.push(job.source)
    await end()
  }
  expect(order).toEqual(['first', 'exam in java', 'second', 'third', 'fourth'])
})

it('frees the machine of a check whose next program needs another one, and keeps the order', async () => {
  const { world, queue, workers, pythonId, jobOf } = await javaAndPython()
  const start = (id: string, languages: Language[], isExam = false) =>
    queue.add({
      id,
      owner: id,
      kind: 'submission',
      isExam,
      total: 2,
      execute: async ({ judge }) => {
        for (const language of languages) await judge({ ...aJob(language), source: `${id} in ${language}` })
        return {}
      },
    })
  start('check', ['python', 'java'])
  const first = await jobOf(workers.python)
  expect(first.job.source).toBe('check in python')
  start('other', ['java'])
  const busy = await jobOf(workers.java)
  await first.end()
  await expect.poll(() => queue.counts).toEqual({ waiting: 1, running: 1 })
  expect(world.platform.judgePool.find(pythonId)?.used).toBe(0)
  start('exam', ['java'], true)
  const order: string[] = []
  await busy.end()
  for (let n = 0; n < 2; n++) {
    const { job, end } = await jobOf(workers.java)
    order.push(job.source)
    await end()
  }
  expect(order).toEqual(['exam in java', 'check in java'])
})

it('cancels a trial that waits for a machine', async () => {
  const { queue, workers, student, questionId, jobOf } = await javaAndPython()
  await (await student()).startSubmission({ questionId, code: echo, language: 'java' })
  const busy = await jobOf(workers.java)
  queue.add({
    id: 'trial',
    owner: 'author',
    kind: 'trial',
    total: 2,
    execute: async ({ judge }) => {
      await judge(aJob('python'))
      await judge(aJob('java'))
      return {}
    },
  })
  await (await jobOf(workers.python)).end()
  await expect.poll(() => queue.counts).toEqual({ waiting: 1, running: 1 })
  queue.cancel('author', 'trial')
  expect(await queue.finished('author', 'trial')).toMatchObject({ state: 'failed', message: 'Cancelled' })
  expect(queue.counts).toEqual({ waiting: 0, running: 1 })
  await busy.end()
  await expect.poll(() => queue.counts).toEqual({ waiting: 0, running: 0 })
})

it('keeps programs for workers that reconnect after a restart of the server', async () => {
  const { world, questionId, student } = await javaAndPython()
  await (await student()).startSubmission({ questionId, code: echo, language: 'java' })
  await world.app.close()

  const { config, clock, judge } = world.platform
  const languages = async () =>
    (await judge.languages()).map((one) => (one.language === 'java' ? { ...one, available: false } : one))
  const again = await openServices(config, clock, builtParts, { ...judge, languages })
  const next = await createApp(again, { jobs: [] })
  afterThisTest(() => next.close())
  again.judgePool.setDraining(undefined, false)
  await queueWaiting(again)
  await again.judgePool.languages()
  expect(again.judgeQueue.counts).toEqual({ waiting: 1, running: 0 })
  const facts = { protocol: 1, session: 'a-new-session-0123', version: 'test', cores: 2, load: 0, speeds: {} }
  const poll = () =>
    again.judgePool.poll(
      { id: 'back', name: 'back', isDraining: false },
      { ...facts, languages: ['java'], slots: 1, free: 1 },
      new AbortController().signal,
    )
  await poll()
  expect((await poll()).jobs).toMatchObject([{ job: { language: 'java', source: echo } }])
})

const day = 24 * 3_600_000

it.each([
  ['offers', 'called an hour ago', true, day / 24],
  ['does not offer', 'has not called for eight days', true, 8 * day],
  ['does not offer', 'never called', false, 0],
])('%s the languages of a worker that %s, after a restart', async (offers, _what, calls, later) => {
  const { world, add } = await prepare()
  const worker = pretend(world, (await add('away')).token)
  if (calls) await worker.poll()
  await world.app.close()

  const { config, clock, judge } = world.platform
  const languages = async () =>
    (await judge.languages()).map((one) => (one.language === 'java' ? { ...one, available: false } : one))
  const laterClock = { ...clock, now: () => clock.now() + later }
  const again = await openServices(config, laterClock, builtParts, { ...judge, languages })
  const next = await createApp(again, { jobs: [] })
  afterThisTest(() => next.close())
  const java = (await again.judgePool.offered()).find(({ language }) => language === 'java')
  expect(java?.available).toBe(offers === 'offers')
})

it('lets the newest process with a token work, and ends the others', async () => {
  const { world, add } = await prepare()
  const { token } = await add('lab-1')
  const [older, newer] = [pretend(world, token), pretend(world, token)]
  await older.poll()
  expect((await newer.poll()).status).toBe(200)
  expect((await older.poll()).status).toBe(409)
  expect((await older.report('none')).status).toBe(409)
})

it('accepts a worker’s token for the calls of workers only', async () => {
  const { world, add } = await prepare()
  const { token } = await add('lab-1')
  for (const path of ['/auth/me', '/coding/questions', '/admin/judge-workers'])
    expect((await world.rest('GET', path, { token })).status).toBe(401)
  for (const other of [await world.tokenOf(world.admin), `exj_${'a'.repeat(43)}`, undefined])
    expect((await world.rest('POST', '/judge-worker/poll', { ...(other && { token: other }), body: {} })).status).toBe(
      401,
    )
  expect((await world.rest('POST', '/judge-worker/poll', { token, body: {} })).status).toBe(400)
  const outdated = await pretend(world, token).poll({ protocol: 0 })
  expect(outdated).toMatchObject({ status: 409, body: { message: expect.stringContaining('Update') } })
})

it('records who added, drained and revoked a worker', async () => {
  const { admin, add } = await prepare()
  const { id } = await add('lab-1')
  await admin.judgeWorkers.drain({ id, draining: true })
  await admin.judgeWorkers.revoke({ id })
  await expect(admin.judgeWorkers.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { entries } = await admin.audit.list({ subject: 'judge_worker' })
  expect(entries.map(({ action }) => action)).toEqual([
    'judge_worker.delete',
    'judge_worker.drain',
    'judge_worker.create',
  ])
})
