import { percentText, plural } from '#client/lib/format.ts'
import { plainColor } from '#client/ui/charts/chart-colors.ts'
import { averageTrendTitle } from '#client/ui/charts/chart-titles.ts'
import { LineChart } from '#client/ui/charts/line-chart.tsx'
import { spanName, spanTick, spanUnitNames } from '#client/ui/charts/time-spans.ts'
import { passMark } from '#shared/attempts/attempts.rules.ts'
import type { PerformanceTrend as Trend } from '../queries.ts'

/** The average of all attempts over time. @param trend undefined while loading */
export function PerformanceTrend({ trend }: { trend: Trend | undefined }) {
  const unit = trend?.unit ?? 'day'
  const ends = [trend?.points[0], trend?.points.at(-1)].map((point) => point?.startDate ?? '')
  return (
    <LineChart
      title="Average score over time"
      insight={trend && averageTrendTitle(unit, trend.points)}
      unit={`Percent of the marks, by ${unit}`}
      empty="No attempts yet."
      head={['Attempts', spanUnitNames[unit], 'Average score']}
      color={plainColor}
      max={100}
      mark={{ value: passMark, label: `Pass mark ${passMark}%` }}
      format={percentText}
      points={trend?.points.map(({ startDate, attempts, averagePercentage }) => ({
        key: startDate,
        label: spanTick(unit, startDate, ends),
        name: `${spanName(unit, startDate)}, ${plural(attempts, 'attempt')}`,
        value: averagePercentage,
      }))}
    />
  )
}
