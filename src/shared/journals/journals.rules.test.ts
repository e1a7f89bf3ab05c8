import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf } from './facts.rules.ts'
import {
  applyChange,
  changeBetween,
  type EditKind,
  editKinds,
  type JournalChunk,
  type JournalEvent,
  maxJournalChars,
} from './journals.rules.ts'
import { Recorder } from './recorder.rules.ts'
import { Replay, type StoredChunk, stepsOf } from './replay.rules.ts'

const start = Date.UTC(2026, 10, 27, 9)

/** Records on one page with a clock that the test moves, and collects the chunks. */
function page(stream = 'stream-1', now = { at: start }) {
  const recorder = new Recorder('question', stream)
  const chunks = new Map<number, JournalChunk>()
  let code = ''
  const keep = () => {
    for (const chunk of recorder.take()) chunks.set(chunk.seq, chunk)
  }
  const edit = (kind: EditKind, next: string, ms = 100) => {
    now.at += ms
    code = next
    recorder.edit(kind, { code, language: 'python' }, now.at)
  }
  return {
    recorder,
    now,
    edit,
    open: (text: string) => {
      code = text
      recorder.show({ code, language: 'python' }, now.at)
    },
    type: (text: string, ms = 100) => {
      for (const letter of text) edit('type', code + letter, ms)
    },
    paste: (text: string, ms = 1_000) => edit('paste', code + text, ms),
    code: () => code,
    mark: (kind: 'run' | 'submit') => recorder.mark(kind, now.at),
    keep,
    chunks: (): StoredChunk[] => {
      keep()
      return [...chunks.values()].map((chunk) => ({ ...chunk, receivedAt: now.at + 1_000 }))
    },
  }
}

const python = (code: string) => ({ code, language: 'python' as const })

describe('changeBetween', () => {
  it('turns any text into any other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(applyChange(before, changeBetween(before, after))).toBe(after)
      }),
    )
  })
})

describe('replaying a journal', () => {
  const change = fc.record({
    kind: fc.constantFrom(...editKinds),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(6),
    text: fc.oneof(fc.string({ maxLength: 3 }), fc.string({ unit: 'grapheme', maxLength: 200 })),
    ms: fc.nat(3_000),
    keeps: fc.boolean(),
    sends: fc.boolean(),
  })
  it('gives the program after any edits, pauses and requests', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(change, { maxLength: 60 }), (first, changes) => {
        const here = page()
        here.open(first)
        for (const { kind, at, length, text, ms, keeps, sends } of changes) {
          const position = Math.floor(at * here.code().length)
          const deleted = Math.min(length, here.code().length - position)
          here.edit(kind, applyChange(here.code(), { position, deleted, inserted: text }), ms)
          if (keeps) here.keep()
          if (sends) here.recorder.next()
        }
        const sent = JSON.parse(JSON.stringify(here.chunks())) as StoredChunk[]
        expect(factsOf(sent, python(here.code())).outcome).toBe('leads')
        const replay = new Replay()
        for (const step of stepsOf(sent.reverse())) replay.apply(step)
        expect(replay.code).toBe(here.code())
        expect(replay.jumps).toEqual([])
      }),
    )
  })

  it('merges keystrokes into few events', () => {
    const here = page()
    here.open('')
    here.type('for i in range(10): print(i)')
    expect(here.chunks().flatMap(({ events }) => events).length).toBeLessThan(5)
  })

  it('reports a missing chunk, and a program that the journal does not lead to', () => {
    const here = page()
    here.open('')
    for (const word of ['one ', 'two ', 'three ']) {
      here.type(word)
      here.recorder.next()
    }
    const [first, , third] = here.chunks()
    const facts = factsOf(
      [first, third].filter((chunk) => chunk !== undefined),
      python(here.code()),
    )
    expect(facts).toMatchObject({ outcome: 'differs', jumps: 1 })
    expect(factsOf(here.chunks(), python('something else')).outcome).toBe('differs')
    expect(factsOf(here.chunks(), undefined).outcome).toBe('none')
  })

  it('continues on a second page without a jump, and reports one if the program differs there', () => {
    const now = { at: start }
    const first = page('stream-1', now)
    first.open('')
    first.type('print(1)')
    now.at += 5_000
    const second = page('stream-2', now)
    second.open(first.code())
    second.type('\nprint(2)')
    const both = [...second.chunks(), ...first.chunks()]
    expect(factsOf(both, python(second.code()))).toMatchObject({ outcome: 'leads', jumps: 0 })
    now.at += 5_000
    const third = page('stream-3', now)
    third.open('written elsewhere')
    expect(factsOf([...both, ...third.chunks()], python('written elsewhere'))).toMatchObject({ jumps: 1 })
  })

  it('keeps the programs of several languages separate', () => {
    const here = page()
    here.open('a = 1')
    here.type('0')
    here.recorder.show({ code: 'let a', language: 'javascript' }, here.now.at)
    here.recorder.show(python('a = 10'), here.now.at)
    here.edit('type', 'a = 100')
    expect(factsOf(here.chunks(), python('a = 100'))).toMatchObject({ outcome: 'leads', jumps: 0 })
  })

  it('ends at the size limit and says so', () => {
    const here = page()
    here.open('')
    for (let n = 0; n < 200; n++) here.edit('paste', `${n}`.padEnd(12_000, n % 2 ? 'x' : 'y'))
    const chars = here.chunks().reduce((sum, { events }) => sum + JSON.stringify(events).length, 0)
    expect(chars).toBeLessThan(maxJournalChars)
    expect(factsOf(here.chunks(), python(here.code())).outcome).toBe('cut')
  })
})

