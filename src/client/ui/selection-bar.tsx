import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { numberText } from '#client/lib/format.ts'
import classes from '#client/ui/bars.module.css'

interface SelectionBarProps {
  count: number
  /** Number of rows that match the filters, on all pages. */
  total: number
  max: number
  onSelectAll: () => void
  selecting: boolean
  onClear: () => void
  children: ReactNode
}

/** The number of selected rows and the actions for them. Always visible while any are selected. */
export function SelectionBar({ count, total, max, onSelectAll, selecting, onClear, children }: SelectionBarProps) {
  if (count === 0) return null
  const all =
    total > max
      ? `Select the first ${numberText(max)} of ${numberText(total)}`
      : `Select all ${numberText(total)} matching`
  return (
    <Group
      component="section"
      gap="xs"
      mt="sm"
      py="xs"
      px="sm"
      className={`card ${classes.selectionBarBar}`}
      data-print="hide"
      aria-label="Selection"
      data-bottom-bar
    >
      <Group gap="2px 10px" flex="1 1 auto" fz="sm" fw={600} className="tabular">
        <span role="status">{numberText(count)} selected</span>
        {count < Math.min(total, max) && (
          <Button variant="subtle" size="compact-sm" loading={selecting} onClick={onSelectAll}>
            {all}
          </Button>
        )}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          Clear
        </Button>
      </Group>
      <Group gap="xs" align="stretch" className={classes.actions}>
        {children}
      </Group>
    </Group>
  )
}
