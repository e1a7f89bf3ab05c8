import { describe, expect, it } from 'vitest'
import {
  answerAfter,
  choicesFor,
  isSameValue,
  typedDebounce,
  valueAfterKey,
  valueFor,
} from '#client/features/attempts/model/answer-values.ts'
import { imagesOf } from '#client/features/attempts/model/paper.ts'
import type { AnswerValue } from '#shared/bank/question-types.rules.ts'
import { withBlanks } from '#shared/bank/types/gaps.rules.ts'
import { makeRoom } from './room.ts'
import { aQuestion, MemoryStorage, offline, Tabs } from './world.ts'

const options = { A: 'a', B: 'b', C: 'c', D: 'd' }
const parts = [
  { id: '1', text: 'one' },
  { id: '2', text: 'two' },
]
const questions = [
  aQuestion('single'),
  aQuestion('multiple', { type: 'multiple', options, optionImages: { B: '/api/images/b' } }),
  aQuestion('boolean', { type: 'boolean' }),
  aQuestion('numeric', { type: 'numeric', unit: 'm' }),
  aQuestion('text', { type: 'text' }),
  aQuestion('gaps', { type: 'gaps', gaps: [{ kind: 'text' }, { kind: 'choice', options: { A: 'a', B: 'b' } }] }),
  aQuestion('matching', { type: 'matching', left: parts, right: parts }),
  aQuestion('ordering', { type: 'ordering', items: parts }),
  aQuestion('essay', { type: 'essay', minWords: null, maxWords: null }),
]
const values: Record<string, AnswerValue> = {
  single: 'B',
  multiple: ['A', 'C'],
  boolean: false,
  numeric: '1,5',
  text: 'stack',
  gaps: ['push', ''],
  matching: { 1: '2' },
  ordering: ['2', '1'],
  essay: { text: 'Because.' },
}
/** Values that count as unanswered. */
const empty: Record<string, AnswerValue> = {
  multiple: [],
  numeric: ' ',
  text: '',
  gaps: ['', ''],
  matching: {},
  ordering: [],
  essay: { text: '\n' },
}
const typed = ['numeric', 'text', 'gaps', 'essay']
const outboxKey = 'examhall.attempt.attempt.outbox'

/** A room with one question of each type, open at the given question. */
function makeRoomAt(id: string) {
  const world = makeRoom({ questions })
  world.room.goTo(questions.findIndex((question) => question.id === id))
  return world
}
const fieldOf = (id: string) => (id === 'single' ? { selectedAnswer: values[id] } : { answer: values[id] })

