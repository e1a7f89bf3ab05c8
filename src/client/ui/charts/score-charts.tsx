import type { ComponentProps } from 'react'
import { percentText } from '#client/lib/format.ts'
import { scoreColor } from '#shared/reports/reports.rules.ts'
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

interface ScoreLineChartProps extends Omit<ComponentProps<typeof LineChart>, 'color' | 'max' | 'mark' | 'format'> {
  /** The pass mark of all tests in the chart; null if it differs, and undefined while loading. */
  passMark: number | null | undefined
}

/** Scores over time, as percentages, with a line at the pass mark. */
export const ScoreLineChart = ({ passMark, ...props }: ScoreLineChartProps) => (
  <LineChart
    {...props}
    color={plainColor}
    max={100}
    {...(passMark != null && { mark: { value: passMark, label: `Pass mark ${passMark}%` } })}
    format={percentText}
  />
)
