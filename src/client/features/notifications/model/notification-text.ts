import { plural } from '#client/lib/format.ts'
import type { Status } from '#shared/notifications/notifications.schema.ts'
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

/** True if it was sent or is about to be. Others have no recipients. */
export const wentOut = ({ status }: { status: Status }) => status !== 'scheduled' && status !== 'missed'

/**
 * A summary of a narrowed audience, such as `2 colleges · CSE, ECE · 5 chosen people`; '' for everybody within reach.
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
