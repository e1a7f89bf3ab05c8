/**
 * Kills judge workers under load: 500 submissions on the server's judge and two workers, while one after another is
 * killed, stopped or cut off from the network. Every submission must get the right verdict exactly once. Then
 * measures how much faster two workers are than one, each on a separate core.
 *     npm run load:workers [submissions, 500] [submissions to measure, 40]
 * Cutting the network needs root; without it, that worker is stopped instead.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf } from '#tests/judge/processes.ts'
import { startWorker, type WorkerProcess } from '#tests/judge-workers/worker-process.ts'
import { api, startServer } from '#tests/support/process.ts'
import { prepareHall } from './exam/hall.ts'

const count = Number(process.argv[2] ?? 500)
const measured = Number(process.argv[3] ?? 40)
/** Submissions of each student. */
const eachStudent = 10
const troubleEveryMs = 3_000
/** Longer than a lease. */
const awayMs = 8_000

const kinds = [
  ['accepted', 'print(int(input()) * 2)'],
  ['wrong_answer', 'print(int(input()) * 2 + (1 if int("7") else 0))'],
  ['runtime_error', 'raise ValueError'],
  ['accepted', 'n = int(input())\nfor i in range(500000): n += 0\nprint(n * 2)'],
] as const
const endless = ['time_limit_exceeded', 'while True: pass'] as const
/** The n-th program. Only one in twenty is endless, because those take the longest. */
const programOf = (n: number) => (n % 20 === 19 ? endless : (kinds[n % kinds.length] ?? kinds[0]))

/** Programs to measure: the first slows down if its core is busy, the second does not. */
const measuredPrograms = {
  'that compute': 'n = int(input())\nfor i in range(7000000): n += 0\nprint(n * 2)',
  'that wait': 'import time\ntime.sleep(0.4)\nprint(int(input()) * 2)',
}

const network = {
  space: 'examhall-load',
  outside: 'exhload0',
  inside: 'exhload1',
  host: '10.217.99.1',
  worker: '10.217.99.2',
}
const ip = (...words: string[]) => spawnSync('ip', words).status === 0

/** Creates a separate network for one worker. @returns false without permission to do so */
function openNetwork(): boolean {
  const { space, outside, inside, host, worker } = network
  closeNetwork()
  const within = (...words: string[]) => ip('-n', space, ...words)
  return (
    ip('netns', 'add', space) &&
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside) &&
    ip('link', 'set', inside, 'netns', space) &&
    ip('addr', 'add', `${host}/30`, 'dev', outside) &&
    ip('link', 'set', outside, 'up') &&
    within('addr', 'add', `${worker}/30`, 'dev', inside) &&
    within('link', 'set', inside, 'up') &&
    within('link', 'set', 'lo', 'up')
  )
}

function closeNetwork() {
  ip('link', 'del', network.outside)
  ip('netns', 'del', network.space)
}

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-workers-'))
const hall = await prepareHall(dataDir, Math.ceil(count / eachStudent), { sectioned: false })
const server = await startServer(dataDir, 'serve', { HOST: '0.0.0.0', JUDGE_CONCURRENCY: '1' })
const { port } = new URL(server.url)
const url = `http://127.0.0.1:${port}`
const login = { email: 'admin@localhost', password: 'first-password' }
const { token } = (await api(url, 'POST', '/auth/login', undefined, login)).body
const isNetwork = openNetwork()
const workers: WorkerProcess[] = []

const { question } = (
  await api(url, 'POST', '/coding/questions', token, {
    title: 'Twice',
    description: 'Print the number times two.',
    supported_languages: ['python'],
    time_limit: 2_000,
    testCases: [7, 8].map((n) => ({ input: `${n}\n`, expected_output: `${2 * n}\n` })),
  })
).body

const drain = (id: string, draining: boolean) => api(url, 'PUT', `/admin/judge-workers/${id}`, token, { draining })
const overview = async () => (await api(url, 'GET', '/admin/judge-workers', token)).body

async function addWorker(name: string, prefix: string[] = [], at = url) {
  const { body } = await api(url, 'POST', '/admin/judge-workers', token, { name })
  const start = async () => {
    const worker = await startWorker(at, body.token, { prefix })
    workers.push(worker)
    return worker
  }
  return { id: body.id as string, start }
}