describe('an answer', () => {
  it.each(Object.keys(values))(
    'of type %s is stored on the device, then on the server, and survives a reload',
    async (id) => {
      const { room, server, time, browser, openRoom } = makeRoomAt(id)
      server.failure = offline
      room.answer(values[id] ?? null)
      expect(JSON.parse(browser.storage.read(outboxKey) ?? '').answers).toMatchObject([
        { questionId: id, ...fieldOf(id) },
      ])
      expect(room.view()).toMatchObject({ value: values[id], unanswered: questions.length - 1 })
      room.close()
      server.failure = null
      const again = openRoom()
      await time.pass(0)
      expect(again.view().value).toEqual(values[id])
      expect(server.answers.get(id)).toEqual({ questionId: id, ...fieldOf(id), timeSpent: 0, revision: time.now })
      expect(again.view().save).toMatchObject({ state: 'saved', unsent: 0 })
    },
  )

  it.each(Object.keys(empty))('of type %s is cleared by an empty value', async (id) => {
    const { room, server, time } = makeRoomAt(id)
    room.answer(empty[id] ?? null)
    expect(room.view().value).toBeNull()
    room.answer(values[id] ?? null)
    room.answer(empty[id] ?? null)
    await time.pass(typedDebounce.restMs)
    expect(room.view()).toMatchObject({ value: null, unanswered: questions.length })
    expect(room.view().palette[room.view().index]).toBe('not-answered')
    expect(server.answers.get(id)?.answer).toBeNull()
  })

  it.each([
    ['single', 'E'],
    ['multiple', ['A', 'A']],
    ['numeric', 'x'.repeat(101)],
    ['matching', { 1: '3' }],
    ['ordering', ['1']],
  ] as [string, AnswerValue][])('of type %s is not changed by an invalid value', (id, value) => {
    const { room } = makeRoomAt(id)
    room.answer(values[id] ?? null)
    room.answer(value)
    expect(room.view().value).toEqual(values[id])
  })

  it('counts as unanswered if the value stored on the device is invalid for the question', () => {
    const { room, browser, openRoom } = makeRoom({ questions })
    room.close()
    const broken = { questionId: 'essay', answer: ['x'], timeSpent: 1, revision: 5 }
    browser.storage.write(outboxKey, JSON.stringify({ answers: [broken], violations: [] }))
    expect(openRoom().view().unanswered).toBe(questions.length)
  })

  it('contains no NUL and no lone surrogates', () => {
    const { room } = makeRoomAt('gaps')
    room.answer(['a\0b', ''])
    expect(room.view().value).toEqual(['ab', ''])
    room.goTo(8)
    room.answer({ text: 'a\ud800' })
    expect(room.view().value).toEqual({ text: 'a\ufffd' })
  })

  it.each(Object.keys(values))(
    'of type %s is replaced by a later one from another device, with a notice',
    async (id) => {
      const { room, server, time, openRoom, sentences } = makeRoomAt(id)
      server.failure = offline
      room.answer(values[id] ?? null)
      await time.pass(0)
      server.failure = null
      const other = openRoom({ storage: new MemoryStorage(), tabs: new Tabs() })
      other.goTo(questions.findIndex((question) => question.id === id))
      const [mine, theirs] = [values[id], later[id] ?? null]
      await time.pass(10)
      other.answer(theirs)
      other.flushTyped()
      await time.pass(60_000)
      expect(mine).not.toEqual(theirs)
      expect([room.view().value, other.view().value]).toEqual([theirs, theirs])
      expect(sentences()).toContainEqual(expect.stringContaining('was answered on another device'))
    },
  )
})

const later: Record<string, AnswerValue> = {
  single: 'C',
  multiple: ['A', 'B'],
  boolean: true,
  numeric: '2',
  text: 'queue',
  gaps: ['push', 'A'],
  matching: { 1: '1' },
  ordering: ['1', '2'],
  essay: { text: 'Because of it.' },
}

describe('requests', () => {
  it.each(Object.keys(values).filter((id) => !typed.includes(id)))('send answers of type %s at once', async (id) => {
    const { room, server, time } = makeRoomAt(id)
    room.answer(values[id] ?? null)
    await time.pass(0)
    expect(server.saves).toHaveLength(1)
  })

  it.each(typed)('send answers of type %s after a pause in typing', async (id) => {
    const { room, server, time } = makeRoomAt(id)
    room.answer(values[id] ?? null)
    await time.pass(500)
    room.answer(later[id] ?? null)
    await time.pass(typedDebounce.restMs - 1)
    expect(server.saves).toEqual([])
    await time.pass(1)
    expect(server.saves.map(({ answers }) => answers)).toMatchObject([[{ questionId: id, answer: later[id] }]])
  })

  it('are sent every 4 s during continuous typing, even while one is in flight', async () => {
    const { room, server, time } = makeRoomAt('text')
    const type = async (ms: number) => {
      for (const end = time.now + ms; time.now < end; await time.pass(100)) room.answer(`x${time.now}`)
    }
    await type(typedDebounce.maxMs + 100)
    expect(server.saves).toHaveLength(1)
    const release = server.hold()
    await type(typedDebounce.maxMs + 500)
    release()
    await time.pass(0)
    expect(server.saves).toHaveLength(2)
  })

  it.each([
    ['another question opens', ({ room }: ReturnType<typeof makeRoom>) => room.goTo(0)],
    ['the tab is hidden', ({ room }: ReturnType<typeof makeRoom>) => room.hidden()],
    ['the page may close', ({ room }: ReturnType<typeof makeRoom>) => room.flushTyped()],
    ['the answer is cleared', ({ room }: ReturnType<typeof makeRoom>) => room.answer(null)],
  ])('send a typed answer at once when %s', async (_, act) => {
    const world = makeRoomAt('text')
    world.room.answer('stack')
    act(world)
    await world.time.pass(0)
    expect(world.server.saves[0]?.answers).toMatchObject([{ questionId: 'text' }])
    expect(world.room.view().save).toMatchObject({ state: 'saved', unsent: 0 })
  })

  it('include a pending typed answer when an option is chosen, and only once', async () => {
    const { room, server, time } = makeRoomAt('text')
    room.answer('stack')
    room.goTo(0)
    room.answer('A')
    await time.pass(typedDebounce.maxMs)
    expect(server.saves.flatMap(({ answers }) => answers.map(({ questionId }) => questionId))).toEqual([
      'text',
      'single',
    ])
  })

  it('include pending typed answers in the submission', async () => {
    const { room, time, payloads, browser } = makeRoomAt('text')
    room.answer('stack')
    room.submit()
    await time.pass(0)
    expect(payloads[0]?.answers[4]).toMatchObject({ questionId: 'text', answer: 'stack', answered: true })
    expect(browser.storage.entries.size).toBe(0)
  })
})

