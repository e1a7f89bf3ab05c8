import { Text } from '@mantine/core'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { seenTitle } from '#client/ui/charts/chart-titles.ts'
import { engagementColors } from '../model/analytics-text.ts'
import type { AnalysedNotification } from '../queries.ts'

/** Notifications in the chart. */
export const maxBars = 10

const series = [
  { key: 'seen', label: 'Seen', color: engagementColors.seen },
  { key: 'unseen', label: 'Unseen', color: engagementColors.unseen },
] as const

/**
 * How many recipients have seen each of the latest notifications, and how many have not. @param notifications undefined
 * while loading
 */
export function AnalyticsTopChart({ notifications }: { notifications: readonly AnalysedNotification[] | undefined }) {
  const times = new Map<string, number>()
  // Bars are identified by name, and the same title may be sent every week.
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
