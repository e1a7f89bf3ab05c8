import { Paper } from '@mantine/core'
import { IconFileAnalytics } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { reportSorts } from '#shared/reports/student.schema.ts'
import { subjects, testTypes } from '#shared/tests/tests.schema.ts'
import { ownReportColumns } from '../components/my-report-columns.tsx'
import { OwnCharts, OwnSummary } from '../components/my-report-stats.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { useReportParam } from '../components/use-report-param.ts'
import { useOwnReports } from '../queries.ts'

// Lazy: the report renders images, formulas and code, which the list does not need.
const ReportDialog = lazy(async () => ({ default: (await import('../components/report-dialog.tsx')).ReportDialog }))

/** My Test Reports: every attempt the student has submitted, with totals. */
export function MyReportsScreen() {
  const [{ page, limit, search, sort, ...params }, setParams] = useListParams(['type', 'subject', 'sort'])
  // Ignores invalid values from an old or mistyped link.
  const testType = testTypes.find((known) => known === params.type)
  const subject = subjects.find((known) => known === params.subject)
  const list = useOwnReports({
    page,
    limit,
    search,
    testType,
    subject,
    sort: reportSorts.find((known) => known === sort),
  })
  const [openTest, open, close] = useReportParam()
  const columns = useMemo(() => ownReportColumns(open), [open])
  const { data, error, isPlaceholderData: stale } = list
  const filtered = Boolean(search || testType || subject)
  const clear = () => setParams({ search: '', type: '', subject: '' })
  const header = (
    <PageHeader
      title="My Test Reports"
      purpose="Every attempt you have submitted, with your score."
      count={data?.pagination.total}
    />
  )

  if (error && !data)
    return (
      <>
        {header}
        <ReportsError title="Failed to load reports" error={error} onRetry={() => void list.refetch()} />
      </>
    )
  if (data && !filtered && data.pagination.total === 0)
    return (
      <>
        {header}
        <Paper withBorder>
          <EmptyState
            icon={IconFileAnalytics}
            title="No test reports yet"
            text="Complete some tests to see your performance reports here."
            action={<LinkButton to="/my-tests">Open My Tests</LinkButton>}
          />
        </Paper>
      </>
    )
  const none = data?.pagination.total === 0
  return (
    <>
      {header}
      <FilterBar
        search={{ value: search ?? '', onChange: (text) => setParams({ search: text }), placeholder: 'Search by test' }}
        onClear={filtered ? clear : undefined}
      >
        <FilterSelect
          label="Type"
          all="All types"
          value={testType}
          options={testTypes.map((value) => ({ value, label: typeLabels[value] }))}
          onChange={(next) => setParams({ type: next ?? '' })}
        />
        <FilterSelect
          label="Subject"
          all="All subjects"
          value={subject}
          options={subjects}
          onChange={(next) => setParams({ subject: next ?? '' })}
        />
      </FilterBar>
      <OwnSummary answer={data} />
      {!none && <OwnCharts answer={data} stale={stale} />}
      <DataList
        label="Reports"
        columns={columns}
        rows={data?.reports}
        rowKey={(report) => report.id}
        onOpen={({ testId, id }) => open(testId, id)}
        stale={stale}
        sort={sort}
        onSort={(next) => setParams({ sort: next })}
        pagination={data?.pagination}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        empty={
          <NoMatches title="No test reports found" text="No submitted tests match these filters." onClear={clear} />
        }
      />
      <OpenReport testId={openTest} onClose={close} />
    </>
  )
}

/** Keep the dialog's content while it fades out. */
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
