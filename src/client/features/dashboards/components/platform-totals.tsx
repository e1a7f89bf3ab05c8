import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconBuildingCommunity, IconInfoCircle, IconLogin, IconSchool, IconUsers } from '@tabler/icons-react'
import { useAdminStats } from '#client/features/colleges/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { CollegeLink } from '#client/ui/college-link.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { RecentLogin } from '#shared/colleges/colleges.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { DashboardSection } from './dashboard-section.tsx'
import frame from './dashboards.module.css'
import { MoreLink } from './more-link.tsx'

/** Maximum shown. The stats screen lists the rest. */
const maxVisible = 5

/** Fallback with the admin stats if the dashboard's own figures could not be loaded. */
export function PlatformTotals({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const stats = useAdminStats()
  const { data } = stats
  const waiting = <Skeleton height={20} width={48} my={5} />
  if (!data && stats.error)
    return (
      <div className={`card ${frame.frame}`}>
        <ErrorState
          title="Failed to load dashboard data"
          message={messageOf(error)}
          onRetry={() => {
            onRetry()
            void stats.refetch()
          }}
        />
      </div>
    )
  return (
    <>
      <StatCards
        label="Totals"
        stats={[
          { label: 'Total Colleges', value: data?.totalColleges ?? waiting, icon: IconBuildingCommunity },
          { label: 'Total Faculty', value: data?.totalFaculty ?? waiting, icon: IconUsers },
          { label: 'Total Students', value: data?.totalStudents ?? waiting, icon: IconSchool },
        ]}
      />
      <Alert variant="light" color="gray" mb="lg" icon={<IconInfoCircle size={18} aria-hidden />} role="status">
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 16rem">
            Only the totals could be loaded. Pending actions, growth and activity are missing: {messageOf(error)}
          </Text>
          <Button variant="default" size="xs" onClick={onRetry}>
            Retry
          </Button>
        </Group>
      </Alert>
      <DashboardSection title="Recent logins" more={<MoreLink to="/stats">All recent logins</MoreLink>}>
        <DataList
          label="Recent logins"
          columns={columns}
          rows={data?.recentLogins.slice(0, maxVisible)}
          rowKey={(login) => login.id}
          empty={<EmptyState icon={IconLogin} title="No one has signed in yet" />}
        />
      </DashboardSection>
    </>
  )
}

const columns: readonly Column<RecentLogin>[] = [
  {
    id: 'user',
    header: 'User',
    width: '36%',
    cell: ({ name }) => (
      <Text size="sm" fw={550} component="span">
        {name}
      </Text>
    ),
  },
  { id: 'role', header: 'Role', width: 190, cell: ({ role }) => roleLabels[role] },
  {
    id: 'college',
    header: 'College',
    card: 'wide',
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
