import { plural } from '#client/lib/plural.ts'
import type { NotificationType, Priority, Status, TargetType } from '#shared/notifications/schema.ts'
import type { SentNotification } from '../queries.ts'

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

export const statusWords: Record<Status, string> = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  expired: 'Expired',
}

/** So many letters of a message stand in a list. */
const previewLength = 50

/** The beginning of a message, in one line. */
export function previewOf(message: string): string {
  const line = [...message.replace(/\s+/g, ' ')]
  return line.length <= previewLength ? line.join('') : `${line.slice(0, previewLength).join('').trimEnd()}…`
}

/** What narrows whom a notification is for, as `2 colleges · CSE, ECE · 5 chosen people`; '' for everybody within reach. */
export function narrowedText({
  targetColleges,
  targetUsers,
  filters,
}: Pick<SentNotification, 'targetColleges' | 'targetUsers' | 'filters'>): string {
  const { branches, batches, sections } = filters
  return [
    targetColleges.length > 0 && plural(targetColleges.length, 'college'),
    branches.join(', '),
    batches.join(', '),
    sections.length > 0 && `${sections.length === 1 ? 'Section' : 'Sections'} ${sections.join(', ')}`,
    targetUsers.length > 0 && plural(targetUsers.length, 'chosen person', 'chosen people'),
  ]
    .filter(Boolean)
    .join(' · ')
}
