import { describe, expect, it, vi } from 'vitest'
import { codeMaxMs, codeRestMs, isTooLarge } from '#client/features/attempts/model/answer-kinds.ts'
import { OwnText } from '#client/features/attempts/model/proctoring.ts'
import { LocalCode } from '#client/features/coding/model/local-code.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { makeRoom } from './room.ts'
import { MemoryStorage, minute, offline, Tabs } from './world.ts'

const key = 'examhall.attempt.attempt.code'
const python = (code: string) => ({ code, language: 'python' as const })

/** A room in a 10-minute coding section with one question, after 60 minutes of multiple choice. */
async function inCoding() {
  const world = makeRoom({ hasCoding: true })
  world.room.leaveSection()
  await world.time.pass(0)
  return { ...world, shown: (room = world.room) => room.view().codes.get('code1')?.code }
}

describe('the coding section', () => {
  it('comes last and accepts no letters', async () => {
    const { room, server } = await inCoding()
    expect(room.view().part).toMatchObject({ name: 'Coding', minutes: 10, questions: [] })
    expect(room.view().parts.map(({ part, unanswered }) => [part.name, unanswered])).toEqual([
      ['Multiple choice', 3],
      ['Coding', 1],
    ])
    room.answer('B')
    room.toggleMark()
    expect(server.answers.size).toBe(0)
  })

  it('names the code that the server cannot accept', async () => {
    const { room, time, control } = await inCoding()
    room.write('code1', python('print(1)\0'))
    control.submitFailure = { kind: 'refused', message: 'The code must not contain NUL bytes', rejected: [3] }
    room.submit()
    await time.pass(0)
    const message = 'The test was not submitted. Change your code for “Sum”: The code must not contain NUL bytes.'
    expect(room.view().submit).toEqual({ phase: 'idle', message })
  })

  it('keeps nothing on the device once a submission contained a program refused before', async () => {
    const { room, time, server, browser } = await inCoding()
    server.failure = { kind: 'refused', message: 'Validation failed' }
    room.write('code1', python('print(1)'))
    await time.pass(codeMaxMs)
    server.failure = null
    room.submit()
    await time.pass(0)
    expect([room.view().submit.phase, room.view().save.unsent, browser.storage.entries.size]).toEqual(['done', 0, 0])
  })

  it('does not overwrite code from another device with untouched starter code', async () => {
    const { room, openRoom, server, time } = await inCoding()
    const template = (one = room) => one.view().template
    room.showTemplate('code1', 'java')
    await time.pass(codeRestMs)
    expect([template(), server.codes.size, room.view().parts[1]?.unanswered]).toEqual(['java', 0, 1])
    room.write('code1', python('print(1)'))
    room.showTemplate('code1', 'java')
    await time.pass(codeRestMs)
    expect([template(), server.codes.get('code1')?.code, room.view().unanswered]).toEqual(['java', 'print(1)', 3])
    // The template is still shown after a reload, until code is written here or on another device.
    room.close()
    const again = openRoom()
    expect(template(again)).toBe('java')
    again.write('code1', python('print(1)'))
    expect(template(again)).toBeUndefined()
    again.showTemplate('code1', 'java')
    again.write('code1', python('print(2)'))
    expect(template(again)).toBeUndefined()
  })

  it('deletes code that the student replaces with its language’s template', async () => {
    const { room, server, time, shown } = await inCoding()
    room.write('code1', python('print(1)'))
    room.showTemplate('code1', 'python')
    await time.pass(codeRestMs)
    expect([shown(), server.codes.get('code1')?.code, room.view().template]).toEqual(['', '', 'python'])
    expect(room.view().unanswered).toBe(4)
  })

  it('accepts no code before it opens', () => {
    const { room } = makeRoom({ hasCoding: true })
    room.write('code1', python('x'))
    expect(room.view().codes.size).toBe(0)
  })
})

