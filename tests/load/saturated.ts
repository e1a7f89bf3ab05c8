/**
 * Measures one server's throughput: 64 connections make the client's calls in a closed loop, with the load generator on
 * the same machine. Students start a 60-question paper, save one answer at a time, and submit:
 *
 *     npm run load:saturated -- [students] [--shuffled]
 *
 * With `--shuffled`, students have the questions and options in different orders. The last column is the server's CPU
 * time per call, which other programs on the machine change less than the throughput.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import SqliteDatabase from 'better-sqlite3'
import { optionOrder, orderCount, orderNumber } from '#shared/tests/draw.rules.ts'
import { startServer } from '#tests/support/process.ts'
import { cpuOf } from './exam/cores.ts'
import { prepareHall } from './exam/hall.ts'
import { type Acknowledged, recount } from './exam/recount.ts'

const connections = 64
const isShuffled = process.argv.includes('--shuffled')
const students = Number(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 9_000)
const saves = 40_000
/** Number of unmeasured requests while the server's code is still being compiled. */
const warmUp = 600
const letters = ['A', 'B', 'C', 'D'] as const

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-saturated-'))
console.log(`preparing ${students.toLocaleString('en')} students …`)
const hall = await prepareHall(dataDir, students, { sectioned: false })
const questions = hall.sections.flat()
const openDatabase = () => new SqliteDatabase(join(dataDir, 'examhall.db'))
if (isShuffled) {
  const db = openDatabase()
  db.prepare('update tests set shuffle_questions = 1, shuffle_options = 1 where id = ?').run(hall.testId)
  db.close()
}
const server = await startServer(dataDir)
const acknowledged = new Map<string, Acknowledged>(hall.students.map(({ id }) => [id, new Map()]))

interface Turn {
  name: string
  procedure: string
  /** Number of requests. */
  amount: number
  /** The n-th request's session and body. */
  input: (n: number) => { student: number; input: Record<string, unknown> }
  measured?: boolean
}

async function run({ procedure, amount, input }: Turn) {
  let n = 0
  const cpuBefore = cpuOf(server.pid)
  const started = performance.now()
  let answered = started
  const result = await autocannon({
    url: server.url,
    connections,
    amount,
    timeout: 60,
    // The result's duration is in whole seconds.
    setupClient: (client) => {
      client.on('response', () => {
        answered = performance.now()
      })
    },
    requests: [
      {
        method: 'POST',
        path: `/trpc/${procedure}?batch=1`,
        setupRequest: (request) => {
          const next = input(n++)
          return {
            ...request,
            headers: {
              authorization: `Bearer ${hall.students[next.student]?.token}`,
              'content-type': 'application/json',
              'accept-encoding': 'gzip, deflate, br',
            },
            body: JSON.stringify({ 0: { id: hall.testId, ...next.input } }),
          }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${procedure}: ${result.non2xx} refused, ${result.errors} failed`)
  const seconds = (answered - started) / 1_000
  const cpuPerCall = (cpuOf(server.pid) - cpuBefore) / amount
  return { perSecond: amount / seconds, cpuPerCall, p50: result.latency.p50, p99: result.latency.p99 }
}

/** The server's resident memory, in kB. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? Number.NaN)

/** Maps a student's letters to the test's letters. They differ if the test is shuffled. */
function testLetters() {
  const db = openDatabase()
  const rows = db
    .prepare<[string], { studentId: string; seed: number | null }>(
      'select student_id as studentId, seed from attempts where test_id = ?',
    )
    .all(hall.testId)
  db.close()
  const seeds = new Map(rows.map(({ studentId, seed }) => [studentId, seed]))
  return (studentId: string, questionId: string, letter: (typeof letters)[number]) => {
    const seed = seeds.get(studentId) ?? null
    if (seed === null) return letter
    return optionOrder(questionId, 4, orderNumber(seed, questionId, orderCount(4)))[
      letters.indexOf(letter)
    ] as typeof letter
  }
}

let revision = Date.now()
/** A student's final answers. They differ between students. */
const letterOf = (student: number, place: number) => letters[(student + place * 7) % 4] ?? 'A'
const everyAnswer = (student: number) =>
  questions.map(({ id }, place) => ({
    questionId: id,
    selectedAnswer: letterOf(student, place),
    answered: true,
    timeSpent: 20,
  }))

const turns: Turn[] = [
  {
    name: 'warm-up',
    procedure: 'attempts.start',
    amount: warmUp,
    input: (n) => ({ student: n, input: { writer: `w${n}` } }),
  },
  {
    name: 'start',
    procedure: 'attempts.start',
    amount: students - warmUp,
    input: (n) => ({ student: warmUp + n, input: { writer: `w${warmUp + n}` } }),
    measured: true,
  },
  {
    name: 'save of one answer',
    procedure: 'attempts.save',
    amount: saves,
    measured: true,
    input: (n) => {
      const question = questions[Math.floor(n / students) % questions.length]
      const answer = { questionId: question?.id, selectedAnswer: letters[n % 4], timeSpent: 5, revision: ++revision }
      return { student: n % students, input: { writer: `w${n % students}`, answers: [answer], violations: [] } }
    },
  },
  {
    name: 'the rest of the paper',
    procedure: 'attempts.save',
    amount: students,
    input: (n) => ({
      student: n,
      input: { answers: everyAnswer(n).map((answer) => ({ ...answer, revision: ++revision })) },
    }),
  },
  {
    name: 'submit',
    procedure: 'attempts.submit',
    amount: students,
    measured: true,
    // Like the client, send the whole paper again, with a last-second change to the last question.
    input: (n) => ({
      student: n,
      input: {
        answers: everyAnswer(n).map((answer, place) => ({ ...answer, revision: place === 59 ? ++revision : 1 })),
        startTime: new Date().toISOString(),
        timeSpent: 60,
        violations: [],
      },
    }),
  },
]

console.log(`${connections} connections, 60 questions${isShuffled ? ', shuffled' : ''}\n`)
console.log(
  `${'call'.padEnd(20)} ${'count'.padStart(7)} ${'calls/s'.padStart(9)} ${'p50 ms'.padStart(7)} ${'p99 ms'.padStart(7)} ${'CPU ms'.padStart(7)}`,
)
try {
  for (const turn of turns) {
    const before = memory()
    const { perSecond, cpuPerCall, p50, p99 } = await run(turn)
    if (turn.name === 'start')
      console.log(
        `memory per start: ${((memory() - before) / turn.amount).toFixed(1)} kB, of ${(memory() / 1024).toFixed(0)} MB`,
      )
    if (turn.measured)
      console.log(
        `${turn.name.padEnd(20)} ${String(turn.amount).padStart(7)} ${perSecond.toFixed(0).padStart(9)} ${String(p50).padStart(7)} ${String(p99).padStart(7)} ${cpuPerCall.toFixed(3).padStart(7)}`,
      )
  }
  await server.terminate()
  const toTestLetter = testLetters()
  for (const [n, student] of hall.students.entries())
    acknowledged.set(
      student.id,
      new Map(questions.map(({ id }, place) => [id, toTestLetter(student.id, id, letterOf(n, place))])),
    )
  const counted = recount(dataDir, hall, acknowledged)
  console.log(
    `\nanswers: ${counted.answers}, lost: ${counted.lost.length}; grades: ${counted.grades}, wrong: ${counted.wrong.length}`,
  )
  if (counted.lost.length + counted.wrong.length > 0 || counted.grades !== students) process.exitCode = 1
} finally {
  await server.kill().catch(() => {})
  rmSync(dataDir, { recursive: true })
}
