import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import type { Column } from '#client/ui/data-list.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { AssignedTest } from '../queries.ts'
import classes from './assigned-columns.module.css'
import { AssignmentStatusBadge } from './assignment-status-badge.tsx'

interface Deeds {
  /** The assignment whose decision is on its way. */
  deciding: string | undefined
  onPreview: (assignment: AssignedTest) => void
  onAccept: (assignment: AssignedTest) => void
  onReject: (assignment: AssignedTest) => void
  onAssign: (assignment: AssignedTest) => void
}

/** The college admin's columns, with what is to be done next in each row. */
export const assignedColumns = (deeds: Deeds): Column<AssignedTest>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: (assignment) => (
      <>
        <UnstyledButton
          className={classes.name}
          title={assignment.testId.testName}
          onClick={() => deeds.onPreview(assignment)}
        >
          {assignment.testId.testName}
        </UnstyledButton>
        <Text size="xs" c="dimmed" fw={400}>
          {typeLabels[assignment.testId.testType]} · {assignment.testId.subject}
        </Text>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 124,
    cell: ({ status }) => <AssignmentStatusBadge status={status} />,
  },
  {
    id: 'difficulty',
    header: 'Difficulty',
    width: 108,
    cell: ({ testId }) => <DifficultyBadge difficulty={testId.difficulty} />,
  },
  {
    id: 'assigned',
    header: 'Assigned',
    width: 126,
    cell: ({ assignedAt }) => <RelativeTime value={assignedAt} />,
  },
  { id: 'batches', header: 'Batches', width: 118, cell: ({ testBatches }) => <Names names={testBatches} /> },
  { id: 'branches', header: 'Branches', width: 130, cell: ({ testBranches }) => <Names names={testBranches} /> },
  {
    id: 'attempts',
    header: 'Attempts',
    numeric: true,
    width: 96,
    cell: ({ attemptCount, assignedStudentsCount }) => (
      <span title={`${attemptCount} submitted of ${assignedStudentsCount} assigned`}>
        {attemptCount.toLocaleString()} / {assignedStudentsCount.toLocaleString()}
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Next step',
    card: 'wide',
    width: 176,
    cell: (assignment) => <NextStep {...deeds} assignment={assignment} />,
  },
]

const shownNames = 3

function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0)
    return (
      <Text span c="dimmed">
        –
      </Text>
    )
  const more = names.length - shownNames
  return (
    <Text size="sm" component="div" lineClamp={2} title={names.join(', ')}>
      {names.slice(0, shownNames).join(', ')}
      {more > 0 && <Text span c="dimmed" size="xs">{` +${more}`}</Text>}
    </Text>
  )
}

function NextStep({ assignment, deciding, onAccept, onReject, onAssign }: Deeds & { assignment: AssignedTest }) {
  const { status } = assignment
  if (status === 'pending')
    return (
      <Group gap={6} wrap="nowrap">
        <Button size="compact-sm" loading={deciding === assignment.id} onClick={() => onAccept(assignment)}>
          Accept
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={deciding === assignment.id}
          onClick={() => onReject(assignment)}
        >
          Reject
        </Button>
      </Group>
    )
  if (status === 'accepted')
    return (
      <Button size="compact-sm" variant="default" onClick={() => onAssign(assignment)}>
        Assign to students
      </Button>
    )
  return (
    <Text span c="dimmed">
      –
    </Text>
  )
}
