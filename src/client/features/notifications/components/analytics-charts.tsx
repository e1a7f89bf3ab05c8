import { lazy } from 'react'
import { ChartFrame } from '#client/ui/charts/chart-frame.tsx'
import { peakTitle, seenTitle } from '#client/ui/charts/chart-titles.ts'
import { PieChart } from '#client/ui/charts/pie-chart.tsx'
import { spanName, spanUnitNames } from '#client/ui/charts/time-spans.ts'
import type { SpanUnit } from '#shared/reports/spans.rules.ts'
import { engagementColors } from '../model/analytics-text.ts'
import { needsTwoAxes, trendOf } from '../model/analytics-trend.ts'
import type { Analytics } from '../queries.ts'
import classes from './analytics.module.css'

const TrendPlot = lazy(() => import('./analytics-trend-plot.tsx'))
const height = 260
/** Preposition before the name of a point. */
const peakWords: Record<SpanUnit, string> = { day: 'on', week: 'in the', month: 'in' }

/**
 * Notifications sent and read over time, and the share of all that has been read. @param report undefined while loading
 */
export const AnalyticsCharts = ({ report }: { report: Analytics | undefined }) => (
  <div className={classes.charts}>
    <TrendChart days={report?.dailyAnalytics} />
    <PieChart
      title="Overall Engagement"
      insight={report && seenTitle(report.summary.totalSeen, report.summary.totalRecipients)}
      unit="Number of recipients"
      empty="No notifications were sent on these days."
      head={['Status', 'Recipients']}
      one="recipient"
      slices={
        report && [
          { label: 'Seen', value: report.summary.totalSeen, color: engagementColors.seen },
          { label: 'Unseen', value: report.summary.totalUnseen, color: engagementColors.unseen },
        ]
      }
    />
  </div>
)

function TrendChart({ days }: { days: Analytics['dailyAnalytics'] | undefined }) {
  const trend = days && trendOf(days)
  const step = trend?.step ?? 'day'
  const apart = needsTwoAxes(trend?.points ?? [])
  return (
    <ChartFrame
      title="Daily Engagement Trend"
      insight={peakTitle(
        trend?.points.map((point) => ({ name: spanName(step, point.date), value: point.seen })) ?? [],
        'Seen',
        peakWords[step],
      )}
      unit={`Notifications sent and views per ${step}`}
      empty="Nothing was sent or seen on these days."
      height={height}
      legend={[
        { label: apart ? 'Seen (left scale)' : 'Seen', color: engagementColors.seen },
        { label: apart ? 'Sent (right scale)' : 'Sent', color: engagementColors.sent, dashed: true },
      ]}
      figures={
        trend && {
          head: [spanUnitNames[step], 'Sent', 'Seen'],
          rows: trend.points.map((point) => ({
            key: point.date,
            cells: [spanName(step, point.date), point.sent.toLocaleString(), point.seen.toLocaleString()],
          })),
        }
      }
    >
      <TrendPlot trend={trend ?? { step, points: [] }} apart={apart} height={height} />
    </ChartFrame>
  )
}