describe('code', () => {
  it('is stored on the device at once and on the server after the debounce', async () => {
    const { room, server, time, browser } = await inCoding()
    room.write('code1', python('p'))
    room.write('code1', python('pr'))
    expect(browser.storage.read(key)).toContain('"pr"')
    expect(room.view().save).toMatchObject({ state: 'saving', unsent: 1 })
    await time.pass(codeRestMs - 1)
    expect(server.codeSaves).toEqual([])
    await time.pass(1)
    expect(server.codes.get('code1')).toMatchObject({ code: 'pr', language: 'python' })
    expect(browser.storage.read(key)).toBeNull()
    expect(room.view().save).toMatchObject({ state: 'saved', unsent: 0 })
    expect(room.view().unanswered).toBe(3)
  })

  it('is sent during continuous typing, and at once when the tab is hidden', async () => {
    const { room, server, time } = await inCoding()
    for (let at = 0; at <= codeMaxMs; at += 500) {
      room.write('code1', python(`x${at}`))
      await time.pass(500)
    }
    expect(server.codeSaves.length).toBeGreaterThan(0)
    room.write('code1', python('last'))
    room.hidden()
    await time.pass(0)
    expect(server.codes.get('code1')?.code).toBe('last')
  })

  it('survives an offline reload and is sent afterwards', async () => {
    const { room, server, time, openRoom, shown } = await inCoding()
    server.failure = offline
    room.write('code1', python('kept'))
    await time.pass(2_000)
    expect(room.view().save).toMatchObject({ state: 'offline', unsent: 1 })
    room.close()
    server.failure = null
    const again = openRoom()
    expect(shown(again)).toBe('kept')
    await time.pass(0)
    expect(server.codes.get('code1')?.code).toBe('kept')
  })

  it('is replaced by newer code from another device, with a notice', async () => {
    const { room, server, time, sentences, shown } = await inCoding()
    room.write('code1', python('mine'))
    server.codes.set('code1', { questionId: 'code1', ...python('theirs'), revision: time.now + minute })
    await time.pass(codeRestMs)
    expect(shown()).toBe('theirs')
    expect(sentences().at(-1)).toBe('Your code for “Sum” was changed on another device. The newer version is shown.')
    room.write('code1', python('mine again'))
    await time.pass(codeRestMs)
    expect(server.codes.get('code1')?.code).toBe('mine again')
  })

  it('is reported as not counting if its section was closed', async () => {
    const { room, server, time, sentences, browser } = await inCoding()
    room.write('code1', python('late'))
    server.clock = { ...server.clock, currentPart: 0, plan: [100 * minute, 10 * minute] }
    await time.pass(codeRestMs)
    expect(sentences().some((sentence) => sentence.includes('Your code for “Sum” arrived while'))).toBe(true)
    expect(browser.storage.read(key)).toBeNull()
  })

  it('is reported and not sent if it is too large, and does not block later code', async () => {
    const { room, server, time, sentences } = await inCoding()
    room.write('code1', python('x'.repeat(65_537)))
    await time.pass(minute)
    expect(server.codeSaves).toEqual([])
    expect(sentences().at(-1)).toContain('larger than 64 kB')
    expect(room.view().save).toMatchObject({ state: 'refused', unsent: 1 })
    room.write('code1', python('short\0'))
    await time.pass(codeRestMs)
    expect(server.codes.get('code1')?.code).toBe('short')
    expect(room.view().save.state).toBe('saved')
    expect([isTooLarge({ code: 'é'.repeat(32_768) }), isTooLarge({ code: 'é'.repeat(32_769) })]).toEqual([false, true])
  })

  it('is not sent again after a refusal until it changes', async () => {
    const { room, server, time } = await inCoding()
    server.codeFailure = { kind: 'refused', message: 'No' }
    room.write('code1', python('odd'))
    await time.pass(minute)
    expect(server.codeSaves).toHaveLength(1)
    server.codeFailure = null
    room.write('code1', python('good'))
    await time.pass(codeRestMs)
    expect(server.codes.get('code1')?.code).toBe('good')
  })

  it('appears in the other tab, where the student can continue', async () => {
    const { room, openRoom, time, shown, server } = await inCoding()
    const other = openRoom()
    expect(room.view().role.as).toBe('reader')
    other.write('code1', python('from the other'))
    expect(shown()).toBe('from the other')
    room.write('code1', python('a reader writes nothing'))
    expect(shown()).toBe('from the other')
    room.takeOver()
    room.write('code1', python('here again'))
    await time.pass(codeRestMs)
    expect(shown(other)).toBe('here again')
    expect(server.codes.get('code1')?.code).toBe('here again')
  })

  it('is submitted if unsent, and is removed from the device', async () => {
    const { room, payloads, time, browser } = await inCoding()
    room.write('code1', python('unsent'))
    room.submit()
    await time.pass(0)
    expect(payloads[0]?.answers.at(-1)).toMatchObject({ questionId: 'code1', code: 'unsent', language: 'python' })
    expect(browser.storage.entries.size).toBe(0)
  })
})

