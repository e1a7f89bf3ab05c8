import { Skeleton } from '@mantine/core'
import { IconChartLine, IconEye, IconSend, IconUsers } from '@tabler/icons-react'
import { percentText } from '#client/lib/percent.ts'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { Analytics } from '../queries.ts'

/** What all of them came to. @param summary undefined while loading */
export function AnalyticsSummary({ summary }: { summary: Analytics['summary'] | undefined }) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <StatCards
      label="Summary"
      stats={[
        { label: 'Total Notifications Sent', value: summary?.totalNotificationsSent ?? waiting, icon: IconSend },
        { label: 'Total Recipients', value: summary?.totalRecipients ?? waiting, icon: IconUsers },
        { label: 'Total Seen', value: summary?.totalSeen ?? waiting, icon: IconEye },
        {
          label: 'Engagement Rate',
          value: summary ? percentText(summary.overallSeenPercentage) : waiting,
          icon: IconChartLine,
        },
      ]}
    />
  )
}
