import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { numberText } from '#client/lib/format.ts'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  count: number
  /** Number of rows that match the filters, on all pages. */
  total: number
  /** Maximum selection size. */
  most: number
  /** Selects everyone who matches the filters. */
  onSelectAll: () => void
  selecting: boolean
  onClear: () => void
  /** Actions for the selection. */
  children: ReactNode
}

/** The number of selected rows and the actions for them. Always visible while there are any. */
export function SelectionBar({ count, total, most, onSelectAll, selecting, onClear, children }: SelectionBarProps) {
  if (count === 0) return null
  const all =
    total > most
      ? `Select the first ${numberText(most)} of ${numberText(total)}`
      : `Select all ${numberText(total)} matching`
  return (
    <section className={classes.bar} aria-label="Selection" data-bottom-bar>
      <div className={classes.words}>
        <span role="status">{numberText(count)} selected</span>
        {count < Math.min(total, most) && (
          <Button variant="subtle" size="compact-sm" loading={selecting} onClick={onSelectAll}>
            {all}
          </Button>
        )}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          Clear
        </Button>
      </div>
      <div className={classes.actions}>{children}</div>
    </section>
  )
}