describe('a program after switching languages', () => {
  const cpp = (code: string) => ({ code, language: 'cpp' as const })

  /** A room, and a function that reads the programs stored in the browser besides the current answer. */
  async function inOtherLanguages() {
    const world = await inCoding()
    const read = (language: Language, { storage } = world.browser) => {
      const { clock, timers } = world.time
      const place = { userId: 'student', testAttemptId: 'attempt', questionId: 'code1' }
      return new LocalCode({ ...place, storage, timers, now: clock.wall }).read(language)
    }
    return { ...world, read }
  }

  it('is kept even on a device that received it from the server', async () => {
    const { room, server, time, openRoom, read } = await inOtherLanguages()
    room.write('code1', python('print(1)'))
    await time.pass(codeRestMs)
    const device = { storage: new MemoryStorage(), tabs: new Tabs() }
    const other = openRoom(device)
    other.showTemplate('code1', 'cpp')
    other.write('code1', cpp('int a;'))
    await time.pass(codeRestMs)
    expect(server.codes.get('code1')?.code).toBe('int a;')
    expect(read('python', device)).toBe('print(1)')
  })

  it('is kept while the page is open if the browser stores nothing', async () => {
    const { room, browser, read } = await inOtherLanguages()
    browser.storage.refuses = true
    room.write('code1', python('print(1)'))
    room.write('code1', cpp('int a;'))
    expect(browser.storage.keys().filter((name) => name.startsWith('examhall.code.'))).toEqual([])
    expect(read('python')).toBe('print(1)')
  })

  it('is kept when another device continues in a different language, and so is the program of that device', async () => {
    const { room, server, time, read, shown } = await inOtherLanguages()
    room.write('code1', python('mine'))
    server.codes.set('code1', { questionId: 'code1', ...cpp('theirs'), revision: time.now + minute })
    await time.pass(codeRestMs)
    expect([shown(), read('python')]).toEqual(['theirs', 'mine'])
    room.write('code1', python('mine again'))
    expect(read('cpp')).toBe('theirs')
  })

  it('is kept even if it arrives from another device too late to be shown', async () => {
    const { room, server, time, read, shown } = await inOtherLanguages()
    room.write('code1', python('mine'))
    server.codes.set('code1', { questionId: 'code1', ...cpp('theirs'), revision: time.now + 10 })
    // The response with the other device's code arrives while the student is still typing.
    const { saveCode } = server
    vi.spyOn(server, 'saveCode').mockImplementation(async (request) => {
      const reply = await saveCode(request)
      time.now += 20
      room.write('code1', python('mine, longer'))
      return reply
    })
    time.now += 5
    room.flushTyped()
    await time.pass(0)
    expect([shown(), read('cpp')]).toEqual(['mine, longer', 'theirs'])
  })

  it('is the latest version after a reload, never an older one', async () => {
    const { room, server, time, openRoom, read } = await inOtherLanguages()
    room.write('code1', python('old'))
    await time.pass(codeRestMs)
    server.failure = offline
    room.write('code1', python('new'))
    room.write('code1', cpp('int a;'))
    room.close()
    // The server still has the old program, and the browser has the unsent C++.
    const again = openRoom()
    expect(again.view().codes.get('code1')?.code).toBe('int a;')
    expect(read('python')).toBe('new')
  })

  it('is kept by the writer tab and left unchanged by the read-only tab', async () => {
    const { room, openRoom, read } = await inOtherLanguages()
    const other = openRoom()
    other.write('code1', python('print(1)'))
    other.write('code1', cpp('int a;'))
    expect([room.view().codes.get('code1')?.code, read('python')]).toEqual(['int a;', 'print(1)'])
    room.takeOver()
    room.write('code1', python('print(2)'))
    expect(read('cpp')).toBe('int a;')
  })

  it('is not replaced by an empty program', async () => {
    const { room, read } = await inOtherLanguages()
    room.write('code1', python('print(1)'))
    room.write('code1', cpp('int a;'))
    room.write('code1', python(''))
    room.write('code1', cpp('int b;'))
    expect(read('python')).toBe('print(1)')
  })
})

describe('paste detection', () => {
  const samples = { sample_input: '1 2', sample_output: '3', testCases: [] }
  const own = () => new OwnText([samples as never])

  it("ignores the student's own code and the samples", () => {
    const text = own()
    text.copied('def f():\r\n  pass\n')
    expect(text.isOwn('def f():\n  pass', [])).toBe(true)
    expect(text.isOwn('1 2\n', [])).toBe(true)
    expect(text.isOwn('print(1)', [{ code: 'a\nprint(1)\n' }])).toBe(true)
    expect(text.isOwn('from elsewhere', [{ code: 'a' }])).toBe(false)
  })
})
