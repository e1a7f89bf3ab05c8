import { describe, expect, it } from 'vitest'
import { heartbeatMs, outcomeOf } from '#client/features/attempts/model/requests.ts'
import { saveTimeoutMs } from '#client/features/attempts/model/synced-store.ts'
import { retryDelay } from '#client/lib/device/retry.ts'
import { DomainError } from '#shared/errors.ts'
import { makeWorld, offline, questionIds } from './world.ts'

const outboxKey = 'examhall.attempt.attempt.outbox'

describe('saving', () => {
  it('sends a change in the same turn, and shows it as saved once acknowledged', async () => {
    const { time, server, browser, openTab } = makeWorld()
    const store = openTab()
    expect(store.status()).toEqual({ state: 'saved', unsent: 0, message: null, kept: true })

    store.answer('q1', 'B')
    expect(store.status()).toEqual({ state: 'saving', unsent: 1, message: null, kept: true })
    expect(browser.storage.read(outboxKey)).toContain('"q1"')
    await time.pass(0)

    expect(server.answers.get('q1')).toEqual({
      questionId: 'q1',
      selectedAnswer: 'B',
      timeSpent: 7,
      revision: time.now,
    })
    expect(store.status()).toEqual({ state: 'saved', unsent: 0, message: null, kept: true })
    expect(browser.storage.read(outboxKey)).toBeNull()
  })

  it('batches changes made in the same turn, keeping the latest per question', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    store.answer('q1', 'A')
    store.answer('q1', 'C')
    store.answer('q2', 'D')
    await time.pass(0)
    expect(server.saves).toHaveLength(1)
    expect(server.saves[0]?.answers.map((answer) => [answer.questionId, answer.selectedAnswer])).toEqual([
      ['q1', 'C'],
      ['q2', 'D'],
    ])
  })

  it('keeps one request in flight and sends later changes with the next', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    const release = server.hold()
    store.answer('q1', 'A')
    await time.pass(0)
    store.answer('q1', 'B')
    store.answer('q2', 'C')
    await time.pass(500)
    expect(server.saves).toHaveLength(1)
    expect(store.status()).toMatchObject({ state: 'saving', unsent: 2 })

    release()
    await time.pass(0)
    expect(server.saves).toHaveLength(2)
    expect([server.letter('q1'), server.letter('q2')]).toEqual(['B', 'C'])
    expect(store.status()).toMatchObject({ state: 'saved', unsent: 0 })
  })

  it('keeps one request in flight when flushed twice', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    const release = server.hold()
    const urged = [store.flush(), store.flush()]
    await time.pass(100)
    expect(server.saves).toHaveLength(1)
    release()
    await Promise.all(urged)
    expect(store.status().state).toBe('saved')
  })

  it('clears an answer with null and ignores a repeated choice', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    store.answer('q1', 'A')
    await time.pass(0)
    store.answer('q1', 'A')
    await time.pass(0)
    expect(server.saves).toHaveLength(1)
    store.answer('q1', null)
    await time.pass(0)
    expect(server.answers.get('q1')?.selectedAnswer).toBeNull()
  })

  it('increases the revision even if the clock goes backwards', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    store.answer('q1', 'A')
    await time.pass(0)
    const first = server.answers.get('q1')?.revision ?? 0
    time.wallError = -3_600_000
    store.answer('q1', 'B')
    await time.pass(0)
    expect(server.answers.get('q1')).toMatchObject({ selectedAnswer: 'B', revision: first + 1 })
  })

  it('sends heartbeats while nothing changes', async () => {
    const { time, server, openTab } = makeWorld()
    openTab()
    await time.pass(heartbeatMs * 2)
    expect(server.saves).toEqual([
      { answers: [], violations: [], writer: 'tab', takeOver: false },
      { answers: [], violations: [], writer: 'tab', takeOver: false },
    ])
  })
})

