import type { ComponentProps } from 'react'
import { percentText } from '#client/lib/format.ts'
import { scoreColor } from '#shared/reports/reports.rules.ts'
import { passMark } from '#shared/tests/scheme.rules.ts'
import { BarChart } from './bar-chart.tsx'
import { plainColor, scoreColors } from './chart-colors.ts'
import { LineChart } from './line-chart.tsx'

const averages = [{ key: 'average', label: 'Average score', color: plainColor }] as const

interface AverageChartProps extends Omit<ComponentProps<typeof BarChart>, 'series' | 'bars'> {
  /** Undefined while loading. */
  bars: readonly { label: string; average: number }[] | undefined
  /** Colours each bar by its score. */
  colored?: boolean
}

/** Average scores, as percentages. */
export const AverageChart = ({ bars, colored, ...props }: AverageChartProps) => (
  <BarChart
    {...props}
    series={averages}
    max={100}
    format={percentText}
    bars={bars?.map(({ label, average }) => ({
      label,
      values: { average },
      ...(colored && { color: scoreColors[scoreColor(average)] }),
    }))}
  />
)

/** Scores over time, as percentages, with the pass mark. */
export const ScoreLineChart = (props: Omit<ComponentProps<typeof LineChart>, 'color' | 'max' | 'mark' | 'format'>) => (
  <LineChart
    {...props}
    color={plainColor}
    max={100}
    mark={{ value: passMark, label: `Pass mark ${passMark}%` }}
    format={percentText}
  />
)
