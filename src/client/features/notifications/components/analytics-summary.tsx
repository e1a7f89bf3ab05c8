import { Skeleton } from '@mantine/core'
import { IconChartLine, IconEye, IconSend, IconUsers } from '@tabler/icons-react'
import { numberText, percentText } from '#client/lib/format.ts'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { Analytics } from '../queries.ts'

/** Totals of all notifications. @param summary undefined while loading */
export function AnalyticsSummary({ summary }: { summary: Analytics['summary'] | undefined }) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <StatCards
      label="Summary"
      stats={[
        {
          label: 'Total Notifications Sent',
          value: summary?.totalNotificationsSent ?? waiting,
          note: 'In these dates',
          icon: IconSend,
          link: { to: '/notifications', search: { view: 'sent' } },
        },
        {
          label: 'Total Recipients',
          value: summary?.totalRecipients ?? waiting,
          note: 'One per person and notification',
          icon: IconUsers,
        },
        {
          label: 'Total Seen',
          value: summary?.totalSeen ?? waiting,
          note: summary ? `${numberText(summary.totalRecipients - summary.totalSeen)} not seen yet` : '\u00a0',
          icon: IconEye,
        },
        {
          label: 'Engagement Rate',
          value: summary ? percentText(summary.overallSeenPercentage) : waiting,
          note: 'Of recipients have seen it',
          icon: IconChartLine,
        },
      ]}
    />
  )
}
