import { describe, expect, it } from 'vitest'
import type { AnswerFile } from '#shared/bank/types/essay.rules.ts'
import { makeRoom } from './room.ts'
import { aQuestion, offline, settle } from './world.ts'

const essay = aQuestion('q1', {
  type: 'essay',
  minWords: null,
  maxWords: null,
  allowFiles: true,
})
const photo = new File(['bytes'], 'photo.png')
const stored: AnswerFile = { id: 'f1', name: 'photo.png', size: 5, sha256: 'a'.repeat(64) }

const hall = () => makeRoom({ questions: [essay, aQuestion('q2')] })

describe('a file chosen for an essay', () => {
  it('is not saved until it is uploaded, and survives network failures', async () => {
    const { room, control, time } = hall()
    let tries = 0
    control.onUpload = async () => (++tries < 3 ? { ok: false, failure: offline } : { ok: true, value: stored })
    room.answer({ text: 'See the photo.' })
    room.addFile('q1', photo)
    await time.pass(500)
    expect(room.view().uploads).toMatchObject([{ name: 'photo.png', state: 'waiting' }])
    expect(room.view().save).toMatchObject({ state: 'offline', files: 1 })
    await time.pass(60_000)
    expect(room.view().uploads).toEqual([])
    expect(room.view().value).toEqual({ text: 'See the photo.', files: [stored] })
    expect(room.view().save.state).toBe('saved')
  })

  it('is listed by name after a reload interrupts its upload', async () => {
    const { room, openRoom, time } = hall()
    room.addFile('q1', photo)
    await time.pass(500)
    const again = openRoom()
    expect(again.view().uploads).toMatchObject([{ name: 'photo.png', state: 'lost' }])
    again.cancelUpload(again.view().uploads[0]?.key ?? 0)
    await settle()
    expect(again.view().uploads).toEqual([])
    expect(openRoom().view().uploads).toEqual([])
  })

  it('is refused at once if it is empty, too large or of an unsupported type', () => {
    const { room } = hall()
    for (const file of [new File([], 'a.pdf'), new File(['a'], 'a.heic')]) room.addFile('q1', file)
    expect(room.view().uploads.map(({ state, message }) => [state, message])).toEqual([
      ['refused', 'The file is empty'],
      ['refused', 'Please choose a PDF, JPEG, PNG, Word (.docx) or text file'],
    ])
    expect(room.view().save.files).toBeUndefined()
  })

  it('is named if another device has taken over before its upload ends', async () => {
    const { room, control, server, time } = hall()
    const { promise, resolve } = Promise.withResolvers<{ ok: true; value: AnswerFile }>()
    control.onUpload = () => promise
    room.addFile('q1', photo)
    server.writer = 'another device'
    await time.pass(20_000)
    expect(room.view().role.as).not.toBe('writer')
    resolve({ ok: true, value: stored })
    await settle()
    expect(
      room
        .notices()
        .map(({ sentence }) => sentence)
        .join(),
    ).toContain('“photo.png” was uploaded, but it could not be added to question 1.')
  })

  it('does not reappear after it was cancelled while uploading', async () => {
    const { room, control, time } = hall()
    const { promise, resolve } = Promise.withResolvers<{ ok: true; value: AnswerFile }>()
    control.onUpload = () => promise
    room.addFile('q1', photo)
    await time.pass(100)
    room.cancelUpload(room.view().uploads[0]?.key ?? 0)
    resolve({ ok: true, value: stored })
    await settle()
    expect(room.view().value).toBeNull()
    expect(room.view().uploads).toEqual([])
  })
})
