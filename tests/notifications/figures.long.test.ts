import fc from 'fast-check'
import { expect, it } from 'vitest'
import { notifications, notificationTotals, readingTotals, recipients } from '#drizzle/schema/notifications.ts'
import { sendDue } from '#server/features/notifications/delivery.ts'
import type { Actor } from '#server/platform/platform.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { later, minute, to } from './forms.ts'

const hour = 60 * minute
const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'] as const

/** The local date in a zone, computed independently. */
const wallDate = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)

const share = (part: number, whole: number) => (whole === 0 ? 0 : expect.closeTo((100 * part) / whole, 8))

/** All rows as stored. */
async function rowsOf({ platform }: World) {
  const { read } = platform.db
  return {
    sent: (await read.select().from(notifications)).filter(({ sentAt, deletedAt }) => sentAt !== null && !deletedAt),
    given: await read.select().from(recipients),
    totals: await read.select().from(notificationTotals),
    quarters: await read.select().from(readingTotals),
  }
}

/** Compares stored totals with a recount. */
async function checkTotals(world: World) {
  const { given, totals, quarters } = await rowsOf(world)
  for (const { notificationId, ...kept } of totals) {
    const of = given.filter((row) => row.notificationId === notificationId)
    expect(kept).toEqual({ recipients: of.length, read: of.filter(({ readAt }) => readAt !== null).length })
  }
  const counted = new Map<number, number>()
  for (const { readAt } of given)
    if (readAt !== null) {
      const quarter = Math.floor(readAt / (15 * minute))
      counted.set(quarter, (counted.get(quarter) ?? 0) + 1)
    }
  const kept = quarters.filter(({ readings }) => readings !== 0).map(({ quarter, readings }) => [quarter, readings])
  expect(kept.sort()).toEqual([...counted].sort())
}

/** Compares the counts in every call's response with a slow, independent count of the rows. */
async function checkFigures(world: World, admin: Actor, students: Actor[]) {
  const { sent, given } = await rowsOf(world)
  const read = given.filter(({ readAt }) => readAt !== null)
  const figures = {
    totalNotifications: sent.length,
    totalRecipients: given.length,
    totalRead: read.length,
    totalUnread: given.length - read.length,
    readPercentage: share(read.length, given.length),
  }
  const counts = <Key extends string>(keys: readonly Key[], of: (row: (typeof sent)[number]) => Key) =>
    Object.fromEntries(keys.map((key) => [key, sent.filter((row) => of(row) === key).length]))
  expect(await world.call(world.admin).notifications.stats()).toMatchObject({
    ...figures,
    byRole: counts(['colleges', 'faculty', 'students'], ({ targetType }) => targetType),
    byPriority: counts(['low', 'medium', 'high'], ({ priority }) => priority),
  })
  const own = sent.filter(({ collegeId }) => collegeId === admin.collegeId)
  expect((await world.call(admin).notifications.stats()).totalNotifications).toBe(own.length)

  const now = world.clock.now()
  for (const student of students) {
    const mine = given.filter(
      ({ userId, expiresAt }) => userId === student.id && (expiresAt === null || expiresAt > now),
    )
    const inbox = await world.call(student).notifications.inbox({})
    expect(inbox.pagination.total).toBe(mine.length)
    expect(inbox.unreadCount).toBe(mine.filter(({ readAt }) => readAt === null).length)
  }

  for (const tz of zones) {
    const dates = [...sent.map(({ sentAt }) => wallDate(sentAt ?? 0, tz)), wallDate(now, tz)].sort()
    const whole = { startDate: undefined, endDate: undefined }
    const middle = {
      startDate: dates[Math.floor(dates.length / 3)],
      endDate: dates[Math.floor((dates.length * 2) / 3)],
    }
    for (const { startDate, endDate } of [whole, middle]) {
      const isIn = (at: number) => {
        const date = wallDate(at, tz)
        return (startDate === undefined || date >= startDate) && (endDate === undefined || date <= endDate)
      }
      const chosen = sent.filter(({ sentAt }) => isIn(sentAt ?? 0))
      const of = given.filter(({ notificationId }) => chosen.some(({ id }) => id === notificationId))
      const seen = of.filter(({ readAt }) => readAt !== null).length
      const report = await world
        .call(world.admin)
        .notifications.analytics.report({ tz, startDate, endDate, limit: 200 })
      expect(report.summary).toEqual({
        totalNotificationsSent: chosen.length,
        totalRecipients: of.length,
        totalSeen: seen,
        totalUnseen: of.length - seen,
        overallSeenPercentage: share(seen, of.length),
      })
      const daily = new Map(report.dailyAnalytics.map((day) => [day.date, day]))
      expect(daily.size).toBe(report.dailyAnalytics.length)
      const onDay = (times: readonly (number | null)[], date: string) =>
        times.filter((at) => at !== null && wallDate(at, tz) === date).length
      for (const { date, ...day } of report.dailyAnalytics)
        expect(day, `${date} in ${tz}`).toEqual({
          sent: onDay(
            sent.map(({ sentAt }) => sentAt),
            date,
          ),
          seen: onDay(
            given.map(({ readAt }) => readAt),
            date,
          ),
        })
      for (const at of [...sent.map(({ sentAt }) => sentAt ?? 0), ...read.map(({ readAt }) => readAt ?? 0)])
        if (isIn(at)) expect(daily.has(wallDate(at, tz)), wallDate(at, tz)).toBe(true)
      for (const one of report.notifications) {
        const people = of.filter(({ notificationId }) => notificationId === one.id)
        const readers = people.filter(({ readAt }) => readAt !== null)
        expect(one).toMatchObject({
          totalRecipients: people.length,
          seenCount: readers.length,
          unseenCount: people.length - readers.length,
          seenPercentage: share(readers.length, people.length),
        })
        expect(one.seenBy.map(({ seenAt }) => Date.parse(seenAt)).sort()).toEqual(
          readers.map(({ readAt }) => readAt ?? 0).sort(),
        )
      }
    }
  }
}

