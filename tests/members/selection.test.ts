import { describe, expect, it } from 'vitest'
import { auditEntries } from '#drizzle/schema/audit.ts'
import type { Actor } from '#server/platform/platform.ts'
import { maxSelected } from '#shared/members/selection.schema.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** A college with three students and a faculty member, and a student from another college. */
async function office() {
  const world = await createWorld()
  const college = await world.college()
  const other = await world.college()
  const place = { branch: 'CSE', batch: '2027' }
  const students = [
    await world.student(college, { name: 'Asha Rao', ...place, section: 'A' }),
    await world.student(college, { name: 'Bala Nair', ...place, section: 'A' }),
    await world.student(college, { name: 'Chitra Sen', ...place, section: 'B' }),
  ] as const
  const faculty = await world.faculty(college)
  const stranger = await world.student(other, { name: 'Stranger' })
  const { members, audit } = world.call(college.admin)
  return { world, college, other, students, faculty, stranger, members, selection: members.selection, audit }
}

const nowhere = 'Please choose a branch, batch or section'
const idsOf = (people: readonly Actor[]) => people.map(({ id }) => id)
const byName = <T extends { name: string | null }>(people: readonly T[]) =>
  people.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))
const isRefused = async (world: World, as: Actor, token: string) =>
  (await world.rest('GET', '/auth/me', { as, token })).status === 401

describe('a selection', () => {
  it('includes everyone matching search and filters, in list order', async () => {
    const { selection, students, members } = await office()
    const query = { role: 'student', section: 'A', sort: 'name' } as const
    expect(await selection.find(query)).toEqual({ ids: idsOf(students.slice(0, 2)), total: 2 })
    const page = await members.list({ ...query, limit: 1 })
    expect(page.users[0]?.id).toBe(students[0].id)
    expect(await selection.find({ role: 'student', search: 'nobody' })).toEqual({ ids: [], total: 0 })
  })

  it.each<[string, unknown, string]>([
    ['nobody', [], 'Please select at least one person'],
    ['too many', Array.from({ length: maxSelected + 1 }, (_, n) => `id-${n}`), 'Please select at most 5,000 people'],
    ['an object', [{ $ne: null }], 'Must be a string'],
    ['an overlong id', ['x'.repeat(65)], 'Must be at most 64 characters'],
  ])('is refused by every action if it contains %s', async (_what, ids, message) => {
    const { selection } = await office()
    const selected = ids as string[]
    const calls = [
      () => selection.setActive({ ids: selected, isActive: false }),
      () => selection.move({ moves: [{ ids: selected, to: { section: 'C' } }] }),
      () => selection.reissuePasswords({ ids: selected }),
      () => selection.export({ ids: selected }),
    ]
    for (const call of calls) await expect(call()).rejects.toThrow(message)
  })

  it('may have the maximum size', async () => {
    const { selection, students } = await office()
    const ids = [...idsOf(students), ...Array.from({ length: maxSelected - 3 }, (_, n) => `unknown-${n}`)]
    const { changed, skipped } = await selection.setActive({ ids, isActive: false })
    expect(changed).toHaveLength(3)
    expect(skipped).toHaveLength(maxSelected - 3)
  })
})

