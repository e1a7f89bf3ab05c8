import { Alert, Box, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBuildingCommunity,
  IconCircleCheck,
  IconPlayerPlay,
  IconPlus,
  IconSchool,
  IconSend,
} from '@tabler/icons-react'
import { warningText } from '#client/features/backups/backup-text.ts'
import { useBackups } from '#client/features/backups/queries.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime, formatTime } from '#client/lib/time.ts'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { PlatformDashboard } from '#shared/dashboards/platform.schema.ts'
import { DashboardSection } from '../components/dashboard-section.tsx'
import classes from '../components/dashboards.module.css'
import { FirstSteps } from '../components/first-steps.tsx'
import { changeText } from '../components/growth-text.ts'
import { PendingActions } from '../components/pending-actions.tsx'
import { PlatformActivity } from '../components/platform-activity.tsx'
import { PlatformCharts } from '../components/platform-charts.tsx'
import { PlatformGrowth } from '../components/platform-growth.tsx'
import { PlatformTotals } from '../components/platform-totals.tsx'
import { useIsSetUp, usePlatformDashboard, useServerHealth } from '../queries.ts'

/** Current figures of the platform. */
export function MasterDashboardScreen() {
  const { name } = useUser()
  const { data, error, refetch, dataUpdatedAt } = usePlatformDashboard()
  const retry = () => void refetch()
  return (
    <>
      <PrintHeading>
        <p>Dashboard report</p>
      </PrintHeading>
      <div data-print="hide">
        <PageHeader
          purpose={`Welcome, ${name}. Here is the platform at a glance.`}
          action={<Actions exportable={data !== undefined} />}
        />
      </div>
      <ServerHealth />
      <BackupWarnings />
      {error && !data ? (
        <PlatformTotals error={error} onRetry={retry} />
      ) : (
        <>
          <DashboardSection
            title="Overview"
            more={<LiveMark updatedAt={dataUpdatedAt} failed={error !== null} onRetry={retry} />}
          >
            <Overview data={data} />
          </DashboardSection>
          <div data-print="hide">
            <FirstSteps />
          </div>
          {!(data && isEmpty(data)) && <Parts data={data} />}
        </>
      )}
    </>
  )
}

const Actions = ({ exportable }: { exportable: boolean }) => (
  <Group gap="xs" align="stretch" className={classes.buttons}>
    <ExportMenu
      path="/api/analytics/dashboard/export"
      formats={['csv']}
      printLabel="PDF"
      failed="Failed to export CSV"
      disabled={!exportable}
    />
    <LinkButton to="/create-notification" variant="default" leftSection={<IconSend size={16} aria-hidden />}>
      Send Notification
    </LinkButton>
    <LinkButton
      to="/tests/new"
      variant={useIsSetUp() ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      Create Test
    </LinkButton>
  </Group>
)

/** @param data undefined while loading */
function Overview({ data }: { data: PlatformDashboard | undefined }) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  const growth = data?.platformGrowth
  return (
    <StatCards
      label="Overview"
      stats={[
        {
          label: 'Total Colleges',
          value: data?.overview.totalColleges ?? waiting,
          note: changeText(growth?.newColleges, 'new'),
          icon: IconBuildingCommunity,
          link: { to: '/colleges' },
        },
        {
          label: 'Total Students',
          value: data?.overview.totalStudents ?? waiting,
          note: changeText(growth?.newStudents, 'new'),
          icon: IconSchool,
          link: { to: '/college-management' },
        },
        {
          label: 'Active Exams',
          value: data?.overview.activeExams ?? waiting,
          note: 'Open right now',
          icon: IconPlayerPlay,
          link: { to: '/tests', search: { timing: 'Active' } },
        },
        {
          label: 'Completed Tests',
          value: data?.overview.completedTests ?? waiting,
          note: changeText(growth?.newCompletions, 'submitted'),
          icon: IconCircleCheck,
          link: { to: '/tests' },
        },
      ]}
    />
  )
}

/** @param data undefined while loading */
const Parts = ({ data }: { data: PlatformDashboard | undefined }) => (
  <>
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="xl" className={classes.columns}>
      <div>
        <PendingActions pending={data?.pendingActions} />
        <PlatformGrowth growth={data?.platformGrowth} />
      </div>
      <PlatformActivity activity={data?.recentActivity} />
    </SimpleGrid>
    <PlatformCharts />
  </>
)

const isEmpty = ({ overview, recentActivity }: PlatformDashboard) =>
  overview.totalColleges === 0 && recentActivity.length === 0

/** Shows backup problems on the owner's dashboard. Hidden while there are none. */
function BackupWarnings() {
  const { data } = useBackups({ page: 1, limit: 5 })
  if (!data || data.warnings.length === 0) return null
  return (
    <Alert data-print="hide" mb="lg" color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {data.warnings.map((warning) => warningText[warning]).join(' ')}
        </Text>
        <LinkButton to="/stats" variant="default" size="xs">
          Backups
        </LinkButton>
      </Group>
    </Alert>
  )
}

/** Server health problems, for the owner. Empty if there are none. */
function ServerHealth() {
  const { data } = useServerHealth()
  if (!data || data.status === 'ok') return null
  const stopped = data.status === 'degraded'
  return (
    <Alert
      data-print="hide"
      mb="lg"
      color={stopped ? 'red' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden />}
      title={stopped ? 'Answers cannot be saved at the moment' : 'The server needs attention'}
    >
      <Stack gap={6}>
        {data.reasons.map(({ reason, text, since }) => (
          <div key={reason}>
            {text} Since {formatDateTime(since)}.
          </div>
        ))}
      </Stack>
    </Alert>
  )
}

interface LiveMarkProps {
  /** When the figures were loaded, ms UTC; 0 before that. */
  updatedAt: number
  /** True if the last refresh failed, so the figures are stale. */
  failed: boolean
  onRetry: () => void
}

/** Shows how old the figures on the screen are. */
function LiveMark({ updatedAt, failed, onRetry }: LiveMarkProps) {
  if (updatedAt === 0) return null
  const time = formatTime(new Date(updatedAt).toISOString())
  if (failed)
    return (
      <Text span inherit c="dimmed" fz="xs" className={`tabular ${classes.mark}`} role="alert">
        Out of date: figures from {time}.
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          Retry
        </Button>
      </Text>
    )
  return (
    <Text span inherit c="dimmed" fz="xs" className={`tabular ${classes.mark}`} data-print="hide">
      <Box component="span" w={7} h={7} className={classes.liveMarkDot} aria-hidden />
      Live · updated {time}
    </Text>
  )
}
