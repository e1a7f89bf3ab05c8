import autocannon from 'autocannon'
import { openServices } from '#server/app.ts'
import { startAttempt } from '#server/features/attempts/start.ts'
import { createFirstAdmin } from '#server/features/auth/auth.ts'
import { mintStudentScope } from '#server/platform/scope.ts'
import { aQuestion } from '#tests/factories/forms.ts'
import { prepareClass } from '#tests/support/class.ts'
import { testConfig } from '#tests/support/config.ts'

export const connections = 64
/** Length of one measurement. */
export const seconds = 6

interface Student {
  token: string
  questionIds: string[]
}

/** Creates one student per connection, each with a running 60-question attempt. */
export async function prepareSavers(dataDir: string): Promise<{ testId: string; savers: Student[] }> {
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

/** Saves as fast as possible, or at `rate` saves per second. @returns saves per second, and latencies in ms */
export async function measureSaves(url: string, path: string, savers: Student[], rate?: number) {
  let connection = 0
  let revision = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
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
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}
