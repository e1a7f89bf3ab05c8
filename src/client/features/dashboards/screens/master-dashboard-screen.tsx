import { Text } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconBuildingPlus,
  IconFilePlus,
  IconLogin,
  IconSchool,
  IconUsers,
} from '@tabler/icons-react'
import { useAdminStats } from '#client/features/colleges/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { useUser } from '#client/lib/session.tsx'
import { type Column, DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { RecentLogin } from '#shared/colleges/schema.ts'
import { roleLabels } from '#shared/roles.ts'
import classes from '../components/dashboard-section.module.css'
import { DashboardSection } from '../components/dashboard-section.tsx'
import { MoreLink } from '../components/more-link.tsx'

/** The stats screen has the rest. */
const mostShown = 5

/** The platform in figures, what its owner does most, and who was here last. */
export function MasterDashboardScreen() {
  const { name } = useUser()
  const stats = useAdminStats()
  const { data } = stats

  return (
    <>
      <PageHeader title={`Welcome, ${name}`} purpose="The platform at a glance." />
      {stats.error && !data ? (
        <div className={classes.frame}>
          <ErrorState
            title="Failed to load the dashboard"
            message={messageOf(stats.error)}
            onRetry={() => void stats.refetch()}
          />
        </div>
      ) : (
        <>
          <StatCards
            label="Totals"
            stats={[
              { label: 'Total Colleges', value: data?.totalColleges ?? '–', icon: IconBuildingCommunity },
              { label: 'Total Faculty', value: data?.totalFaculty ?? '–', icon: IconUsers },
              { label: 'Total Students', value: data?.totalStudents ?? '–', icon: IconSchool },
            ]}
          />
          <nav className={classes.actions} aria-label="Quick actions">
            <LinkButton to="/tests/new" variant="default" leftSection={<IconFilePlus size={16} aria-hidden />}>
              Create Test
            </LinkButton>
            <LinkButton to="/colleges" variant="default" leftSection={<IconBuildingPlus size={16} aria-hidden />}>
              Add College
            </LinkButton>
          </nav>
          <DashboardSection title="Recent logins" more={<MoreLink to="/stats">All recent logins</MoreLink>}>
            <DataList
              label="Recent logins"
              columns={columns}
              rows={data?.recentLogins.slice(0, mostShown)}
              rowKey={(login) => login.id}
              empty={<EmptyState icon={IconLogin} title="Nobody has signed in yet" />}
            />
          </DashboardSection>
        </>
      )}
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
    cell: ({ collegeName }) =>
      collegeName ?? (
        <Text c="dimmed" span aria-label="None">
          –
        </Text>
      ),
  },
  { id: 'login', header: 'Last login', width: 150, cell: ({ lastLogin }) => <RelativeTime value={lastLogin} /> },
]
