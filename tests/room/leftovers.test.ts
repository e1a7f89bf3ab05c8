import { describe, expect, it } from 'vitest'
import { Leftovers } from '#client/features/attempts/model/leftovers.ts'
import type { Parcel } from '#client/features/attempts/model/outbox.ts'
import type { Failure } from '#client/features/attempts/model/ports.ts'
import { makeWorld, offline } from './world.ts'

const outboxKey = 'examhall.attempt.attempt.outbox'

/** A student who answered q1 and q3 without a connection and closed the exam. */
async function makeLeft() {
  const world = makeWorld()
  const { server, time, browser } = world
  const room = world.openTab()
  server.failure = offline
  room.answer('q1', 'A')
  room.answer('q3', 'D')
  room.record({ kind: 'fullscreen_exit', at: '2026-01-31T12:00:00.000Z' })
  await time.pass(0)
  room.stop()
  server.failure = null
  server.parcels.length = 0
  const tests: string[] = []
  /** Opens a page without an exam, as My Tests is. */
  const openPage = (studentId = 'student') => {
    const leftovers = new Leftovers({
      ports: world.portsOf(),
      studentId,
      save: (testId: string, parcel: Parcel) => {
        tests.push(testId)
        return server.save({ ...parcel, writer: 'tab', takeOver: false })
      },
    })
    leftovers.start()
    return leftovers
  }
  return { ...world, tests, openPage, stored: () => browser.storage.read(outboxKey) }
}

describe('leftovers', () => {
  it('are sent to their test once the student opens any page, and then forgotten', async () => {
    const { openPage, server, tests, time, stored } = await makeLeft()
    const page = openPage()
    expect(page.view().get('test')).toEqual({ state: 'waiting', unsent: 2 })
    await time.pass(0)
    expect([server.letter('q1'), server.letter('q3'), tests]).toEqual(['A', 'D', ['test']])
    expect(server.parcels[0]?.violations).toEqual([{ kind: 'fullscreen_exit', at: '2026-01-31T12:00:00.000Z' }])
    expect(stored()).toBeNull()
    expect(page.view().get('test')).toEqual({ state: 'sent', unsent: 0 })
    await time.pass(600_000)
    expect(tests).toHaveLength(1)
  })

  it('wait for the connection, with back-off, and go at once when urged', async () => {
    const { openPage, server, tests, time } = await makeLeft()
    server.failure = offline
    const page = openPage()
    await time.pass(0)
    await time.pass(999)
    expect(tests).toHaveLength(1)
    await time.pass(1)
    expect(tests).toHaveLength(2)
    await time.pass(2_000)
    expect(tests).toHaveLength(3)
    server.failure = null
    await page.send()
    expect([server.letter('q1'), page.view().get('test')?.state]).toEqual(['A', 'sent'])
    await time.pass(600_000)
    expect(tests).toHaveLength(4)
  })

  it('keep what was answered while they were on their way', async () => {
    const { openPage, openTab, server, time, stored } = await makeLeft()
    const release = server.hold()
    openPage()
    await time.pass(10)
    const room = openTab()
    room.stop()
    room.answer('q1', 'C')
    release()
    await time.pass(0)
    // The page sends the newer one too: it looks again after each answer.
    expect(server.parcels.map(({ answers }) => answers.map((answer) => answer.selectedAnswer))).toEqual([
      ['A', 'D'],
      ['C'],
    ])
    expect([server.letter('q1'), server.letter('q3'), stored()]).toEqual(['C', 'D', null])
  })

  it('of an attempt that is over are forgotten, and told to have come too late', async () => {
    const { openPage, server, time, stored, browser } = await makeLeft()
    browser.storage.write('examhall.attempt.attempt.progress', '{}')
    server.failure = { kind: 'closed', message: 'This test has already been submitted' }
    const page = openPage()
    await time.pass(600_000)
    expect([stored(), browser.storage.entries.size, server.parcels.length]).toEqual([null, 0, 1])
    expect([...page.view().values()]).toEqual([{ state: 'late', unsent: 2 }])
  })

  const final: [string, Failure][] = [
    ['refused', { kind: 'refused', message: 'Test not found' }],
    ['signed-out', { kind: 'signed-out', message: 'Please sign in to continue.' }],
  ]
  it.each(final)('are left alone and not tried again when %s', async (_name, failure) => {
    const { openPage, server, time, stored } = await makeLeft()
    const before = stored()
    server.failure = failure
    const page = openPage()
    await time.pass(600_000)
    await page.send()
    expect(server.parcels).toHaveLength(1)
    expect(stored()).toBe(before)
    expect(page.view().get('test')).toEqual({
      state: failure.kind === 'refused' ? 'refused' : 'waiting',
      unsent: 2,
    })
  })

  it("of another person are neither sent under one's own name nor counted", async () => {
    const { openPage, tests, time, stored } = await makeLeft()
    const before = stored()
    const page = openPage('somebody else')
    await time.pass(600_000)
    expect([tests.length, page.view().size, stored()]).toEqual([0, 0, before])
  })

  it('that are one refused and one good: the good one goes', async () => {
    const { openPage, server, time, browser } = await makeLeft()
    const owner = { testId: 'test', studentId: 'student' }
    const answers = [{ questionId: 'q2', selectedAnswer: 'B', timeSpent: 1, revision: 5 }]
    browser.storage.write('examhall.attempt.broken.outbox', '{"owner":{"testId":"test"')
    browser.storage.write('examhall.attempt.old.outbox', JSON.stringify({ answers, violations: [] }))
    browser.storage.write('examhall.attempt.second.outbox', JSON.stringify({ owner, answers, violations: [] }))
    openPage()
    await time.pass(0)
    expect([server.letter('q1'), server.letter('q2')]).toEqual(['A', 'B'])
    expect([...browser.storage.entries.keys()].sort()).toEqual([
      'examhall.attempt.broken.outbox',
      'examhall.attempt.old.outbox',
    ])
  })

  it('leave a tab switch without its end to the tab that is away', async () => {
    const { openPage, openTab, server, time, stored } = await makeLeft()
    const room = openTab()
    room.record({ kind: 'tab_switch', at: '2026-01-31T12:01:00.000Z' }, true)
    room.stop()
    openPage()
    await time.pass(0)
    expect(server.parcels.flatMap(({ violations }) => violations.map(({ kind }) => kind))).toEqual(['fullscreen_exit'])
    expect(stored()).toContain('tab_switch')
    expect(server.letter('q1')).toBe('A')
  })

  it('stop when the page is left', async () => {
    const { openPage, server, tests, time } = await makeLeft()
    server.failure = offline
    const page = openPage()
    await time.pass(0)
    page.stop()
    await time.pass(600_000)
    expect(tests).toHaveLength(1)
  })
})
