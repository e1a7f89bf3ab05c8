import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { finishRemovals } from '#server/features/notifications/removal.ts'
import { attachmentFolder } from '#server/platform/files.ts'
import type { Actor } from '#server/platform/platform.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { later, minute, to } from './forms.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

/** The form as sent by a browser: lists and filters as JSON text, the rest as plain fields. */
function formOf(fields: object, file?: { name: string; bytes: Uint8Array<ArrayBuffer> | Buffer }) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields))
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  if (file) form.append('attachment', new Blob([new Uint8Array(file.bytes)]), file.name)
  return form
}

const filesOf = ({ platform }: World) => {
  const folder = attachmentFolder(platform.config.dataDir)
  return existsSync(folder) ? readdirSync(folder) : []
}

/** A college with two students, whose admin can send an attachment to one of them. */
async function sentFile() {
  const world = await createWorld()
  const college = await world.college()
  const [student, other] = [await world.student(college), await world.student(college)]
  const send = (fields: object, file?: Parameters<typeof formOf>[1], as: Actor = college.admin) =>
    world.rest('POST', '/notifications', { as, raw: formOf(fields, file) })
  const fields = to('students', {
    targetUsers: [student.id],
    filters: { branches: ['CSE'], batches: [], sections: [] },
  })
  const download = (as: Actor, id: string) => world.rest('GET', `/notifications/${id}/attachment`, { as })
  return { world, college, student, other, send, fields, download }
}

describe('an attachment', () => {
  it('is returned unchanged, and only to its recipients and its sender', async () => {
    const { world, college, student, other, send, fields, download } = await sentFile()
    const { status, body } = await send(fields, { name: 'C:\\docs\\Hall plan ✓.PDF', bytes: pdf })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      totalRecipients: 1,
      notification: { attachment: { originalName: 'Hall plan ✓.PDF', mimetype: 'application/pdf', size: pdf.length } },
    })
    const id = body.notification.id
    for (const somebody of [student, college.admin]) {
      const file = await download(somebody, id)
      expect(file.status).toBe(200)
      expect(file.body).toBe(pdf.toString())
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(pdf.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(file.headers.get('content-disposition')).toMatch(
        /^attachment; filename="Hall plan _\.pdf"; filename\*=UTF-8''/,
      )
    }
    const stranger = await world.student(await world.college())
    for (const somebody of [other, stranger, world.admin, await world.faculty(college)])
      expect((await download(somebody, id)).status).toBe(404)
  })

  it('is hidden from recipients after expiry, and deleted with the notification', async () => {
    const { world, college, student, send, fields, download } = await sentFile()
    const expiresAt = later(world.clock.now(), minute)
    const { body } = await send({ ...fields, expiresAt }, { name: 'a.txt', bytes: Buffer.from('Hall 3') })
    const id = body.notification.id
    world.clock.advance(minute)
    expect((await download(student, id)).status).toBe(404)
    expect((await download(college.admin, id)).status).toBe(200)
    expect(filesOf(world)).toHaveLength(1)
    await world.call(college.admin).notifications.delete({ id })
    expect(filesOf(world)).toEqual([])
    expect((await download(college.admin, id)).status).toBe(404)
  })

  it.each([
    ['a program', 'run.exe', Buffer.from('MZ\u0090\u0000'), 415],
    ['a program named like a document', 'notes.pdf', Buffer.from('MZ\u0090\u0000'), 415],
    ['a web page', 'page.html', Buffer.from('<script>alert(1)</script>'), 415],
    ['no content', 'empty.txt', Buffer.alloc(0), 400],
    ['more than 5 MB', 'big.txt', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 413],
  ])('is rejected with %s, and nothing is sent or stored', async (_what, name, bytes, status) => {
    const { world, college, send, fields } = await sentFile()
    const answer = await send(fields, { name, bytes })
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    if (status === 413) expect(answer.body.message).toBe('File size must be less than 5MB')
    expect(filesOf(world)).toEqual([])
    expect((await world.call(college.admin).notifications.sent({})).notifications).toEqual([])
  })

  it('is refused under a different part name, and nothing is sent without it', async () => {
    const { world, college, fields } = await sentFile()
    const raw = formOf(fields)
    raw.append('file', new Blob(['Hall 3']), 'a.txt')
    const answer = await world.rest('POST', '/notifications', { as: college.admin, raw })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'attachment' }] } })
    expect((await world.call(college.admin).notifications.sent({})).notifications).toEqual([])
  })

  it('may be Windows-encoded text, and always has a name', async () => {
    const { send, fields } = await sentFile()
    for (const name of ['\u200b.txt', '   .TXT']) {
      const { body } = await send(fields, { name, bytes: Buffer.from('caf\xe9 \x96 ok', 'latin1') })
      expect(body.notification.attachment).toMatchObject({ mimetype: 'text/plain' })
      expect(body.notification.attachment.originalName).toMatch(/^attachment\.txt$/i)
    }
  })

  it('is not stored for a rejected form, and is optional', async () => {
    const { world, student, send, fields } = await sentFile()
    const file = { name: 'a.txt', bytes: Buffer.from('x') }
    expect((await send({ ...fields, title: '' }, file)).body.errors).toEqual([
      { field: 'title', message: 'Title is required' },
    ])
    expect((await send({ ...fields, targetUsers: ['nobody'] }, file)).status).toBe(404)
    expect((await send({ ...fields, targetUsers: '[not json' })).status).toBe(400)
    expect((await send({ ...fields }, file, student)).status).toBe(403)
    expect(filesOf(world)).toEqual([])
    expect((await send(fields)).body.notification.attachment).toBeNull()
  })

  it('can be kept, replaced or removed when a scheduled notification is edited', async () => {
    const { world, college, send, fields } = await sentFile()
    const form = { ...fields, scheduledFor: later(world.clock.now(), minute) }
    const { body } = await send(form, { name: 'first.txt', bytes: Buffer.from('1') })
    const edit = async (more: object, file?: Parameters<typeof formOf>[1]) =>
      (
        await world.rest('PUT', `/notifications/${body.notification.id}`, {
          as: college.admin,
          raw: formOf({ ...form, ...more }, file),
        })
      ).body.notification.attachment?.originalName
    expect(await edit({ title: 'Edited' })).toBe('first.txt')
    expect(await edit({}, { name: 'second.txt', bytes: Buffer.from('2') })).toBe('second.txt')
    expect(filesOf(world)).toHaveLength(1)
    expect(await edit({ removeAttachment: true })).toBeUndefined()
    expect(filesOf(world)).toEqual([])
  })

  it('is removed an hour after an aborted call, but kept if it is referenced', async () => {
    const { world, send, fields } = await sentFile()
    await send(fields, { name: 'a.txt', bytes: Buffer.from('x') })
    const [kept] = filesOf(world)
    const orphan = join(attachmentFolder(world.platform.config.dataDir), 'f'.repeat(32))
    writeFileSync(orphan, 'left')
    await finishRemovals(world.platform)
    expect(filesOf(world)).toHaveLength(2)
    const long = (world.clock.now() - 61 * minute) / 1_000
    utimesSync(orphan, long, long)
    await finishRemovals(world.platform)
    expect(filesOf(world)).toEqual([kept])
  })
})
