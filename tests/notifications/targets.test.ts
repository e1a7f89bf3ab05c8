import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { to } from './forms.ts'

const unreadOf = async (world: World, actor: Actor) => (await world.call(actor).notifications.inbox({})).unreadCount

/** Two colleges, each with two students in different groups and a faculty member. */
async function twoColleges() {
  const world = await createWorld()
  const make = async () => {
    const college = await world.college()
    const cse = await world.student(college, { branch: 'CSE', batch: '2026', section: 'A' })
    const ece = await world.student(college, { branch: 'ECE', batch: '2026', section: 'B' })
    return { ...college, cse, ece, faculty: await world.faculty(college) }
  }
  const [own, other] = [await make(), await make()]
  /** Returns who has received a notification. */
  const reached = async () => {
    const people = { own, other }
    const names: string[] = []
    for (const [college, group] of Object.entries(people))
      for (const role of ['admin', 'faculty', 'cse', 'ece'] as const)
        if ((await unreadOf(world, group[role])) > 0) names.push(`${college} ${role}`)
    return names
  }
  return { world, own, other, reached }
}

describe('notifications without targets and filters', () => {
  it('reach everyone with the role, in the college for a college admin or anywhere for the master admin', async () => {
    const { world, own, reached } = await twoColleges()
    const byAdmin = await world.call(own.admin).notifications.create(to('students'))
    expect(byAdmin.totalRecipients).toBe(2)
    expect(await reached()).toEqual(['own cse', 'own ece'])
    expect((await world.call(world.admin).notifications.create(to('faculty'))).totalRecipients).toBe(2)
    expect(await reached()).toEqual(['own faculty', 'own cse', 'own ece', 'other faculty'])
  })

  it('skip inactive people, and people of inactive colleges', async () => {
    const { world, own, other, reached } = await twoColleges()
    await world.call(own.admin).members.toggleStatus({ id: own.cse.id })
    await world.call(world.admin).colleges.toggleStatus({ id: other.id })
    expect((await world.call(world.admin).notifications.create(to('students'))).totalRecipients).toBe(1)
    expect(await reached()).toEqual(['own ece'])
  })
})

describe('branches, batches, sections and people', () => {
  it('are combined with AND', async () => {
    const { world, own, reached } = await twoColleges()
    const send = (fields: object) => world.call(own.admin).notifications.create(to('students', fields))
    expect((await send({ filters: { batches: ['2026'], sections: ['A'] } })).totalRecipients).toBe(1)
    expect(await reached()).toEqual(['own cse'])
    const both = { targetUsers: [own.cse.id, own.ece.id], filters: { branches: ['ECE'] } }
    expect((await send(both)).totalRecipients).toBe(1)
    expect(await unreadOf(world, own.ece)).toBe(1)
  })

  it('are refused if they match nobody, and nothing is sent', async () => {
    const { world, own, reached } = await twoColleges()
    const call = world.call(own.admin).notifications
    const refused = { cause: { code: 'VALIDATION' } }
    await expect(call.create(to('students', { filters: { branches: ['MECH'] } }))).rejects.toMatchObject(refused)
    // A faculty member is not among the students, so nobody matches.
    await expect(call.create(to('students', { targetUsers: [own.faculty.id] }))).rejects.toMatchObject(refused)
    expect(await reached()).toEqual([])
    expect((await call.sent({})).notifications).toEqual([])
  })
})

describe('targets that a college admin cannot choose', () => {
  it.each([
    ['another college', 'students', (other: { id: string }) => ({ targetColleges: [other.id] }), 404],
    ["another college's student", 'students', (other: { cse: Actor }) => ({ targetUsers: [other.cse.id] }), 404],
    ['own college', 'colleges', (_other: object, own: { id: string }) => ({ targetColleges: [own.id] }), 400],
    ['other colleges', 'colleges', (other: { id: string }) => ({ targetColleges: [other.id] }), 404],
    ['an unknown person', 'students', () => ({ targetUsers: ['nobody'] }), 404],
  ] as const)('send nothing: %s', async (_name, targetType, fields, status) => {
    const { world, own, other, reached } = await twoColleges()
    const body = to(targetType, fields(other, own))
    expect((await world.rest('POST', '/notifications/audience', { as: own.admin, body })).status).toBe(status)
    if (!('targetUsers' in body))
      for (const choice of ['groups', 'people'])
        expect((await world.rest('POST', `/notifications/${choice}`, { as: own.admin, body })).status).toBe(status)
    const mixed = { ...body, targetUsers: 'targetUsers' in body ? [...body.targetUsers, own.cse.id] : [] }
    for (const sent of [body, mixed]) {
      const answer = await world.rest('POST', '/notifications', { as: own.admin, body: sent })
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    }
    expect(await reached()).toEqual([])
    expect((await world.call(world.admin).notifications.stats()).totalNotifications).toBe(0)
  })
})

