import { Button, Text } from '@mantine/core'
import { IconBuildingCommunity, IconLogin, IconRefresh, IconSchool, IconUsers } from '@tabler/icons-react'
import { BackupsSection } from '#client/features/backups/backups-section.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { CollegeLink } from '#client/ui/college-link.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { RecentLogin } from '#shared/colleges/colleges.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { useAdminStats } from '../queries.ts'

const columns: readonly Column<RecentLogin>[] = [
  {
    id: 'user',
    header: 'User',
    width: '36%',
    cell: ({ name, email }) => (
      <>
        <Text size="sm" fw={550} component="div">
          {name}
        </Text>
        <Text size="xs" c="dimmed" fw={400} component="div">
          {email}
        </Text>
      </>
    ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
  {
    id: 'college',
    header: 'College',
    card: 'wide',
    width: '28%',
    cell: ({ collegeId, collegeName }) =>
      collegeId ? (
        <CollegeLink collegeId={collegeId}>{collegeName}</CollegeLink>
      ) : (
        <Text c="dimmed" span aria-label="None">
          –
        </Text>
      ),
  },
  { id: 'login', header: 'Last login', width: 150, cell: ({ lastLogin }) => <RelativeTime value={lastLogin} /> },
]

/** The platform's totals and recent sign-ins. */
export function StatsScreen() {
  const stats = useAdminStats()
  const { data } = stats
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={stats.isFetching && data !== undefined}
      onClick={() => void stats.refetch()}
    >
      Refresh
    </Button>
  )
  return (
    <>
      <PageHeader title="Stats" purpose="Totals, recent logins and backups." action={refresh} />
      {!data && stats.error ? (
        <ErrorState
          title="Failed to load stats"
          message={messageOf(stats.error)}
          onRetry={() => void stats.refetch()}
        />
      ) : (
        <>
          <StatCards
            label="Totals"
            stats={[
              {
                label: 'Total Colleges',
                value: data?.totalColleges ?? '–',
                note: 'Active and inactive',
                icon: IconBuildingCommunity,
                link: { to: '/colleges' },
              },
              {
                label: 'Total Faculty',
                value: data?.totalFaculty ?? '–',
                note: 'In all colleges',
                icon: IconUsers,
                link: { to: '/college-management' },
              },
              {
                label: 'Total Students',
                value: data?.totalStudents ?? '–',
                note: 'In all colleges',
                icon: IconSchool,
                link: { to: '/college-management' },
              },
            ]}
          />
          <h2 style={{ margin: '0 0 var(--mantine-spacing-xs)', fontSize: 'var(--mantine-font-size-md)' }}>
            Recent logins
          </h2>
          <DataList
            label="Recent logins"
            columns={columns}
            rows={data?.recentLogins}
            rowKey={(login) => login.id}
            empty={<EmptyState icon={IconLogin} title="No one has signed in yet" />}
          />
          <BackupsSection />
        </>
      )}
    </>
  )
}
