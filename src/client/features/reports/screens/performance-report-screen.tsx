import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconChartBar, IconReport, IconTarget, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useGroupNames } from '#client/features/members/queries.ts'
import { searchOf } from '#client/lib/list-params.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedBy } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import { PerformanceTrend } from '../components/college-performance.tsx'
import {
  PerformanceReportSections,
  performanceColumns,
  recentAttemptColumns,
} from '../components/performance-report-columns.tsx'
import {
  type PerformanceFilter,
  PerformanceReportFilters,
  usePerformanceFilter,
} from '../components/performance-report-filters.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { averageText, failureText, notPermitted } from '../model/report-text.ts'
import {
  type PerformanceSummary,
  usePerformanceForPrint,
  usePerformanceRows,
  usePerformanceSummary,
  usePerformanceTrend,
} from '../queries.ts'

/** A college's performance reports, for its admin and faculty. */
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
  return (
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
      {groups.error || (report.error && !data) ? (
        <ErrorState
          framed
          title="Unable to Load Reports"
          // Also covers filter names that fail to load. A failed report has its own message.
          message={report.error ? failureText(report.error) : notPermitted}
          retryLabel="Try Again"
          onRetry={() => void Promise.all([report.refetch(), groups.refetch()])}
        />
      ) : (
        <>
          <PerformanceReportFilters filter={filter} />
          <StatCards label="Summary" stats={statsOf(data?.summary)} />
          {data?.summary.totalAttempts === 0 ? (
            <EmptyState
              framed
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
          ) : (
            <>
              <Box mt="md">
                {trend.error && !trend.data ? (
                  <ReportsError title="Unable to load the chart" query={trend} />
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
      )}
    </>
  )
}

/** A link to the next step towards the first score. */
function FirstStep({ isFaculty, hasStudents }: { isFaculty: boolean; hasStudents: boolean }) {
  if (isFaculty) return <LinkButton to="/tests">See tests</LinkButton>
  if (!hasStudents) return <LinkButton to="/students">Add students</LinkButton>
  return <LinkButton to="/assigned-tests">Assign a test</LinkButton>
}

const Part = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <Box component="section" mt="xl" aria-label={title}>
    <Group gap="10px 16px" justify="space-between" mb="xs">
      <Text component="h2" inherit fz="md" fw={600}>
        {title}
      </Text>
      {aside}
    </Group>
    {children}
  </Box>
)

/** @param summary undefined while loading */
const statsOf = (summary: PerformanceSummary['summary'] | undefined): Stat[] => [
  {
    label: 'Total Students',
    value: summary?.totalStudents,
    // Only the group filters apply to students. The others apply to attempts, which a student may not have.
    note: 'Matching the group filters, with or without attempts',
    icon: IconUsers,
  },
  { label: 'Total Attempts', value: summary?.totalAttempts, note: 'Matching all filters', icon: IconReport },
  {
    label: 'Average Performance',
    value: summary && averageText(summary.averagePercentage, summary.totalAttempts),
    note: 'Average of these attempts',
    icon: IconTarget,
  },
]

/** A paged list of the students who have taken tests. */
function Students({ filter: { query, list, setParams } }: { filter: PerformanceFilter }) {
  const { search, sort } = list
  const found = usePerformanceRows({ ...query, ...list })
  const { rows: printRows } = usePerformanceForPrint({ ...query, search, sort })
  return (
    <Part
      title="Student Performance"
      aside={
        <>
          {search && <span data-print="only">Only people matching “{search}”</span>}
          <Box flex={{ base: '0 1 100%', sm: '0 1 320px' }}>
            <SearchInput {...searchOf({ search }, setParams, 'Search by name, email or ID')} />
          </Box>
        </>
      }
    >
      <DataList
        {...pagedBy(found, setParams)}
        label="Student performance"
        cardsBelow={56}
        columns={performanceColumns}
        rows={printRows ?? found.data?.performance}
        rowKey={({ student }) => student.id}
        sort={sort}
        {...(printRows && { pagination: undefined })}
        noMatches={{
          title: 'No students found',
          text: search ? 'No one with a test attempt matches your search.' : 'No one here has taken a test yet.',
          clearLabel: 'Clear search',
          onClear: search ? () => setParams({ search: '' }) : undefined,
        }}
      />
    </Part>
  )
}

/** The ten latest attempts. @param attempts undefined while loading */
function Recent({ attempts, isFaculty }: { attempts: PerformanceSummary['attempts'] | undefined; isFaculty: boolean }) {
  const columns = useMemo(() => recentAttemptColumns(isFaculty), [isFaculty])
  return (
    <Part title="Recent Test Attempts">
      <DataList
        label="Recent test attempts"
        columns={columns}
        rows={attempts}
        rowKey={({ id }) => id}
        empty={{ icon: IconReport, title: 'No test attempts yet' }}
      />
    </Part>
  )
}
