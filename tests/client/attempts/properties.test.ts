import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ExamRoom } from '#client/features/attempts/model/exam-room.ts'
import type { Failure } from '#client/features/attempts/model/requests.ts'
import { givenAnswer } from '#shared/attempts/attempts.rules.ts'
import type { SavedAnswer, SavedCode } from '#shared/attempts/attempts.schema.ts'
import { makeRoom } from './room.ts'
import { aQuestion, type MemoryStorage, makeWorld, minute, offline, questionIds } from './world.ts'

/** Random interleavings of actions by students, networks and devices. None may lose an answer. */

const trouble: Failure = { kind: 'trouble', message: 'Something went wrong' }
const signedOut: Failure = { kind: 'signed-out', message: 'Please sign in to continue.' }
const refused: Failure = { kind: 'refused', message: 'Validation failed' }
const failures = [offline, trouble, signedOut, refused, null, null, null]

const letter = fc.constantFrom('A', 'B', 'C', 'D', null)
const ms = fc.constantFrom(0, 1, 400, 1_000, 5_000, 15_000, 40_000)
const kind = <Kind extends string>(name: Kind) => fc.record({ kind: fc.constant(name) })

/** The third question has a typed answer. */
const questions = [aQuestion('q1'), aQuestion('q2'), aQuestion('q3', { type: 'text' })]
const answering = fc.oneof(
  fc.record({ kind: fc.constant('answer'), index: fc.nat(1), value: letter }),
  fc.record({ kind: fc.constant('answer'), index: fc.constant(2), value: fc.constantFrom('a', 'ab', ' ', null) }),
)
const typing = fc.record({ kind: fc.constant('write'), code: fc.constantFrom('a', 'b', 'c', '') })
const changing = fc.oneof(answering, typing)
const step = fc.oneof(
  { weight: 5, arbitrary: answering },
  { weight: 3, arbitrary: typing },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pass'), ms }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('network'), failure: fc.constantFrom(...failures) }) },
  fc.record({ kind: fc.constant('sleep'), ms }),
  fc.record({ kind: fc.constant('shift'), ms: fc.constantFrom(0, 5_000, -5_000, 3_600_000, -3_600_000) }),
  fc.record({ kind: fc.constant('template'), language: fc.constantFrom('python', 'java') }),
  ...(
    ['mark', 'hold', 'release', 'reload', 'hidden', 'shown', 'retry', 'lostNetwork', 'takeOver', 'left'] as const
  ).map(kind),
)
const otherTab = fc.record({ kind: fc.constant('open'), device: fc.boolean() })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Anything = Step | (typeof otherTab extends fc.Arbitrary<infer T> ? T : never)

interface Put {
  storage: MemoryStorage
  item: SavedAnswer | SavedCode
}

/** A room in or before the coding section, and a function that runs one step in it. */
async function start(inCoding: boolean) {
  const world = makeRoom({ minutes: 600, hasCoding: true, questions })
  const { time, server, browser } = world
  if (inCoding) {
    world.room.leaveSection()
    await time.pass(0)
    server.clock = { ...server.clock, plan: [600 * minute, 600 * minute] }
    world.room.retry()
    await time.pass(0)
  }
  const puts: Put[] = []
  const hearPuts = ({ storage, tabs }: typeof browser) =>
    tabs.open().listen((message) => {
      const { kind, answer, code } = message as { kind: string; answer: SavedAnswer; code: SavedCode }
      if (kind === 'answer' || kind === 'code') puts.push({ storage, item: kind === 'answer' ? answer : code })
    })
  hearPuts(browser)
  const tabs = [{ room: world.room, device: browser, name: 'tab 1' }]
  let release = () => {}
  const heal = async () => {
    time.wallError = 0
    server.failure = null
    release()
    await time.pass(20_000)
  }
  const run = async (one: Anything) => {
    const tab = tabs.at(-1)
    if (!tab) return
    const { room } = tab
    if (one.kind === 'answer' && 'index' in one) {
      room.goTo(one.index)
      room.answer(one.value)
    } else if ('code' in one) room.write('code1', { code: one.code, language: 'python' })
    else if ('language' in one) room.showTemplate('code1', one.language as 'python')
    else if ('failure' in one) server.failure = one.failure
    else if ('device' in one) {
      const device = one.device ? world.otherDevice() : browser
      if (one.device) hearPuts(device)
      const name = `own ${tabs.length}`
      tabs.push({ room: world.openRoom(device, name), device, name })
    } else if ('ms' in one && one.kind === 'pass') await time.pass(one.ms)
    else if ('ms' in one && one.kind === 'sleep') time.sleep(one.ms)
    else if ('ms' in one) time.wallError = one.ms
    else if (one.kind === 'hold') {
      release()
      release = server.hold()
    } else if (one.kind === 'release') release()
    else if (one.kind === 'reload') {
      room.close()
      tab.room = world.openRoom(tab.device, tab.name)
    } else if (one.kind === 'takeOver') {
      const first = tabs.shift()
      if (first) tabs.push(first)
      tabs.at(-1)?.room.takeOver()
    } else if (one.kind === 'mark') room.toggleMark()
    else if (one.kind === 'left') room.leftFullscreen()
    else (room as unknown as Record<string, () => void>)[one.kind]?.()
    await time.pass(0)
  }
  return { ...world, puts, tabs, run, heal }
}

