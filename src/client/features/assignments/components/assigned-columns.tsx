import { Group, Text, UnstyledButton } from '@mantine/core'
import { AssignmentStatusBadge, RejectionReason } from '#client/features/tests/components/assignment-status-badge.tsx'
import { TimingBadge } from '#client/features/tests/components/test-badges.tsx'
import { windowOf, windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import type { CollegeTest } from '../queries.ts'
import classes from './assigned.module.css'
import { NextStep, type TestDecisions } from './next-step.tsx'

/** The college admin's columns. The last one is the next step. @param now server time, ms UTC */
export const assignedColumns = (decisions: TestDecisions, now: number): Column<CollegeTest>[] => [
  {
    id: 'name',
    header: 'Test',
    sortKey: 'name',
    card: 'title',
    cell: (test) => (
      <>
        <TestName test={test} onPreview={decisions.onPreview} />
        <Text size="xs" c="dimmed" fw={400}>
          {typeLabels[test.testType]} · {test.subject} · {test.difficulty}
          {test.companyName && ` · ${test.companyName}`}
        </Text>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 120,
    cell: ({ assignmentStatus, rejectionReason }) => (
      <>
        <AssignmentStatusBadge status={assignmentStatus} />
        {rejectionReason && <RejectionReason reason={rejectionReason} />}
      </>
    ),
  },
  {
    id: 'window',
    header: 'Window',
    sortKey: 'starts',
    sortFirst: 'down',
    sortLabels: ['earliest first', 'latest first'],
    width: 100,
    cell: (test) => (
      <span title={windowText(test, now)}>
        <TimingBadge timing={timingOf(windowOf(test), now)} />
      </span>
    ),
  },
  {
    id: 'assigned',
    header: 'Assigned',
    sortKey: 'assigned',
    sortFirst: 'down',
    sortLabels: ['oldest first', 'newest first'],
    width: 94,
    cell: ({ assignedAt }) => (assignedAt === null ? <Dash /> : <RelativeTime value={assignedAt} />),
  },
  { id: 'batches', header: 'Batches', width: 72, cell: ({ testBatches }) => <Names names={testBatches} /> },
  { id: 'branches', header: 'Branches', width: 96, cell: ({ testBranches }) => <Names names={testBranches} /> },
  {
    id: 'attempts',
    header: 'Attempts',
    numeric: true,
    width: 80,
    cell: ({ attemptCount, assignedStudentCount }) => (
      <span title={`${attemptCount} submitted of ${assignedStudentCount} assigned`}>
        {attemptCount.toLocaleString()} / {assignedStudentCount.toLocaleString()}
      </span>
    ),
  },
  {
    id: 'next',
    header: 'Next step',
    card: 'wide',
    width: 164,
    cell: (test) => <NextStep {...decisions} test={test} now={now} />,
  },
]

const Dash = () => (
  <Text span c="dimmed">
    –
  </Text>
)

/** Opens the preview. A college cannot preview a test that was never offered to it. */
export function TestName({ test, onPreview }: { test: CollegeTest; onPreview: (test: CollegeTest) => void }) {
  if (!test.isAssigned)
    return (
      <span className={`clamp ${classes.name}`} data-plain title={test.testName}>
        {test.testName}
      </span>
    )
  return (
    <UnstyledButton className={`clamp ${classes.name}`} title={test.testName} onClick={() => onPreview(test)}>
      {test.testName}
    </UnstyledButton>
  )
}

const shownNames = 2

/** `2026, 2027 +3`. */
export function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <Dash />
  const more = names.length - shownNames
  return (
    <Group gap={4} title={names.join(', ')} wrap="nowrap">
      <Text size="sm" component="span" lineClamp={2}>
        {names.slice(0, shownNames).join(', ')}
      </Text>
      {more > 0 && (
        <Text span c="dimmed" size="xs">
          +{more}
        </Text>
      )}
    </Group>
  )
}
