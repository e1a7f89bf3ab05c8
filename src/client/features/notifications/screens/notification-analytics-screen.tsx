import { Paper } from '@mantine/core'
import { messageOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { timeZone } from '#client/lib/time.ts'
import { appliedDays, daysText } from '#client/ui/day-range.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { AnalyticsCharts } from '../components/analytics-charts.tsx'
import { AnalyticsFilter } from '../components/analytics-filter.tsx'
import { AnalyticsList, type AnalyticsView } from '../components/analytics-list.tsx'
import { AnalyticsSummary } from '../components/analytics-summary.tsx'
import { maxBars } from '../components/analytics-top-chart.tsx'
import { useAnalyticsForPrint, useNotificationAnalytics } from '../queries.ts'

/** How the platform's notifications are read: totals, over time, and individually. */
export function NotificationAnalyticsScreen() {
  const [{ page, limit, ...asked }, setParams] = useListParams(['from', 'to', 'view'])
  const view: AnalyticsView = asked.view === 'chart' ? 'chart' : 'table'
  const applied = appliedDays(asked.from, asked.to)
  const days = { startDate: applied.from, endDate: applied.to, tz: timeZone() }
  const { data, error, refetch, isPlaceholderData } = useNotificationAnalytics({
    ...days,
    ...(view === 'chart' ? { page: 1, limit: Math.max(limit, maxBars) } : { page, limit }),
  })
  const printRows = useAnalyticsForPrint(days)
  return (
    <>
      <PrintHeading>
        <p>Notification Analytics</p>
        {daysText(applied)}
      </PrintHeading>
      <div data-print="hide">
        <PageHeader
          title="Notification Analytics"
          purpose="See who your notifications reach and how many people open them."
          action={
            <ExportMenu
              path="/api/notifications/analytics/export"
              query={{ startDate: days.startDate, endDate: days.endDate }}
              failed="Failed to export CSV"
              printLabel="PDF"
              printError="Failed to export PDF"
              prepare={printRows.load}
              disabled={!data || data.pagination.total === 0}
            />
          }
        />
      </div>
      <AnalyticsFilter
        asked={{ from: asked.from, to: asked.to }}
        applied={applied}
        onApply={({ from, to }) => setParams({ from: from ?? '', to: to ?? '' })}
      />
      {error && !data ? (
        <Paper withBorder>
          <ErrorState
            title="Failed to fetch analytics data"
            message={messageOf(error)}
            onRetry={() => void refetch()}
          />
        </Paper>
      ) : (
        <>
          <AnalyticsSummary summary={data?.summary} />
          <AnalyticsCharts report={data} />
          <AnalyticsList
            report={data}
            printRows={printRows.rows}
            view={view}
            onViewChange={(next) => setParams({ view: next === 'chart' ? next : '' })}
            onPageChange={(next) => setParams({ page: next })}
            onLimitChange={(next) => setParams({ limit: next })}
            stale={isPlaceholderData}
          />
        </>
      )}
    </>
  )
}
