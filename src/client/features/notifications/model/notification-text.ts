import { plural } from '#client/lib/format.ts'
import type { NotificationType, Priority, Status, TargetType } from '#shared/notifications/notifications.schema.ts'
import type { SentNotification } from '../queries.ts'

export const statusLabels: Record<Status, string> = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  expired: 'Expired',
  missed: 'Not sent',
}

/** Shown for a notification that expired or was withdrawn while open. */
export const notAvailable = 'This notification is no longer available'

/** True if a notification was sent or is being sent. Others have no recipients. */
export const wentOut = ({ status }: { status: Status }) => status !== 'scheduled' && status !== 'missed'

/**
 * A summary of a narrowed audience, such as `2 colleges · CSE, ECE · 5 chosen people`; empty without any filter.
 */
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

export const typeLabels: Record<NotificationType, string> = {
  general: 'General',
  urgent: 'Urgent',
  announcement: 'Announcement',
  reminder: 'Reminder',
}

/** Options for a select, with their labels. */
export const named = <Value extends string>(values: readonly Value[], words: Record<Value, string>) =>
  values.map((value) => ({ value, label: words[value] }))

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

/** A count of people, such as `1 student` or `1,240 students`. */
export const peopleText = (count: number, targetType: TargetType) => plural(count, ...peopleNouns[targetType])
/** The plural noun without a count. */
export const peopleNoun = (targetType: TargetType) => peopleNouns[targetType][1]

export const noMatches = 'No one matches these filters. Choose other recipients'

/** Shown if none of the chosen people exist any more. */
export const noneLeft =
  'The chosen people no longer exist. Choose others, or remove them to write to everyone who matches'

/** A note such as `1 chosen person no longer exists and was removed`. */
export const takenOffText = (count: number) =>
  `${plural(count, 'chosen person no longer exists', 'chosen people no longer exist')} and ${count === 1 ? 'was' : 'were'} removed`
