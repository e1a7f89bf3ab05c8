import { Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { AssignmentStatusBadge, RejectionReason } from '#client/features/tests/components/assignment-status-badge.tsx'
import { DifficultyBadge, OwnBadge, TimingBadge } from '#client/features/tests/components/test-badges.tsx'
import { windowOf, windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { durationText, formatDate } from '#client/lib/time.ts'
import { DataListFooter, type PageOf } from '#client/ui/data-list-footer.tsx'
import { type Column, newestFirst, numberColumn, type pagedBy } from '#client/ui/data-list-props.ts'
import { type Fact, Facts as FactItems } from '#client/ui/facts.tsx'
import { Dash, Note } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { type RowAction, RowMenu, RowMenuButton, useRowMenu } from '#client/ui/row-menu.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import type { CollegeTest } from '../queries.ts'
import classes from './assigned.module.css'
import { NextStep, type TestDecisions } from './next-step.tsx'

/** Columns of the college admin's list of tests, ending with the next step. @param now server time, ms UTC */
export const assignedColumns = (decisions: TestDecisions, now: number): Column<CollegeTest>[] => [
  {
    id: 'name',
    header: 'Test',
    sortKey: 'name',
    card: 'title',
    cell: (test) => (
      <>
        <TestName test={test} onPreview={decisions.onPreview} />
        <Note fw={400}>
          {typeLabels[test.testType]} · {test.subject} · {test.difficulty}
          {test.companyName && ` · ${test.companyName}`}
        </Note>
        <OwnBadge test={test} />
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
    ...newestFirst,
    width: 94,
    cell: ({ assignedAt }) => (assignedAt === null ? <Dash /> : <RelativeTime value={assignedAt} />),
  },
  { id: 'batches', header: 'Batches', width: 72, cell: ({ testBatches }) => <Names names={testBatches} /> },
  { id: 'branches', header: 'Branches', width: 96, cell: ({ testBranches }) => <Names names={testBranches} /> },
  numberColumn(
    'attempts',
    'Attempts',
    ({ attemptCount, assignedStudentCount }) => (
      <span title={`${attemptCount} of ${assignedStudentCount} submitted`}>
        {attemptCount.toLocaleString()} / {assignedStudentCount.toLocaleString()}
      </span>
    ),
    { width: 80 },
  ),
  {
    id: 'next',
    header: 'Next step',
    card: 'wide',
    width: 164,
    cell: (test) => <NextStep {...decisions} test={test} now={now} />,
  },
]

/** The name as a button that opens the preview, or as plain text for a test never offered to the college. */
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

/** The first few names and the number of others: `2026, 2027 +3`. */
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

interface AssignedCardsProps {
  tests: readonly CollegeTest[]
  decisions: TestDecisions
  actions: (test: CollegeTest) => RowAction[]
  /** Server time, ms UTC. */
  now: number
  list: ReturnType<typeof pagedBy>
  pagination: PageOf
}

export function AssignedCards({ tests, decisions, actions, now, list, pagination }: AssignedCardsProps) {
  const { place, controls } = useRowMenu<CollegeTest>()
  return (
    <>
      <SimpleGrid
        component="ul"
        minColWidth="min(320px, 100%)"
        aria-label="Assigned tests"
        aria-busy={list.stale}
        data-stale={list.stale || undefined}
      >
        {tests.map((test) => (
          <Stack key={test.id} component="li" gap={0} miw={0} p="md" className="card">
            <Group gap={6} align="stretch" mb={10}>
              <AssignmentStatusBadge status={test.assignmentStatus} />
              <TimingBadge timing={timingOf(windowOf(test), now)} />
              <StatusBadge tone="neutral" label={typeLabels[test.testType]} />
              <DifficultyBadge difficulty={test.difficulty} />
              <OwnBadge test={test} />
            </Group>
            <Text component="h2" fz="sm">
              <TestName test={test} onPreview={decisions.onPreview} />
            </Text>
            {test.rejectionReason && <RejectionReason reason={test.rejectionReason} />}
            <Facts test={test} now={now} />
            <Group gap="xs" wrap="nowrap" justify="space-between" mih={36} mt="auto">
              <NextStep {...decisions} test={test} now={now} />
              {actions(test).length > 0 && (
                <RowMenuButton row={test} expanded={Boolean(place?.opened && place.row === test)} controls={controls} />
              )}
            </Group>
          </Stack>
        ))}
      </SimpleGrid>
      <RowMenu place={place} actions={actions} onClose={controls.close} />
      <div className={`card ${classes.footer}`}>
        <DataListFooter
          {...pagination}
          shown={tests.length}
          onChange={list.onPageChange}
          onLimitChange={list.onLimitChange}
        />
      </div>
    </>
  )
}

function Facts({ test, now }: { test: CollegeTest; now: number }) {
  const facts: Fact[] = [
    ['Subject', test.subject],
    ['Questions', questionsOf(test).toLocaleString()],
    ['Duration', durationText(minutesOf(test))],
    ['Total marks', test.totalMarks.toLocaleString()],
    ['Students', test.assignedStudentCount.toLocaleString()],
    ['Attempts', `${test.attemptCount.toLocaleString()} / ${test.assignedStudentCount.toLocaleString()}`],
    ['Start and end', windowText(test, now), true],
  ]
  if (test.companyName) facts.unshift(['Company', test.companyName, true])
  if (test.assignedAt) facts.push(['Assigned', formatDate(test.assignedAt), true])
  return (
    <SimpleGrid component="dl" cols={2} verticalSpacing={8} mt="sm" mb="md" fz="sm" className="facts">
      <FactItems facts={facts} className="tabular" />
    </SimpleGrid>
  )
}
