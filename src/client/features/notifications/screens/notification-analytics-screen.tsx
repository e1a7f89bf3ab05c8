import { IconChartLine, IconEye, IconSend, IconUsers } from '@tabler/icons-react'
import { numberText, percentText } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { timeZone } from '#client/lib/time.ts'
import { appliedDays, daysText } from '#client/ui/day-range.ts'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import { AnalyticsCharts, maxBars } from '../components/analytics-charts.tsx'
import { AnalyticsFilter } from '../components/analytics-filter.tsx'
import { AnalyticsList, type AnalyticsView } from '../components/analytics-list.tsx'
import { type Analytics, useAnalyticsForPrint, useNotificationAnalytics } from '../queries.ts'

/** Reader statistics for the platform's notifications: in total, over time, and per notification. */
export function NotificationAnalyticsScreen() {
  const [{ page, limit, ...asked }, setParams] = useListParams(['from', 'to', 'view'])
  const view: AnalyticsView = asked.view === 'chart' ? 'chart' : 'table'
  const applied = appliedDays(asked.from, asked.to)
  const days = { startDate: applied.from, endDate: applied.to, tz: timeZone() }
  const report = useNotificationAnalytics({
    ...days,
    ...(view === 'chart' ? { page: 1, limit: Math.max(limit, maxBars) } : { page, limit }),
  })
  const { data, error } = report
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
        <QueryError framed title="Failed to fetch analytics data" query={report} />
      ) : (
        <>
          <StatCards label="Summary" stats={statsOf(data?.summary)} />
          <AnalyticsCharts report={data} />
          <AnalyticsList
            query={report}
            printRows={printRows.rows}
            view={view}
            onViewChange={(next) => setParams({ view: next === 'chart' ? next : '' })}
            onPageChange={(next) => setParams({ page: next })}
            onLimitChange={(next) => setParams({ limit: next })}
          />
        </>
      )}
    </>
  )
}

/** @param summary undefined while loading */
const statsOf = (summary: Analytics['summary'] | undefined): Stat[] => [
  {
    label: 'Total Notifications Sent',
    value: summary?.totalNotificationsSent,
    note: 'In this period',
    icon: IconSend,
    link: { to: '/notifications', search: { view: 'sent' } },
  },
  {
    label: 'Total Recipients',
    value: summary?.totalRecipients,
    note: 'One per person and notification',
    icon: IconUsers,
  },
  {
    label: 'Total Seen',
    value: summary?.totalSeen,
    note: summary ? `${numberText(summary.totalRecipients - summary.totalSeen)} not seen yet` : '\u00a0',
    icon: IconEye,
  },
  {
    label: 'Engagement Rate',
    value: summary && percentText(summary.overallSeenPercentage),
    note: 'Of recipients have seen it',
    icon: IconChartLine,
  },
]