const stored = (storage: MemoryStorage): (SavedAnswer | SavedCode)[] =>
  ['outbox', 'code'].flatMap((what) => {
    const { answers = [], codes = [] } = JSON.parse(storage.read(`examhall.attempt.attempt.${what}`) ?? '{}')
    return [...answers, ...codes]
  })

const runs = { numRuns: 80 }
const plan = (one: fc.Arbitrary<Anything>) => [fc.boolean(), fc.array(one, { maxLength: 40 })] as const

describe('after any sequence of steps in a room', () => {
  it('no answer is lost, here or on another device, and revisions only grow', async () => {
    await fc.assert(
      fc.asyncProperty(...plan(fc.oneof({ weight: 12, arbitrary: step }, otherTab)), async (inCoding, steps) => {
        const { puts, run, heal, server, tabs, openRoom, time } = await start(inCoding)
        const onServer = ({ questionId }: { questionId: string }) =>
          server.codes.get(questionId) ?? server.answers.get(questionId)
        const revisions = new Map<string, number>()
        for (const one of steps) {
          await run(one)
          for (const { item, storage } of puts) {
            const kept = stored(storage).some(
              (other) => other.questionId === item.questionId && other.revision >= item.revision,
            )
            expect(kept || (onServer(item)?.revision ?? -1) >= item.revision).toBe(true)
          }
          for (const { questionId, revision } of [...server.answers.values(), ...server.codes.values()]) {
            expect(revision).toBeGreaterThanOrEqual(revisions.get(questionId) ?? 0)
            revisions.set(questionId, revision)
          }
        }
        await heal()
        for (const tab of tabs) {
          tab.room.close()
          openRoom(tab.device, tab.name)
        }
        await time.pass(minute)
        for (const { item } of puts) {
          const latest = Math.max(
            ...puts.filter((put) => put.item.questionId === item.questionId).map((put) => put.item.revision),
          )
          const found = onServer(item)
          expect(found?.revision).toBe(latest)
          expect(puts.map((put) => put.item)).toContainEqual(found)
        }
        for (const [at, { item, storage }] of puts.entries())
          for (const later of puts.slice(at + 1))
            if (later.storage === storage && later.item.questionId === item.questionId)
              expect(later.item.revision).toBeGreaterThan(item.revision)
      }),
      runs,
    )
  })

  it('a reload restores answers, programs, marks, position and events', async () => {
    const shown = (room: ExamRoom) => {
      const { part, index, palette, value, marked, codes, template, unanswered, noticed } = room.view()
      return { part: part.name, index, palette, value, marked, codes, template, unanswered, events: noticed.events }
    }
    await fc.assert(
      fc.asyncProperty(...plan(step), async (inCoding, steps) => {
        const { run, tabs, openRoom } = await start(inCoding)
        for (const one of steps) await run(one)
        const [tab] = tabs
        if (!tab) return
        const before = { ...shown(tab.room), unsent: tab.room.view().save.unsent }
        tab.room.close()
        const after = openRoom(tab.device, tab.name)
        expect({ ...shown(after), unsent: before.unsent }).toEqual(before)
        // The server may have stored a change whose acknowledgement was lost.
        expect(after.view().save.unsent).toBeLessThanOrEqual(before.unsent)
      }),
      runs,
    )
  })

  it('a submission contains all pending changes', async () => {
    await fc.assert(
      fc.asyncProperty(...plan(step), fc.array(changing), async (inCoding, steps, pending) => {
        const { run, tabs, control, browser, puts, heal, payloads, server } = await start(inCoding)
        control.onSubmit = ({ answers, violations }) => {
          for (const item of stored(browser.storage)) {
            const sent = answers.find(({ questionId }) => questionId === item.questionId)
            expect(sent?.revision).toBeGreaterThanOrEqual(item.revision)
            if ('code' in item) expect(sent).toMatchObject({ code: item.code, language: item.language })
            else expect(sent).toMatchObject({ answered: givenAnswer(item) !== null })
          }
          const outbox = JSON.parse(browser.storage.read('examhall.attempt.attempt.outbox') ?? '{"violations":[]}')
          expect(violations).toEqual(outbox.violations)
        }
        for (const one of steps) await run(one)
        await heal()
        const room = tabs[0]?.room
        room?.shown()
        server.failure = offline
        for (const one of pending) await run(one)
        room?.submit()
        await heal()
        expect([room?.view().submit.phase, payloads.length, browser.storage.entries.size]).toEqual(['done', 1, 0])
        const choices = questionIds.map((id) => payloads[0]?.answers.find(({ questionId }) => questionId === id))
        for (const choice of choices) {
          const last = puts.filter(({ item }) => item.questionId === choice?.questionId).at(-1)?.item
          const value = last && !('code' in last) ? givenAnswer(last) : null
          const field = choice?.questionId === 'q3' ? { answer: value } : { selectedAnswer: value ?? 'A' }
          expect(choice).toMatchObject({ answered: value !== null, ...field })
        }
      }),
      runs,
    )
  })
})

