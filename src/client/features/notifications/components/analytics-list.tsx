import { Group, SegmentedControl, Text } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import list from '#client/ui/data-list.module.css'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { DataListSkeleton } from '#client/ui/data-list-skeleton.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import type { AnalysedNotification, Analytics, useNotificationAnalytics } from '../queries.ts'
import { AnalyticsTopChart } from './analytics-charts.tsx'
import { AnalyticsTable } from './analytics-table.tsx'

export type AnalyticsView = 'table' | 'chart'

interface AnalyticsListProps {
  query: ReturnType<typeof useNotificationAnalytics>
  /** All notifications, while printing. */
  printRows: readonly AnalysedNotification[] | undefined
  view: AnalyticsView
  onViewChange: (view: AnalyticsView) => void
  onPageChange: (page: number) => void
  onLimitChange: (limit: number) => void
}

/** Notification Details: a table of all notifications, or a chart of the latest. The chart prints with the table. */
export const AnalyticsList = (props: AnalyticsListProps) => (
  <section aria-labelledby="notification-details">
    <Group gap="10px 16px" justify="space-between" mb="xs">
      <Text component="h2" fz="md" fw={600} id="notification-details">
        Notification Details
      </Text>
      <SegmentedControl
        aria-label="View"
        value={props.view}
        onChange={(next) => props.onViewChange(next === 'chart' ? 'chart' : 'table')}
        data={[
          { value: 'table', label: 'Table View' },
          { value: 'chart', label: 'Chart View' },
        ]}
      />
    </Group>
    <Content {...props} />
  </section>
)

function Content({ query, printRows, view, onPageChange, onLimitChange }: AnalyticsListProps) {
  const { data: report, isPlaceholderData: stale } = query
  const printing = usePrinting()
  if (report && report.pagination.total === 0)
    return (
      <div className={`card ${list.frame}`}>
        <EmptyState icon={IconBellOff} title="No notifications found for the selected date range" />
      </div>
    )
  const shown = printRows ? withReadersOf(report, printRows) : report?.notifications
  if (view === 'chart')
    return (
      <>
        <div aria-busy={stale} data-stale={stale || undefined}>
          <AnalyticsTopChart notifications={report?.notifications} />
        </div>
        {printing && shown && (
          <div className={`card ${list.frame}`}>
            <AnalyticsTable notifications={shown} />
          </div>
        )}
      </>
    )
  return (
    <div className={`card ${list.frame}`} aria-busy={stale} data-stale={(report && stale) || undefined}>
      {shown ? (
        <>
          <AnalyticsTable notifications={shown} />
          {!printRows && report && (
            <DataListFooter
              {...report.pagination}
              shown={shown.length}
              onChange={onPageChange}
              onLimitChange={onLimitChange}
            />
          )}
        </>
      ) : (
        <DataListSkeleton label="Notification details" columns={5} />
      )}
    </div>
  )
}

/** Prefers the screen's rows to the print rows, because a long list includes fewer readers per notification. */
const withReadersOf = (report: Analytics | undefined, printRows: readonly AnalysedNotification[]) =>
  printRows.map((one) => report?.notifications.find(({ id }) => id === one.id) ?? one)
