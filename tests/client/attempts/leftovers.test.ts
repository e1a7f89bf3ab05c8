import { describe, expect, it } from 'vitest'
import { type LeftoverChanges, Leftovers } from '#client/features/attempts/model/leftovers.ts'
import { Outbox } from '#client/features/attempts/model/outbox.ts'
import type { Failure } from '#client/features/attempts/model/requests.ts'
import { type SavedAnswer, type SavedCode, savedCode } from '#shared/attempts/attempts.schema.ts'
import { makeWorld, offline } from './world.ts'

const outboxKey = 'examhall.attempt.attempt.outbox'

/** A student who answered q1 and q3 offline and then closed the exam. */
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
  server.saves.length = 0
  const tests: string[] = []
  const attempts: string[] = []
  /** Opens a page without an exam, such as My Tests. */
  const openPage = (studentId = 'student') => {
    const leftovers = new Leftovers({
      ports: world.portsOf(),
      studentId,
      save: (testId: string, { attemptId, answers, violations }: LeftoverChanges) => {
        tests.push(testId)
        attempts.push(attemptId)
        const sender = { writer: 'tab', takeOver: false as const }
        const codes = answers.filter((answer): answer is SavedCode => 'code' in answer)
        const letters = answers.filter((answer): answer is SavedAnswer => 'selectedAnswer' in answer)
        return codes.length > 0
          ? server.saveCode({ answers: codes, violations: [], ...sender })
          : server.save({ answers: letters, violations, ...sender })
      },
    })
    leftovers.start()
    return leftovers
  }
  /** Leaves unsent programs on the device. */
  const leaveCode = (...codes: SavedCode[]) => {
    const owner = { testId: 'test', studentId: 'student' }
    const questionIds = new Set(codes.map(({ questionId }) => questionId))
    const place = { storage: browser.storage, attemptId: 'attempt', owner, questionIds }
    const outbox = new Outbox({ ...place, kind: 'code', schema: savedCode })
    for (const code of codes) outbox.put(code)
  }
  return { ...world, tests, attempts, openPage, leaveCode, stored: () => browser.storage.read(outboxKey) }
}

const aProgram = (questionId: string, code = 'print(3)'): SavedCode => ({
  questionId,
  code,
  language: 'python',
  revision: 7,
})

