import { plural } from '#client/lib/format.ts'
import type { NotificationType, Priority, TargetType } from '#shared/notifications/notifications.schema.ts'

export const typeLabels: Record<NotificationType, string> = {
  general: 'General',
  urgent: 'Urgent',
  announcement: 'Announcement',
  reminder: 'Reminder',
}

export const priorityLabels: Record<Priority, string> = { low: 'Low', medium: 'Medium', high: 'High' }

export const targetLabels: Record<TargetType, string> = {
  colleges: 'Colleges',
  faculty: 'Faculty',
  students: 'Students',
}

const peopleNouns: Record<TargetType, [one: string, many: string]> = {
  colleges: ['college administrator', 'college administrators'],
  faculty: ['faculty member', 'faculty members'],
  students: ['student', 'students'],
}

/** `1 student`, `1,240 students`. */
export const peopleText = (count: number, targetType: TargetType) => plural(count, ...peopleNouns[targetType])
/** The plural without a count. */
export const peopleNoun = (targetType: TargetType) => peopleNouns[targetType][1]

export const noMatches = 'No one matches these filters. Choose other recipients'

/** Shown if none of the chosen people exist any more. */
export const noneLeft =
  'The chosen people no longer exist. Choose others, or remove them to write to everyone who matches'

/** `1 chosen person is no longer there and was taken off`. */
export const takenOffText = (count: number) =>
  `${plural(count, 'chosen person no longer exists', 'chosen people no longer exist')} and ${count === 1 ? 'was' : 'were'} removed`
