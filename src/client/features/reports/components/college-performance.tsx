import { Paper } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { percentText } from '#client/lib/format.ts'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { plainColor } from '#client/ui/charts/chart-colors.ts'
import { weakestSubjectTitle } from '#client/ui/charts/chart-titles.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { failureText } from '../model/report-text.ts'
import { useCollegePerformance } from '../queries.ts'
import classes from './performance.module.css'
import { PerformanceTrend } from './performance-trend.tsx'

const averages = [{ key: 'average', label: 'Average score', color: plainColor }] as const

/** A college's scores over time and by subject, for the owner. */
export function CollegePerformance({ collegeId }: { collegeId: string }) {
  const { data, error, refetch } = useCollegePerformance(collegeId)
  if (error && !data)
    return (
      <Paper withBorder>
        <ErrorState
          title="Failed to load the performance"
          message={failureText(error)}
          onRetry={() => void refetch()}
        />
      </Paper>
    )
  if (data?.totalAttempts === 0)
    return (
      <Paper withBorder>
        <EmptyState
          icon={IconChartBar}
          title="No test attempts yet"
          text="Scores appear here when students submit their first test."
        />
      </Paper>
    )
  return (
    <div className={classes.charts}>
      <PerformanceTrend trend={data?.trend} />
      <BarChart
        title="Average by subject"
        insight={
          data &&
          weakestSubjectTitle(
            data.subjects.map(({ subject, averagePercentage }) => ({ name: subject, value: averagePercentage })),
          )
        }
        unit="Percent of the marks, best first"
        empty="No attempts yet."
        of="Subject"
        series={averages}
        max={100}
        format={percentText}
        bars={data?.subjects.map(({ subject, averagePercentage }) => ({
          label: subject,
          values: { average: averagePercentage },
        }))}
      />
    </div>
  )
}