/** Lets each student submit one program after another. @returns the expected and the given verdicts */
async function submitAll(number: number, codeOf: (n: number) => readonly [string, string]) {
  const answers: { expected: string; given: string; id: string }[] = []
  await Promise.all(
    hall.students.map(async ({ token }, place) => {
      for (let n = place; n < number; n += hall.students.length) {
        const [expected, code] = codeOf(n)
        const form = { questionId: question.id, language: 'python', code }
        const { body } = await api(url, 'POST', '/coding/submit', token, form)
        answers.push({ expected, given: body.status ?? body.message, id: body.submissionId })
      }
    }),
  )
  return answers
}

function judgeOf(pid: number): number | undefined {
  return descendantsOf(pid).find(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('judge/main'))?.pid
}

try {
  const killed = await addWorker('killed')
  const cut = await addWorker(
    isNetwork ? 'cut off' : 'stopped',
    isNetwork ? ['ip', 'netns', 'exec', network.space] : [],
    isNetwork ? `http://${network.host}:${port}` : url,
  )
  let first = await killed.start()
  const second = await cut.start()
  console.log(`Network: ${isNetwork ? 'cut in a namespace' : 'not cut, because this needs root'}`)

  const counts: Record<string, number> = {}
  const note = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const troubles: (() => Promise<void>)[] = [
    async () => {
      first.kill('SIGKILL')
      await first.exited
      note('worker killed')
      first = await killed.start()
    },
    async () => {
      if (!isNetwork) return
      ip('link', 'set', network.outside, 'down')
      await sleep(awayMs)
      ip('link', 'set', network.outside, 'up')
      note('network cut')
    },
    async () => {
      const pid = judgeOf(server.pid)
      if (pid) process.kill(pid, 'SIGKILL')
      note("server's judge killed")
    },
    async () => {
      second.kill('SIGSTOP')
      await sleep(awayMs)
      second.kill('SIGCONT')
      note('worker stopped')
    },
  ]
  let isOver = false
  const began = performance.now()
  const all = submitAll(count, programOf).finally(() => {
    isOver = true
  })
  for (let n = 0; !isOver; n++) {
    await Promise.race([sleep(troubleEveryMs), all])
    if (!isOver) await troubles[n % troubles.length]?.()
  }
  const answers = await all
  const seconds = (performance.now() - began) / 1_000
  const wrong = answers.filter(({ expected, given }) => expected !== given)
  const db = new DatabaseSync(join(dataDir, 'examhall.db'), { readOnly: true })
  const stored = db.prepare('select id, status from submissions').all() as { id: string; status: string }[]
  const given = new Map(answers.map(({ id, given }) => [id, given]))
  const differ = stored.filter(({ id, status }) => given.get(id) !== status)
  db.close()
  console.log(
    `${count} submissions in ${seconds.toFixed(0)} s; ${Object.entries(counts)
      .map(([what, n]) => `${what} ${n}×`)
      .join(', ')}`,
  )
  console.log(
    `wrong or lost: ${wrong.length}; stored: ${stored.length}, of which other than answered: ${differ.length}`,
  )
  for (const { name, judged } of (await overview()).workers)
    console.log(`  ${name}: judged ${judged} since its last start`)
  if (wrong.length > 0) console.log(wrong.slice(0, 5))
  if (wrong.length + differ.length > 0 || stored.length !== count) process.exitCode = 1
  for (const { id } of [killed, cut]) await drain(id, true)

  if (availableParallelism() < 2) console.log('Two workers need two cores to be faster than one')
  else {
    const cores = [await addWorker('core 0', ['taskset', '-c', '0']), await addWorker('core 1', ['taskset', '-c', '1'])]
    for (const core of cores) await core.start()
    await drain('server', true)
    for (const [what, code] of Object.entries(measuredPrograms)) {
      const times: number[] = []
      for (const inUse of [1, 2]) {
        for (const [place, { id }] of cores.entries()) await drain(id, place >= inUse)
        const started = performance.now()
        const results = await submitAll(measured, () => ['accepted', code])
        times.push((performance.now() - started) / 1_000)
        if (results.some(({ given }) => given !== 'accepted')) process.exitCode = 1
      }
      const [one = 0, two = 1] = times
      console.log(
        `${measured} programs ${what}: ${one.toFixed(1)} s with one worker, ${two.toFixed(1)} s with two, ${(one / two).toFixed(2)} times as fast`,
      )
    }
  }
} finally {
  for (const worker of workers) {
    worker.kill('SIGCONT')
    worker.kill('SIGKILL')
    await worker.exited
    rmSync(worker.folder, { recursive: true, force: true })
  }
  await server.kill()
  if (isNetwork) closeNetwork()
  rmSync(dataDir, { recursive: true })
}
