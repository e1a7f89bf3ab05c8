import { describe, expect, it } from 'vitest'
import { prepareTest } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { startHall } from './hall.ts'

describe('a hall of three servers', () => {
  it('loses no acknowledged answer when its leader is killed with -9, and serves again within 8 s', async () => {
    const hall = await startHall(3, 3)
    let leader = await hall.leader()
    const { id, student } = await prepareTest(leader.url, 40)
    const { test } = (await api(leader.url, 'POST', `/tests/${id}/start`, student)).body
    const questionIds: string[] = test.questions.map((question: { id: string }) => question.id)
    const acknowledged = new Map<string, number>()
    let revision = 0
    const failovers: number[] = []
    for (let round = 1; round <= 2; round++) {
      const { url } = leader
      const lane = async (own: string[]) => {
        for (let n = 0; ; n++) {
          const questionId = own[n % own.length] ?? ''
          const answer = { questionId, selectedAnswer: 'ABCD'[n % 4] ?? 'A', revision: ++revision }
          const saved = await api(url, 'PUT', `/tests/${id}/answers`, student, { answers: [answer] }).catch(() => null)
          if (saved?.status !== 200) return
          acknowledged.set(questionId, answer.revision)
        }
      }
      const before = revision
      const lanes = Array.from({ length: 4 }, (_, n) => lane(questionIds.filter((_id, at) => at % 4 === n)))
      await expect.poll(() => revision - before, { timeout: 30_000 }).toBeGreaterThan(150)
      const died = leader
      const killedAt = performance.now()
      await died.kill()
      await Promise.all(lanes)
      leader = await hall.leader(died)
      const resumed = await api(leader.url, 'POST', `/tests/${id}/start`, student)
      failovers.push(performance.now() - killedAt)
      const stored = new Map<string, number>(
        resumed.body.answers.map((answer: { questionId: string; revision: number }) => [
          answer.questionId,
          answer.revision,
        ]),
      )
      for (const [questionId, saved] of acknowledged) expect(stored.get(questionId)).toBeGreaterThanOrEqual(saved)
      await died.start()
    }
    console.log('failovers in ms:', failovers.map(Math.round))
    expect(Math.max(...failovers)).toBeLessThan(8_000)
    await hall.expectSame()
  })
})
