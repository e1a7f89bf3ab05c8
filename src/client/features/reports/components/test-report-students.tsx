import { IconUsers } from '@tabler/icons-react'
import { useGroupNames } from '#client/features/members/queries.ts'
import { spentText } from '#client/lib/time.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, highestFirst, numberColumn, pagedBy } from '#client/ui/data-list-props.ts'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { ResultBadge } from '#client/ui/result-badge.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { studentSorts } from '#shared/reports/tests.schema.ts'
import { hasCounts } from '../model/report-text.ts'
import { type TestReportStudent, useTestStudents, useTestStudentsForPrint } from '../queries.ts'
import { ReportGroupFilters } from './report-filters.tsx'
import { ReportStudent } from './report-student.tsx'
import { type StudentList, statuses, studentFilter } from './use-student-list.ts'

/** @param withCoding true if the test also has coding questions, which the answer counts exclude */
const columnsOf = (withCoding: boolean, passMark: number): readonly Column<TestReportStudent>[] => [
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    sortKey: 'name',
    cell: (student) => <ReportStudent {...student} studentId={student.id} groups={student} />,
  },
  numberColumn(
    'marks',
    'Score',
    ({ marksObtained, totalMarks }) =>
      marksObtained === null ? '–' : `${marksObtained.toLocaleString()} / ${totalMarks?.toLocaleString()}`,
    { width: 120 },
  ),
  numberColumn(
    'percentage',
    'Percentage',
    ({ percentage }) => (percentage === null ? '–' : <ScoreText percentage={percentage} />),
    { width: 124, sortKey: 'percentage', ...highestFirst },
  ),
  numberColumn(
    'answers',
    withCoding ? 'Correct, without coding' : 'Correct / answered',
    (student) =>
      hasCounts(student)
        ? `${student.correctAnswers} / ${(student.correctAnswers ?? 0) + (student.incorrectAnswers ?? 0)}`
        : '–',
    { width: 150 },
  ),
  numberColumn('time', 'Time', ({ timeSpent }) => (timeSpent === null ? '–' : spentText(timeSpent / 60)), {
    width: 100,
    sortKey: 'timeSpent',
    sortLabels: ['shortest first', 'longest first'],
  }),
  {
    id: 'result',
    header: 'Result',
    width: 150,
    cell: ({ percentage, passed, status }) =>
      status === 'Being Marked' ? (
        <StatusBadge tone="info" label="Being marked" />
      ) : percentage === null ? (
        <StatusBadge tone="neutral" label="Not attempted" />
      ) : (
        <ResultBadge percentage={percentage} passed={passed === true} passMark={passMark} />
      ),
  },
]

interface TestReportStudentsProps {
  testId: string
  withCoding: boolean
  passMark: number
  list: StudentList
}

/** Every student to whom the test is assigned. */
export function TestReportStudents({ testId, list: [params, setParams], ...props }: TestReportStudentsProps) {
  const columns = columnsOf(props.withCoding, props.passMark)
  const { page, limit, sort } = params
  const filter = studentFilter(params)
  const groups = useGroupNames()
  const list = useTestStudents({
    ...{ id: testId, ...filter, page, limit },
    sort: studentSorts.find((known) => known === sort),
  })
  const { rows: printRows } = useTestStudentsForPrint(testId, filter)
  const given = Object.values(filter).filter(Boolean)
  const filtered = given.length > 0

  const filterBy = bindFilters(filter, setParams)
  const clear = () => setParams({ search: '', status: '', batch: '', branch: '', section: '' })
  return (
    <>
      {filtered && <p data-print="only">Only these students: {given.join(' · ')}</p>}
      <FilterBar
        search={{ ...filterBy('search'), placeholder: 'Search by name, email or ID' }}
        onClear={filtered ? clear : undefined}
      >
        <ReportGroupFilters names={groups} filter={filterBy} />
        <FilterSelect label="Result" all="All Results" options={statuses} {...filterBy('status')} />
      </FilterBar>
      <DataList
        {...pagedBy(list, setParams)}
        label="Student results"
        cardsBelow={54}
        columns={columns}
        rows={printRows ?? list.data?.students}
        rowKey={(student) => student.id}
        sort={sort}
        {...(printRows && { pagination: undefined })}
        noMatches={filtered && { title: 'No students found', text: 'No students match these filters.', onClear: clear }}
        empty={{
          icon: IconUsers,
          title: 'No one has this test yet',
          text: 'Students appear here as soon as the test is assigned to them.',
        }}
      />
    </>
  )
}
