import { IconChartBar } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { averageTrendTitle, weakestSubjectTitle } from '#client/ui/charts/chart-titles.ts'
import { AverageChart, ScoreLineChart } from '#client/ui/charts/score-charts.tsx'
import { spanName, spanTick, spanUnitNames } from '#client/ui/charts/time-spans.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type PerformanceTrend as Trend, useCollegePerformance } from '../queries.ts'
import classes from './performance.module.css'
import { ReportsError } from './reports-error.tsx'

/** A college's scores over time and by subject, for the owner. */
export function CollegePerformance({ collegeId }: { collegeId: string }) {
  const performance = useCollegePerformance(collegeId)
  const { data } = performance
  if (performance.error && !data) return <ReportsError title="Failed to load performance data" query={performance} />
  if (data?.totalAttempts === 0)
    return (
      <EmptyState
        framed
        icon={IconChartBar}
        title="No test attempts yet"
        text="Scores appear here when students submit their first test."
      />
    )
  return (
    <div className={classes.charts}>
      <PerformanceTrend trend={data?.trend} />
      <SubjectAverages subjects={data?.subjects} unit="Percentage of marks, best first" empty="No attempts yet." />
    </div>
  )
}

interface SubjectAveragesProps {
  /** Undefined while loading. */
  subjects: readonly { subject: string; averagePercentage: number }[] | undefined
  unit: string
  empty: string
}

export const SubjectAverages = ({ subjects, ...props }: SubjectAveragesProps) => (
  <AverageChart
    title="Average by subject"
    insight={
      subjects && weakestSubjectTitle(subjects.map((one) => ({ name: one.subject, value: one.averagePercentage })))
    }
    of="Subject"
    bars={subjects?.map(({ subject, averagePercentage }) => ({ label: subject, average: averagePercentage }))}
    {...props}
  />
)

/** The average score of all attempts over time. @param trend undefined while loading */
export function PerformanceTrend({ trend }: { trend: Trend | undefined }) {
  const unit = trend?.unit ?? 'day'
  const ends = [trend?.points[0], trend?.points.at(-1)].map((point) => point?.startDate ?? '')
  return (
    <ScoreLineChart
      title="Average score over time"
      insight={trend && averageTrendTitle(unit, trend.points)}
      unit={`Percentage of marks, by ${unit}`}
      passMark={trend?.passMark}
      empty="No attempts yet."
      head={['Attempts', spanUnitNames[unit], 'Average score']}
      points={trend?.points.map(({ startDate, attempts, averagePercentage }) => ({
        key: startDate,
        label: spanTick(unit, startDate, ends),
        name: `${spanName(unit, startDate)}, ${plural(attempts, 'attempt')}`,
        value: averagePercentage,
      }))}
    />
  )
}
