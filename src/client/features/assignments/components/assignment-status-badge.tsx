import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import type { AssignmentStatus } from '#shared/assignments/schema.ts'

const looks: Record<AssignmentStatus, { tone: Tone; label: string }> = {
  pending: { tone: 'warning', label: 'Pending' },
  accepted: { tone: 'success', label: 'Accepted' },
  rejected: { tone: 'danger', label: 'Rejected' },
}

/** What a college answered to the offer of a test. */
export const AssignmentStatusBadge = ({ status }: { status: AssignmentStatus }) => <StatusBadge {...looks[status]} />
