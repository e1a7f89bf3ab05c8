import { Alert, Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
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
import { plural } from '#client/lib/format.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime, formatShortDate, formatTime } from '#client/lib/time.ts'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { plainColor } from '#client/ui/charts/chart-colors.ts'
import { growthTitle, topTitle } from '#client/ui/charts/chart-titles.ts'
import { LineChart } from '#client/ui/charts/line-chart.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import { Warning } from '#client/ui/warning.tsx'
import type { PlatformDashboard } from '#shared/dashboards/platform.schema.ts'
import { DashboardSection } from '../components/dashboard-section.tsx'
import classes from '../components/dashboards.module.css'
import { FirstSteps } from '../components/first-steps.tsx'
import { PendingActions } from '../components/pending-actions.tsx'
import { PlatformActivity } from '../components/platform-activity.tsx'
import { changeText, PlatformGrowth } from '../components/platform-growth.tsx'
import { PlatformTotals } from '../components/platform-totals.tsx'
import { useIsSetUp, usePlatformCharts, usePlatformDashboard, useServerHealth } from '../queries.ts'

/** The platform's current statistics, problems and charts. */
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
            <StatCards label="Overview" stats={statsOf(data)} />
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
function statsOf(data: PlatformDashboard | undefined): Stat[] {
  const growth = data?.platformGrowth
  return [
    {
      label: 'Total Colleges',
      value: data?.overview.totalColleges,
      note: changeText(growth?.newColleges, 'new'),
      icon: IconBuildingCommunity,
      link: { to: '/colleges' },
    },
    {
      label: 'Total Students',
      value: data?.overview.totalStudents,
      note: changeText(growth?.newStudents, 'new'),
      icon: IconSchool,
      link: { to: '/college-management' },
    },
    {
      label: 'Active Exams',
      value: data?.overview.activeExams,
      note: 'Open right now',
      icon: IconPlayerPlay,
      link: { to: '/tests', search: { timing: 'Active' } },
    },
    {
      label: 'Completed Tests',
      value: data?.overview.completedTests,
      note: changeText(growth?.newCompletions, 'submitted'),
      icon: IconCircleCheck,
      link: { to: '/tests' },
    },
  ]
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
    <Warning data-print="hide" mb="lg" color="red">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {data.warnings.map((warning) => warningText[warning]).join(' ')}
        </Text>
        <LinkButton to="/stats" variant="default" size="xs">
          Backups
        </LinkButton>
      </Group>
    </Warning>
  )
}

/** Server health problems, for the owner. Hidden if there are none. */
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
      title={stopped ? 'Answers cannot be saved right now' : 'The server needs attention'}
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
  /** When the data was loaded, in ms UTC; 0 until then. */
  updatedAt: number
  /** True if the last refresh failed, so the data is stale. */
  failed: boolean
  onRetry: () => void
}

/** Shows how old the data on the screen is. */
function LiveMark({ updatedAt, failed, onRetry }: LiveMarkProps) {
  if (updatedAt === 0) return null
  const time = formatTime(new Date(updatedAt).toISOString())
  const line = { component: 'span', display: 'inline-flex', gap: 6, wrap: 'nowrap', c: 'dimmed', fz: 'xs' } as const
  if (failed)
    return (
      <Group {...line} className="tabular" role="alert">
        Out of date: last updated at {time}.
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          Retry
        </Button>
      </Group>
    )
  return (
    <Group {...line} className="tabular" data-print="hide">
      <Box component="span" w={7} h={7} bdrs="50%" bg="light-dark(#2f9e44, #51cf66)" aria-hidden />
      Live · updated {time}
    </Group>
  )
}

const tests = [{ key: 'tests', label: 'Tests', color: plainColor }] as const

/** User growth over four weeks, and tests by subject. */
function PlatformCharts() {
  const charts = usePlatformCharts()
  const { data } = charts
  if (charts.error && !data)
    return (
      <Box p="md" className="card" data-print="hide">
        <QueryError title="Failed to load the charts" query={charts} />
      </Box>
    )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="md" data-print="hide">
      <LineChart
        title="User growth"
        insight={
          data &&
          growthTitle(
            data.userGrowth.map(({ students, faculty }) => students + faculty),
            'Users',
          )
        }
        unit="Students and faculty at the end of each of the last four weeks"
        empty="No one has been added yet."
        head={['Breakdown', 'Week to', 'Users']}
        color={plainColor}
        points={data?.userGrowth.map(({ date, students, faculty }) => ({
          key: date,
          // Noon in the viewer's time zone: a date alone would be parsed as midnight UTC, perhaps the day before.
          label: formatShortDate(`${date}T12:00:00`),
          name: `${plural(students, 'student')}, ${faculty.toLocaleString()} faculty`,
          value: students + faculty,
        }))}
      />
      <BarChart
        title="Tests by subject"
        insight={
          data &&
          topTitle(
            data.subjects.map(({ subject, tests: value }) => ({ name: subject, value })),
            'tests',
          )
        }
        unit="Number of tests"
        empty="No tests yet."
        of="Subject"
        series={tests}
        bars={
          data?.subjects.some((subject) => subject.tests > 0)
            ? data.subjects.map(({ subject, tests }) => ({
                label: subject,
                values: { tests },
              }))
            : data && []
        }
      />
    </SimpleGrid>
  )
}
