import { IconEye } from '@tabler/icons-react'
import { ViolationLog } from '#client/features/attempts/components/violation-log.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import type { LiveRow } from '../../model/live-feed.ts'
import { useViolations } from '../../queries.ts'

interface ViolationsDialogProps {
  assignmentId: string
  row: LiveRow
  opened: boolean
  onClose: () => void
}

/** A student's exam room events with time and duration. */
export const ViolationsDialog = ({ assignmentId, row, opened, onClose }: ViolationsDialogProps) => (
  <Modal opened={opened} onClose={onClose} title={`Violations of ${row.name}`}>
    <Log assignmentId={assignmentId} studentId={row.studentId} count={row.violations} />
  </Modal>
)

function Log({ assignmentId, studentId, count }: { assignmentId: string; studentId: string; count: number }) {
  const log = useViolations(assignmentId, studentId)
  const { data, error, refetch } = log
  if (!data && error)
    return <ErrorState title="Failed to load violations" message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading label="Loading violations" />
  if (data.length === 0)
    return (
      <EmptyState
        icon={IconEye}
        title={count > 0 ? `${count.toLocaleString()} counted` : 'No violations'}
        text={count > 0 ? 'Only the number was recorded, not the times.' : 'The student has not left the test so far.'}
      />
    )
  return <ViolationLog violations={data} />
}
