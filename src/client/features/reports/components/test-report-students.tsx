import { Button } from '@mantine/core'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useGroupNames } from '#client/features/members/queries.ts'
import { type Column, DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import { mostOnPaper } from '#shared/reports/tests/rules.ts'
import { studentSorts, type TestStudentsQuery } from '#shared/reports/tests/schema.ts'
import { hasChoices, minutesText } from '../model/words.ts'
import { type TestReportStudent, useClassOnPaper, useTestStudents } from '../queries.ts'
import { type GroupChoice, ReportGroupFilters } from './report-group-filters.tsx'
import { ReportStudent } from './report-student.tsx'
import { ScoreText } from './score-text.tsx'

interface Choice extends GroupChoice {
  search?: string | undefined
  status?: TestStudentsQuery['status']
}

const statuses = [
  { value: 'Completed', label: 'Completed' },
  { value: 'Pass', label: 'Passed' },
  { value: 'Fail', label: 'Failed' },
  { value: 'Not Attempted', label: 'Not attempted' },
] as const

/** @param withCoding the test has coding questions too, which are not among the answers that are counted */
const columnsOf = (withCoding: boolean): readonly Column<TestReportStudent>[] => [
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    sortKey: 'name',
    cell: (student) => <ReportStudent {...student} groups={student} />,
  },
  {
    id: 'marks',
    header: 'Score',
    numeric: true,
    width: 120,
    cell: ({ marksObtained, totalMarks }) =>
      marksObtained === null ? '–' : `${marksObtained.toLocaleString()} / ${totalMarks?.toLocaleString()}`,
  },
  {
    id: 'percentage',
    header: 'Percentage',
    numeric: true,
    width: 124,
    sortKey: 'percentage',
    sortFirst: 'down',
    sortWords: ['lowest first', 'highest first'],
    cell: ({ percentage }) => (percentage === null ? '–' : <ScoreText percentage={percentage} />),
  },
  {
    id: 'answers',
    header: withCoding ? 'Multiple choice correct' : 'Correct / answered',
    numeric: true,
    width: 150,
    cell: (student) =>
      hasChoices(student)
        ? `${student.correctAnswers} / ${(student.correctAnswers ?? 0) + (student.incorrectAnswers ?? 0)}`
        : '–',
  },
  {
    id: 'time',
    header: 'Time',
    numeric: true,
    width: 100,
    sortKey: 'timeSpent',
    sortWords: ['shortest first', 'longest first'],
    cell: ({ timeSpent }) => (timeSpent === null ? '–' : minutesText(timeSpent / 60)),
  },
  { id: 'result', header: 'Result', width: 150, cell: (student) => <Result passed={student.passed} /> },
]

const Result = ({ passed }: { passed: boolean | null }) =>
  passed === null ? (
    <StatusBadge tone="neutral" label="Not attempted" />
  ) : (
    <StatusBadge tone={passed ? 'success' : 'danger'} label={passed ? 'Pass' : 'Fail'} />
  )

type OnPaper = NonNullable<ReturnType<typeof useClassOnPaper>> & { columns: ReturnType<typeof columnsOf> }

/** On paper. */
const Everybody = ({ columns, students, pagination: { total } }: OnPaper) => (
  <>
    <DataList
      label="Student results"
      columns={columns}
      rows={students}
      rowKey={(student) => student.id}
      empty="Nobody has this test yet."
    />
    {total > mostOnPaper && (
      <p>
        These are the {mostOnPaper.toLocaleString()} best of {total.toLocaleString()} students. All of them are in the
        CSV and Excel exports.
      </p>
    )}
  </>
)

/** Every student whom a test is assigned to. Its filters are its own: the address has those of the list behind it. */
export function TestReportStudents({ testId, withCoding }: { testId: string; withCoding: boolean }) {
  const columns = columnsOf(withCoding)
  const [choice, setChoice] = useState<Choice>({})
  const [sort, setSort] = useState<string>()
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(20)
  const groups = useGroupNames()
  const list = useTestStudents({
    ...{ id: testId, ...choice, page, limit },
    sort: studentSorts.find((known) => known === sort),
  })
  const choose = (patch: Partial<Record<keyof Choice, string>>) => {
    const given = Object.entries({ ...choice, ...patch }).filter(([, value]) => value !== '' && value !== undefined)
    setChoice(Object.fromEntries(given))
    setPage(1)
  }
  const printing = usePrinting()
  const everybody = useClassOnPaper(testId)
  if (printing && everybody) return <Everybody {...everybody} columns={columns} />
  const filtered = Object.keys(choice).length > 0
  const clear = () => choose({ search: '', status: '', batch: '', branch: '', section: '' })
  return (
    <>
      <FilterBar
        search={{
          value: choice.search ?? '',
          onChange: (search) => choose({ search }),
          placeholder: 'Search by name, email or ID',
        }}
        onClear={filtered ? clear : undefined}
      >
        <ReportGroupFilters names={groups} value={choice} onChange={choose} />
        <FilterSelect
          label="Result"
          all="All Results"
          value={choice.status}
          options={statuses}
          onChange={(status) => choose({ status: status ?? '' })}
        />
      </FilterBar>
      <DataList
        label="Student results"
        cardsBelow={54}
        columns={columns}
        rows={list.data?.students}
        rowKey={(student) => student.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        stale={list.isPlaceholderData}
        sort={sort}
        onSort={(next) => {
          setSort(next || undefined)
          setPage(1)
        }}
        pagination={list.data?.pagination}
        onPageChange={setPage}
        onLimitChange={(next) => {
          setLimit(next)
          setPage(1)
        }}
        empty={
          filtered ? (
            <EmptyState
              icon={IconSearch}
              title="No students found"
              text="None of the test’s students matches the filters."
              action={
                <Button variant="default" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={IconUsers}
              title="Nobody has this test yet"
              text="Students appear here as soon as the test is assigned to them."
            />
          )
        }
      />
    </>
  )
}
