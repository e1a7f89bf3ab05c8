import { Group, Skeleton, Text } from '@mantine/core'
import {
  IconHourglass,
  IconSchool,
  IconSend,
  IconUpload,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { GroupWork } from '#client/features/members/components/group-work.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { useUser } from '#client/lib/session.ts'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import type { Member } from '#shared/members/members.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { DashboardSection } from '../components/dashboard-section.tsx'
import classes from '../components/dashboards.module.css'
import { DueTests } from '../components/due-tests.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import { changeText } from '../components/growth-text.ts'
import { useCollegeChanges, useCollegeDashboard, useIsSetUp } from '../queries.ts'

/** A college's figures, its admin's most frequent actions, and its newest users. */
export function CollegeDashboardScreen() {
  const { name, collegeName } = useUser()
  const dashboard = useCollegeDashboard()
  const { data } = dashboard
  const changes = useCollegeChanges().data
  const isSetUp = useIsSetUp()
  const { pendingFaculty = 0, pendingStudents = 0 } = changes ?? {}
  const people = data ? data.totalFaculty + data.totalStudents : 0
  const isNew = data !== undefined && people === 0
  const waiting = <Skeleton height={20} width={48} my={5} />

  return (
    <>
      <PageHeader
        purpose={`Welcome, ${name}. Here is ${collegeName ?? 'your college'} at a glance.`}
        action={isSetUp && <LinkButton to="/assigned-tests">Assign tests</LinkButton>}
      />
      <GroupWork />
      {dashboard.error && !data ? (
        <div className={`card ${classes.frame}`}>
          <ErrorState
            title="Failed to load dashboard data"
            message={messageOf(dashboard.error)}
            onRetry={() => void dashboard.refetch()}
          />
        </div>
      ) : (
        <>
          <StatCards
            label="People"
            stats={[
              {
                label: 'Total Faculty',
                value: data?.totalFaculty ?? waiting,
                note: changeText(changes?.newFaculty, 'new'),
                icon: IconUsers,
                link: { to: '/faculty' },
              },
              {
                label: 'Total Students',
                value: data?.totalStudents ?? waiting,
                note: changeText(changes?.newStudents, 'new'),
                icon: IconSchool,
                link: { to: '/students' },
              },
              {
                label: 'Active Users',
                value: data?.loginStats.hasLoggedIn ?? waiting,
                note: data ? `of ${people.toLocaleString()} people have signed in` : '\u00a0',
                icon: IconUserCheck,
                link: { to: '/students', search: { login: 'once' } },
              },
              {
                label: 'Pending',
                value: data?.loginStats.neverLoggedIn ?? waiting,
                note: 'Have never signed in',
                icon: IconHourglass,
                link: {
                  to: pendingFaculty > 0 && pendingStudents === 0 ? '/faculty' : '/students',
                  search: { login: 'never' },
                },
              },
            ]}
          />
          <FirstSteps />
          {!isNew && <QuickActions />}
          <DueTests />
          {!isNew && (
            <DashboardSection title="Recent additions">
              <DataList
                label="Recent additions"
                columns={columns}
                rows={data?.recentUsers}
                rowKey={(member) => member.id}
                empty={
                  <EmptyState
                    icon={IconUsers}
                    title="No one added yet"
                    text="Add faculty and students one by one, or many at once from an Excel file."
                  />
                }
              />
            </DashboardSection>
          )}
        </>
      )}
    </>
  )
}

const QuickActions = () => (
  <Group component="nav" gap="xs" align="stretch" mb="xl" className={classes.actions} aria-label="Quick actions">
    <LinkButton
      to="/faculty"
      search={{ add: '1' }}
      variant="default"
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      Add Faculty
    </LinkButton>
    <LinkButton
      to="/faculty"
      search={{ upload: '1' }}
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      Bulk Faculty
    </LinkButton>
    <LinkButton
      to="/students"
      search={{ add: '1' }}
      variant="default"
      leftSection={<IconUsersPlus size={16} aria-hidden />}
    >
      Add Student
    </LinkButton>
    <LinkButton
      to="/students"
      search={{ upload: '1' }}
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      Bulk Students
    </LinkButton>
    <LinkButton to="/create-notification" variant="default" leftSection={<IconSend size={16} aria-hidden />}>
      Send Notification
    </LinkButton>
  </Group>
)

const columns: readonly Column<Member>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '32%',
    cell: ({ id, name, email, role }) => (
      <Text size="sm" fw={550} component="span">
        {role === 'student' ? (
          <StudentLink studentId={id}>{name}</StudentLink>
        ) : (
          <Link to="/faculty" search={{ search: email }} className="text-link">
            {name}
          </Link>
        )}
      </Text>
    ),
  },
  { id: 'role', header: 'Role', width: 130, cell: ({ role }) => roleLabels[role] },
  { id: 'email', header: 'Email', card: 'wide', cell: ({ email }) => email },
  { id: 'added', header: 'Added', width: 150, cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
]