describe('deactivating many people', () => {
  it('ends their sessions, lists who was skipped and why, and never affects another college or an admin', async () => {
    const { world, college, selection, students, stranger, members } = await office()
    await members.toggleStatus({ id: students[2].id })
    const token = await world.tokenOf(students[0])
    const ids = [...idsOf(students), students[0].id, stranger.id, college.admin.id, 'nobody']
    const { changed, skipped } = await selection.setActive({ ids, isActive: false })
    expect(changed.toSorted()).toEqual(idsOf(students.slice(0, 2)).toSorted())
    expect(skipped).toContainEqual({ id: students[2].id, name: 'Chitra Sen', reason: 'unchanged' })
    for (const id of [stranger.id, college.admin.id, 'nobody'])
      expect(skipped).toContainEqual({ id, name: null, reason: 'missing' })
    expect(skipped).toHaveLength(4)
    expect(await isRefused(world, students[0], token)).toBe(true)
    expect((await world.rest('GET', '/auth/me', { as: stranger })).status).toBe(200)
    expect((await world.rest('GET', '/auth/me', { as: college.admin })).status).toBe(200)
  })

  it('can be undone without affecting people who were reactivated in the meantime', async () => {
    const { selection, students, members } = await office()
    const { changed } = await selection.setActive({ ids: idsOf(students), isActive: false })
    await members.toggleStatus({ id: students[0].id })
    const undone = await selection.setActive({ ids: changed, isActive: true })
    expect(undone.changed).toHaveLength(2)
    expect(undone.skipped).toEqual([{ id: students[0].id, name: 'Asha Rao', reason: 'unchanged' }])
    const { users } = await members.list({ role: 'student', status: 'active' })
    expect(users).toHaveLength(3)
  })

  it('keeps a running exam and its answers', async () => {
    const { world, college, selection, students } = await office()
    const [asha] = students
    const test = await world.assignedTest(college, [asha])
    const { attempts } = world.call(asha)
    await attempts.start({ id: test.id })
    await attempts.save({ id: test.id, answers: [{ questionId: test.questionIds[0] ?? '', selectedAnswer: 'B' }] })
    await selection.setActive({ ids: [asha.id], isActive: false })
    await selection.setActive({ ids: [asha.id], isActive: true })
    const { answers } = await attempts.start({ id: test.id })
    expect(answers).toEqual([expect.objectContaining({ questionId: test.questionIds[0], selectedAnswer: 'B' })])
  })

  it('creates one audit log entry with count and ids', async () => {
    const { world, college, selection, students, audit } = await office()
    await selection.setActive({ ids: idsOf(students), isActive: false })
    const { entries } = await audit.list({ action: 'member.deactivate_many' })
    expect(entries).toEqual([
      expect.objectContaining({
        subject: { type: 'college', id: college.id, name: expect.any(String) },
        detail: { role: 'student', count: 3 },
      }),
    ])
    const stored = (await world.platform.db.read.select().from(auditEntries)).find(
      ({ action }) => action === 'member.deactivate_many',
    )
    expect(stored?.detail?.ids).toEqual(expect.arrayContaining(idsOf(students)))
  })

  it('logs nothing when nobody was changed', async () => {
    const { selection, stranger, audit } = await office()
    expect((await selection.setActive({ ids: [stranger.id], isActive: false })).changed).toEqual([])
    expect((await audit.list({ action: 'member.deactivate_many' })).entries).toEqual([])
  })
})

