import { expect, it } from 'vitest'
import { makeWorld, offline } from './world.ts'

it('replaces an answer that is sent late with a later one from another device', async () => {
  const { time, server, openTab, otherDevice } = makeWorld()
  const phone = openTab()
  server.failure = offline
  phone.answer('q3', 'A')
  await time.pass(500)

  server.failure = null
  const laptop = openTab(otherDevice())
  laptop.answer('q3', 'D')
  await time.pass(0)
  expect(phone.selected('q3')).toBe('A')

  await phone.flush()
  expect([phone.selected('q3'), server.letter('q3')]).toEqual(['D', 'D'])
  expect(phone.status()).toMatchObject({ state: 'saved', unsent: 0 })
})

it("prefers the server's answer at equal revisions", async () => {
  const { time, server, openTab } = makeWorld()
  const phone = openTab()
  server.answers.set('q1', { questionId: 'q1', selectedAnswer: 'C', timeSpent: 1, revision: time.now })
  phone.answer('q1', 'B')
  await time.pass(0)
  expect([server.letter('q1'), phone.selected('q1')]).toEqual(['C', 'C'])
})

it('keeps an answer changed here while a save was in flight', async () => {
  const { time, server, openTab } = makeWorld()
  const phone = openTab()
  server.answers.set('q1', { questionId: 'q1', selectedAnswer: 'C', timeSpent: 1, revision: time.now })
  const release = server.hold()
  phone.answer('q1', 'B')
  await time.pass(10)
  phone.answer('q1', 'D')
  release()
  await time.pass(0)
  expect([server.letter('q1'), phone.selected('q1')]).toEqual(['D', 'D'])
})

it('reports a replaced answer once in every tab that showed it', async () => {
  const replaced: string[][] = []
  const { time, server, browser, openTab } = makeWorld({ replaced: (ids) => replaced.push(ids) })
  const left = openTab()
  const right = openTab()
  left.answer('q2', 'A')
  await time.pass(0)
  server.failure = offline
  left.answer('q1', 'A')
  await time.pass(0)
  server.answers.set('q1', { questionId: 'q1', selectedAnswer: 'D', timeSpent: 1, revision: time.now + 10 })
  server.failure = null
  await left.flush()
  await time.pass(120_000)
  expect([left.selected('q1'), right.selected('q1')]).toEqual(['D', 'D'])
  expect(replaced).toEqual([['q1'], ['q1']])
  expect(browser.storage.entries.size).toBe(0)
})