it('submits each type in the right field', async () => {
  const { room, time, payloads } = makeRoom({ questions })
  for (const [at, { id }] of questions.entries()) {
    if (id === 'boolean' || id === 'essay') continue
    room.goTo(at)
    room.answer(values[id] ?? null)
  }
  room.submit()
  await time.pass(0)
  const stamp = { timeSpent: 0, revision: time.now }
  expect(payloads[0]?.answers).toEqual(
    questions.map(({ id }) =>
      id === 'boolean' || id === 'essay'
        ? { questionId: id, answer: null, answered: false, timeSpent: 0, revision: 0 }
        : { questionId: id, ...fieldOf(id), answered: true, ...stamp },
    ),
  )
})

describe('values', () => {
  it('are compared by their content', () => {
    expect(isSameValue({ 1: '2', 2: '1' }, { 2: '1', 1: '2' })).toBe(true)
    expect(isSameValue({ 1: '2' }, { 1: '2', 2: '1' })).toBe(false)
    expect(isSameValue(['A', 'B'], ['A', 'B'])).toBe(true)
    expect(isSameValue(['1', '2'], ['2', '1'])).toBe(false)
    expect(isSameValue(null, [])).toBe(false)
    expect(isSameValue(false, null)).toBe(false)
  })

  it('are read from either answer field', () => {
    const [single, multiple] = [aQuestion('q'), aQuestion('q', { type: 'multiple', options, optionImages: null })]
    const rest = { questionId: 'q', timeSpent: 1, revision: 1 }
    expect(valueFor(single, { ...rest, selectedAnswer: 'B' })).toBe('B')
    expect(valueFor(single, { ...rest, answer: 'B' })).toBe('B')
    expect(valueFor(multiple, { ...rest, answer: ['B'] })).toEqual(['B'])
    expect(answerAfter({ ...rest, answer: 'B' }, { question: single, value: 'B', seconds: 1 }, 2)).toBeUndefined()
  })
})

describe('keyboard shortcuts for questions', () => {
  const at = (id: string) => questions.find((question) => question.id === id) ?? aQuestion(id)

  it.each([
    ['single', null, 'B', 'B'],
    ['single', 'A', '4', 'D'],
    ['single', null, 'E', undefined],
    ['single', null, '5', undefined],
    ['multiple', null, 'C', ['C']],
    ['multiple', ['C'], '1', ['A', 'C']],
    ['multiple', ['A', 'C'], 'A', ['C']],
    ['boolean', null, 'T', true],
    ['boolean', true, '2', false],
    ['text', null, 'A', undefined],
    ['ordering', null, '1', undefined],
  ] as const)('of type %s: with the answer %j, pressing %s gives %j', (id, value, pressed, expected) => {
    expect(valueAfterKey(at(id), value as AnswerValue | null, pressed)).toEqual(expected)
  })

  it('reach all ten options', () => {
    const ten = Object.fromEntries([...'ABCDEFGHIJ'].map((letter) => [letter, letter]))
    const question = aQuestion('q', { options: ten, optionImages: null })
    expect(choicesFor(question)).toHaveLength(10)
    expect([valueAfterKey(question, null, '9'), valueAfterKey(question, null, '0')]).toEqual(['I', 'J'])
  })
})

it('prefetches a question’s option images', () => {
  expect(questions.flatMap(imagesOf)).toEqual(['/api/images/b'])
})

it('shows gaps as numbered blanks', () => {
  expect(withBlanks('A {{1}} has {{ 12 }}; {{x}} stays.')).toBe('A __[1]__ has __[12]__; {{x}} stays.')
})
