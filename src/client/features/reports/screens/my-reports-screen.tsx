import { Box } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleX,
  IconClipboardList,
  IconClock,
  IconFileAnalytics,
  IconTarget,
} from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { percentText, plural } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { spentText } from '#client/lib/time.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { answerColors, statusColors } from '#client/ui/charts/chart-colors.ts'
import { passedTitle, wrongAnswersTitle } from '#client/ui/charts/chart-titles.ts'
import { PieChart } from '#client/ui/charts/pie-chart.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedBy } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { bindFilters, FilterBar } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import { reportSorts } from '#shared/reports/student.schema.ts'
import { ownReportColumns } from '../components/my-report-columns.tsx'
import classes from '../components/performance.module.css'
import { TestKindFilters, testKindOf } from '../components/report-filters.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { useReportParam } from '../components/use-report-param.ts'
import { failedNote, latestOnly, ofAttempts, passedNote } from '../model/report-text.ts'
import { useOwnReports } from '../queries.ts'

// Lazy: unlike the list, the report renders images, formulas and code.
const ReportDialog = lazy(async () => ({ default: (await import('../components/report-dialog.tsx')).ReportDialog }))

/** My Test Reports: every attempt the student has submitted, with totals. */
export function MyReportsScreen() {
  const [{ page, limit, search, ...params }, setParams] = useListParams(['type', 'subject', 'sort'])
  const { testType, subject } = testKindOf(params)
  const filter = bindFilters({ search, type: testType, subject }, setParams)
  const sort = reportSorts.find((known) => known === params.sort)
  const list = useOwnReports({ page, limit, search, testType, subject, sort })
  const [openTest, open, close] = useReportParam()
  const columns = useMemo(() => ownReportColumns(open), [open])
  const { data, error, isPlaceholderData: stale } = list
  const filtered = Boolean(search || testType || subject)
  const clear = () => setParams({ search: '', type: '', subject: '' })
  const none = data?.pagination.total === 0
  return (
    <>
      <PageHeader
        title="My Test Reports"
        purpose="Every attempt you have submitted, with your score."
        count={data?.pagination.total}
      />
      {error && !data ? (
        <ReportsError title="Failed to load reports" query={list} />
      ) : none && !filtered ? (
        <EmptyState
          framed
          icon={IconFileAnalytics}
          title="No test reports yet"
          text="Complete some tests to see your performance reports here."
          action={<LinkButton to="/my-tests">Open My Tests</LinkButton>}
        />
      ) : (
        <>
          <FilterBar
            search={{ ...filter('search'), placeholder: 'Search by test' }}
            onClear={filtered ? clear : undefined}
          >
            <TestKindFilters all={['All types', 'All subjects']} filter={filter} />
          </FilterBar>
          <StatCards label="Summary" stats={statsOf(data?.summary)} />
          {!none && <OwnCharts answer={data} stale={stale} />}
          <DataList
            {...pagedBy(list, setParams)}
            label="Reports"
            columns={columns}
            rows={data?.reports}
            rowKey={(report) => report.id}
            onOpen={({ testId, id }) => open(testId, id)}
            sort={sort}
            noMatches={{
              title: 'No test reports found',
              text: 'No submitted tests match these filters.',
              onClear: clear,
            }}
          />
          <OpenReport testId={openTest} onClose={close} />
        </>
      )}
    </>
  )
}

/** Keeps the dialog's content while it fades out. */
function OpenReport({ testId, onClose }: { testId: string | undefined; onClose: () => void }) {
  const [last, setLast] = useState(testId)
  if (testId !== undefined && testId !== last) setLast(testId)
  if (last === undefined) return null
  return (
    <Suspense>
      <ReportDialog key={last} testId={last} opened={testId !== undefined} onClose={onClose} />
    </Suspense>
  )
}

type Answer = RouterOutputs['reports']['student']['list']

/** Totals of the filtered reports. @param summary undefined while loading */
const statsOf = (summary: Answer['summary'] | undefined): Stat[] => [
  {
    label: 'Total tests',
    value: summary?.total,
    note: summary ? `In ${plural(summary.attempts, 'attempt')}` : '\u00a0',
    icon: IconClipboardList,
  },
  {
    label: 'Passed',
    value: summary?.passed,
    note: `${passedNote}${latestOnly(summary?.attempts ?? 0, summary?.total ?? 0)}`,
    icon: IconCircleCheck,
  },
  { label: 'Failed', value: summary?.failed, note: failedNote, icon: IconCircleX },
  {
    label: 'Avg score',
    value: summary && percentText(summary.averagePercentage),
    note: summary ? ofAttempts(summary.attempts) : '\u00a0',
    icon: IconTarget,
  },
  {
    label: 'Time spent',
    value: summary && spentText(summary.timeSpent),
    note: 'From start to submission',
    icon: IconClock,
  },
]

const answers = [
  { key: 'correct', label: 'Correct', color: answerColors.correct },
  { key: 'incorrect', label: 'Incorrect', color: answerColors.incorrect },
] as const

function OwnCharts({ answer, stale }: { answer: Answer | undefined; stale: boolean }) {
  const subjects = answer?.subjects.filter(({ correct, incorrect }) => correct + incorrect > 0)
  return (
    <Box mb="lg" className={classes.charts} data-stale={stale || undefined}>
      <BarChart
        title="Answers by subject"
        insight={subjects && wrongAnswersTitle(subjects)}
        unit={`Number of questions answered${answer ? latestOnly(answer.summary.attempts, answer.summary.total) : ''}`}
        empty="No answered questions to count."
        of="Subject"
        series={answers}
        bars={subjects?.map(({ subject, ...values }) => ({ label: subject, values }))}
      />
      <PieChart
        title="Passed and failed"
        insight={answer && passedTitle(answer.summary.passed, answer.summary.failed, 'test')}
        unit={`Number of tests${answer ? latestOnly(answer.summary.attempts, answer.summary.total) : ''}`}
        empty="No tests to count."
        head={['Result', 'Tests']}
        one="test"
        slices={
          answer && [
            { label: 'Pass', value: answer.summary.passed, color: statusColors.Pass },
            { label: 'Fail', value: answer.summary.failed, color: statusColors.Fail },
          ]
        }
      />
    </Box>
  )
}
