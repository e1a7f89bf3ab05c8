import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import { prepareTest, signIn } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { startHall } from './hall.ts'

describe('a hall of three servers', () => {
  it('loses no acknowledged answer when its leader is killed with -9', async () => {
    const hall = await startHall(3, 3)
    let leader = await hall.leader()
    const { id, student } = await prepareTest(leader.url, 40)
    const { test } = (await api(leader.url, 'POST', `/tests/${id}/start`, student)).body
    const questionIds: string[] = test.questions.map((question: { id: string }) => question.id)
    const acknowledged = new Map<string, number>()
    let revision = 0
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
      await died.kill()
      await Promise.all(lanes)
      leader = await hall.leader(died)
      const resume = () => api(leader.url, 'POST', `/tests/${id}/start`, student)
      // The new leader has just closed the connections to it as a standby.
      const resumed = await resume().catch(resume)
      const stored = new Map<string, number>(
        resumed.body.answers.map((answer: { questionId: string; revision: number }) => [
          answer.questionId,
          answer.revision,
        ]),
      )
      for (const [questionId, saved] of acknowledged) expect(stored.get(questionId)).toBeGreaterThanOrEqual(saved)
      await died.start()
    }
    await hall.expectSame()
  })

  it('acknowledges nothing on a leader that was stopped and has been replaced', async () => {
    const hall = await startHall(2, 1)
    const old = await hall.leader()
    const admin = await signIn(old.url, 'admin@localhost', 'first-password')
    old.signal('SIGSTOP')
    const next = await hall.leader(old)
    // These wait in the stopped server's sockets, and reach it before it notices that it was replaced.
    const names = Array.from({ length: 20 }, () => aCollege())
    const calls = names.map((college) =>
      api(old.url, 'POST', '/admin/colleges', admin, college)
        .then(({ status }) => status)
        .catch(() => 0),
    )
    await setTimeout(200)
    old.signal('SIGCONT')
    const statuses = await Promise.all(calls)
    const nextAdmin = await signIn(next.url, 'admin@localhost', 'first-password')
    const { body } = await api(next.url, 'GET', '/admin/colleges', nextAdmin)
    const stored = new Set(body.colleges.map(({ name }: { name: string }) => name))
    for (const [n, status] of statuses.entries()) if (status === 201) expect(stored).toContain(names[n]?.name)
    await expect.poll(() => old.role(), { timeout: 30_000 }).toBe('standby')
    await hall.expectSame()
  })

  it('hands over at once when its leader steps down or is stopped', async () => {
    const hall = await startHall(2, 1)
    const first = await hall.leader()
    expect((await first.run('cluster', 'step-down')).output).toBe(`${first.env.CLUSTER_NODE} steps down`)
    const second = await hall.leader(first)
    await expect.poll(() => first.role(), { timeout: 30_000 }).toBe('standby')
    expect(await second.server?.terminate()).toBe(0)
    second.server = undefined
    expect(await hall.leader(second)).toBe(first)
  })
})
