import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface ToolProps {
  label: string
  /** True if there is nothing to do. The button still keeps focus, for example when its row reaches the end. */
  off?: boolean
  onClick: () => void
  children: ReactNode
}

/** A small icon button at the end of a row, with a tooltip. */
export function IconTool({ label, off = false, onClick, children, ...data }: ToolProps) {
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

interface MoveToolsProps {
  /** The name of the row: `section 2`. */
  what: string
  first: boolean
  last: boolean
  onMove: (by: 1 | -1) => void
}

/** Buttons that move a row up or down. */
export const MoveTools = ({ what, first, last, onMove }: MoveToolsProps) => (
  <>
    <IconTool label={`Move ${what} up`} off={first} onClick={() => onMove(-1)}>
      <IconArrowUp size={16} aria-hidden />
    </IconTool>
    <IconTool label={`Move ${what} down`} off={last} onClick={() => onMove(1)}>
      <IconArrowDown size={16} aria-hidden />
    </IconTool>
  </>
)
