import { Button, Paper, Skeleton } from '@mantine/core'
import { IconChartBar, IconReport, IconSearch, IconTarget, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useGroupNames } from '#client/features/members/queries.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { FilterBar, SearchInput } from '#client/ui/filter-bar.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintedHeading } from '#client/ui/printed-heading.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { performanceSorts } from '#shared/reports/performance/schema.ts'
import classes from '../components/performance-report.module.css'
import { performanceColumns, recentAttemptColumns } from '../components/performance-report-columns.tsx'
import { PerformanceReportSections } from '../components/performance-report-sections.tsx'
import { ReportGroupFilters } from '../components/report-group-filters.tsx'
import { failureText, notPermitted } from '../model/sentences.ts'
import { averageText } from '../model/words.ts'
import { usePerformanceOnPaper, usePerformanceRows, usePerformanceSummary } from '../queries.ts'

type GroupFilter = { batch: string | undefined; branch: string | undefined; section: string | undefined }
const keys = ['batch', 'branch', 'section', 'sort'] as const
const sortOf = (asked: string | undefined) => performanceSorts.find((known) => known === asked)

/** Performance Reports of a college, for its admin and its faculty. */
export function PerformanceReportScreen() {
  const isFaculty = useUser().role === 'faculty'
  const [{ batch, branch, section, search, sort }, setParams] = useListParams(keys)
  // A link from an admin must not narrow by what faculty cannot see or take away.
  const filter = { batch, branch: isFaculty ? undefined : branch, section }
  const report = usePerformanceSummary(filter)
  const { load } = usePerformanceOnPaper({ ...filter, search, sort: sortOf(sort) })
  const groups = useGroupNames()
  const { data } = report
  const filtered = Object.values(filter).some(Boolean)
  const clear = () => setParams({ batch: '', branch: '', section: '', search: '' })
  const header = (
    <>
      <PrintedHeading>{Object.values(filter).filter(Boolean).join(' · ')}</PrintedHeading>
      <PageHeader
        title="Performance Reports"
        purpose="How your college’s students do over all their tests."
        action={
          <ExportMenu
            path="/api/reports/performance/export"
            query={{ ...filter, search }}
            failed="Failed to export the report"
            prepare={load}
            disabled={!data || data.summary.totalAttempts === 0}
          />
        }
      />
    </>
  )

  if (groups.error || (report.error && !data))
    return (
      <>
        {header}
        <Paper withBorder>
          <ErrorState
            title="Unable to Load Reports"
            // The seed says this as well when there are no names to filter by; a report that failed has a reason of its own.
            message={report.error ? failureText(report.error) : notPermitted}
            retryLabel="Try Again"
            onRetry={() => void Promise.all([report.refetch(), groups.refetch()])}
          />
        </Paper>
      </>
    )
  return (
    <>
      {header}
      <FilterBar onClear={filtered ? clear : undefined} clearLabel="Clear All">
        <ReportGroupFilters names={groups} value={filter} onChange={setParams} byBranch={!isFaculty} />
      </FilterBar>
      <Summary summary={data?.summary} />
      {data?.summary.totalAttempts === 0 ? (
        <Paper withBorder>
          <EmptyState
            icon={IconChartBar}
            title="No data available"
            text="No test attempts found for the selected filters"
            action={
              filtered && (
                <Button variant="default" onClick={clear}>
                  Clear All
                </Button>
              )
            }
          />
        </Paper>
      ) : (
        <>
          <Students filter={filter} />
          {isFaculty && (
            <Part title="Section-wise Performance">
              {data ? <PerformanceReportSections sections={data.sectionPerformance} /> : <Skeleton h={110} />}
            </Part>
          )}
          <Recent attempts={data?.attempts} isFaculty={isFaculty} />
        </>
      )}
    </>
  )
}

const Part = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <div className={classes.head}>
      <h2>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
)

/** @param summary undefined while loading */
function Summary({
  summary,
}: {
  summary: NonNullable<ReturnType<typeof usePerformanceSummary>['data']>['summary'] | undefined
}) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <StatCards
      label="Summary"
      stats={[
        { label: 'Total Students', value: summary?.totalStudents ?? waiting, icon: IconUsers },
        { label: 'Total Attempts', value: summary?.totalAttempts ?? waiting, icon: IconReport },
        {
          label: 'Average Performance',
          value: summary ? averageText(summary.averagePercentage, summary.totalAttempts) : waiting,
          icon: IconTarget,
        },
      ]}
    />
  )
}

/** Who has taken tests, page by page. */
function Students({ filter }: { filter: GroupFilter }) {
  const [{ page, limit, search, ...params }, setParams] = useListParams(keys)
  const sort = sortOf(params.sort)
  const list = usePerformanceRows({ ...filter, page, limit, search, sort })
  const { rows: onPaper } = usePerformanceOnPaper({ ...filter, search, sort })
  return (
    <Part
      title="Student Performance"
      aside={
        <>
          {search && <span data-print="only">Only who is found by “{search}”</span>}
          <div className={classes.search}>
            <SearchInput
              value={search ?? ''}
              onChange={(text) => setParams({ search: text })}
              placeholder="Search by name, email or ID"
            />
          </div>
        </>
      }
    >
      <DataList
        label="Student performance"
        cardsBelow={56}
        columns={performanceColumns}
        rows={onPaper ?? list.data?.performance}
        rowKey={({ student }) => student.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        stale={list.isPlaceholderData}
        sort={sort}
        onSort={(next) => setParams({ sort: next })}
        pagination={onPaper ? undefined : list.data?.pagination}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        empty={
          <EmptyState
            icon={IconSearch}
            title="No students found"
            text={search ? 'Nobody with a test attempt matches your search.' : 'Nobody here has taken a test yet.'}
            action={
              search && (
                <Button variant="default" onClick={() => setParams({ search: '' })}>
                  Clear search
                </Button>
              )
            }
          />
        }
      />
    </Part>
  )
}

/** The newest ten. @param attempts undefined while loading */
function Recent({
  attempts,
  isFaculty,
}: {
  attempts: NonNullable<ReturnType<typeof usePerformanceSummary>['data']>['attempts'] | undefined
  isFaculty: boolean
}) {
  const columns = useMemo(() => recentAttemptColumns(isFaculty), [isFaculty])
  return (
    <Part title="Recent Test Attempts">
      <DataList
        label="Recent test attempts"
        columns={columns}
        rows={attempts}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={IconReport} title="No test attempts yet" />}
      />
    </Part>
  )
}