describe('moving many people', () => {
  it('changes only the given fields, and can be reversed group by group', async () => {
    const { selection, students, members } = await office()
    const places = async () =>
      byName((await members.list({ role: 'student' })).users).map(({ branch, batch, section }) => ({
        branch,
        batch,
        section,
      }))
    const before = await places()
    const { moved, skipped } = await selection.move({
      moves: [{ ids: idsOf(students), to: { batch: '2028', section: 'B' } }],
    })
    expect(skipped).toEqual([])
    expect(moved).toHaveLength(2)
    expect(await places()).toEqual(before.map((place) => ({ ...place, batch: '2028', section: 'B' })))
    await selection.move({ moves: moved.map(({ ids, from, to }) => ({ ids, from: to, to: from })) })
    expect(await places()).toEqual(before)
  })

  it('is not undone for people who were changed in the meantime', async () => {
    const { selection, students, members } = await office()
    const { moved } = await selection.move({ moves: [{ ids: idsOf(students), to: { section: 'D' } }] })
    await selection.move({ moves: [{ ids: [students[1].id], to: { branch: 'ECE' } }] })
    await members.delete({ id: students[2].id })
    const undone = await selection.move({ moves: moved.map(({ ids, from, to }) => ({ ids, from: to, to: from })) })
    expect(undone.moved.flatMap(({ ids }) => ids)).toEqual([students[0].id])
    expect(undone.skipped.map(({ reason }) => reason).toSorted()).toEqual(['missing', 'unchanged'])
    expect((await members.get({ id: students[1].id })).user).toMatchObject({ branch: 'ECE', section: 'D' })
  })

  it('skips people already there, other colleges’ people, and students who would lack a section', async () => {
    const { selection, students, stranger, faculty, members } = await office()
    const there = await selection.move({ moves: [{ ids: [...idsOf(students), stranger.id], to: { section: 'A' } }] })
    expect(there.moved).toEqual([expect.objectContaining({ ids: [students[2].id] })])
    expect(there.skipped.map(({ reason }) => reason).toSorted()).toEqual(['missing', 'unchanged', 'unchanged'])
    await members.selection.move({ moves: [{ ids: [faculty.id], to: { section: 'A' } }] })
    const { moved, skipped } = await selection.move({
      moves: [{ ids: [students[0].id, faculty.id], to: { section: null } }],
    })
    expect(moved).toEqual([expect.objectContaining({ ids: [faculty.id] })])
    expect(skipped).toEqual([{ id: students[0].id, name: 'Asha Rao', reason: 'incomplete' }])
  })

  it('is refused without a target, or if several moves together include too many people', async () => {
    const { selection, students } = await office()
    const ids = [students[0].id]
    await expect(selection.move({ moves: [{ ids, to: {} }] })).rejects.toThrow(nowhere)
    await expect(selection.move({ moves: [] })).rejects.toThrow(nowhere)
    await expect(selection.move({ moves: [{ ids, to: { branch: ' ' } }] })).rejects.toThrow('Branch is required')
    const half = Array.from({ length: 3_000 }, (_, n) => `id-${n}`)
    const moves = [half, half].map((some) => ({ ids: some, to: { section: 'A' } }))
    await expect(selection.move({ moves })).rejects.toThrow('Please select at most 5,000 people')
  })

  it('creates one audit log entry, even when it undoes several groups', async () => {
    const { selection, students, audit } = await office()
    const { moved } = await selection.move({ moves: [{ ids: idsOf(students), to: { section: 'D' } }] })
    await selection.move({ moves: moved.map(({ ids, from, to }) => ({ ids, from: to, to: from })) })
    const { entries } = await audit.list({ action: 'member.move_many' })
    expect(entries.map(({ detail }) => detail)).toEqual([
      { role: 'student', count: 3 },
      { role: 'student', count: 3, section: 'D' },
    ])
  })
})

describe('new temporary passwords for many people', () => {
  it('appear only in the response, and end old sessions', async () => {
    const { world, college, selection, students, stranger } = await office()
    const token = await world.tokenOf(students[0])
    const { credentials, skipped } = await selection.reissuePasswords({
      ids: [...idsOf(students), stranger.id],
      uploadId: 'mine',
    })
    expect(skipped).toEqual([{ id: stranger.id, name: null, reason: 'missing' }])
    expect(new Set(credentials.map(({ temporaryPassword }) => temporaryPassword)).size).toBe(3)
    const asha = credentials.find(({ email }) => email === students[0].email)
    expect(asha).toMatchObject({ name: 'Asha Rao', idNumber: expect.any(String) })
    expect(await isRefused(world, students[0], token)).toBe(true)
    const password = asha?.temporaryPassword ?? ''
    const signedIn = await world.call(null).auth.login({ email: students[0].email, password })
    expect(signedIn.user.id).toBe(students[0].id)
    const stored = JSON.stringify(await world.platform.db.read.select().from(auditEntries))
    for (const { temporaryPassword } of credentials) expect(stored).not.toContain(temporaryPassword)
    const mine = await world.call(college.admin).members.bulk.progress({ uploadId: 'mine' })
    expect(mine).toMatchObject({ phase: 'done', total: 4 })
    expect(world.platform.uploadProgress.get({ collegeId: 'another' } as never, 'mine').phase).toBe('waiting')
  })
})
