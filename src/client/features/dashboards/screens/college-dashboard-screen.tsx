import { Box, Text } from '@mantine/core'
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
import { useUser } from '#client/lib/session.ts'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import type { Member } from '#shared/members/members.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { DashboardSection } from '../components/dashboard-section.tsx'
import { DueTests } from '../components/due-tests.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import { changeText } from '../components/platform-growth.tsx'
import { QuickLinks } from '../components/quick-links.tsx'
import { useCollegeChanges, useCollegeDashboard, useIsSetUp } from '../queries.ts'

/** A college's statistics, its admin's most frequent actions, and its newest users. */
export function CollegeDashboardScreen() {
  const { name, collegeName } = useUser()
  const dashboard = useCollegeDashboard()
  const { data } = dashboard
  const changes = useCollegeChanges().data
  const isSetUp = useIsSetUp()
  const { pendingFaculty = 0, pendingStudents = 0 } = changes ?? {}
  const people = data ? data.totalFaculty + data.totalStudents : 0
  const isNew = data !== undefined && people === 0

  return (
    <>
      <PageHeader
        purpose={`Welcome, ${name}. Here is ${collegeName ?? 'your college'} at a glance.`}
        action={isSetUp && <LinkButton to="/assigned-tests">Assign tests</LinkButton>}
      />
      <GroupWork />
      {dashboard.error && !data ? (
        <Box p="md" className="card">
          <QueryError title="Failed to load dashboard data" query={dashboard} />
        </Box>
      ) : (
        <>
          <StatCards
            label="People"
            stats={[
              {
                label: 'Total Faculty',
                value: data?.totalFaculty,
                note: changeText(changes?.newFaculty, 'new'),
                icon: IconUsers,
                link: { to: '/faculty' },
              },
              {
                label: 'Total Students',
                value: data?.totalStudents,
                note: changeText(changes?.newStudents, 'new'),
                icon: IconSchool,
                link: { to: '/students' },
              },
              {
                label: 'Active Users',
                value: data?.loginStats.hasLoggedIn,
                note: data ? `of ${people.toLocaleString()} people have signed in` : '\u00a0',
                icon: IconUserCheck,
                link: { to: '/students', search: { login: 'once' } },
              },
              {
                label: 'Pending',
                value: data?.loginStats.neverLoggedIn,
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
          {!isNew && <QuickLinks label="Quick actions" links={actions} />}
          <DueTests />
          {!isNew && (
            <DashboardSection title="Recent additions">
              <DataList
                label="Recent additions"
                columns={columns}
                rows={data?.recentUsers}
                rowKey={(member) => member.id}
                empty={{
                  icon: IconUsers,
                  title: 'No one added yet',
                  text: 'Add faculty and students one by one, or many at once from an Excel file.',
                }}
              />
            </DashboardSection>
          )}
        </>
      )}
    </>
  )
}

const actions = [
  { to: '/faculty', search: { add: '1' }, icon: IconUserPlus, text: 'Add Faculty' },
  { to: '/faculty', search: { upload: '1' }, icon: IconUpload, text: 'Bulk Faculty' },
  { to: '/students', search: { add: '1' }, icon: IconUsersPlus, text: 'Add Student' },
  { to: '/students', search: { upload: '1' }, icon: IconUpload, text: 'Bulk Students' },
  { to: '/create-notification', icon: IconSend, text: 'Send Notification' },
] as const

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
