import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import type { CollegeTestStatus } from '#shared/assignments/schema.ts'

/** What a college answered to the offer of a test, in words. */
export const statusLabels: Record<CollegeTestStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  not_assigned: 'Not Assigned',
}

const tones: Record<CollegeTestStatus, Tone> = {
  pending: 'warning',
  accepted: 'success',
  rejected: 'danger',
  not_assigned: 'neutral',
}

/** What a college answered to the offer of a test. */
export const AssignmentStatusBadge = ({ status }: { status: CollegeTestStatus }) => (
  <StatusBadge tone={tones[status]} label={statusLabels[status]} />
)
