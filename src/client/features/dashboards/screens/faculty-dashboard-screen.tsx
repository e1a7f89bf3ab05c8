import { Text } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconChartBar,
  IconChartLine,
  IconCircleCheck,
  IconClipboardList,
  IconFileAnalytics,
  IconHash,
  IconPlayerPlay,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type FacultyTest, useFacultyTests } from '#client/features/assignments/queries.ts'
import { useWindowClock, windowOf, windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useUser } from '#client/lib/session.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { Note } from '#client/ui/note.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { CollegeFacts, DashboardSection, MoreLink } from '../components/dashboard-section.tsx'
import { LiveLink } from '../components/live-link.tsx'
import { QuickLinks } from '../components/quick-links.tsx'
import { type Colleague, useColleagues } from '../queries.ts'

const none: FacultyTest[] = []

/** A faculty member's home page: the college's tests, then the college itself. */
export function FacultyDashboardScreen() {
  const { name } = useUser()
  const list = useFacultyTests()
  const all = list.data ?? none
  const windows = useMemo(() => all.map(({ testId }) => testId), [all])
  const now = useWindowClock(windows)
  const columns = useMemo(() => openColumns(now), [now])
  const college = useUser().collegeId
  const home = useColleagues()
  const open = all
    .filter(({ testId }) => timingOf(windowOf(testId), now) === 'Active')
    .sort((one, other) => one.testId.endDateTime.localeCompare(other.testId.endDateTime))

  const countOf = (timing: ReturnType<typeof timingOf>) =>
    all.filter(({ testId }) => timingOf(windowOf(testId), now) === timing).length

  return (
    <>
      <PageHeader purpose={`Welcome, ${name}. Here are your college’s tests.`} />
      <StatCards
        label="Tests"
        stats={[
          {
            label: 'Open now',
            value: list.data ? open.length : '–',
            note: 'Students can take them',
            icon: IconPlayerPlay,
            link: { to: '/live-board' },
          },
          {
            label: 'Upcoming',
            value: list.data ? countOf('Upcoming') : '–',
            note: 'Not open yet',
            icon: IconCalendarEvent,
            link: { to: '/tests', search: { timing: 'Upcoming' } },
          },
          {
            label: 'Ended',
            value: list.data ? countOf('Ended') : '–',
            note: 'Reports are ready',
            icon: IconFileAnalytics,
            link: { to: '/tests', search: { timing: 'Ended' } },
          },
          {
            label: 'Tests completed',
            value: list.data ? all.reduce((sum, { completed }) => sum + completed, 0) : '–',
            note: list.data
              ? `Of ${all.reduce((sum, test) => sum + test.totalStudents, 0).toLocaleString()} assigned`
              : '\u00a0',
            icon: IconCircleCheck,
            link: { to: '/test-reports' },
          },
        ]}
      />
      <QuickLinks label="Reports" links={reports} />
      <DashboardSection title="Open now" more={<MoreLink to="/tests">All tests</MoreLink>}>
        <DataList
          label="Open tests"
          columns={columns}
          rows={list.data && open}
          rowKey={(test) => test.id}
          query={list}
          empty={{
            icon: IconClipboardList,
            title: 'No test is open now',
            text: 'Tests your college has accepted appear here while students can take them.',
          }}
        />
      </DashboardSection>
      <DashboardSection title="Your college">
        <StatCards
          quiet
          label="Your college"
          stats={[
            { label: 'College', value: college?.name ?? '–', icon: IconBuildingCommunity },
            { label: 'College Code', value: college?.code ?? '–', icon: IconHash },
            { label: 'Fellow Faculty', value: home.data?.totalColleagues ?? '–', icon: IconUsers },
          ]}
        />
      </DashboardSection>
      <CollegeFacts />
      <DashboardSection title="Fellow faculty">
        <DataList
          label="Fellow faculty"
          columns={colleagueColumns}
          rows={home.data?.colleagues}
          rowKey={(colleague) => colleague.id}
          query={home}
          empty={{ icon: IconUsers, title: 'No other faculty members in your college yet' }}
        />
        {home.data && home.data.totalColleagues > home.data.colleagues.length && (
          <Text size="sm" c="dimmed" mt="xs">
            Showing the first {home.data.colleagues.length} of {home.data.totalColleagues.toLocaleString()}, by name.
          </Text>
        )}
      </DashboardSection>
    </>
  )
}

const reports = [
  { to: '/test-reports', icon: IconFileAnalytics, text: 'Test Reports' },
  { to: '/student-reports', icon: IconChartBar, text: 'Student Reports' },
  { to: '/reports', icon: IconChartLine, text: 'Performance Reports' },
] as const

const openColumns = (now: number): readonly Column<FacultyTest>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ id, testId }) => (
      <>
        <Text size="sm" fw={550} component="div" lineClamp={2} title={testId.testName}>
          <Link to="/live-board/$assignmentId" params={{ assignmentId: id }} className="text-link">
            {testId.testName}
          </Link>
        </Text>
        <Note fw={400}>
          {typeLabels[testId.testType]} · {testId.subject}
        </Note>
      </>
    ),
  },
  {
    id: 'window',
    header: 'Window',
    card: 'wide',
    width: 340,
    cell: ({ testId }) => <span className="tabular">{windowText(testId, now)}</span>,
  },
  numberColumn(
    'completed',
    'Completed',
    ({ completed, totalStudents }) => `${completed.toLocaleString()} / ${totalStudents.toLocaleString()}`,
    { width: 120 },
  ),
  { id: 'live', header: 'Live', card: 'wide', width: 130, cell: ({ id }) => <LiveLink assignmentId={id} /> },
]

const colleagueColumns: readonly Column<Colleague>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '34%',
    cell: ({ name }) => (
      <Text size="sm" fw={550} component="span">
        {name}
      </Text>
    ),
  },
  { id: 'email', header: 'Email', card: 'wide', cell: ({ email }) => email ?? '–' },
  { id: 'branch', header: 'Department', card: 'wide', width: '24%', cell: ({ branch }) => branch || '–' },
]