describe('leftovers', () => {
  it('are sent once the student opens any page, and then deleted', async () => {
    const { openPage, server, tests, attempts, time, stored } = await makeLeft()
    const page = openPage()
    expect(page.view().get('test')).toEqual({ state: 'waiting', unsent: 2 })
    await time.pass(0)
    expect([server.letter('q1'), server.letter('q3'), tests, attempts]).toEqual(['A', 'D', ['test'], ['attempt']])
    expect(server.saves[0]?.violations).toEqual([{ kind: 'fullscreen_exit', at: '2026-01-31T12:00:00.000Z' }])
    expect(stored()).toBeNull()
    expect(page.view().get('test')).toEqual({ state: 'sent', unsent: 0 })
    await time.pass(600_000)
    expect(tests).toHaveLength(1)
  })

  it('are retried with backoff, and at once on request', async () => {
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

  it('keep answers given while they are in flight', async () => {
    const { openPage, openTab, server, time, stored } = await makeLeft()
    const release = server.hold()
    openPage()
    await time.pass(10)
    const room = openTab()
    room.stop()
    room.answer('q1', 'C')
    release()
    await time.pass(0)
    // The page checks again after each response, so it also sends the newer answer.
    expect(server.saves.map(({ answers }) => answers.map((answer) => answer.selectedAnswer))).toEqual([
      ['A', 'D'],
      ['C'],
    ])
    expect([server.letter('q1'), server.letter('q3'), stored()]).toEqual(['C', 'D', null])
  })

  it('of a finished attempt are reported as late, and deleted after 7 days', async () => {
    const { openPage, server, time, browser } = await makeLeft()
    browser.storage.write('examhall.attempt.attempt.progress', '{}')
    server.failure = { kind: 'closed', message: 'This test has already been submitted' }
    const late = { state: 'late', unsent: 2 }
    for (const days of [0, 6.9]) {
      await time.pass(days * 24 * 3_600_000)
      const sent = server.saves.length
      const page = openPage()
      await time.pass(600_000)
      expect([...page.view().values()]).toEqual([late])
      expect([...browser.storage.entries.keys()]).toEqual(['examhall.attempt.attempt.outbox'])
      expect(server.saves.length - sent).toBe(1)
      page.stop()
    }
    await time.pass(0.1 * 24 * 3_600_000)
    openPage()
    await time.pass(600_000)
    expect(browser.storage.entries.size).toBe(0)
  })

  it('of an attempt that is reopened count', async () => {
    const { openPage, server, time, stored } = await makeLeft()
    server.failure = { kind: 'closed', message: 'This test has already been submitted' }
    openPage().stop()
    await time.pass(600_000)
    server.failure = null
    const page = openPage()
    await time.pass(0)
    expect([server.letter('q1'), server.letter('q3'), stored()]).toEqual(['A', 'D', null])
    expect(page.view().get('test')?.state).toBe('sent')
  })

  const final: [string, Failure][] = [
    ['refused', { kind: 'refused', message: 'Test not found' }],
    ['signed-out', { kind: 'signed-out', message: 'Please sign in to continue.' }],
  ]
  it.each(final)('are kept and not retried when %s', async (_name, failure) => {
    const { openPage, server, time, stored } = await makeLeft()
    const before = stored()
    server.failure = failure
    const page = openPage()
    await time.pass(600_000)
    await page.send()
    expect(server.saves).toHaveLength(1)
    expect(stored()).toBe(before)
    expect(page.view().get('test')).toEqual({
      state: failure.kind === 'refused' ? 'refused' : 'waiting',
      unsent: 2,
    })
  })

  it('are sent without an answer that the server cannot accept', async () => {
    const { openPage, server, time, stored } = await makeLeft()
    server.rejects = new Set(['q1'])
    const page = openPage()
    await time.pass(60_000)
    expect([server.letter('q1'), server.saves.length]).toEqual([null, 2])
    expect(page.view().get('test')).toEqual({ state: 'refused', unsent: 1 })
    expect(stored()).toContain('"q1"')
  })

  it('of another student are neither sent nor counted', async () => {
    const { openPage, tests, time, stored } = await makeLeft()
    const before = stored()
    const page = openPage('somebody else')
    await time.pass(600_000)
    expect([tests.length, page.view().size, stored()]).toEqual([0, 0, before])
  })

  it('with a malformed entry do not block the valid ones', async () => {
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

  it('leave an unfinished tab switch to the tab that recorded it', async () => {
    const { openPage, openTab, server, time, stored } = await makeLeft()
    const room = openTab()
    room.record({ kind: 'tab_switch', at: '2026-01-31T12:01:00.000Z' }, true)
    room.stop()
    openPage()
    await time.pass(0)
    expect(server.saves.flatMap(({ violations }) => violations.map(({ kind }) => kind))).toEqual(['fullscreen_exit'])
    expect(stored()).toContain('tab_switch')
    expect(server.letter('q1')).toBe('A')
  })

  it('are no longer sent after leaving the page', async () => {
    const { openPage, server, tests, time } = await makeLeft()
    server.failure = offline
    const page = openPage()
    await time.pass(0)
    page.stop()
    await time.pass(600_000)
    expect(tests).toHaveLength(1)
  })

  it('include programs, which are sent one by one after the other answers', async () => {
    const { openPage, leaveCode, server, time, browser } = await makeLeft()
    leaveCode(aProgram('code1'), aProgram('code2', 'print(4)'))
    const page = openPage()
    expect(page.view().get('test')).toEqual({ state: 'waiting', unsent: 4 })
    await time.pass(0)
    expect(server.saves).toHaveLength(1)
    expect(server.codeSaves.map(({ answers }) => answers)).toEqual([
      [aProgram('code1')],
      [aProgram('code2', 'print(4)')],
    ])
    expect([...browser.storage.entries.keys()]).toEqual([])
    expect(page.view().get('test')).toEqual({ state: 'sent', unsent: 0 })
  })

  it('are found even if there are only programs', async () => {
    const { openPage, leaveCode, server, time, browser } = await makeLeft()
    browser.storage.remove(outboxKey)
    leaveCode(aProgram('code1'))
    const page = openPage()
    await time.pass(0)
    expect([server.codes.get('code1')?.code, page.view().get('test')?.state]).toEqual(['print(3)', 'sent'])
  })

  it('keep a refused program and send everything else', async () => {
    const { openPage, leaveCode, server, time, browser } = await makeLeft()
    leaveCode(aProgram('code1'))
    server.codeFailure = { kind: 'refused', message: 'Too large' }
    const page = openPage()
    await time.pass(600_000)
    expect([server.letter('q1'), server.codeSaves.length]).toEqual(['A', 1])
    expect(page.view().get('test')).toEqual({ state: 'refused', unsent: 1 })
    expect(browser.storage.read('examhall.attempt.attempt.code')).toContain('print(3)')
  })

  it('of a finished attempt are counted together, both answers and programs', async () => {
    const { openPage, leaveCode, server, time, browser } = await makeLeft()
    leaveCode(aProgram('code1'))
    server.failure = { kind: 'closed', message: 'This test has already been submitted' }
    const page = openPage()
    await time.pass(600_000)
    expect(page.view().get('test')).toEqual({ state: 'late', unsent: 3 })
    expect([browser.storage.entries.size, server.codeSaves.length]).toEqual([2, 0])
  })

  it('are reported as late if only their programs are late', async () => {
    const { openPage, leaveCode, server, time } = await makeLeft()
    leaveCode(aProgram('code1'))
    server.codeFailure = { kind: 'closed', message: 'This test has already been submitted' }
    const page = openPage()
    await time.pass(0)
    expect([server.letter('q1'), page.view().get('test')]).toEqual(['A', { state: 'late', unsent: 1 }])
  })
})
