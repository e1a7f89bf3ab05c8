import { describe, expect, it } from 'vitest'
import { sendDue } from '#server/features/notifications/delivery/service.ts'
import { createWorld } from '#tests/support/world.ts'

const to = (targetType: 'colleges' | 'faculty' | 'students', fields: object = {}) => ({
  title: 'Campus drive on Friday',
  message: 'Please be in the hall at nine.',
  targetType,
  ...fields,
})

describe('a notification', () => {
  it('goes from the master admin to the admins of the chosen colleges, and to nobody else', async () => {
    const world = await createWorld()
    const [first, second] = [await world.college(), await world.college()]
    const { notification, totalRecipients } = await world
      .call(world.admin)
      .notifications.create(to('colleges', { targetColleges: [first.id] }))
    expect(totalRecipients).toBe(1)
    expect(notification).toMatchObject({ status: 'sent', type: 'general', priority: 'medium', isOwn: true })
    const inbox = await world.call(first.admin).notifications.inbox({})
    expect(inbox).toMatchObject({
      notifications: [{ isRead: false, readAt: null, notification: { title: 'Campus drive on Friday' } }],
      pagination: { total: 1 },
      unreadCount: 1,
    })
    expect((await world.call(second.admin).notifications.inbox({})).notifications).toEqual([])
    expect((await world.call(world.admin).notifications.inbox({})).unreadCount).toBe(0)
  })

  it('that is scheduled goes out at its time, to those who are there then', async () => {
    const world = await createWorld()
    const college = await world.college()
    await world.student(college)
    const { notification, totalRecipients } = await world
      .call(college.admin)
      .notifications.create(to('students', { scheduledFor: new Date(world.clock.now() + 60_000).toISOString() }))
    expect([notification.status, totalRecipients]).toEqual(['scheduled', 1])
    const late = await world.student(college)
    await sendDue(world.platform)
    expect((await world.call(late).notifications.inbox({})).unreadCount).toBe(0)
    world.clock.advance(60_000)
    await sendDue(world.platform)
    await sendDue(world.platform)
    expect((await world.call(late).notifications.inbox({})).unreadCount).toBe(1)
  })
})
