import { Badge, type MantineColor } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

/** Meaning of a state, independent of its look. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const colors: Record<Tone, MantineColor> = {
  neutral: 'gray',
  info: 'indigo',
  success: 'teal',
  warning: 'yellow',
  danger: 'red',
}

interface StatusBadgeProps {
  tone: Tone
  /** Required so that colour is never the only cue. */
  label: string
  icon?: Icon
}

export function StatusBadge({ tone, label, icon: Shape }: StatusBadgeProps) {
  return (
    <Badge
      color={colors[tone]}
      variant="light"
      leftSection={Shape && <Shape size={12} stroke={2} aria-hidden style={{ display: 'block' }} />}
    >
      {label}
    </Badge>
  )
}
