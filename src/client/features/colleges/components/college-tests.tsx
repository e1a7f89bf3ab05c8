import { Button, Text } from '@mantine/core'
import { IconClipboardList, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AssignmentStatusBadge, RejectionReason } from '#client/features/tests/components/assignment-status-badge.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { ProportionBar } from '#client/ui/proportion-bar.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { assignmentStatuses } from '#shared/assignments/assignments.schema.ts'
import type { CollegeTest } from '#shared/colleges/colleges.schema.ts'
import { useCollegeTests } from '../queries.ts'

const statusLabels = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' } as const

const columns: readonly Column<CollegeTest>[] = [
  {
    id: 'test',
    header: 'Test',
    width: '30%',
    cell: ({ testId, testName, testType }) => (
      <>
        <Link to="/tests/$testId/report" params={{ testId }} className="text-link record" title={testName}>
          {testName}
        </Link>
        <Text size="xs" c="dimmed" fw={400} component="div">
          {typeLabels[testType]}
        </Text>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 150,
    cell: ({ status, rejectionReason }) => (
      <>
        <AssignmentStatusBadge status={status} />
        {rejectionReason && <RejectionReason reason={rejectionReason} />}
      </>
    ),
  },
  {
    id: 'window',
    header: 'Window',
    card: 'wide',
    cell: ({ startDateTime, endDateTime }) => (
      <Text size="sm" component="span" className="tabular">
        {formatDateTime(startDateTime)} –<br />
        {formatDateTime(endDateTime)}
      </Text>
    ),
  },
  {
    id: 'students',
    header: 'Students',
    numeric: true,
    cell: ({ assignedStudents }) => assignedStudents.toLocaleString(),
  },
  {
    id: 'submitted',
    header: 'Submitted',
    numeric: true,
    card: 'wide',
    cell: ({ submitted, assignedStudents }) =>
      assignedStudents === 0 ? submitted.toLocaleString() : <ProportionBar part={submitted} whole={assignedStudents} />,
  },
  {
    id: 'average',
    header: 'Average',
    numeric: true,
    cell: ({ averagePercentage: average }) =>
      average === null ? (
        <Text c="dimmed" span aria-label="None yet">
          –
        </Text>
      ) : (
        <ScoreText percentage={average} />
      ),
  },
]

/** The tests offered to a college, with their status. */
export function CollegeTests({ collegeId }: { collegeId: string }) {
  const [params, setParams] = useListParams(['status'])
  const status = assignmentStatuses.find((known) => known === params.status)
  const { page, limit, search } = params
  const tests = useCollegeTests({ id: collegeId, page, limit, search, status })
  const { data } = tests
  const filtered = Boolean(search || status)
  const clear = () => setParams({ search: '', status: '' })
  const all = data && data.counts.pending + data.counts.accepted + data.counts.rejected

  return (
    <>
      <FilterBar
        search={{
          value: search ?? '',
          onChange: (text) => setParams({ search: text }),
          placeholder: 'Search tests by name',
        }}
        onClear={filtered ? clear : undefined}
      >
        <ChoiceChips
          label="Status"
          choices={[
            { value: undefined, label: 'All', count: all },
            ...assignmentStatuses.map((value) => ({ value, label: statusLabels[value], count: data?.counts[value] })),
          ]}
          value={status}
          onChange={(next) => setParams({ status: next ?? '' })}
        />
      </FilterBar>
      <DataList
        label="Test assignments"
        columns={columns}
        rows={data?.assignments}
        rowKey={(assignment) => assignment.id}
        error={tests.error}
        onRetry={() => void tests.refetch()}
        stale={tests.isPlaceholderData}
        pagination={data?.pagination}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        empty={
          filtered ? (
            <EmptyState
              icon={IconSearch}
              title="No tests match these filters"
              action={
                <Button variant="default" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={IconClipboardList}
              title="No tests offered yet"
              text="Assign a test to this college from the list of tests."
              action={
                <LinkButton to="/tests" variant="light">
                  Go to Tests
                </LinkButton>
              }
            />
          )
        }
      />
    </>
  )
}
