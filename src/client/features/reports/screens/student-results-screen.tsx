import { Box, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconFileAnalytics, IconReport, IconTarget, IconUsers } from '@tabler/icons-react'
import { useGroupNames } from '#client/features/members/queries.ts'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { spentText } from '#client/lib/time.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, highestFirst, newestFirst, numberColumn, pagedBy } from '#client/ui/data-list-props.ts'
import { bindFilters, FilterBar } from '#client/ui/filter-bar.tsx'
import { FilterSheet } from '#client/ui/filter-sheet.tsx'
import { Note } from '#client/ui/note.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ResultBadge } from '#client/ui/result-badge.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import { type ResultRow, resultSorts } from '#shared/reports/results.schema.ts'
import { ReportGroupFilters, TestKindFilters, testKindOf } from '../components/report-filters.tsx'
import { ReportStudent } from '../components/report-student.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { averageText, failedNote, hasCounts, marksOf, ofAttempts, passedNote } from '../model/report-text.ts'
import { useStudentResultSummary, useStudentResults } from '../queries.ts'

const keys = ['batch', 'branch', 'section', 'type', 'subject', 'sort'] as const
const noFilters = { search: '', batch: '', branch: '', section: '', type: '', subject: '' }

/** Student Test Reports: every attempt that the college's students have submitted. */
export function StudentResultsScreen() {
  const [{ page, limit, search, batch, branch, section, ...params }, setParams] = useListParams(keys)
  const { testType, subject } = testKindOf(params)

  const sort = resultSorts.find((known) => known === params.sort)
  const query = { batch, branch, section, testType, subject, studentName: search }
  const filter = bindFilters({ search, batch, branch, section, type: testType, subject }, setParams)
  const list = useStudentResults({ ...query, page, limit, sort })
  const summary = useStudentResultSummary(query)
  const groups = useGroupNames()
  const { data } = list
  const error = (!data && list.error) || (!summary.data && summary.error)
  const refetch = () => Promise.all([list.refetch(), summary.refetch()])
  const chosen = [batch, branch, section, testType, subject].filter(Boolean)
  const filtered = Boolean(search) || chosen.length > 0
  const clear = () => setParams(noFilters)

  return (
    <>
      <PageHeader
        title="Student Test Reports"
        purpose="Every test your students have submitted, with scores."
        count={data?.pagination.total}
      />
      {error ? (
        <ReportsError title="Failed to load reports" query={{ error, refetch }} />
      ) : (
        <>
          <StatCards label="Summary" stats={statsOf(summary.data)} />
          <FilterBar
            search={{ ...filter('search'), placeholder: 'Search by student name or email' }}
            onClear={filtered ? clear : undefined}
          >
            <FilterSheet chosen={chosen.length}>
              <ReportGroupFilters names={groups} filter={filter} />
              <TestKindFilters all={['All Types', 'All Subjects']} filter={filter} />
            </FilterSheet>
          </FilterBar>
          <DataList
            {...pagedBy(list, setParams)}
            label="Student test reports"
            cardsBelow={65}
            columns={studentResultColumns}
            rows={data?.reports}
            rowKey={(result) => result.id}
            sort={sort}
            noMatches={{
              icon: IconFileAnalytics,
              title: 'No test reports found',
              text: filtered ? 'No completed tests match the filters.' : 'No student has completed any tests yet.',
              onClear: filtered ? clear : undefined,
            }}
          />
        </>
      )}
    </>
  )
}

/** @param summary undefined while loading */
const statsOf = (summary: RouterOutputs['reports']['results']['summary'] | undefined): Stat[] => [
  { label: 'Total Attempts', value: summary?.totalAttempts, note: 'Submitted', icon: IconReport },
  { label: 'Students', value: summary?.students, note: 'With at least one attempt', icon: IconUsers },
  { label: 'Passed', value: summary?.passed, note: passedNote, icon: IconCircleCheck },
  { label: 'Failed', value: summary?.failed, note: failedNote, icon: IconCircleX },
  {
    label: 'Avg Score',
    value: summary && averageText(summary.averagePercentage, summary.totalAttempts),
    note: summary ? ofAttempts(summary.totalAttempts) : '\u00a0',
    icon: IconTarget,
  },
]

const studentResultColumns: readonly Column<ResultRow>[] = [
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    cell: (result) => (
      <ReportStudent
        studentId={result.studentId}
        name={result.studentName}
        email={result.studentEmail}
        groups={result}
      />
    ),
  },
  {
    id: 'test',
    header: 'Test Details',
    card: 'wide',
    width: 180,
    cell: ({ testName, companyName, difficulty }) => (
      <>
        <Text component="div" inherit lineClamp={2} className="anywhere" title={testName}>
          {testName}
        </Text>
        {companyName && <Note mt={2}>Company: {companyName}</Note>}
        <Box mt={5}>
          <DifficultyBadge difficulty={difficulty} />
        </Box>
      </>
    ),
  },
  { id: 'type', header: 'Type', width: 122, cell: ({ testType }) => typeLabels[testType] },
  { id: 'subject', header: 'Subject', width: 134, cell: ({ subject }) => <span className="nowrap">{subject}</span> },
  numberColumn(
    'score',
    'Score',
    (result) => (
      <>
        {marksOf(result)}
        {hasCounts(result) && (
          <Note>
            <div>{result.correctAnswers.toLocaleString()} correct</div>
            <div>{result.incorrectAnswers.toLocaleString()} incorrect</div>
          </Note>
        )}
      </>
    ),
    { width: 108 },
  ),
  numberColumn('percentage', 'Percentage', ({ percentage }) => <ScoreText percentage={percentage} />, {
    width: 116,
    sortKey: 'percentage',
    ...highestFirst,
  }),
  {
    id: 'status',
    header: 'Status',
    width: 86,
    cell: ({ percentage, status, passMark }) => (
      <ResultBadge percentage={percentage} passed={status === 'Pass'} passMark={passMark} />
    ),
  },
  {
    id: 'date',
    header: 'Date',
    width: 128,
    sortKey: 'completed',
    ...newestFirst,
    cell: ({ completedAt, timeSpent }) => (
      <>
        <RelativeTime value={completedAt} />
        <Note>{spentText(timeSpent)} spent</Note>
      </>
    ),
  },
]
