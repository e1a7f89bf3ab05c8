/**
 * Simulates an exam: within a minute, students start one 60-question test in three sections, with images. They save
 * every 15 s, move through the sections, and all submit within 30 s. Afterwards, every acknowledged answer and every
 * grade is compared with the disk. A student whom the server asks to wait does so, and the wait counts as part of the
 * start. `--kills N` kills the server with `kill -9` and restarts it N times. `--seconds` sets
 * the length of the exam, and `--every` sets the seconds between a student's saves.
 *     npm run load:exam -- [students] [--kills N] [--seconds 180] [--every 15]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { startServer } from '#tests/support/process.ts'
import { type Reply, Times, Wire } from './exam/connection.ts'
import { Cores } from './exam/cores.ts'
import { type Hall, prepareHall } from './exam/hall.ts'
import { type Acknowledged, recount } from './exam/recount.ts'

const { values, positionals } = parseArgs({
  options: {
    kills: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '180' },
    every: { type: 'string', default: '15' },
  },
  allowPositionals: true,
})
const size = Number(positionals[0] ?? 5_000)
const kills = Number(values.kills)

/** In ms, excluding downtime. `submitFrom` is the time since the start of the exam. */
const whole = Number(values.seconds) * 1_000
const startWithin = whole / 3
const submitFrom = (whole * 5) / 6
const submitWithin = whole / 6
const saveEvery = Number(values.every) * 1_000

const kinds = ['start', 'save', 'next section', 'image', 'submit'] as const
type Kind = (typeof kinds)[number]
const times = new Map<Kind, Times>(kinds.map((kind) => [kind, new Times()]))
const errors: string[] = []
let retried = 0
/** Number of times the server asked a student to wait before starting. */
let asked = 0

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** `upMs` is the server's uptime in milliseconds: simulated time stops while the server is down. */
let opened = 0
let downMs = 0
let downSince: number | undefined
const upMs = () => (downSince ?? performance.now()) - opened - downMs
async function until(ms: number) {
  while (upMs() < ms) await wait(Math.max(10, ms - upMs()))
}

/**
 * Makes a call. In a run with kills, retries until the server responds. Otherwise, a broken connection is an error.
 * Waits in the queue of starts if the server asks for it.
 */
async function call(kind: Kind, send: () => Promise<Reply>): Promise<Reply> {
  const startedAt = performance.now()
  for (;;) {
    try {
      const reply = await send()
      if (kind === 'start' && reply.status === 429) {
        asked++
        await wait(reply.retryAfter * 1_000)
        continue
      }
      times.get(kind)?.add(kills > 0 ? reply.ms : performance.now() - startedAt)
      if (reply.status !== 200) errors.push(`${kind}: ${reply.status} ${reply.body.slice(0, 200)}`)
      return reply
    } catch (error) {
      if (kills === 0) {
        errors.push(`${kind}: ${(error as Error).message}`)
        throw error
      }
      retried++
      await wait(100 + Math.random() * 400)
    }
  }
}

/** Simulates one student, from the first click to the last. */
async function sit(hall: Hall, { id, token }: Hall['students'][number], url: string) {
  const wire = new Wire(token)
  const own: Acknowledged = new Map()
  acknowledged.set(id, own)
  const writer = `load-${id}`
  const input = { id: hall.testId, writer }
  const startAt = Math.random() * startWithin
  const submitAt = submitFrom + Math.random() * submitWithin
  await until(startAt)
  await call('start', () => wire.call(url, 'attempts.start', input))

  let revision = Date.now()
  let next = startAt + Math.random() * saveEvery
  for (const [section, questions] of hall.sections.entries()) {
    const leaveAt = startAt + ((section + 1) * (submitFrom - startAt)) / hall.sections.length
    for (const { image } of questions) if (image) await call('image', () => wire.get(url, image))
    for (let turn = 0; next < leaveAt; turn++, next += saveEvery) {
      await until(next)
      // Save a few questions per turn. Sometimes, change or clear an answer.
      const chosen = Array.from({ length: 5 }, (_, n) => questions[(turn * 4 + n) % questions.length])
      const answers = chosen.flatMap((question) => {
        if (!question) return []
        const selectedAnswer: OptionLetter | null =
          Math.random() < 0.05 ? null : ((['A', 'B', 'C', 'D'] as const)[Math.floor(Math.random() * 4)] ?? 'A')
        return [{ questionId: question.id, selectedAnswer, timeSpent: turn, revision: ++revision }]
      })
      const { status } = await call('save', () => wire.call(url, 'attempts.save', { ...input, answers }))
      if (status === 200) for (const answer of answers) own.set(answer.questionId, answer.selectedAnswer)
    }
    if (section < hall.sections.length - 1)
      await call('next section', () => wire.call(url, 'attempts.nextSection', { id: hall.testId, from: section }))
  }
  await until(submitAt)
  const answers = hall.sections.flat().map((question) => {
    const letter = own.get(question.id) ?? null
    return {
      questionId: question.id,
      selectedAnswer: letter ?? 'A',
      answered: letter !== null,
      timeSpent: 9,
      revision: 1,
    }
  })
  const payload = { id: hall.testId, answers, startTime: new Date().toISOString(), timeSpent: 2.5, violations: [] }
  await call('submit', () => wire.call(url, 'attempts.submit', payload))
  wire.close()
}

