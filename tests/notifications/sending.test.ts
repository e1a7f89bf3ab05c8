import { describe, expect, it } from 'vitest'
import { recipients } from '#drizzle/schema/notifications.ts'
import { deliver, sendDue } from '#server/features/notifications/delivery.ts'
import type { Actor } from '#server/platform/platform.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { later, minute, to } from './forms.ts'

const inboxOf = (world: World, actor: Actor) => world.call(actor).notifications.inbox({})

describe('a notification', () => {
  it('goes from the master admin to admins of the chosen colleges only', async () => {
    const world = await createWorld()
    const [first, second] = [await world.college(), await world.college()]
    const { notification, totalRecipients } = await world
      .call(world.admin)
      .notifications.create(to('colleges', { targetColleges: [first.id] }))
    expect(totalRecipients).toBe(1)
    expect(notification).toMatchObject({ status: 'sent', type: 'general', priority: 'medium', isOwn: true })
    expect(await inboxOf(world, first.admin)).toMatchObject({
      notifications: [
        {
          isRead: false,
          readAt: null,
          notification: { title: 'Campus drive on Friday', createdBy: { role: 'master_admin' } },
        },
      ],
      pagination: { total: 1 },
      unreadCount: 1,
    })
    expect((await inboxOf(world, second.admin)).notifications).toEqual([])
    expect((await inboxOf(world, world.admin)).unreadCount).toBe(0)
  })

  it('has one row for each of thousands of recipients despite retries, and does not block other writes', async () => {
    const world = await createWorld()
    const college = await world.college()
    enrolCrowd(world.platform.config.dataDir, college.id, 2_000)
    const student = await world.student(college)
    const order: string[] = []
    const sending = world
      .call(college.admin)
      .notifications.create(to('students'))
      .then((sent) => {
        order.push('sent')
        return sent
      })
    const others = (async () => {
      while (!order.includes('sent')) {
        await world.call(student).auth.updateProfile({ phoneNumber: '98765 43210' })
        order.push('write')
      }
    })()
    const { notification, totalRecipients } = await sending
    await others
    expect(totalRecipients).toBe(2_001)
    expect(order.indexOf('sent')).toBeGreaterThan(3)
    await Promise.all([deliver(world.platform, notification.id), deliver(world.platform, notification.id)])
    await sendDue(world.platform)
    expect(await world.platform.db.read.$count(recipients)).toBe(2_001)
    const { users } = await world.call(college.admin).members.list({ role: 'student', limit: 1 })
    await world.call(college.admin).members.delete({ id: users[0]?.id ?? '' })
    expect((await world.call(college.admin).notifications.stats()).totalRecipients).toBe(2_000)
  })
})

