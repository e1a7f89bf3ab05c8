import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface ToolProps {
  label: string
  /** Nothing to do; it keeps the focus, so that what was moved to the end by keyboard is not lost sight of. */
  off?: boolean
  onClick: () => void
  /** Attributes by which the button is found again. */
  data?: Record<`data-${string}`, string>
  children: ReactNode
}

/** A small icon button at a row's end, with a tooltip. */
export function Tool({ label, off = false, onClick, data, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={label}
        {...data}
        aria-disabled={off}
        data-disabled={off || undefined}
        onClick={off ? undefined : onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
