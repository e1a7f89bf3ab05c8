/**
 * Measures whether saves get slower with more stored attempts: the same closed loop of saves with 10 thousand and
 * 1 million attempts, alternating within one run.
 *     npm run load:growth -- [small] [large]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import SqliteDatabase from 'better-sqlite3'
import { api, type ServerProcess, startServer } from '#tests/support/process.ts'
import { type Hall, prepareHall } from './exam/hall.ts'

const sizes = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1_000_000)]
const running = 1_000
const connections = 64
const seconds = 6
const rounds = 5

/** Stores other students' finished attempts at other tests, with 60 answers each. */
function store(dataDir: string, hall: Hall, size: number) {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.pragma('synchronous = off')
  const test = db.prepare('select * from tests where id = ?').get(hall.testId) as Record<string, unknown>
  const { college_id: collegeId, id: assignmentId } = db
    .prepare('select * from assignments where test_id = ?')
    .get(hall.testId) as Record<string, string>
  const columns = Object.keys(test)
  const addTest = db.prepare(`insert into tests (${columns}) values (${columns.map((name) => `@${name}`)})`)
  const student = db.prepare(
    `insert into users (id, role, college_id, name, email, password_hash, is_active, created_at)
     values (?, 'student', ?, ?, ?, 'none', 1, 1)`,
  )
  const attempt = db.prepare(
    `insert into attempts (id, test_id, assignment_id, college_id, student_id, started_at, plan, part_opened_at, deadline,
       submitted_at, submitted_by, marks_obtained, total_marks, percentage, correct_answers, incorrect_answers, unanswered, receipt)
     values (?, ?, ?, ?, ?, ?, '[3600000]', ?, ?, ?, 'student', 30, 60, 50, 30, 30, 0, ?)`,
  )
  const sheet = db.prepare('insert into answer_sheets (attempt_id, answers, answered, saved_at) values (?, ?, 60, ?)')
  const answers = JSON.stringify(
    Array.from({ length: 60 }, (_, n) => ['ABCD'[n % 4], 30, 1_700_000_000_000 + n]).flat(),
  )
  const tests = 50
  db.transaction(() => {
    for (let n = 0; n < tests; n++) addTest.run({ ...test, id: `stored-test-${n}`, deleted_at: null })
    for (let n = 0; n < size; n++) {
      const whose = `stored-student-${Math.floor(n / tests)}`
      if (n % tests === 0) student.run(whose, collegeId, whose, `${whose}@stored.example`)
      const at = 1_700_000_000_000 + n
      const id = `0${at}-stored-${String(n).padStart(16, '0')}`
      attempt.run(id, `stored-test-${n % tests}`, assignmentId, collegeId, whose, at, at, at, at, `R${n}`)
      sheet.run(id, answers, at)
    }
  })()
  db.pragma('wal_checkpoint(truncate)')
  db.close()
}

interface Side {
  size: number
  hall: Hall
  server: ServerProcess
  megabytes: number
  perSecond: number[]
}

async function prepare(size: number, folder: string): Promise<Side> {
  console.log(`storing ${size.toLocaleString('en')} attempts …`)
  const hall = await prepareHall(folder, running, { sectioned: false })
  store(folder, hall, size)
  const server = await startServer(folder)
  for (const { token } of hall.students) await api(server.url, 'POST', `/tests/${hall.testId}/start`, token)
  return { size, hall, server, megabytes: statSync(join(folder, 'examhall.db')).size / 2 ** 20, perSecond: [] }
}

let revision = Date.now()
async function measure({ hall, server }: Side): Promise<number> {
  const questions = hall.sections.flat()
  let n = 0
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/trpc/attempts.save?batch=1',
        setupRequest: (request) => {
          const student = hall.students[n % running]
          const question = questions[n++ % questions.length]
          const answer = { questionId: question?.id, selectedAnswer: 'B', timeSpent: 5, revision: ++revision }
          return {
            ...request,
            headers: { authorization: `Bearer ${student?.token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ 0: { id: hall.testId, writer: 'w', answers: [answer], violations: [] } }),
          }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

const folders = sizes.map(() => mkdtempSync(join(tmpdir(), 'examhall-growth-')))
const sides: Side[] = []
for (const [n, size] of sizes.entries()) sides.push(await prepare(size, folders[n] ?? ''))
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
try {
  for (let round = 0; round < rounds; round++)
    // Alternate the order, so neither side always goes first.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) side.perSecond.push(await measure(side))
  console.log(`\n${'attempts'.padStart(10)} ${'database'.padStart(10)} ${'saves/s'.padStart(8)}   turns`)
  for (const { size, megabytes, perSecond } of sides)
    console.log(
      `${size.toLocaleString('en').padStart(10)} ${`${megabytes.toFixed(0)} MB`.padStart(10)} ${median(perSecond).toFixed(0).padStart(8)}   ${perSecond.map((value) => value.toFixed(0)).join(' ')}`,
    )
  const [small, large] = sides.map((side) => median(side.perSecond))
  console.log(`\na save takes ${((small ?? 0) / (large ?? 1)).toFixed(2)} times as long with the larger database`)
} finally {
  for (const { server } of sides) await server.kill()
  for (const folder of folders) rmSync(folder, { recursive: true })
}