describe('the master admin', () => {
  it('needs at least one college to notify colleges, and filters students by college', async () => {
    const { world, other, reached } = await twoColleges()
    const answer = await world.rest('POST', '/notifications', { as: world.admin, body: to('colleges') })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: 'Validation failed',
        errors: [{ field: 'targetColleges', message: 'Please select at least one college' }],
      },
    })
    await world.call(world.admin).notifications.create(to('students', { targetColleges: [other.id] }))
    expect(await reached()).toEqual(['other cse', 'other ece'])
  })

  it('finds nobody in a deleted college', async () => {
    const { world, other } = await twoColleges()
    const { college } = await world.call(world.admin).colleges.get({ id: other.id })
    await world.call(world.admin).colleges.delete({ id: other.id, confirm: college.code })
    const body = to('colleges', { targetColleges: [other.id] })
    expect((await world.rest('POST', '/notifications', { as: world.admin, body })).status).toBe(404)
  })
})

describe('the form', () => {
  it('reports an error for every field', async () => {
    const world = await createWorld()
    const send = async (body: object) =>
      (await world.rest('POST', '/notifications', { as: world.admin, body })).body.errors
    expect(await send({ targetType: 'students', title: ' ', message: '' })).toEqual([
      { field: 'title', message: 'Title is required' },
      { field: 'message', message: 'Message is required' },
    ])
    expect(await send(to('students', { title: 'x'.repeat(201), message: 'y'.repeat(2001) }))).toEqual([
      { field: 'title', message: 'Title must be less than 200 characters' },
      { field: 'message', message: 'Message must be less than 2000 characters' },
    ])
    expect(await send({ title: 'T', message: 'M' })).toEqual([
      { field: 'targetType', message: 'Please choose colleges, faculty or students' },
    ])
    const past = new Date(world.clock.now() - 1).toISOString()
    expect(await send(to('students', { scheduledFor: past }))).toMatchObject([{ field: 'scheduledFor' }])
    expect(await send(to('students', { expiresAt: past }))).toMatchObject([{ field: 'expiresAt' }])
    const [first, then] = [1, 2].map((hours) => new Date(world.clock.now() + hours * 3_600_000).toISOString())
    expect(await send(to('students', { scheduledFor: then, expiresAt: first }))).toMatchObject([{ field: 'expiresAt' }])
  })

  it('requires visible text and times with a zone, and removes bidi overrides', async () => {
    const world = await createWorld()
    await world.student(await world.college())
    const send = (fields: object) =>
      world.rest('POST', '/notifications', { as: world.admin, body: to('students', fields) })
    for (const title of ['\u200b', '\u2060 \u00a0', '\u202e\u2066'])
      expect((await send({ title })).body.errors).toEqual([{ field: 'title', message: 'Title is required' }])
    expect((await send({ message: '\u200b\n\u200d' })).body.errors).toMatchObject([{ field: 'message' }])
    const { body } = await send({ title: '\u202egnp.exe മലയാളം\u200d', message: 'a\u2066b' })
    expect(body.notification).toMatchObject({ title: 'gnp.exe മലയാളം\u200d', message: 'ab' })
    for (const scheduledFor of [1, '2027-01-01T00:00', 'tomorrow'])
      expect((await send({ scheduledFor })).body.errors).toEqual([
        {
          field: 'scheduledFor',
          message: 'Must be a date and time with its zone, such as 2026-01-31T09:00:00Z',
        },
      ])
    for (const scheduledFor of ['', null]) expect((await send({ scheduledFor })).status).toBe(201)
  })

  it('accepts 200 and 2,000 characters, keeps line breaks in the message and puts the title on one line', async () => {
    const world = await createWorld()
    await world.student(await world.college())
    const form = to('students', { title: `two\nlines ${'x'.repeat(190)}`, message: `a\nb${'y'.repeat(1997)}` })
    const { notification } = await world.call(world.admin).notifications.create(form)
    expect(notification.title).toBe(`two lines ${'x'.repeat(190)}`)
    expect(notification.message).toBe(form.message)
  })
})

it('searches people by name among thousands, page by page, with matching counts', async () => {
  const { world, own } = await twoColleges()
  enrolCrowd(world.platform.config.dataDir, own.id, 3_000)
  const { people, audience, groups } = world.call(own.admin).notifications
  const found = await people({ targetType: 'students', search: 'sakshi kulkarni', limit: 5 })
  expect(found.pagination.total).toBe(30)
  expect(found.users).toHaveLength(5)
  expect(found.users.every(({ name }) => name.startsWith('Sakshi Kulkarni'))).toBe(true)
  const filters = { branches: ['IT'], batches: ['2024'] }
  const { totalRecipients } = await audience({ targetType: 'students', filters })
  expect(totalRecipients).toBe((await people({ targetType: 'students', filters })).pagination.total)
  expect(totalRecipients).toBeGreaterThan(0)
  expect((await groups({ targetType: 'students' })).sections).toEqual(['A', 'B', 'C', 'D', 'E'])
})
