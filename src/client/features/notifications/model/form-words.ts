import { plural } from '#client/lib/plural.ts'
import type { NotificationType, Priority, TargetType } from '#shared/notifications/schema.ts'

export const typeWords: Record<NotificationType, string> = {
  general: 'General',
  urgent: 'Urgent',
  announcement: 'Announcement',
  reminder: 'Reminder',
}

export const priorityWords: Record<Priority, string> = { low: 'Low', medium: 'Medium', high: 'High' }

export const targetWords: Record<TargetType, string> = {
  colleges: 'Colleges',
  faculty: 'Faculty',
  students: 'Students',
}

const peopleWords: Record<TargetType, [one: string, many: string]> = {
  colleges: ['college administrator', 'college administrators'],
  faculty: ['faculty member', 'faculty members'],
  students: ['student', 'students'],
}

/** `1 student`, `1,240 students`. */
export const peopleText = (count: number, targetType: TargetType) => plural(count, ...peopleWords[targetType])
/** Without their number. */
export const peopleWord = (targetType: TargetType) => peopleWords[targetType][1]

export const nobodyMatches = 'Nobody matches what you chose. Please choose other recipients'