describe('a scheduled notification', () => {
  async function scheduled() {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const call = world.call(college.admin).notifications
    const form = to('students', { scheduledFor: later(world.clock.now(), 10 * minute) })
    return { world, college, student, call, form, ...(await call.create(form)) }
  }

  it('is sent once, at the scheduled time, to everyone who matches then, and is not counted before', async () => {
    const { world, college, student, notification, totalRecipients } = await scheduled()
    expect([notification.status, totalRecipients]).toEqual(['scheduled', 1])
    const late = await world.student(college)
    world.clock.advance(10 * minute - 1)
    await sendDue(world.platform)
    expect((await inboxOf(world, late)).unreadCount).toBe(0)
    const { notifications } = world.call(college.admin)
    expect(await notifications.stats()).toMatchObject({ totalNotifications: 0, totalRecipients: 0 })
    expect((await world.call(world.admin).notifications.analytics.report({})).summary.totalNotificationsSent).toBe(0)
    // Before it is sent, only its author sees it.
    expect((await world.call(world.admin).notifications.sent({})).notifications).toEqual([])
    expect((await notifications.sent({})).notifications).toMatchObject([{ status: 'scheduled', sentAt: null }])
    world.clock.advance(1)
    await Promise.all([sendDue(world.platform), sendDue(world.platform)])
    await sendDue(world.platform)
    for (const somebody of [student, late])
      expect(await inboxOf(world, somebody)).toMatchObject({ unreadCount: 1, pagination: { total: 1 } })
    expect(await notifications.stats()).toMatchObject({ totalNotifications: 1, totalRecipients: 2 })
  })

  it('can be edited only before it is sent, and is sent as edited', async () => {
    const { world, student, call, form, notification } = await scheduled()
    const edited = await call.update({ ...form, id: notification.id, title: 'Moved to Monday', priority: 'high' })
    expect(edited.notification).toMatchObject({ title: 'Moved to Monday', priority: 'high', status: 'scheduled' })
    world.clock.advance(10 * minute)
    await sendDue(world.platform)
    expect((await inboxOf(world, student)).notifications).toMatchObject([
      { notification: { title: 'Moved to Monday' } },
    ])
    const late = { ...form, id: notification.id, scheduledFor: later(world.clock.now(), minute) }
    await expect(call.update(late)).rejects.toMatchObject({ cause: { code: 'CONFLICT' } })
  })

  it('is sent immediately when its time is removed', async () => {
    const { world, student, call, form, notification } = await scheduled()
    const { scheduledFor: _, ...now } = form
    const sent = await call.update({ ...now, id: notification.id })
    expect(sent).toMatchObject({ totalRecipients: 1, notification: { status: 'sent', scheduledFor: null } })
    expect((await inboxOf(world, student)).unreadCount).toBe(1)
  })

  it('is never sent if it was cancelled', async () => {
    const { world, student, call, notification } = await scheduled()
    expect(await call.delete({ id: notification.id })).toEqual({ message: 'The scheduled notification was cancelled' })
    world.clock.advance(10 * minute)
    await sendDue(world.platform)
    expect((await inboxOf(world, student)).pagination.total).toBe(0)
    expect((await call.sent({})).notifications).toEqual([])
  })

  it('is marked as missed if it expired early or matches nobody, and can be rescheduled', async () => {
    const { world, college, student, call, notification } = await scheduled()
    const short = {
      scheduledFor: later(world.clock.now(), 5 * minute),
      expiresAt: later(world.clock.now(), 6 * minute),
    }
    const early = await call.create(to('students', { title: 'Early', ...short }))
    await world.call(college.admin).members.toggleStatus({ id: student.id })
    world.clock.advance(10 * minute)
    await sendDue(world.platform)
    await sendDue(world.platform)
    const missed = (await call.sent({ status: 'missed' })).notifications
    expect(missed.map(({ id, sentAt, totalRecipients }) => [id, sentAt, totalRecipients]).sort()).toEqual(
      [
        [notification.id, null, 0],
        [early.notification.id, null, 0],
      ].sort(),
    )
    expect(await call.stats()).toMatchObject({ totalNotifications: 0, totalRecipients: 0 })
    await world.call(college.admin).members.toggleStatus({ id: student.id })
    await sendDue(world.platform)
    expect((await inboxOf(world, student)).unreadCount, 'not sent later by itself').toBe(0)
    const again = { ...to('students'), id: notification.id, scheduledFor: later(world.clock.now(), minute) }
    expect((await call.update(again)).notification.status).toBe('scheduled')
    world.clock.advance(minute)
    await sendDue(world.platform)
    expect((await inboxOf(world, student)).unreadCount).toBe(1)
  })

  it('can be edited if one chosen person was deleted, but not if all were', async () => {
    const { world, college, student, call, form } = await scheduled()
    const gone = await world.student(college)
    const chosen = { ...form, targetUsers: [student.id, gone.id] }
    const { notification } = await call.create(chosen)
    await world.call(college.admin).members.delete({ id: gone.id })
    const shown = await call.get({ id: notification.id })
    expect(shown).toMatchObject({ missingUsers: [gone.id], chosenUsers: [{ id: student.id }] })
    // Returned values can be sent back, but an added unknown id is refused.
    const edited = await call.update({ ...chosen, id: notification.id, title: 'Edited' })
    expect(edited).toMatchObject({ totalRecipients: 1, notification: { targetUsers: [student.id] } })
    const stranger = await world.student(await world.college())
    const crafted = { ...chosen, id: notification.id, targetUsers: [student.id, stranger.id] }
    await expect(call.update(crafted)).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
    await world.call(college.admin).members.delete({ id: student.id })
    await world.student(college)
    const left = { ...chosen, id: notification.id, targetUsers: [student.id] }
    await expect(call.update(left)).rejects.toMatchObject({ cause: { code: 'VALIDATION' } })
  })

  it('is not sent if its college is deleted', async () => {
    const { world, college } = await scheduled()
    const { code } = (await world.call(world.admin).colleges.get({ id: college.id })).college
    await world.call(world.admin).colleges.delete({ id: college.id, confirm: code })
    world.clock.advance(10 * minute)
    await sendDue(world.platform)
    expect((await world.call(world.admin).notifications.stats()).totalNotifications).toBe(0)
  })
})

describe('a notification that expires', () => {
  it('disappears from inbox, bell and unread count, but not from the sent list', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const call = world.call(college.admin).notifications
    const { notification } = await call.create(to('students', { expiresAt: later(world.clock.now(), minute) }))
    await call.create(to('students', { title: 'Stays' }))
    expect((await inboxOf(world, student)).unreadCount).toBe(2)
    world.clock.advance(minute)
    expect(await inboxOf(world, student)).toMatchObject({
      notifications: [{ notification: { title: 'Stays' } }],
      pagination: { total: 1 },
      unreadCount: 1,
    })
    const late = world.call(student).notifications.markRead({ id: notification.id })
    await expect(late).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
    expect((await call.sent({ status: 'expired' })).notifications).toMatchObject([{ id: notification.id }])
    expect((await call.stats()).totalNotifications).toBe(2)
  })
})

describe('a deleted notification', () => {
  it('disappears from every inbox and count, and can be deleted only by its sender', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const { notification } = await world.call(college.admin).notifications.create(to('students'))
    for (const somebody of [world.admin, student]) {
      const answer = await world.rest('DELETE', `/notifications/${notification.id}`, { as: somebody })
      expect(answer.status).toBe(somebody === student ? 403 : 404)
    }
    const answer = await world.rest('DELETE', `/notifications/${notification.id}`, { as: college.admin })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The notification was deleted' } })
    expect(await inboxOf(world, student)).toMatchObject({ unreadCount: 0, pagination: { total: 0 } })
    expect(await world.call(college.admin).notifications.stats()).toMatchObject({
      totalNotifications: 0,
      totalRecipients: 0,
    })
    const { entries } = await world.call(college.admin).audit.list({ subject: 'notification' })
    expect(entries.map(({ action }) => action)).toEqual(['notification.delete', 'notification.send'])
  })
})