describe('without a connection', () => {
  it('counts unsent answers, retries with backoff and saves all of them', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    server.failure = offline
    store.answer('q1', 'A')
    await time.pass(0)
    store.answer('q2', 'B')
    await time.pass(0)
    expect(store.status()).toEqual({ state: 'offline', unsent: 2, message: 'Network error occurred', kept: true })

    const tries = server.saves.length
    // After the second failure in a row, retries wait 2 s, then 4, 8, 15 and 15 s.
    await time.pass(1_999)
    expect(server.saves).toHaveLength(tries)
    await time.pass(1)
    expect(server.saves).toHaveLength(tries + 1)
    await time.pass(4_000 + 8_000 + 15_000 + 15_000)
    expect(server.saves).toHaveLength(tries + 5)

    server.failure = null
    await time.pass(15_000)
    expect(store.status()).toMatchObject({ state: 'saved', unsent: 0, message: null })
    expect([server.letter('q1'), server.letter('q2')]).toEqual(['A', 'B'])
  })

  it('sends pending answers at once when the browser is online again', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    server.failure = offline
    store.answer('q1', 'A')
    await time.pass(20_000)
    server.failure = null
    await store.flush()
    expect(server.letter('q1')).toBe('A')
    expect(store.status().state).toBe('saved')
  })

  it('shows the offline state as soon as the browser reports it, and recovers automatically', async () => {
    const { time, openTab } = makeWorld()
    const store = openTab()
    store.lostNetwork()
    expect(store.status()).toMatchObject({ state: 'offline', unsent: 0 })
    await time.pass(1_000)
    expect(store.status().state).toBe('saved')
  })

  it('times out a request that hangs', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    const release = server.hold()
    store.answer('q1', 'A')
    await time.pass(saveTimeoutMs)
    expect(store.status()).toMatchObject({ state: 'offline', unsent: 1 })
    release()
    await time.pass(1_000)
    expect(store.status()).toMatchObject({ state: 'saved', unsent: 0 })
  })

  it('keeps unsent answers across a reload and sends them', async () => {
    const { time, server, openTab } = makeWorld()
    const before = openTab()
    server.failure = offline
    before.answer('q1', 'A')
    before.answer('q3', 'D')
    await time.pass(0)
    before.stop()

    server.failure = null
    const after = openTab()
    expect(after.selected('q3')).toBe('D')
    expect(after.status()).toMatchObject({ state: 'saving', unsent: 2 })
    await time.pass(0)
    expect([server.letter('q1'), server.letter('q3')]).toEqual(['A', 'D'])
    expect(after.status()).toMatchObject({ state: 'saved', unsent: 0 })
  })

  it('retries after 1, 2, 4, 8 and 15 s with 25% jitter', () => {
    expect([1, 2, 3, 4, 5, 9].map((failures) => retryDelay(failures, () => 0.5))).toEqual([
      1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ])
    expect([retryDelay(3, () => 0), retryDelay(3, () => 1)]).toEqual([3_000, 5_000])
  })
})

describe('with several tabs or devices', () => {
  it('shows changes in every tab and saves the newest', async () => {
    const { time, server, openTab } = makeWorld()
    const left = openTab()
    const right = openTab()
    left.answer('q1', 'A')
    expect(right.selected('q1')).toBe('A')
    await time.pass(10)
    right.answer('q1', 'C')
    expect(left.selected('q1')).toBe('C')
    await time.pass(0)
    expect(server.letter('q1')).toBe('C')
    expect([left.status().state, right.status().state]).toEqual(['saved', 'saved'])
  })

  it('sends answers left behind by a tab that closed offline', async () => {
    const { time, server, openTab } = makeWorld()
    const left = openTab()
    const right = openTab()
    server.failure = offline
    left.answer('q1', 'A')
    await time.pass(0)
    left.stop()
    server.failure = null
    right.answer('q2', 'B')
    await time.pass(0)
    expect([server.letter('q1'), server.letter('q2')]).toEqual(['A', 'B'])
  })

  it('sends answers left behind even if nothing is answered in the remaining tab', async () => {
    const { time, server, openTab } = makeWorld()
    const left = openTab()
    openTab()
    server.failure = offline
    left.answer('q1', 'A')
    await time.pass(0)
    left.stop()
    server.failure = null
    await time.pass(heartbeatMs)
    expect(server.letter('q1')).toBe('A')
  })

  it("does not send an offline answer over another device's later one", async () => {
    const { time, server, openTab, otherDevice } = makeWorld()
    const phone = openTab()
    server.failure = offline
    phone.answer('q1', 'A')
    await time.pass(1_000)
    phone.stop()

    server.failure = null
    await time.pass(60_000)
    const laptop = openTab(otherDevice())
    laptop.answer('q1', 'D')
    await time.pass(0)
    laptop.stop()

    const back = openTab()
    expect(back.selected('q1')).toBe('D')
    expect(back.status()).toMatchObject({ state: 'saved', unsent: 0 })
    await time.pass(1_000)
    expect(server.letter('q1')).toBe('D')
  })

  it("replays an offline answer that is later than another device's", async () => {
    const { time, server, openTab, otherDevice } = makeWorld()
    const laptop = openTab(otherDevice())
    laptop.answer('q1', 'D')
    await time.pass(60_000)
    const phone = openTab()
    server.failure = offline
    phone.answer('q1', 'A')
    await time.pass(0)
    phone.stop()
    server.failure = null
    openTab()
    await time.pass(0)
    expect(server.letter('q1')).toBe('A')
  })
})

