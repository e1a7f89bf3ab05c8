import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import type { NotificationType, Priority } from '#shared/notifications/notifications.schema.ts'
import { minute, moment } from './calendar.ts'
import { callerAt } from './callers.ts'
import { demoRepo } from './demo.repo.ts'
import type { Enrolled } from './people.ts'

interface SeedNotification {
  from: 'master' | 'college'
  to: 'colleges' | 'faculty' | 'students'
  /** Days from today, and the hour of sending. */
  day: number
  hour: number
  /** Percentage of recipients who have read it. */
  readShare: number
  title: string
  message: string
  type: NotificationType
  priority: Priority
  /** True if only students in the CSE branch get it. */
  onlyCse?: boolean
}

/** Notifications of the past weeks. */
const sent: readonly SeedNotification[] = [
  {
    from: 'master',
    to: 'colleges',
    day: -28,
    hour: 10,
    readShare: 100,
    title: 'Welcome to the placement season',
    message:
      'The first assessments are in Assigned Tests. Please accept them and assign them to your final-year batch before the windows open.',
    type: 'announcement',
    priority: 'medium',
  },
  {
    from: 'college',
    to: 'students',
    day: -21,
    hour: 9,
    readShare: 92,
    title: 'How the tests will run',
    message:
      'Every test runs in full screen and has its own clock.\nYour answers are saved as you choose them: if the power goes, sign in again on any machine and continue where you left off.',
    type: 'general',
    priority: 'medium',
  },
  {
    from: 'college',
    to: 'students',
    day: -12,
    hour: 16,
    readShare: 78,
    title: 'Mock test on Saturday',
    message: 'The hall opens at half past eight. Bring your identity card and a pen for rough work.',
    type: 'reminder',
    priority: 'high',
  },
  {
    from: 'college',
    to: 'faculty',
    day: -9,
    hour: 11,
    readShare: 0,
    title: 'First assessment: reports available',
    message:
      'The question analysis of the first assessment is in Test Reports. Two questions were answered wrong by nearly everybody: please look at their keys.',
    type: 'general',
    priority: 'low',
  },
  {
    from: 'college',
    to: 'students',
    day: -4,
    hour: 17,
    readShare: 61,
    title: 'Coding round for CSE: practise reading input',
    message:
      'Most runtime errors in the last round came from reading input. Three easy problems in Practice Coding help.',
    type: 'announcement',
    priority: 'medium',
    onlyCse: true,
  },
  {
    from: 'master',
    to: 'students',
    day: -1,
    hour: 18,
    readShare: 35,
    title: 'Company test: read the instructions tonight',
    message:
      'The company has asked for a quiet room and a working camera. The window opens in the morning and cannot be moved.',
    type: 'urgent',
    priority: 'high',
  },
]

/** Sends the notifications at their scheduled times, marks some as read, and schedules one more. */
export async function sendNotifications(
  app: Services,
  master: Actor,
  { collegeAdmin, everybody }: Enrolled,
  now: number,
): Promise<void> {
  for (const { from, to, day, hour, readShare, onlyCse, ...words } of sent) {
    const at = moment(now, day, hour)
    const { call } = callerAt(app, from === 'master' ? master : collegeAdmin, at)
    const { notification } = await call.notifications.create({
      ...words,
      targetType: to,
      targetColleges: to === 'colleges' && collegeAdmin.collegeId !== null ? [collegeAdmin.collegeId] : [],
      filters: onlyCse ? { branches: ['CSE'] } : {},
    })
    const students = everybody.filter(({ fields }) => !onlyCse || fields.branch === 'CSE')
    const readers = to === 'colleges' ? [collegeAdmin] : to === 'students' ? students.map(({ actor }) => actor) : []
    await Promise.all(
      readers.map(async (reader, index) => {
        const readAt = at + (5 + ((index * 53) % 1_200)) * minute
        if ((index * 37 + 40) % 100 >= readShare || readAt > now) return
        await callerAt(app, reader, readAt).call.notifications.markRead({ id: notification.id })
      }),
    )
  }
  await callerAt(app, collegeAdmin, moment(now, -1, 12)).call.notifications.create({
    title: 'Results will be discussed in class',
    message: 'Bring your questions about the last assessment to the next class of your section.',
    type: 'reminder',
    priority: 'low',
    targetType: 'students',
    scheduledFor: new Date(moment(now, 2, 9)).toISOString(),
  })
  await app.db.write((tx) => demoRepo(tx).recordMailSent())
}
