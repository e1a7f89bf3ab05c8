import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconFileAnalytics, IconReport, IconTarget, IconUsers } from '@tabler/icons-react'
import { useGroupNames } from '#client/features/members/queries.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useListParams } from '#client/lib/list-params.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { passMark } from '#shared/attempts/attempts.rules.ts'
import { resultSorts } from '#shared/reports/results.schema.ts'
import { subjects, testTypes } from '#shared/tests/tests.schema.ts'
import { ReportGroupFilters } from '../components/report-group-filters.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { studentResultColumns } from '../components/student-results-columns.tsx'
import { averageText, ofAttempts } from '../model/report-text.ts'
import { useStudentResultSummary, useStudentResults } from '../queries.ts'

const keys = ['batch', 'branch', 'section', 'type', 'subject', 'sort'] as const
const noFilters = { search: '', batch: '', branch: '', section: '', type: '', subject: '' }

/** Student Test Reports: every test that the college's students have submitted. */
export function StudentResultsScreen() {
  const [{ page, limit, search, batch, branch, section, ...params }, setParams] = useListParams(keys)
  // Ignores invalid values from an old or mistyped link.
  const testType = testTypes.find((known) => known === params.type)
  const subject = subjects.find((known) => known === params.subject)
  const sort = resultSorts.find((known) => known === params.sort)
  const filter = { batch, branch, section, testType, subject, studentName: search }
  const list = useStudentResults({ ...filter, page, limit, sort })
  const summary = useStudentResultSummary(filter)
  const groups = useGroupNames()
  const { data } = list
  const error = (!data && list.error) || (!summary.data && summary.error)
  const retry = () => void Promise.all([list.refetch(), summary.refetch()])
  const filtered = Object.values(filter).some(Boolean)
  const clear = () => setParams(noFilters)

  return (
    <>
      <PageHeader
        title="Student Test Reports"
        purpose="Every test your students have submitted, with scores."
        count={data?.pagination.total}
      />
      {error ? (
        <ReportsError title="Failed to load reports" error={error} onRetry={retry} />
      ) : (
        <>
          <Summary summary={summary.data} />
          <FilterBar
            search={{
              value: search ?? '',
              onChange: (text) => setParams({ search: text }),
              placeholder: 'Search by student name or email',
            }}
            onClear={filtered ? clear : undefined}
          >
            <ReportGroupFilters names={groups} value={{ batch, branch, section }} onChange={setParams} />
            <FilterSelect
              label="Type"
              all="All Types"
              value={testType}
              options={testTypes.map((value) => ({ value, label: typeLabels[value] }))}
              onChange={(next) => setParams({ type: next ?? '' })}
            />
            <FilterSelect
              label="Subject"
              all="All Subjects"
              value={subject}
              options={subjects}
              onChange={(next) => setParams({ subject: next ?? '' })}
            />
          </FilterBar>
          <DataList
            label="Student test reports"
            cardsBelow={65}
            columns={studentResultColumns}
            rows={data?.reports}
            rowKey={(result) => result.id}
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
                text={
                  filtered
                    ? 'No test that a student has completed matches the filters.'
                    : 'No student has completed any tests yet.'
                }
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
    </>
  )
}

/** @param summary undefined while loading */
function Summary({ summary }: { summary: RouterOutputs['reports']['results']['summary'] | undefined }) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <StatCards
      label="Summary"
      stats={[
        {
          label: 'Total Attempts',
          value: summary?.totalAttempts ?? waiting,
          note: 'Submitted',
          icon: IconReport,
        },
        {
          label: 'Students',
          value: summary?.students ?? waiting,
          note: 'With at least one attempt',
          icon: IconUsers,
        },
        {
          label: 'Passed',
          value: summary?.passed ?? waiting,
          note: `Attempts with ${passMark}% or more`,
          icon: IconCircleCheck,
        },
        { label: 'Failed', value: summary?.failed ?? waiting, note: `Attempts below ${passMark}%`, icon: IconCircleX },
        {
          label: 'Avg Score',
          value: summary ? averageText(summary.averagePercentage, summary.totalAttempts) : waiting,
          note: summary ? ofAttempts(summary.totalAttempts) : '\u00a0',
          icon: IconTarget,
        },
      ]}
    />
  )
}