describe('refusals', () => {
  it('409: stops in every tab, and keeps the answers on the device', async () => {
    const { time, server, browser, openTab } = makeWorld()
    const left = openTab()
    const right = openTab()
    server.failure = { kind: 'closed', message: 'This test has already been submitted' }
    left.answer('q1', 'A')
    await time.pass(0)
    expect([left.status().state, right.status().state]).toEqual(['closed', 'closed'])
    expect([...browser.storage.entries.values()].join()).toContain('"q1"')
    const sent = server.saves.length
    left.answer('q2', 'B')
    await time.pass(120_000)
    expect(server.saves).toHaveLength(sent)
  })

  it('401: keeps everything, stops retrying and continues after sign-in', async () => {
    const { time, server, browser, openTab } = makeWorld()
    const store = openTab()
    server.failure = { kind: 'signed-out', message: 'Please sign in to continue.' }
    store.answer('q1', 'A')
    await time.pass(300_000)
    expect(store.status()).toMatchObject({ state: 'signed-out', unsent: 1 })
    expect(server.saves).toHaveLength(1)
    expect(browser.storage.read(outboxKey)).toContain('"q1"')
    server.failure = null
    await store.flush()
    expect(store.status()).toMatchObject({ state: 'saved', unsent: 0 })
    expect(server.letter('q1')).toBe('A')
  })

  it('400: shows the reason and retries only with the next answer', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    server.failure = { kind: 'refused', message: 'Validation failed' }
    store.answer('q1', 'A')
    await time.pass(600_000)
    expect(store.status()).toEqual({ state: 'refused', unsent: 1, message: 'Validation failed', kept: true })
    expect(server.saves).toHaveLength(1)
    server.failure = null
    store.answer('q2', 'B')
    await time.pass(0)
    expect(store.status()).toMatchObject({ state: 'saved', unsent: 0, message: null })
    expect(server.letter('q1')).toBe('A')
  })

  it('400 for one answer: saves the others, and sends it again after a change', async () => {
    const { time, server, openTab } = makeWorld()
    const store = openTab()
    server.failure = offline
    for (const id of questionIds) store.answer(id, 'A')
    await time.pass(1_000)
    server.failure = null
    server.rejects = new Set(['q2'])
    await store.flush()
    await time.pass(60_000)
    expect([server.letter('q1'), server.letter('q3')]).toEqual(['A', 'A'])
    expect(store.status()).toEqual({ state: 'refused', unsent: 1, refused: 1, message: 'Must be a number', kept: true })
    store.answer('q1', 'B')
    await time.pass(0)
    expect([server.letter('q1'), store.status().state]).toEqual(['B', 'refused'])
    server.rejects = new Set()
    store.answer('q2', 'C')
    await time.pass(0)
    expect([server.letter('q2'), store.status().state]).toEqual(['C', 'saved'])
  })

  it('reads from the error which answers the server cannot accept', async () => {
    const fields = ['answers.4.answer.files', 'answers.2', 'violations.0'].map((field) => ({ field, message: 'Bad' }))
    const outcome = await outcomeOf(Promise.reject(new DomainError('VALIDATION', 'Validation failed', fields)), '')
    expect(outcome).toEqual({ ok: false, failure: { kind: 'refused', message: 'Bad', rejected: [4, 2] } })
  })

  it('ignores malformed entries and unknown questions in the outbox', async () => {
    const { time, server, browser, openTab } = makeWorld()
    browser.storage.write(outboxKey, '{"answers":[{"questionId":"q1"},5],"violations":"x"')
    expect(openTab().status().unsent).toBe(0)
    const alien = { questionId: 'not-in-paper', selectedAnswer: 'A', timeSpent: 1, revision: 5 }
    const good = { questionId: 'q1', selectedAnswer: 'B', timeSpent: 1, revision: 5 }
    browser.storage.write(outboxKey, JSON.stringify({ answers: [alien, { questionId: 'q2' }, good], violations: [1] }))
    openTab()
    await time.pass(0)
    expect([...server.answers.keys()]).toEqual(['q1'])
    expect(questionIds).not.toContain('not-in-paper')
  })
})
