import { Stack, Text } from '@mantine/core'
import { IconChecks, IconMail, IconMailOpened, IconPercentage, IconUsers } from '@tabler/icons-react'
import { percentText } from '#client/lib/format.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { percentOf } from '#shared/numbers.ts'
import { priorityLabels, targetLabels } from '../model/notification-text.ts'
import { useNotificationStats } from '../queries.ts'
import classes from './sent.module.css'

type Stats = RouterOutputs['notifications']['stats']
type Recent = Stats['recentActivity'][number]

const loading = '–'
/** Maximum notifications shown. The list of sent notifications contains the rest. */
const maxVisible = 5

/** Totals and the latest notifications. If they fail to load, the rest of the page still works. */
export function StatsOverview() {
  const { data, error } = useNotificationStats()
  return (
    <>
      <StatCards
        label="Notification statistics"
        stats={[
          {
            label: 'Total Notifications',
            value: data?.totalNotifications ?? loading,
            note: 'Sent so far',
            icon: IconMail,
          },
          {
            label: 'Total Recipients',
            value: data?.totalRecipients ?? loading,
            note: 'One per person and notification',
            icon: IconUsers,
          },
          { label: 'Read', value: data?.totalRead ?? loading, note: 'By their recipients', icon: IconChecks },
          { label: 'Unread', value: data?.totalUnread ?? loading, note: 'Not opened yet', icon: IconMailOpened },
          {
            label: 'Read Percentage',
            value: data ? percentText(data.readPercentage) : loading,
            note: 'Of all recipients',
            icon: IconPercentage,
          },
        ]}
      />
      {error && !data && (
        <Text mb="lg" c="dimmed" fz="sm">
          The statistics could not be loaded.
        </Text>
      )}
      {data && data.totalNotifications > 0 && (
        <div className={classes.parts}>
          <Stack component="section" gap={0} miw={0} className={classes.recent} aria-labelledby="recent-notifications">
            <h2 id="recent-notifications">Recent notifications</h2>
            <DataList
              label="Recent notifications"
              columns={recentColumns}
              rows={data.recentActivity.slice(0, maxVisible)}
              rowKey={({ id }) => id}
              empty={null}
              cardsBelow={24}
            />
          </Stack>
          <Parts title="By role" counts={byRole(data)} />
          <Parts title="By priority" counts={byPriority(data)} />
        </div>
      )}
    </>
  )
}

const recentColumns: readonly Column<Recent>[] = [
  {
    id: 'title',
    header: 'Title',
    cell: ({ title }) => (
      <Text span inherit lineClamp={1} className="anywhere" title={title} dir="auto">
        {title}
      </Text>
    ),
  },
  numberColumn('recipients', 'Recipients', ({ totalRecipients }) => totalRecipients, { width: 96 }),
  numberColumn('emails', 'Emails sent', ({ emailsSent }) => emailsSent, { width: 100 }),
  { id: 'at', header: 'When', width: 124, cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
]

interface Count {
  label: string
  count: number
}

const byRole = ({ byRole: { colleges, faculty, students } }: Stats): Count[] => [
  { label: targetLabels.colleges, count: colleges },
  { label: targetLabels.faculty, count: faculty },
  { label: targetLabels.students, count: students },
]
const byPriority = ({ byPriority: { high, medium, low } }: Stats): Count[] => [
  { label: priorityLabels.high, count: high },
  { label: priorityLabels.medium, count: medium },
  { label: priorityLabels.low, count: low },
]

/** The count of each kind, with a bar for its share. */
function Parts({ title, counts }: { title: string; counts: readonly Count[] }) {
  const whole = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={`card ${classes.part}`} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {counts.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString()}</dd>
            <dd className="meter" style={{ gridColumn: '1 / -1' }} aria-hidden>
              <span style={{ width: `${percentOf(count, whole)}%` }} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
