import { Skeleton } from '@mantine/core'
import classes from './data-list.module.css'

const rows = Array.from({ length: 6 }, (_, index) => `row-${index}`)

/** Placeholder rows while loading. */
export function DataListSkeleton({ label, columns }: { label: string; columns: number }) {
  const cells = Array.from({ length: Math.min(columns, 5) }, (_, index) => `cell-${index}`)
  return (
    <div className="rows" role="status" aria-label={`Loading ${label.toLowerCase()}`}>
      {rows.map((row) => (
        <div key={row} className={classes.skeletonRow}>
          {cells.map((cell, index) => (
            <Skeleton key={cell} h={12} radius="sm" w={index === 0 ? '80%' : '60%'} />
          ))}
        </div>
      ))}
    </div>
  )
}