describe('facts about a program', () => {
  it('counts pasted characters that are still in the program', () => {
    const here = page()
    here.open('')
    here.type('x = 1\n')
    here.paste('total = sum(values)\n')
    here.edit('type', here.code().replace('total', ''))
    const facts = factsOf(here.chunks(), python(here.code()))
    expect(facts).toMatchObject({ pastes: 1, longestPaste: 20, pasted: 15, length: 21 })
    expect(facts.pastedShare).toBeCloseTo((15 / 21) * 100)
  })

  it('does not count moving one’s own code, unless it was pasted before', () => {
    const here = page()
    here.open('')
    here.type('def solve(): pass\n')
    const own = here.code()
    here.edit('edit', '')
    here.type('# start\n')
    here.paste(own)
    here.paste(own)
    expect(factsOf(here.chunks(), python(here.code()))).toMatchObject({ pastes: 0, pasted: 0 })
    here.paste('from outside')
    here.paste('from outside')
    expect(factsOf(here.chunks(), python(here.code()))).toMatchObject({ pastes: 1, pasted: 24 })
  })

  it('does not count the first program and templates as pasted', () => {
    const here = page()
    here.open('# your program here\n')
    here.recorder.snapshot('reset', python('# a template\n'), here.now.at)
    expect(factsOf(here.chunks(), python('# a template\n'))).toMatchObject({ pasted: 0, jumps: 0, pastedShare: 0 })
  })

  it('measures speed over working time, without long pauses', () => {
    const here = page()
    here.open('')
    here.type('x'.repeat(101))
    here.mark('run')
    here.type('y', 600_000)
    here.mark('submit')
    const facts = factsOf(here.chunks(), python(here.code()))
    expect(facts).toMatchObject({ runs: 1, submissions: 1, jumps: 0 })
    // Ten seconds of typing, and thirty of the long pause.
    expect(facts.activeMs).toBeGreaterThan(38_000)
    expect(facts.activeMs).toBeLessThan(42_000)
    expect(facts.speed).toBeGreaterThan(140)
    expect(facts.speed).toBeLessThan(160)
  })

  const repeated = (times: number, event: (place: number) => JournalEvent) =>
    Array.from({ length: times }, (_, place) => event(place))
  const long: JournalEvent = [0, 'open', 0, 0, 'a'.repeat(79_000), 'python']
  const runs = repeated(120, (n) => (n % 2 ? [1, 'run', 0, 0, ''] : [1, 'type', 0, 0, 'y']))
  const otherPaste = (n: number): JournalEvent => [1, 'paste', 0, 0, (n + 46_656).toString(36)]
  it.each<[string, JournalEvent[]]>([
    ['pastes beside many long programs', [long, ...runs, ...repeated(2_000, otherPaste)]],
    ['pastes that almost match', [long, ...repeated(300, () => [1, 'paste', 0, 4_001, `${'a'.repeat(4_000)}b`])]],
    ['tiny pastes', repeated(85_000, otherPaste)],
    ['edits of a long program', [long, ...repeated(20_000, (n) => [1, 'type', 30_000 + n, 1, 'b'])]],
  ])('ends the replay of a hostile journal early: %s', (_name, events) => {
    const hostile: StoredChunk = { questionId: 'q', stream: 'stream-9', seq: 0, at: start, receivedAt: 9e13, events }
    const facts = factsOf([hostile], python('x'))
    expect(facts.outcome).toBe('cut')
    expect(facts.pastes).toBeLessThan(10_000)
  })

  it('ends the replay once the program is longer than any program can be', () => {
    const here = page()
    here.open('')
    for (const letter of 'ab') here.paste(letter.repeat(50_000))
    here.mark('run')
    expect(factsOf(here.chunks(), python(here.code()))).toMatchObject({ outcome: 'leads', runs: 1 })
    here.paste('c')
    expect(factsOf(here.chunks(), python(here.code()))).toMatchObject({ outcome: 'cut' })
  })

  it('accepts hostile chunks', () => {
    const events = [
      [0, 'type', 999, 999, 'x'],
      [5, 'undo', 0, 50, ''],
      [5, 'language', 0, 0, 'z', 'rust'],
    ] as const
    const hostile: StoredChunk = { questionId: 'q', stream: 'stream-9', seq: 7, at: 9e13, receivedAt: start, events }
    expect(factsOf([hostile], python('x'))).toMatchObject({ outcome: 'differs' })
  })
})
