import { describe, expect, it } from 'vitest'
import { Leftovers } from '#client/features/attempts/model/leftovers.ts'
import type { SavedCode } from '#shared/attempts/attempts.schema.ts'
import { makeRoom } from './room.ts'
import { makeWorld, minute, offline } from './world.ts'

/** The exact local storage of released clients. An update may arrive during a test and must still read it. */
const outbox =
  '{"owner":{"testId":"test","studentId":"student"},"answers":[{"questionId":"q1","selectedAnswer":"C","timeSpent":12,"revision":1769860812000},{"questionId":"q2","selectedAnswer":null,"timeSpent":3,"revision":1769860815000}],"violations":[{"kind":"fullscreen_exit","at":"2026-01-31T12:00:16.000Z","durationMs":2500},{"kind":"tab_switch","at":"2026-01-31T12:00:20.000Z"}]}'
const code =
  '{"owner":{"testId":"test","studentId":"student"},"codes":[{"questionId":"code1","code":"print(1)\\n","language":"python","revision":1769860830000}]}'
const progress =
  '{"current":"q3","visited":["q1","q3"],"marked":["q2"],"seconds":{"q1":12,"q3":4},"untouched":{"code1":{"language":"java","revision":1769860830000}}}'
const log =
  '[{"kind":"fullscreen_exit","at":"2026-01-31T12:00:16.000Z","durationMs":2500},{"kind":"tab_switch","at":"2026-01-31T12:00:20.000Z"}]'

const stored = {
  'examhall.attempt.attempt.outbox': outbox,
  'examhall.attempt.attempt.code': code,
  'examhall.attempt.attempt.progress': progress,
  'examhall.attempt.attempt.log': log,
}

/** A browser with `entries` in its local storage and no open room. */
function withStored(entries: Record<string, string>) {
  const world = makeRoom({ hasCoding: true })
  world.room.close()
  world.browser.storage.entries.clear()
  for (const [key, value] of Object.entries(entries)) world.browser.storage.write(key, value)
  return world
}

describe('data stored by a released client', () => {
  it('is loaded and shown', () => {
    const { openRoom } = withStored(stored)
    const view = openRoom().view()
    expect(view).toMatchObject({
      index: 2,
      palette: ['answered', 'marked', 'not-answered'],
      save: { unsent: 3, kept: true },
      noticed: { count: 2, events: JSON.parse(log) },
    })
    expect(view.codes.get('code1')).toEqual(JSON.parse(code).codes[0])
  })

  it('is sent, and then only progress and log remain', async () => {
    const { openRoom, server, time, browser } = withStored(stored)
    const room = openRoom()
    // Open the coding section, so the server accepts the stored code.
    server.clock = { ...server.clock, currentPart: 1, partOpenedAt: time.now }
    await time.pass(minute)
    expect(server.saves[0]).toMatchObject({
      answers: JSON.parse(outbox).answers,
      violations: JSON.parse(outbox).violations,
    })
    expect(server.codes.get('code1')).toEqual(JSON.parse(code).codes[0])
    expect([...browser.storage.entries.keys()].sort()).toEqual([
      'examhall.attempt.attempt.log',
      'examhall.attempt.attempt.progress',
    ])
    expect(room.view().save).toMatchObject({ state: 'saved', unsent: 0 })
  })

  it('keeps counting the time on each question', async () => {
    const { openRoom, time, browser } = withStored(stored)
    const room = openRoom()
    await time.pass(6_000)
    room.goTo(0)
    expect(JSON.parse(browser.storage.read('examhall.attempt.attempt.progress') ?? '').seconds).toEqual({
      q1: 12,
      q2: 3,
      q3: 10,
    })
  })

  it('loads even if it predates templates and owners', () => {
    const old = {
      'examhall.attempt.attempt.outbox':
        '{"answers":[{"questionId":"q1","selectedAnswer":"B","timeSpent":1,"revision":5}],"violations":[]}',
      'examhall.attempt.attempt.code':
        '{"codes":[{"questionId":"code1","code":"x","language":"cpp","revision":6},{"questionId":"code1"}]}',
      'examhall.attempt.attempt.progress': '{"current":"q2","visited":["q2"],"marked":[],"seconds":{}}',
    }
    const view = withStored(old).openRoom().view()
    expect([view.index, view.palette, view.save.unsent]).toEqual([1, ['answered', 'not-answered', 'not-visited'], 2])
  })

  it.each(['', 'null', '[]', '{}', '"x"', '{"answers":1}', '{"codes":{}}'])('is ignored if it is %j', (broken) => {
    const entries = Object.fromEntries(Object.keys(stored).map((key) => [key, broken]))
    const view = withStored(entries).openRoom().view()
    expect([view.index, view.save.unsent, view.noticed.count]).toEqual([0, 0, 0])
  })

  it('is sent from a page without an exam', async () => {
    const { server, time, browser, portsOf } = makeWorld()
    const sent: unknown[] = []
    for (const [key, value] of Object.entries(stored)) browser.storage.write(key, value)
    const leftovers = new Leftovers({
      ports: portsOf(),
      studentId: 'student',
      save: async (testId, request) => {
        sent.push([testId, structuredClone(request)])
        return { ok: true, value: { ignored: [] } }
      },
    })
    leftovers.start()
    await time.pass(0)
    const [finished] = JSON.parse(outbox).violations
    expect(sent).toEqual([
      ['test', { attemptId: 'attempt', answers: JSON.parse(outbox).answers, violations: [finished] }],
      ['test', { attemptId: 'attempt', answers: JSON.parse(code).codes, violations: [] }],
    ])
    expect(server.saves).toEqual([])
    // The tab switch is not reported yet, because the tab is still hidden.
    expect(browser.storage.read('examhall.attempt.attempt.outbox')).toBe(
      '{"owner":{"testId":"test","studentId":"student"},"answers":[],"violations":[{"kind":"tab_switch","at":"2026-01-31T12:00:20.000Z"}]}',
    )
    expect(browser.storage.read('examhall.attempt.attempt.code')).toBeNull()
  })
})

