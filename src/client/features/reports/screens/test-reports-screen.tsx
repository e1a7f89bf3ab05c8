import { Button, Group, UnstyledButton } from '@mantine/core'
import {
  IconClipboardCheck,
  IconClipboardList,
  IconFileAnalytics,
  IconProgressCheck,
  IconTarget,
  IconUsers,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { percentText } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { CompletionBar } from '#client/ui/completion-bar.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, newestFirst, numberColumn, pagedBy } from '#client/ui/data-list-props.ts'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import { subjects, type TestType, testTypes } from '#shared/tests/tests.schema.ts'
import { testKindOf } from '../components/report-filters.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { ExportCsv, notExported, questionsFile } from '../components/results-download.tsx'
import { TestReportModal } from '../components/test-report-modal.tsx'
import { DeletedBadge } from '../components/test-report-tags.tsx'
import { useReportParam } from '../components/use-report-param.ts'
import type { StudentFilter } from '../components/use-student-list.ts'
import { averageText, ofAttempts, sizeOf } from '../model/report-text.ts'
import { type TestReportRow, usePaper, useTestReports } from '../queries.ts'

const sorts = ['assigned', '-assigned', 'name', '-name'] as const

/** Test Reports & Analytics: results of every test that the college accepted. */
export function TestReportsScreen() {
  const [{ page, limit, search, ...params }, setParams] = useListParams(['type', 'subject', 'sort'])
  const { testType, subject } = testKindOf(params)

  const sort = sorts.find((known) => known === params.sort)
  const list = useTestReports({ page, limit, search, testType, subject, sort })
  const [openTest, open, close] = useReportParam()
  const columns = useMemo(() => testReportsColumns(open), [open])
  const { data } = list
  const filter = bindFilters({ search, type: testType, subject }, setParams)
  const countOf = (type: TestType | undefined, ofSubject: typeof subject) =>
    data?.counts
      .filter((kind) => (!type || kind.testType === type) && (!ofSubject || kind.subject === ofSubject))
      .reduce((sum, { tests }) => sum + tests, 0)
  const counted = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} (${count.toLocaleString()})`
  const filtered = Boolean(search || testType || subject)
  const clear = () => setParams({ search: '', type: '', subject: '' })

  return (
    <>
      <PageHeader
        title="Test Reports & Analytics"
        purpose="Results of every test assigned to your students."
        count={data?.pagination.total}
      />
      {list.error && !data ? (
        <ReportsError title="Failed to load reports" query={list} />
      ) : (
        <>
          <StatCards label="Summary" stats={statsOf(data?.summary)} />
          <FilterBar
            search={{ ...filter('search'), placeholder: 'Search tests by name' }}
            onClear={filtered ? clear : undefined}
          >
            <ChoiceChips
              label="Category"
              choices={[
                { value: undefined, label: 'All', count: countOf(undefined, subject) },
                ...testTypes.map((value) => ({ value, label: typeLabels[value], count: countOf(value, subject) })),
              ]}
              {...filter('type')}
            />
            <FilterSelect
              label="Subject"
              all={counted('All subjects', countOf(testType, undefined))}
              options={subjects.map((value) => ({ value, label: counted(value, countOf(testType, value)) }))}
              {...filter('subject')}
            />
          </FilterBar>
          <DataList
            {...pagedBy(list, setParams)}
            label="Test reports"
            cardsBelow={60}
            columns={columns}
            rows={data?.tests}
            rowKey={(test) => test.id}
            onOpen={({ testId }) => open(testId.id)}
            sort={sort}
            noMatches={{
              icon: IconFileAnalytics,
              title: 'No test reports found',
              text: 'No tests have been assigned for the selected category and subject.',
              onClear: filtered ? clear : undefined,
            }}
          />
        </>
      )}
      <TestReportModal
        testId={openTest}
        onClose={close}
        actions={(id, filter) => <ExportReport testId={id} filter={filter} />}
      />
    </>
  )
}

const ExportReport = ({ testId, filter }: { testId: string; filter: StudentFilter }) => (
  <ExportMenu
    path={`/api/faculty/tests/${testId}/export`}
    query={filter}
    formats={['csv', 'xlsx', 'json']}
    further={questionsFile(testId)}
    failed={notExported}
    prepare={usePaper(testId, filter)}
  />
)

/** @param summary undefined while loading */
const statsOf = (summary: RouterOutputs['reports']['tests']['list']['summary'] | undefined): Stat[] => [
  {
    label: 'Total Tests',
    value: summary?.totalTests,
    note: 'Accepted by your college',
    icon: IconClipboardList,
    link: { to: '/tests' },
  },
  { label: 'Students Assigned', value: summary?.studentsAssigned, note: 'Counted once per test', icon: IconUsers },
  {
    label: 'Completed',
    value: summary?.completed,
    note: 'Submitted so far',
    icon: IconClipboardCheck,
    link: { to: '/student-reports' },
  },
  {
    label: 'Avg Score',
    value: summary && averageText(summary.averageScore, summary.attempts),
    note: summary ? ofAttempts(summary.attempts) : '\u00a0',
    icon: IconTarget,
  },
  {
    label: 'Completion Rate',
    value: summary && percentText(summary.completionRate),
    note: 'Of those assigned',
    icon: IconProgressCheck,
  },
]

/** @param onOpen shows the report of a test */
const testReportsColumns = (onOpen: (testId: string) => void): readonly Column<TestReportRow>[] => [
  {
    id: 'test',
    header: 'Test',
    card: 'title',
    sortKey: 'name',
    cell: ({ testId }) => (
      <>
        <UnstyledButton
          fz="sm"
          fw={600}
          className="text-link record"
          title={testId.testName}
          onClick={() => onOpen(testId.id)}
        >
          {testId.testName}
        </UnstyledButton>
        <Group gap="2px 8px" mt={4} c="dimmed" fz="xs" fw={400}>
          <span>{[testId.subject, testId.companyName, ...sizeOf(testId)].filter(Boolean).join(' · ')}</span>
          <DifficultyBadge difficulty={testId.difficulty} />
          {testId.deleted && <DeletedBadge />}
        </Group>
      </>
    ),
  },
  { id: 'type', header: 'Type', width: 128, cell: ({ testId }) => typeLabels[testId.testType] },
  {
    id: 'assigned',
    header: 'Assigned',
    width: 124,
    sortKey: 'assigned',
    ...newestFirst,
    cell: ({ assignedDate }) => <RelativeTime value={assignedDate} />,
  },
  numberColumn('students', 'Students', ({ totalStudents }) => totalStudents, { width: 92 }),
  {
    id: 'completed',
    header: 'Completed',
    card: 'wide',
    width: 150,
    cell: ({ completed, totalStudents }) => <CompletionBar completed={completed} whole={totalStudents} />,
  },
  numberColumn(
    'score',
    'Avg score',
    // Show a dash without submissions: an average of 0 would look like a very low score.
    ({ completed, avgScore }) => (completed === 0 ? '–' : <ScoreText percentage={Number(avgScore)} />),
    { width: 98 },
  ),
  {
    id: 'report',
    header: 'Report',
    card: 'wide',
    width: 152,
    cell: ({ testId }) => (
      <Group gap={6} wrap="nowrap">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Report for ${testId.testName}`}
          onClick={() => onOpen(testId.id)}
        >
          Report
        </Button>
        <ExportCsv path={`/api/faculty/tests/${testId.id}/export`} of={testId.testName} />
      </Group>
    ),
  },
]
