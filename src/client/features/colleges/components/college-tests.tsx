import { Text } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AssignmentStatusBadge, RejectionReason } from '#client/features/tests/components/assignment-status-badge.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn, pagedBy } from '#client/ui/data-list-props.ts'
import { bindFilters, FilterBar } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Dash, Note } from '#client/ui/note.tsx'
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
        <Note fw={400}>{typeLabels[testType]}</Note>
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
  numberColumn('students', 'Students', ({ assignedStudents }) => assignedStudents),
  numberColumn(
    'submitted',
    'Submitted',
    ({ submitted, assignedStudents }) =>
      assignedStudents === 0 ? submitted : <ProportionBar part={submitted} whole={assignedStudents} />,
    { card: 'wide' },
  ),
  numberColumn('average', 'Average', ({ averagePercentage: average }) =>
    average === null ? <Dash label="None yet" /> : <ScoreText percentage={average} />,
  ),
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
  const filter = bindFilters({ search, status }, setParams)
  const all = data && data.counts.pending + data.counts.accepted + data.counts.rejected

  return (
    <>
      <FilterBar
        search={{ ...filter('search'), placeholder: 'Search tests by name' }}
        onClear={filtered ? clear : undefined}
      >
        <ChoiceChips
          label="Status"
          choices={[
            { value: undefined, label: 'All', count: all },
            ...assignmentStatuses.map((value) => ({ value, label: statusLabels[value], count: data?.counts[value] })),
          ]}
          {...filter('status')}
        />
      </FilterBar>
      <DataList
        {...pagedBy(tests, setParams)}
        label="Test assignments"
        columns={columns}
        rows={data?.assignments}
        rowKey={(assignment) => assignment.id}
        noMatches={filtered && { title: 'No tests match these filters', onClear: clear }}
        empty={{
          icon: IconClipboardList,
          title: 'No tests offered yet',
          text: 'Assign a test to this college from the list of tests.',
          action: (
            <LinkButton to="/tests" variant="light">
              Go to Tests
            </LinkButton>
          ),
        }}
      />
    </>
  )
}
