import { SegmentedControl } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import list from '#client/ui/data-list.module.css'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { DataListSkeleton } from '#client/ui/data-list-skeleton.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import type { Analytics } from '../queries.ts'
import classes from './analytics-list.module.css'
import { AnalyticsTable } from './analytics-table.tsx'
import { AnalyticsTopChart } from './analytics-top-chart.tsx'

export type AnalyticsView = 'table' | 'chart'

interface AnalyticsListProps {
  /** Undefined while loading. */
  report: Analytics | undefined
  /** What goes on paper, once it is loaded. */
  onPaper: Analytics | undefined
  view: AnalyticsView
  onViewChange: (view: AnalyticsView) => void
  onPageChange: (page: number) => void
  onLimitChange: (limit: number) => void
  /** An older answer is shown while the next one loads. */
  stale: boolean
}

/** Notification Details: one by one in a table, or the latest of them in a chart; on paper both. */
export const AnalyticsList = (props: AnalyticsListProps) => (
  <section aria-labelledby="notification-details">
    <div className={classes.head}>
      <h2 id="notification-details" className={classes.heading}>
        Notification Details
      </h2>
      <SegmentedControl
        aria-label="View"
        value={props.view}
        onChange={(next) => props.onViewChange(next === 'chart' ? 'chart' : 'table')}
        data={[
          { value: 'table', label: 'Table View' },
          { value: 'chart', label: 'Chart View' },
        ]}
      />
    </div>
    <Content {...props} />
  </section>
)

function Content({ report, onPaper, view, onPageChange, onLimitChange, stale }: AnalyticsListProps) {
  const printing = usePrinting()
  if (report && report.pagination.total === 0)
    return (
      <div className={list.frame}>
        <EmptyState icon={IconBellOff} title="No notifications found for the selected date range" />
      </div>
    )
  const shown = (printing && onPaper && withReadersOf(report, onPaper)) || report
  if (view === 'chart')
    return (
      <>
        <div className={classes.chart} aria-busy={stale} data-stale={stale || undefined}>
          <AnalyticsTopChart notifications={report?.notifications} />
        </div>
        {printing && shown && (
          <div className={list.frame}>
            <AnalyticsTable notifications={shown.notifications} />
          </div>
        )}
      </>
    )
  return (
    <div className={list.frame} aria-busy={stale} data-stale={(report && stale) || undefined}>
      {shown ? (
        <>
          <AnalyticsTable notifications={shown.notifications} />
          <DataListFooter
            {...shown.pagination}
            shown={shown.notifications.length}
            onChange={onPageChange}
            onLimitChange={onLimitChange}
          />
        </>
      ) : (
        <DataListSkeleton label="Notification details" columns={5} />
      )}
    </div>
  )
}

/** A long list brings fewer readers of each: who is read of on the screen stands on the paper, too. */
const withReadersOf = (report: Analytics | undefined, onPaper: Analytics): Analytics => ({
  ...onPaper,
  notifications: onPaper.notifications.map((one) => report?.notifications.find(({ id }) => id === one.id) ?? one),
})
