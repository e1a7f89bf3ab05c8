import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { IconBuildingCommunity, IconInfoCircle, IconLogin, IconSchool, IconUsers } from '@tabler/icons-react'
import { loginColumns } from '#client/features/colleges/components/login-columns.tsx'
import { useAdminStats } from '#client/features/colleges/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { DashboardSection, MoreLink } from './dashboard-section.tsx'

/** Maximum logins shown. The stats screen lists the rest. */
const maxVisible = 5

/** Fallback that shows the admin stats if the dashboard's data could not be loaded. */
export function PlatformTotals({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const stats = useAdminStats()
  const { data } = stats
  if (!data && stats.error)
    return (
      <Box p="md" className="card">
        <ErrorState
          title="Failed to load dashboard data"
          message={messageOf(error)}
          onRetry={() => {
            onRetry()
            void stats.refetch()
          }}
        />
      </Box>
    )
  return (
    <>
      <StatCards
        label="Totals"
        stats={[
          { label: 'Total Colleges', value: data?.totalColleges, icon: IconBuildingCommunity },
          { label: 'Total Faculty', value: data?.totalFaculty, icon: IconUsers },
          { label: 'Total Students', value: data?.totalStudents, icon: IconSchool },
        ]}
      />
      <Alert color="gray" mb="lg" icon={<IconInfoCircle size={18} aria-hidden />} role="status">
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
          empty={{ icon: IconLogin, title: 'No one has signed in yet' }}
        />
      </DashboardSection>
    </>
  )
}

const columns = loginColumns(
  ({ name }) => (
    <Text size="sm" fw={550} component="span">
      {name}
    </Text>
  ),
  { role: 190 },
)
