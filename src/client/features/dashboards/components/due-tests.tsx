import { Group, Text } from '@mantine/core'
import { IconClipboardCheck, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type CollegeTest, useCollegeTests } from '#client/features/assignments/queries.ts'
import { windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { now as clockNow } from '#client/lib/clock.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import type { EmptyStateProps } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Note } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { DashboardSection } from './dashboard-section.tsx'
import { LiveLink } from './live-link.tsx'

/** Maximum tests shown. The assigned tests screen lists all of them. */
const maxVisible = 5
/** Polling interval in ms, because tests open and close at scheduled times. */
const pollMs = 60_000

/** The college's pending offers and running tests. */
export function DueTests() {
  const waiting = useCollegeTests({ status: 'pending', limit: maxVisible }, pollMs)
  const running = useCollegeTests({ status: 'accepted', timing: 'Active', sort: 'starts', limit: maxVisible }, pollMs)
  const columns = useMemo(() => runningColumns(clockNow()), [])
  return (
    <>
      <Tests
        title="Waiting for your decision"
        link="Decide"
        search={{ status: 'pending' }}
        query={waiting}
        columns={waitingColumns}
        empty={{
          icon: IconClipboardCheck,
          title: 'Nothing to decide',
          text: 'Tests offered to your college appear here.',
        }}
      />
      <Tests
        title="Running now"
        link="All running tests"
        search={{ status: 'accepted', timing: 'Active' }}
        query={running}
        columns={columns}
        empty={{
          icon: IconPlayerPlay,
          title: 'No test is running now',
          text: 'Accepted tests appear here while their window is open.',
        }}
      />
    </>
  )
}

interface TestsProps {
  title: string
  link: string
  search: { status: string; timing?: string }
  query: ReturnType<typeof useCollegeTests>
  columns: readonly Column<CollegeTest>[]
  empty: EmptyStateProps
}

function Tests({ title, link, search, query, columns, empty }: TestsProps) {
  const total = query.data?.pagination.total ?? 0
  return (
    <DashboardSection
      title={title}
      more={
        total > 0 && (
          <LinkButton to="/assigned-tests" search={search} variant="subtle" size="compact-sm" mr={-8}>
            {`${link} (${total.toLocaleString()})`}
          </LinkButton>
        )
      }
    >
      <DataList
        label={title}
        columns={columns}
        rows={query.data?.tests}
        rowKey={(test) => test.id}
        query={query}
        errorTitle="Failed to load assigned tests"
        empty={empty}
      />
    </DashboardSection>
  )
}

const nameColumn: Column<CollegeTest> = {
  id: 'name',
  header: 'Test',
  card: 'title',
  cell: ({ assignmentId, assignmentStatus, testName, testType, subject }) => (
    <>
      <Text size="sm" fw={550} component="div" lineClamp={2} title={testName}>
        {assignmentStatus === 'accepted' && assignmentId ? (
          <Link to="/live-board/$assignmentId" params={{ assignmentId }} className="text-link">
            {testName}
          </Link>
        ) : (
          <Link to="/assigned-tests" search={{ search: testName }} className="text-link">
            {testName}
          </Link>
        )}
      </Text>
      <Note fw={400}>
        {typeLabels[testType]} · {subject}
      </Note>
    </>
  ),
}

const waitingColumns: readonly Column<CollegeTest>[] = [
  nameColumn,
  { id: 'offered', header: 'Offered', width: 130, cell: ({ assignedAt }) => <RelativeTime value={assignedAt} /> },
  { id: 'starts', header: 'Opens', width: 150, cell: ({ startDateTime }) => <RelativeTime value={startDateTime} /> },
]

const runningColumns = (now: number): readonly Column<CollegeTest>[] => [
  nameColumn,
  {
    id: 'window',
    header: 'Window',
    card: 'wide',
    width: 340,
    cell: (test) => <span className="tabular">{windowText(test, now)}</span>,
  },
  numberColumn(
    'submitted',
    'Submitted',
    ({ attemptCount, assignedStudentCount }) =>
      `${attemptCount.toLocaleString()} / ${assignedStudentCount.toLocaleString()}`,
    { width: 110 },
  ),
  {
    id: 'live',
    header: 'Live',
    card: 'wide',
    width: 140,
    cell: ({ assignmentId }) => (
      <Group gap={0}>{assignmentId !== null && <LiveLink assignmentId={assignmentId} />}</Group>
    ),
  },
]
