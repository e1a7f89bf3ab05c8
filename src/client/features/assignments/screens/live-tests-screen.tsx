import { Text } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useWindowClock, windowOf } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime, formatRelative } from '#client/lib/time.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Note } from '#client/ui/note.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import type { LiveTest } from '#shared/attempts/live.schema.ts'
import classes from '../components/assigned.module.css'
import { useLiveTests } from '../queries.ts'

const none: LiveTest[] = []

/** The tests under way, each with a link to its live board. */
export function LiveTestsScreen() {
  const { role } = useUser()
  const list = useLiveTests()
  const tests = list.data?.tests ?? none
  const now = useWindowClock(tests, list.offset)
  const columns = useMemo(() => columnsAt(now), [now])
  const next = list.data?.next
  return (
    <>
      <PageHeader
        title="Live board"
        purpose="Tests in progress. Open one to follow each student."
        count={list.data?.tests.length}
      />
      <DataList
        label="Tests in progress"
        columns={columns}
        rows={list.data?.tests}
        rowKey={(test) => test.assignmentId}
        query={list}
        empty={{
          icon: IconActivity,
          title: 'No tests in progress',
          text: next
            ? `“${next.testName}” is next: it opens ${formatRelative(next.startDateTime, now)}, on ${formatDateTime(next.startDateTime)}.`
            : 'No accepted test is scheduled. Tests appear here while students can take them.',
          action:
            role === 'college_admin' ? (
              <LinkButton to="/assigned-tests" variant="default">
                Assigned Tests
              </LinkButton>
            ) : (
              <LinkButton to="/tests" variant="default">
                Tests
              </LinkButton>
            ),
        }}
      />
    </>
  )
}

/** @param now server time, ms UTC */
const columnsAt = (now: number): Column<LiveTest>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ assignmentId, testName, testType, subject }) => (
      <>
        <Link
          to="/live-board/$assignmentId"
          params={{ assignmentId }}
          className={`clamp ${classes.name}`}
          title={testName}
          style={{ color: 'inherit', textDecoration: 'none' }}
        >
          {testName}
        </Link>
        <Note fw={400}>
          {typeLabels[testType]} · {subject}
        </Note>
      </>
    ),
  },
  {
    id: 'window',
    header: 'Closes',
    width: 170,
    cell: (test) => (
      <span title={formatDateTime(test.endDateTime)}>
        {timingOf(windowOf(test), now) === 'Ended' ? 'Closed, attempts running' : formatRelative(test.endDateTime, now)}
      </span>
    ),
  },
  numberColumn(
    'writing',
    'In progress',
    ({ inProgress }) => (
      <Text span size="sm" fw={inProgress > 0 ? 650 : undefined} c={inProgress > 0 ? undefined : 'dimmed'}>
        {inProgress.toLocaleString()}
      </Text>
    ),
    { width: 110 },
  ),
  numberColumn(
    'waiting',
    'Not started',
    ({ assigned, inProgress, submitted }) => Math.max(0, assigned - inProgress - submitted),
    { width: 110 },
  ),
  numberColumn('submitted', 'Submitted', ({ submitted }) => submitted, { width: 110 }),
  {
    id: 'board',
    header: 'Live board',
    card: 'wide',
    width: 130,
    cell: ({ assignmentId }) => (
      <LinkButton to="/live-board/$assignmentId" params={{ assignmentId }} size="compact-sm" variant="default">
        Open
      </LinkButton>
    ),
  },
]
