import { Box, Button, Group, Paper, Skeleton } from '@mantine/core'
import { IconChartBar, IconReport, IconSearch, IconTarget, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useGroupNames } from '#client/features/members/queries.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import classes from '../components/performance.module.css'
import { performanceColumns, recentAttemptColumns } from '../components/performance-report-columns.tsx'
import { PerformanceReportFilters } from '../components/performance-report-filters.tsx'
import { PerformanceReportSections } from '../components/performance-report-sections.tsx'
import { PerformanceTrend } from '../components/performance-trend.tsx'
import { type PerformanceFilter, usePerformanceFilter } from '../components/use-performance-filter.ts'
import { averageText, failureText, notPermitted } from '../model/report-text.ts'
import { usePerformanceForPrint, usePerformanceRows, usePerformanceSummary, usePerformanceTrend } from '../queries.ts'

/** Performance Reports of a college, for its admin and faculty. */
export function PerformanceReportScreen() {
  const filter = usePerformanceFilter()
  const { isFaculty, query, list, clear } = filter
  const filtered = filter.chosen > 0
  const report = usePerformanceSummary(query)
  const trend = usePerformanceTrend(query)
  const { load } = usePerformanceForPrint({ ...query, search: list.search, sort: list.sort })
  const groups = useGroupNames()
  const { data } = report
  const { timeZone: _, ...exported } = query
  const header = (
    <>
      <PrintHeading>{filter.words.join(' · ')}</PrintHeading>
      <PageHeader
        title="Performance Reports"
        purpose="How your students perform across all tests."
        action={
          <ExportMenu
            path="/api/reports/performance/export"
            query={{ ...exported, search: list.search }}
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
            // The specified message is also used if the filter names fail to load. A failed report has its own message.
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
      <PerformanceReportFilters names={groups} filter={filter} />
      <Summary summary={data?.summary} />
      {data?.summary.totalAttempts === 0 ? (
        <Paper withBorder>
          <EmptyState
            icon={IconChartBar}
            title="No data available"
            text={
              filtered
                ? 'No test attempts found for the selected filters'
                : 'Scores appear here when your students submit their first test.'
            }
            action={
              filtered ? (
                <Button variant="default" onClick={clear}>
                  Clear All
                </Button>
              ) : (
                <FirstStep isFaculty={isFaculty} hasStudents={data.summary.totalStudents > 0} />
              )
            }
          />
        </Paper>
      ) : (
        <>
          <Box mt="md">
            {trend.error && !trend.data ? (
              <Paper withBorder>
                <ErrorState
                  title="Unable to load the chart"
                  message={failureText(trend.error)}
                  onRetry={() => void trend.refetch()}
                />
              </Paper>
            ) : (
              <PerformanceTrend trend={trend.data} />
            )}
          </Box>
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

/** Next steps towards the first score. */
function FirstStep({ isFaculty, hasStudents }: { isFaculty: boolean; hasStudents: boolean }) {
  if (isFaculty) return <LinkButton to="/tests">See tests</LinkButton>
  if (!hasStudents) return <LinkButton to="/students">Add students</LinkButton>
  return <LinkButton to="/assigned-tests">Assign a test</LinkButton>
}

const Part = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <Box component="section" mt="xl" aria-label={title}>
    <Group gap="10px 16px" justify="space-between" mb="xs" className={classes.head}>
      <h2>{title}</h2>
      {aside}
    </Group>
    {children}
  </Box>
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
        {
          label: 'Total Students',
          value: summary?.totalStudents ?? waiting,
          // The other filters apply to attempts. A student without any still belongs to the group.
          note: 'In this group, with or without attempts',
          icon: IconUsers,
        },
        {
          label: 'Total Attempts',
          value: summary?.totalAttempts ?? waiting,
          note: 'Matching all filters',
          icon: IconReport,
        },
        {
          label: 'Average Performance',
          value: summary ? averageText(summary.averagePercentage, summary.totalAttempts) : waiting,
          note: 'Average of these attempts',
          icon: IconTarget,
        },
      ]}
    />
  )
}

/** Students who have taken tests, paged. */
function Students({ filter: { query, list, setParams } }: { filter: PerformanceFilter }) {
  const { search, sort } = list
  const found = usePerformanceRows({ ...query, ...list })
  const { rows: printRows } = usePerformanceForPrint({ ...query, search, sort })
  return (
    <Part
      title="Student Performance"
      aside={
        <>
          {search && <span data-print="only">Only who is found by “{search}”</span>}
          <Box flex={{ base: '0 1 100%', sm: '0 1 320px' }}>
            <SearchInput
              value={search ?? ''}
              onChange={(text) => setParams({ search: text })}
              placeholder="Search by name, email or ID"
            />
          </Box>
        </>
      }
    >
      <DataList
        label="Student performance"
        cardsBelow={56}
        columns={performanceColumns}
        rows={printRows ?? found.data?.performance}
        rowKey={({ student }) => student.id}
        error={found.error}
        onRetry={() => void found.refetch()}
        stale={found.isPlaceholderData}
        sort={sort}
        onSort={(next) => setParams({ sort: next })}
        pagination={printRows ? undefined : found.data?.pagination}
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

/** The ten latest attempts. @param attempts undefined while loading */
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