const acknowledged = new Map<string, Acknowledged>()
const dataDir = mkdtempSync(join(tmpdir(), 'examhall-exam-'))
console.log(`preparing ${size.toLocaleString('en')} students …`)
const hall = await prepareHall(dataDir, size)
const env = { PORT: String(await freePort()) }
let server = await startServer(dataDir, 'serve', env)
opened = performance.now()
const cores = new Cores(server.pid)
/** How late the generator itself is. Its delays are part of every duration that it measures. */
const ownDelay = monitorEventLoopDelay({ resolution: 10 })
ownDelay.enable()
let survived = 0
const killer = async () => {
  for (let n = 0; n < kills; n++) {
    await until(((n + 0.2 + 0.6 * Math.random()) * whole) / kills)
    downSince = performance.now()
    await server.kill()
    server = await startServer(dataDir, 'serve', env)
    downMs += performance.now() - downSince
    downSince = undefined
    survived++
  }
}
try {
  const progress = setInterval(() => {
    const done = kinds.map((kind) => `${kind} ${times.get(kind)?.count}`).join(', ')
    console.log(
      `${Math.round((performance.now() - opened) / 1_000)} s: ${done}, kills ${survived}, errors ${errors.length}`,
    )
  }, 15_000)
  await Promise.all([killer(), ...hall.students.map((student) => sit(hall, student, server.url).catch(() => {}))])
  clearInterval(progress)
  const used = kills > 0 ? undefined : String(cores)
  await server.terminate()

  console.log(
    `\n${'call'.padEnd(14)} ${'count'.padStart(8)} ${'median ms'.padStart(10)} ${'p99 ms'.padStart(8)} ${'longest'.padStart(8)}`,
  )
  for (const [kind, own] of times) {
    const cells = [0.5, 0.99, 1].map((share) => own.at(share).toFixed(1))
    console.log(
      `${kind.padEnd(14)} ${String(own.count).padStart(8)} ${cells[0]?.padStart(10)} ${cells[1]?.padStart(8)} ${cells[2]?.padStart(8)}`,
    )
  }
  const [median, p99] = [50, 99].map((percent) => (ownDelay.percentile(percent) / 1e6).toFixed(0))
  console.log(`\nthe generator's own delay: median ${median} ms, p99 ${p99} ms`)
  if (used) console.log(used)
  console.log(`asked to wait before starting: ${asked} times`)
  const counted = recount(dataDir, hall, acknowledged)
  console.log(
    `\nerrors: ${errors.length}${kills > 0 ? `, kills survived: ${survived}, retried calls: ${retried}` : ''}`,
  )
  console.log(`acknowledged answers: ${counted.answers}, lost: ${counted.lost.length}`)
  console.log(`grades: ${counted.grades} of ${size}, wrong: ${counted.wrong.length}`)
  for (const line of [...errors.slice(0, 10), ...counted.lost.slice(0, 10), ...counted.wrong.slice(0, 10)])
    console.log(line)
  if (errors.length + counted.lost.length + counted.wrong.length > 0 || counted.grades !== size) process.exitCode = 1
} finally {
  await server.kill().catch(() => {})
  rmSync(dataDir, { recursive: true })
}
