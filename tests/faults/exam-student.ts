import { expect } from 'vitest'
import { prepareTest } from '#tests/support/prepare-test.ts'
import { api, type ServerProcess } from '#tests/support/process.ts'

/** A student taking a test, with a record of every acknowledged answer. */
export interface Seat {
  admin: string
  student: string
  testId: string
  /** Saves one answer. @returns the status */
  save(url: string): Promise<number>
  /** Compares the server's answers with the acknowledged ones. */
  expectKept(url: string): Promise<void>
}

const letters = ['A', 'B', 'C', 'D'] as const

export async function takeSeat(url: string): Promise<Seat> {
  const { id, student, admin } = await prepareTest(url, 20)
  const { test } = (await api(url, 'POST', `/tests/${id}/start`, student)).body
  const questionIds: string[] = test.questions.map((question: { id: string }) => question.id)
  const acknowledged = new Map<string, { revision: number; selectedAnswer: string }>()
  let revision = 0
  return {
    admin,
    student,
    testId: id,
    save: async (url) => {
      const questionId = questionIds[revision % questionIds.length] ?? ''
      const answer = { questionId, selectedAnswer: letters[revision % 3] ?? 'A', revision: ++revision }
      const { status, body } = await api(url, 'PUT', `/tests/${id}/answers`, student, { answers: [answer] })
      if (status === 200) acknowledged.set(questionId, answer)
      else expect(body).toMatchObject({ message: 'Something went wrong', requestId: expect.any(String) })
      return status
    },
    expectKept: async (url) => {
      const { answers } = (await api(url, 'POST', `/tests/${id}/start`, student)).body
      const kept = new Map<string, { revision: number; selectedAnswer: string }>(
        answers.map((answer: { questionId: string }) => [answer.questionId, answer]),
      )
      expect(acknowledged.size).toBeGreaterThan(0)
      for (const [questionId, answer] of acknowledged) {
        // An unacknowledged answer may still have been saved.
        expect(kept.get(questionId)?.revision).toBeGreaterThanOrEqual(answer.revision)
        if (kept.get(questionId)?.revision === answer.revision) expect(kept.get(questionId)).toMatchObject(answer)
      }
    },
  }
}

/** The server's response to a public health check. */
export const healthOf = async ({ url }: Pick<ServerProcess, 'url'>) => {
  const answer = await fetch(`${url}/healthz`)
  return { status: answer.status, body: await answer.json() }
}

export const well = { status: 200, body: { status: 'ok' } }
export const degraded = (...reasons: string[]) => ({ status: 503, body: { status: 'degraded', reasons } })

/** The server's log lines with this health reason. */
export const logOf = (server: ServerProcess, reason: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"health":"${reason}"`))
