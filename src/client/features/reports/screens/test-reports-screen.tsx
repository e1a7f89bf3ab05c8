import { Button, Skeleton } from '@mantine/core'
import {
  IconClipboardCheck,
  IconClipboardList,
  IconFileAnalytics,
  IconProgressCheck,
  IconTarget,
  IconUsers,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { percentText } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { subjects, testTypes } from '#shared/tests/tests.schema.ts'
import { ReportsError } from '../components/reports-error.tsx'
import { notExported, questionsFile } from '../components/results-download.tsx'
import { TestReportModal } from '../components/test-report-modal.tsx'
import { testReportsColumns } from '../components/test-reports-columns.tsx'
import { TestReportsFilters } from '../components/test-reports-filters.tsx'
import { useReportParam } from '../components/use-report-param.ts'
import type { StudentFilter } from '../components/use-student-list.ts'
import { averageText, ofAttempts } from '../model/report-text.ts'
import { usePaper, useTestReports } from '../queries.ts'

const sorts = ['assigned', '-assigned', 'name', '-name'] as const

/** Test Reports & Analytics: results of every test the college accepted. */
export function TestReportsScreen() {
  const [{ page, limit, search, ...params }, setParams] = useListParams(['type', 'subject', 'sort'])
  // Ignores invalid values from an old or mistyped link.
  const testType = testTypes.find((known) => known === params.type)
  const subject = subjects.find((known) => known === params.subject)
  const sort = sorts.find((known) => known === params.sort)
  const list = useTestReports({ page, limit, search, testType, subject, sort })
  const [openTest, open, close] = useReportParam()
  const columns = useMemo(() => testReportsColumns(open), [open])
  const { data, error } = list
  const filtered = Boolean(search || testType || subject)
  const clear = () => setParams({ search: '', type: '', subject: '' })

  return (
    <>
      <PageHeader
        title="Test Reports & Analytics"
        purpose="Results of every test assigned to your students."
        count={data?.pagination.total}
      />
      {error && !data ? (
        <ReportsError title="Failed to load reports" error={error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <Summary summary={data?.summary} />
          <TestReportsFilters
            counts={data?.counts}
            type={testType}
            subject={subject}
            search={search}
            onChange={setParams}
            onClear={filtered ? clear : undefined}
          />
          <DataList
            label="Test reports"
            cardsBelow={60}
            columns={columns}
            rows={data?.tests}
            rowKey={(test) => test.id}
            onOpen={({ testId }) => open(testId.id)}
            stale={list.isPlaceholderData}
            sort={sort}
            onSort={(next) => setParams({ sort: next })}
            pagination={data?.pagination}
            onPageChange={(next) => setParams({ page: next })}
            onLimitChange={(next) => setParams({ limit: next })}
            empty={
              <EmptyState
                icon={IconFileAnalytics}
                title="No test reports found"
                text="No tests have been assigned for the selected category and subject."
                action={
                  filtered && (
                    <Button variant="default" onClick={clear}>
                      Clear filters
                    </Button>
                  )
                }
              />
            }
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
function Summary({
  summary,
}: {
  summary: NonNullable<ReturnType<typeof useTestReports>['data']>['summary'] | undefined
}) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <StatCards
      label="Summary"
      stats={[
        {
          label: 'Total Tests',
          value: summary?.totalTests ?? waiting,
          note: 'Accepted by your college',
          icon: IconClipboardList,
          link: { to: '/tests' },
        },
        {
          label: 'Students Assigned',
          value: summary?.studentsAssigned ?? waiting,
          note: 'Counted once per test',
          icon: IconUsers,
        },
        {
          label: 'Completed',
          value: summary?.completed ?? waiting,
          note: 'Submitted so far',
          icon: IconClipboardCheck,
          link: { to: '/student-reports' },
        },
        {
          label: 'Avg Score',
          value: summary ? averageText(summary.averageScore, summary.attempts) : waiting,
          note: summary ? ofAttempts(summary.attempts) : '\u00a0',
          icon: IconTarget,
        },
        {
          label: 'Completion Rate',
          value: summary ? percentText(summary.completionRate) : waiting,
          note: 'Completed of assigned',
          icon: IconProgressCheck,
        },
      ]}
    />
  )
}
