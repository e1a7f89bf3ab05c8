import { Text } from '@mantine/core'
import { lazy } from 'react'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { ChartFrame } from '#client/ui/charts/chart-frame.tsx'
import { peakTitle, seenTitle } from '#client/ui/charts/chart-titles.ts'
import { PieChart } from '#client/ui/charts/pie-chart.tsx'
import { spanName, spanUnitNames } from '#client/ui/charts/time-spans.ts'
import type { SpanUnit } from '#shared/reports/spans.rules.ts'
import { engagementColors } from '../model/analytics-text.ts'
import { needsTwoAxes, trendOf } from '../model/analytics-trend.ts'
import type { AnalysedNotification, Analytics } from '../queries.ts'
import classes from './analytics.module.css'

const TrendPlot = lazy(() => import('./analytics-trend-plot.tsx'))
const height = 260
/** Preposition before the name of a day, week or month. */
const peakWords: Record<SpanUnit, string> = { day: 'on', week: 'in the', month: 'in' }

/** Notifications sent and seen over time, and the share that was seen. @param report undefined while loading */
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

/** Maximum notifications in the chart. */
export const maxBars = 10

const series = [
  { key: 'seen', label: 'Seen', color: engagementColors.seen },
  { key: 'unseen', label: 'Unseen', color: engagementColors.unseen },
] as const

/** Counts of recipients who have and have not seen each notification. @param notifications undefined while loading */
export function AnalyticsTopChart({ notifications }: { notifications: readonly AnalysedNotification[] | undefined }) {
  const times = new Map<string, number>()
  // Number repeated titles: bars are identified by name, and the same title may be used every week.
  const named = (title: string) => {
    const before = times.get(title) ?? 0
    times.set(title, before + 1)
    return before === 0 ? title : `${title} (${before + 1})`
  }
  const visible = notifications?.slice(0, maxBars)
  const sum = (of: (one: AnalysedNotification) => number) => visible?.reduce((total, one) => total + of(one), 0) ?? 0
  return (
    <>
      <BarChart
        title="Seen and unseen by notification"
        insight={seenTitle(
          sum(({ seenCount }) => seenCount),
          sum(({ totalRecipients }) => totalRecipients),
        )}
        unit="Number of recipients"
        empty="No notifications found for the selected date range"
        of="Notification"
        series={series}
        bars={visible?.map(({ title, seenCount, unseenCount }) => ({
          label: named(title),
          values: { seen: seenCount, unseen: unseenCount },
        }))}
      />
      <Text mt="xs" c="dimmed" fz="sm" ta="center">
        Showing top {maxBars} notifications by date
      </Text>
    </>
  )
}
