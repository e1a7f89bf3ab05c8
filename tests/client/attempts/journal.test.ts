import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExamRoom } from '#client/features/attempts/model/exam-room.ts'
import { JournalOutbox, type SendJournal } from '#client/features/attempts/model/journal-outbox.ts'
import type { Failure } from '#client/features/attempts/model/requests.ts'
import { factsOf } from '#shared/journals/facts.rules.ts'
import { applyChange, editKinds } from '#shared/journals/journals.rules.ts'
import { makeRoom } from './room.ts'
import { offline } from './world.ts'

const python = (code: string) => ({ code, language: 'python' as const })
const pause = 20_000
const refused: Failure = { kind: 'refused', message: 'Validation failed' }

/** A room whose coding section is open, with an editor that works like the coding desk. */
async function inCoding() {
  const world = makeRoom({ hasCoding: true, minutes: 1 })
  world.room.leaveSection()
  await world.time.pass(0)
  const { journal, time, browser } = world
  const textIn = (room: ExamRoom) => room.view().codes.get('code1')?.code ?? ''
  return {
    ...world,
    textIn,
    /** Opens the desk. */
    show: (room = world.room) => room.record('code1', python(textIn(room))),
    edit(code: string, kind: (typeof editKinds)[number] = 'type', room = world.room) {
      room.record('code1', python(code), { kind })
      room.write('code1', python(code))
      time.now += 1
    },
    facts: (code: string) => factsOf([...journal.values()], python(code)),
    stored: () => browser.storage.keys().filter((key) => key.startsWith('examhall.journal.')),
    /** Opens a page without an exam, which sends the rest. @param rejects sequence numbers that the server rejects */
    openPage: (studentId = 'student', rejects: readonly number[] = []) => {
      const send: SendJournal = async (_attemptId, chunks) => {
        const isBad = chunks.some(({ seq }) => rejects.includes(seq))
        const failure = isBad ? refused : world.control.journalFailure
        if (failure) return { ok: false, failure }
        for (const chunk of chunks) journal.set(`${chunk.stream} ${chunk.seq}`, { ...chunk, receivedAt: time.now })
        return { ok: true, value: null }
      }
      const outbox = new JournalOutbox({ ports: world.portsOf(), studentId, send })
      outbox.start()
      return outbox
    },
  }
}

describe('a journal in the exam room', () => {
  it('is sent after a pause, and deleted from the device once it is acknowledged', async () => {
    const { show, edit, time, journal, stored, facts } = await inCoding()
    show()
    edit('print(1)')
    await time.pass(1_000)
    expect([journal.size, stored().length]).toEqual([0, 1])
    await time.pass(pause)
    expect([journal.size, stored().length]).toEqual([1, 0])
    expect(facts('print(1)')).toMatchObject({ outcome: 'leads', jumps: 0 })
  })

  it('is sent at once when the student runs or submits a program', async () => {
    const { show, edit, room, time, facts } = await inCoding()
    show()
    edit('print(1)')
    room.recordStart('code1', 'run')
    await time.pass(0)
    room.recordStart('code1', 'submit')
    await time.pass(0)
    expect(facts('print(1)')).toMatchObject({ runs: 1, submissions: 1 })
  })

  it('survives a closed tab without a connection, and a page without an exam sends it', async () => {
    const { show, edit, room, time, control, journal, facts, openPage, stored } = await inCoding()
    control.journalFailure = offline
    show()
    edit('print(1)')
    room.close()
    await time.pass(pause)
    expect([journal.size, stored().length]).toEqual([0, 1])
    control.journalFailure = null
    const other = openPage('another student')
    await time.pass(pause)
    expect(journal.size).toBe(0)
    other.stop()
    openPage()
    await time.pass(0)
    expect([journal.size, stored().length]).toEqual([1, 0])
    expect(facts('print(1)').outcome).toBe('leads')
  })

  it('sends what was recorded before the test is submitted, even after the submission', async () => {
    const { show, edit, room, time, control, facts, openPage } = await inCoding()
    show()
    edit('print(1)')
    control.journalFailure = offline
    room.submit()
    await time.pass(0)
    expect(room.view().submit.phase).toBe('done')
    room.close()
    control.journalFailure = null
    openPage()
    await time.pass(0)
    expect(facts('print(1)').outcome).toBe('leads')
  })

  it('sends the last edits when the test is submitted right after them', async () => {
    const { show, edit, room, time, facts } = await inCoding()
    show()
    edit('print(1)')
    await time.pass(pause)
    edit('print(10)')
    room.submit()
    await time.pass(0)
    await time.pass(0)
    expect(room.view().submit.phase).toBe('done')
    expect(facts('print(10)').outcome).toBe('leads')
  })

  it('deletes the rest once the server accepts no more', async () => {
    const { show, edit, time, control, stored } = await inCoding()
    control.journalFailure = { kind: 'closed', message: 'Time is up' }
    show()
    edit('print(1)')
    await time.pass(pause)
    expect(stored()).toEqual([])
  })

  it('skips a chunk that the server rejects', async () => {
    const { time, browser, journal, openPage } = await inCoding()
    const chunk = { questionId: 'code1', stream: 'stream-one', at: time.now, events: [[0, 'run', 0, 0, '']] }
    const key = (seq: number) => `examhall.journal.student.attempt.code1.stream-one.${seq}`
    for (const seq of [0, 1, 2]) browser.storage.write(key(seq), JSON.stringify({ ...chunk, seq }))
    browser.storage.write(key(3), 'not a chunk')
    openPage('student', [0])
    await time.pass(100)
    expect([...journal.values()].map(({ seq }) => seq)).toEqual([1, 2])
  })

  it('continues in another tab from the program that it loads', async () => {
    const { show, edit, room, openRoom, time, facts, textIn } = await inCoding()
    show()
    edit('print(1)')
    await time.pass(pause)
    const second = openRoom()
    await time.pass(0)
    show(second)
    edit(`${textIn(second)}\nprint(2)`, 'type', second)
    // The first tab is read-only now.
    edit('written by a reader', 'type', room)
    await time.pass(pause)
    expect(facts('print(1)\nprint(2)')).toMatchObject({ outcome: 'leads', jumps: 0 })
  })
})

it('always leads to the program, through failures, reloads and pauses', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...editKinds),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    text: fc.string({ unit: 'grapheme', maxLength: 20 }),
    next: fc.constantFrom('nothing', 'nothing', 'pause', 'reload', 'fail', 'recover', 'page'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = await inCoding()
      let room = world.room
      world.show(room)
      for (const { kind, at, text, next } of steps) {
        const before = world.textIn(room)
        const change = { position: Math.floor(at * before.length), deleted: text.length % 3, inserted: text }
        world.edit(applyChange(before, change), kind, room)
        if (next === 'pause') await world.time.pass(pause)
        if (next === 'fail') world.control.journalFailure = offline
        if (next === 'recover') world.control.journalFailure = null
        if (next === 'page') {
          const page = world.openPage()
          await world.time.pass(0)
          page.stop()
        }
        if (next === 'reload') {
          room.close()
          await world.time.pass(10)
          room = world.openRoom(world.browser, 'tab 1')
          await world.time.pass(0)
          world.show(room)
        }
      }
      const code = world.textIn(room)
      room.close()
      world.control.journalFailure = null
      world.openPage()
      for (let n = 0; n < 10 && world.stored().length > 0; n++) await world.time.pass(0)
      expect(world.stored()).toEqual([])
      if (code !== '') expect(world.facts(code)).toMatchObject({ outcome: 'leads', jumps: 0 })
    }),
    { numRuns: 40 },
  )
}, 30_000)
