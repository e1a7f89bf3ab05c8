import { describe, expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'
import { to } from './forms.ts'

/** A college whose student has received `many` notifications. */
async function withSome(many: number) {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const ids: string[] = []
  for (let n = 1; n <= many; n++) {
    world.clock.advance(1_000)
    const { notification } = await world
      .call(college.admin)
      .notifications.create(to('students', { title: `News ${n}` }))
    ids.push(notification.id)
  }
  return { world, college, student, ids, call: world.call(student).notifications }
}

describe('the inbox', () => {
  it('is paged, newest first', async () => {
    const { call } = await withSome(12)
    const first = await call.inbox({ page: 1, limit: 10 })
    expect(first.pagination).toEqual({ page: 1, limit: 10, total: 12, totalPages: 2 })
    expect(first.notifications[0]?.notification.title).toBe('News 12')
    const second = await call.inbox({ page: 2, limit: 10 })
    expect(second.notifications.map(({ notification }) => notification.title)).toEqual(['News 2', 'News 1'])
  })

  it('marks one as read by notification or record id, keeps the first time, and never counts below 0', async () => {
    const { world, call, ids, student } = await withSome(2)
    const [first = '', second = ''] = ids
    expect(await call.markRead({ id: first })).toEqual({ unreadCount: 1 })
    const readAt = new Date(world.clock.now()).toISOString()
    world.clock.advance(5_000)
    expect(await call.markRead({ id: first })).toEqual({ unreadCount: 1 })
    const { notifications } = await call.inbox({})
    expect(notifications.find(({ notification }) => notification.id === first)).toMatchObject({ isRead: true, readAt })
    const record = notifications.find(({ notification }) => notification.id === second)
    const answer = await world.rest('PUT', `/notifications/${record?.id}/read`, { as: student })
    expect(answer).toMatchObject({ status: 200, body: { unreadCount: 0 } })
    expect(await call.markAllRead()).toEqual({ unreadCount: 0 })
  })

  it('marks all of a person’s notifications as read', async () => {
    const { world, college, call } = await withSome(3)
    const other = await world.student(college)
    await world.call(college.admin).notifications.create(to('students'))
    expect(await call.markAllRead()).toEqual({ unreadCount: 0 })
    expect((await world.call(other).notifications.inbox({})).unreadCount).toBe(1)
  })

  it('filters by read state, type, priority, sender and text', async () => {
    const { world, college, call, ids } = await withSome(2)
    await world
      .call(world.admin)
      .notifications.create(to('students', { type: 'urgent', priority: 'high', title: 'Ärger' }))
    await world
      .call(college.admin)
      .notifications.create(to('students', { type: 'reminder', message: 'Bring 100% of it' }))
    await call.markRead({ id: ids[0] ?? '' })
    const titles = async (query: object) =>
      (await call.inbox(query)).notifications.map(({ notification }) => notification.title)
    expect(await titles({ filter: 'read' })).toEqual(['News 1'])
    expect(await titles({ filter: 'unread' })).toHaveLength(3)
    expect(await titles({ type: 'urgent' })).toEqual(['Ärger'])
    expect(await titles({ priority: 'high', sender: 'college_admin' })).toEqual([])
    expect(await titles({ sender: 'master_admin' })).toEqual(['Ärger'])
    expect(await titles({ search: 'ärGER' })).toEqual(['Ärger'])
    expect(await titles({ search: '100%' })).toEqual(['Campus drive on Friday'])
    expect(await call.inbox({ type: 'reminder' })).toMatchObject({ pagination: { total: 1 }, unreadCount: 3 })
  })

  it('never shows, counts or marks notifications sent to others', async () => {
    const { world, college, student, ids } = await withSome(1)
    const [id = ''] = ids
    const other = await world.student(await world.college())
    const late = await world.student(college)
    const record = (await world.call(student).notifications.inbox({})).notifications[0]?.id ?? ''
    for (const somebody of [other, late, world.admin]) {
      expect(await world.call(somebody).notifications.inbox({})).toMatchObject({ notifications: [], unreadCount: 0 })
      for (const named of [id, record, `${id}.${somebody.id}`, 'nothing', `.${somebody.id}`])
        expect((await world.rest('PUT', `/notifications/${named}/read`, { as: somebody })).status, named).toBe(404)
    }
    expect((await world.call(college.admin).notifications.stats()).totalRead).toBe(0)
  })

  it('reveals nothing about other recipients', async () => {
    const { world, college, student, call } = await withSome(0)
    const other = await world.student(college)
    await world.call(college.admin).notifications.create(to('students', { targetUsers: [student.id, other.id] }))
    const text = JSON.stringify(await call.inbox({}))
    expect(text).not.toContain(other.id)
    expect(text).not.toContain('targetUsers')
  })
})

describe('recipients', () => {
  it('are listed for the sender and the master admin, latest readers first', async () => {
    const { world, college, student, ids } = await withSome(1)
    const [id = ''] = ids
    const stranger = (await world.college()).admin
    await world.call(student).notifications.markRead({ id })
    for (const somebody of [college.admin, world.admin]) {
      const call = world.call(somebody).notifications
      expect(await call.recipients({ id })).toMatchObject({
        recipients: [{ id: student.id, name: student.name, isRead: true, role: 'student' }],
        pagination: { total: 1, limit: 50 },
      })
      expect((await call.recipients({ id, filter: 'unread' })).recipients).toEqual([])
      expect((await call.recipients({ id, filter: 'read', search: student.email })).pagination.total).toBe(1)
    }
    expect((await world.rest('GET', `/notifications/${id}/recipients`, { as: stranger })).status).toBe(404)
    expect((await world.rest('GET', `/notifications/${id}/recipients`, { as: student })).status).toBe(403)
  })
})

describe('analytics', () => {
  it('refuse invalid days and time zones', async () => {
    const { world } = await withSome(1)
    const ask = async (query: string) =>
      (await world.rest('GET', `/notifications/analytics/report?${query}`, { as: world.admin })).status
    for (const query of [
      'startDate=2026-13-01',
      'startDate=yesterday',
      'startDate=2026-02-02&endDate=2026-02-01',
      'endDate=9999-12-31T23:59:59Z&tz=Pacific/Kiritimati',
      'startDate=0001-01-01',
      'tz=Mars/Base',
      'tz=%2B05:23',
    ])
      expect(await ask(query), query).toBe(400)
    for (const query of [
      'tz=%2B05:45',
      'startDate=2026-02-01&endDate=2026-02-01',
      'startDate=1970-01-01&endDate=2999-12-31',
    ])
      expect(await ask(query), query).toBe(200)
  })
})