it('keeps every sum equal to a recount after random operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(1_000_000)), async (stream) => {
      const next = (most: number) => (stream.next().value ?? 0) % most
      const world = await createWorld()
      const college = await world.college()
      const other = await world.college()
      let students = [await world.student(college), await world.student(college), await world.student(other)]
      await world.faculty(college)
      const own = world.call(college.admin).notifications
      const owner = world.call(world.admin).notifications
      const sentBy: { call: typeof own; id: string }[] = []
      for (let step = 0; step < 30; step++) {
        world.clock.advance(next(14 * hour))
        await sendDue(world.platform)
        const student = students[next(students.length)]
        const kind = next(10)
        if (kind < 4) {
          const call = next(2) === 0 ? own : owner
          const fields = {
            priority: (['low', 'medium', 'high'] as const)[next(3)],
            ...(next(3) === 0 && { scheduledFor: later(world.clock.now(), 1 + next(30 * hour)) }),
            ...(next(3) === 0 && { expiresAt: later(world.clock.now(), 31 * hour + next(90 * hour)) }),
          }
          const { notification } = await call.create(to(next(4) === 0 ? 'faculty' : 'students', fields))
          sentBy.push({ call, id: notification.id })
        } else if (kind < 7 && student) {
          const { notifications } = await world.call(student).notifications.inbox({})
          const one = notifications[next(Math.max(1, notifications.length))]
          if (one) await world.call(student).notifications.markRead({ id: one.id })
        } else if (kind === 7 && student) await world.call(student).notifications.markAllRead()
        else if (kind === 8 && sentBy.length > 3) {
          const [{ call, id } = { call: own, id: '' }] = sentBy.splice(next(sentBy.length), 1)
          await call.delete({ id })
        } else if (kind === 9 && students.length > 2 && student?.collegeId === college.id) {
          await world.call(college.admin).members.delete({ id: student.id })
          students = [...students.filter(({ id }) => id !== student.id), await world.student(college)]
        }
      }
      await checkTotals(world)
      await checkFigures(world, college.admin, students)
      const { code } = (await world.call(world.admin).colleges.get({ id: other.id })).college
      await world.call(world.admin).colleges.delete({ id: other.id, confirm: code })
      await checkTotals(world)
      await world.app.close()
    }),
    { numRuns: 6 },
  )
}, 120_000)
