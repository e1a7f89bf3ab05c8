import { Button, Text } from '@mantine/core'
import { IconBuildingCommunity, IconLogin, IconRefresh, IconSchool, IconUsers } from '@tabler/icons-react'
import { BackupsSection } from '#client/features/backups/backups-section.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { Note } from '#client/ui/note.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { loginColumns } from '../components/login-columns.tsx'
import { useAdminStats } from '../queries.ts'

const columns = loginColumns(
  ({ name, email }) => (
    <>
      <Text size="sm" fw={550} component="div">
        {name}
      </Text>
      <Note fw={400}>{email}</Note>
    </>
  ),
  { college: '28%' },
)

/** The platform's totals, recent logins and backups. */
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
        <QueryError title="Failed to load stats" query={stats} />
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
                note: 'Across all colleges',
                icon: IconUsers,
                link: { to: '/college-management' },
              },
              {
                label: 'Total Students',
                value: data?.totalStudents ?? '–',
                note: 'Across all colleges',
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
            empty={{ icon: IconLogin, title: 'No one has signed in yet' }}
          />
          <BackupsSection />
        </>
      )}
    </>
  )
}
