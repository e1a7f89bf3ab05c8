import { Text } from '@mantine/core'
import { IconCalendarEvent, IconClipboardList, IconPlayerPlay } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type FacultyTest, useFacultyTests } from '#client/features/assignments/queries.ts'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import { useWindowClock, windowOf, windowText } from '#client/features/tests/model/window-clock.ts'
import { useUser } from '#client/lib/session.tsx'
import { type Column, DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { timingOf } from '#shared/attempts/rules.ts'
import { DashboardSection } from '../components/dashboard-section.tsx'
import { MoreLink } from '../components/more-link.tsx'
import { OwnFacts } from '../components/own-facts.tsx'

const none: FacultyTest[] = []

/** A faculty member's home: the tests that run now, and who one is. */
export function FacultyDashboardScreen() {
  const { name } = useUser()
  const list = useFacultyTests()
  const all = list.data ?? none
  const windows = useMemo(() => all.map(({ testId }) => testId), [all])
  const now = useWindowClock(windows)
  const columns = useMemo(() => openColumns(now), [now])
  const at = (timing: 'Active' | 'Upcoming') => all.filter(({ testId }) => timingOf(windowOf(testId), now) === timing)
  const open = at('Active').sort((one, other) => one.testId.endDateTime.localeCompare(other.testId.endDateTime))
  const count = (tests: readonly unknown[]) => (list.data ? tests.length : '–')

  return (
    <>
      <PageHeader title={`Welcome, ${name}`} purpose="The tests your students can take now." />
      <StatCards
        label="Tests of your college"
        stats={[
          { label: 'Open now', value: count(open), icon: IconPlayerPlay },
          { label: 'Upcoming', value: count(at('Upcoming')), icon: IconCalendarEvent },
          { label: 'Tests', value: count(all), icon: IconClipboardList },
        ]}
      />
      <DashboardSection title="Open now" more={<MoreLink to="/tests">All tests</MoreLink>}>
        <DataList
          label="Open tests"
          columns={columns}
          rows={list.data && open}
          rowKey={(test) => test.id}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={
            <EmptyState
              icon={IconClipboardList}
              title="No test is open now"
              text="Tests your college has accepted appear here while students can take them."
            />
          }
        />
      </DashboardSection>
      <OwnFacts />
    </>
  )
}

const openColumns = (now: number): readonly Column<FacultyTest>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ testId }) => (
      <>
        <Text size="sm" fw={550} component="div" lineClamp={2} title={testId.testName}>
          {testId.testName}
        </Text>
        <Text size="xs" c="dimmed" fw={400} component="div">
          {typeLabels[testId.testType]} · {testId.subject}
        </Text>
      </>
    ),
  },
  {
    id: 'window',
    header: 'Window',
    card: 'wide',
    width: 300,
    cell: ({ testId }) => <span className="tabular">{windowText(testId, now)}</span>,
  },
  {
    id: 'completed',
    header: 'Completed',
    numeric: true,
    width: 120,
    cell: ({ completed, totalStudents }) => `${completed.toLocaleString()} / ${totalStudents.toLocaleString()}`,
  },
]