describe('after any sequence of steps in a store', () => {
  it('at most one request is in flight, and every change is eventually saved', async () => {
    const change = fc.record({ kind: fc.constant('answer'), id: fc.constantFrom(...questionIds), letter })
    const action = fc.oneof(
      { weight: 4, arbitrary: change },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass'), ms }) },
      fc.record({ kind: fc.constant('network'), failure: fc.constantFrom(...failures) }),
      ...(['hold', 'release', 'flush', 'lostNetwork', 'stop', 'start'] as const).map(kind),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const { time, server, openTab } = makeWorld()
        const { save } = server
        const seen = { inFlight: 0, most: 0 }
        const watched = async (request: Parameters<typeof save>[0], signal?: AbortSignal) => {
          let isOver = false
          const finish = () => {
            if (!isOver) seen.inFlight--
            isOver = true
          }
          seen.most = Math.max(seen.most, ++seen.inFlight)
          signal?.addEventListener('abort', finish)
          return save(request).finally(finish)
        }
        vi.spyOn(server, 'save').mockImplementation(watched)
        const store = openTab()
        let release = () => {}
        for (const one of actions) {
          if ('id' in one) store.answer(one.id, one.letter)
          else if ('ms' in one) await time.pass(one.ms)
          else if ('failure' in one) server.failure = one.failure
          else if (one.kind === 'hold') {
            release()
            release = server.hold()
          } else if (one.kind === 'release') release()
          else if (one.kind === 'flush') void store.flush()
          else if (one.kind === 'lostNetwork') store.lostNetwork()
          else if (one.kind === 'stop') store.stop()
          else store.start()
          await time.pass(0)
        }
        server.failure = null
        release()
        store.start()
        await time.pass(15_000)
        await store.flush()
        expect(seen.most).toBe(1)
        expect(store.status()).toMatchObject({ state: 'saved', unsent: 0 })
        for (const [id, answer] of store.items()) expect(server.answers.get(id)).toEqual(answer)
      }),
      runs,
    )
  })
})
