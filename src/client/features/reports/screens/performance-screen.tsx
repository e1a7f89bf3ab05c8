import { Group, Paper } from '@mantine/core'
import { IconAward, IconChartLine, IconTrophy } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import classes from '../components/performance.module.css'
import { PerformanceCharts } from '../components/performance-charts.tsx'
import { PerformanceFigures } from '../components/performance-stats.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { praiseOf } from '../model/report-text.ts'
import { useOwnPerformance } from '../queries.ts'

/** My Performance: totals over all of a student's tests, and the score trend. */
export function PerformanceScreen() {
  const { data, error, refetch } = useOwnPerformance()
  return (
    <>
      <PageHeader title="My Performance" purpose="Your scores over time, and where to practise next." />
      {error && !data ? (
        <ReportsError title="Failed to load performance data" error={error} onRetry={() => void refetch()} />
      ) : data?.totalTests === 0 ? (
        <Paper withBorder>
          <EmptyState
            icon={IconChartLine}
            title="No Test Data Yet"
            text="Your scores and their trend appear here after your first test."
            action={<LinkButton to="/my-tests">Open My Tests</LinkButton>}
          />
        </Paper>
      ) : (
        <>
          {data ? (
            <Praise average={data.averagePercentage} />
          ) : (
            <span role="status" className="visually-hidden">
              Loading your performance
            </span>
          )}
          <PerformanceFigures performance={data} />
          <PerformanceCharts performance={data} />
        </>
      )}
    </>
  )
}

/** Praise for a high average. */
function Praise({ average }: { average: number }) {
  const praise = praiseOf(average)
  if (praise.length === 0) return null
  return (
    <Group gap="12px 32px" align="stretch" py={14} px="md" className={classes.praise}>
      {praise.map(({ title, text }) => (
        <div key={title}>
          {title === 'Outstanding' ? <IconAward size={22} aria-hidden /> : <IconTrophy size={22} aria-hidden />}
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        </div>
      ))}
    </Group>
  )
}
