import { Text } from '@mantine/core'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import type { CollegeTestStatus } from '#shared/assignments/assignments.schema.ts'

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

export const AssignmentStatusBadge = ({ status }: { status: CollegeTestStatus }) => (
  <StatusBadge tone={tones[status]} label={statusLabels[status]} />
)

export const RejectionReason = ({ reason }: { reason: string }) => (
  <Text size="xs" c="dimmed" mt={3} lineClamp={3} title={reason} style={{ overflowWrap: 'anywhere' }}>
    “{reason}”
  </Text>
)
