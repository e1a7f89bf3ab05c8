import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface ToolProps {
  label: string
  /** True if there is nothing to do. The button keeps the focus, even of a row that has moved to the end. */
  off?: boolean
  onClick: () => void
  /** Attributes for finding the button. */
  data?: Record<`data-${string}`, string>
  children: ReactNode
}

/** A small icon button at the end of a row, with a tooltip. */
export function IconTool({ label, off = false, onClick, data, children }: ToolProps) {
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
