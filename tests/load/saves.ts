/**
 * Measures acknowledged one-answer saves per second through the real HTTP API, compared with a bare node:http server
 * that durably inserts one row, alternating within one run, with the load generator on the same machine:
 *
 *     npm run load:saves
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { openServices } from '#server/app.ts'
import { startAttempt } from '#server/features/attempts/start.ts'
import { createFirstAdmin } from '#server/features/auth/auth.ts'
import { mintStudentScope } from '#server/platform/scope.ts'
import { aQuestion } from '#tests/factories/forms.ts'
import { prepareClass } from '#tests/support/class.ts'
import { testConfig } from '#tests/support/config.ts'
import { startScript, startServer } from '#tests/support/process.ts'

const connections = 64
const seconds = 6
const rounds = 3

interface Student {
  token: string
  questionIds: string[]
}

/** Creates one student per connection, each with a running 60-question attempt. */
async function prepare(dataDir: string): Promise<{ testId: string; savers: Student[] }> {
  const app = await openServices(testConfig(dataDir))
  await createFirstAdmin(app)
  const questions = Array.from({ length: 60 }, () => aQuestion())
  const { testId, collegeId, students } = await prepareClass(app, connections, { questions, duration: 300 })
  const savers: Student[] = []
  for (const student of students) {
    const { test } = await startAttempt(
      app,
      mintStudentScope(collegeId, student.id),
      { token: null, address: '127.0.0.1' },
      testId,
    )
    const token = await app.sessions.open(student.id, false)
    savers.push({ token, questionIds: test.questions.map((question) => question.id) })
  }
  await app.db.close()
  return { testId, savers }
}

async function measure(url: string, path: string, savers: Student[]) {
  let connection = 0
  let revision = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const { token, questionIds } = savers[connection++ % savers.length] ?? { token: '', questionIds: [] }
      let n = 0
      client.setRequests([
        {
          method: 'PUT',
          path,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          setupRequest: (request) => {
            const answer = {
              questionId: questionIds[n % questionIds.length],
              selectedAnswer: 'ABCD'[n++ % 4],
              revision: ++revision,
            }
            return { ...request, body: JSON.stringify({ answers: [answer] }) }
          },
        },
      ])
    },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

const folder = mkdtempSync(join(tmpdir(), 'examhall-load-'))
const { testId, savers } = await prepare(folder)
const ours = await startServer(folder)
const raw = await startScript(join(import.meta.dirname, 'raw-server.ts'), [join(folder, 'raw.db')])
const rows: { ours: number; raw: number; p99: number }[] = []
console.log(`${connections} connections, ${seconds} s per turn, one answer per save\n`)
console.log('turn   examhall saves/s   p99 ms   bare http + insert/s   ratio')
for (let round = 1; round <= rounds; round++) {
  const bare = await measure(raw.url, '/', savers)
  const own = await measure(ours.url, `/api/tests/${testId}/answers`, savers)
  rows.push({ ours: own.perSecond, raw: bare.perSecond, p99: own.p99 })
  const cells = [String(round).padEnd(4), own.perSecond.toFixed(0).padStart(17), String(own.p99).padStart(8)]
  console.log(...cells, bare.perSecond.toFixed(0).padStart(22), (own.perSecond / bare.perSecond).toFixed(2).padStart(7))
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
console.log(
  `\nmedian: ${median(rows.map((row) => row.ours)).toFixed(0)} saves/s, ${median(rows.map((row) => row.raw)).toFixed(0)} bare inserts/s, ratio ${median(rows.map((row) => row.ours / row.raw)).toFixed(2)}`,
)
await ours.kill()
await raw.kill()
rmSync(folder, { recursive: true })