describe('data stored by this client', () => {
  it('has the shape that released clients read', async () => {
    const { room, server, time, browser } = makeRoom({ hasCoding: true })
    server.failure = offline
    await time.pass(12_000)
    room.answer('C')
    room.toggleMark()
    room.leftFullscreen()
    await time.pass(4_000)
    room.hidden()
    const read = (what: string) => browser.storage.read(`examhall.attempt.attempt.${what}`)
    expect(read('outbox')).toBe(
      '{"owner":{"testId":"test","studentId":"student"},"answers":[{"questionId":"q1","selectedAnswer":"C","timeSpent":12,"revision":1769860812000}],"violations":[{"kind":"fullscreen_exit","at":"2026-01-31T12:00:12.000Z"},{"kind":"tab_switch","at":"2026-01-31T12:00:16.000Z"}]}',
    )
    expect(read('progress')).toBe(
      '{"current":"q1","visited":["q1"],"marked":["q1"],"seconds":{"q1":16},"untouched":{}}',
    )
    expect(read('log')).toBe(
      '[{"kind":"fullscreen_exit","at":"2026-01-31T12:00:12.000Z"},{"kind":"tab_switch","at":"2026-01-31T12:00:16.000Z"}]',
    )
  })

  it('keeps programs separate from answers', async () => {
    const { room, server, time, browser } = makeRoom({ hasCoding: true })
    room.leaveSection()
    await time.pass(0)
    server.failure = offline
    room.showTemplate('code1', 'java')
    expect(browser.storage.read('examhall.attempt.attempt.progress')).toContain(
      '"untouched":{"code1":{"language":"java","revision":0}}',
    )
    room.write('code1', { code: 'print(1)\n', language: 'python' })
    expect(browser.storage.read('examhall.attempt.attempt.code')).toBe(
      '{"owner":{"testId":"test","studentId":"student"},"codes":[{"questionId":"code1","code":"print(1)\\n","language":"python","revision":1769860800000}]}',
    )
    expect(browser.storage.read('examhall.attempt.attempt.outbox')).toBeNull()
  })
})

describe('messages to tabs with a released client', () => {
  it('have the shapes that the client reads', async () => {
    const { room, server, time, browser } = makeRoom({ hasCoding: true })
    const heard: unknown[] = []
    browser.tabs.open().listen((message) => heard.push(message))
    room.answer('B')
    room.clipboard('copy')
    await time.pass(0)
    const answer = { questionId: 'q1', selectedAnswer: 'B', timeSpent: 0, revision: 1769860800000 }
    const event = { kind: 'copy', at: '2026-01-31T12:00:00.000Z' }
    expect(heard).toEqual([
      { kind: 'answer', answer },
      { kind: 'violation', event },
      { kind: 'acknowledged', answers: [answer], violations: [event], ignored: [] },
    ])
    heard.length = 0
    room.leaveSection()
    await time.pass(0)
    expect(heard).toEqual([{ kind: 'acknowledged', answers: [], violations: [], ignored: [] }, { kind: 'left' }])
    heard.length = 0
    room.write('code1', { code: 'x', language: 'python' })
    const program: SavedCode = { questionId: 'code1', code: 'x', language: 'python', revision: 1769860800000 }
    await time.pass(1_000)
    expect(heard).toEqual([
      { kind: 'code', code: program },
      { kind: 'code-stored', codes: [{ questionId: 'code1', revision: 1769860800000 }] },
    ])
    heard.length = 0
    const theirs = { ...program, code: 'y', revision: program.revision + minute }
    server.codes.set('code1', theirs)
    room.write('code1', { code: 'z', language: 'python' })
    await time.pass(1_000)
    expect(heard).toContainEqual({ kind: 'newer-code', codes: [theirs] })
    heard.length = 0
    room.submit()
    await time.pass(0)
    expect(heard.at(-1)).toEqual({ kind: 'closed', keepsUnsent: false })
  })

  it('name the writer tab', async () => {
    const { room, openRoom, browser } = makeRoom()
    const heard: unknown[] = []
    browser.tabs.open().listen((message) => heard.push(message))
    openRoom()
    room.takeOver()
    expect(heard.filter((message) => (message as { kind: string }).kind === 'opened')).toEqual([
      { kind: 'opened', writer: 'tab 2' },
      { kind: 'opened', writer: 'tab 3' },
    ])
  })
})
