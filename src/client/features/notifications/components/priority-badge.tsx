import { IconArrowUp } from '@tabler/icons-react'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Priority } from '#shared/notifications/notifications.schema.ts'
import { priorityLabels } from '../model/notification-text.ts'

const tones = { high: 'danger', medium: 'neutral', low: 'neutral' } as const

/** Hidden for medium priority. */
export const PriorityBadge = ({ priority }: { priority: Priority }) =>
  priority === 'medium' ? null : (
    <StatusBadge
      tone={tones[priority]}
      label={`${priorityLabels[priority]} priority`}
      {...(priority === 'high' && { icon: IconArrowUp })}
    />
  )
