import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { StatusBadge } from '#client/ui/status-badge.tsx'

/** Shows whether the college's users may sign in. */
export const CollegeStatus = ({ isActive }: { isActive: boolean }) =>
  isActive ? (
    <StatusBadge tone="success" label="Active" icon={IconCircleCheck} />
  ) : (
    <StatusBadge tone="neutral" label="Inactive" icon={IconCircleOff} />
  )
