import { lazy } from 'react'
import { type Bar, type BarSeries, plainNumber } from './chart-data.ts'
import { ChartFrame, type ChartLabels } from './chart-frame.tsx'

interface BarChartProps<Key extends string> extends ChartLabels {
  /** Header of the category column in the data table: `Subject`. */
  of: string
  /** A single series has no legend. */
  series: readonly BarSeries<Key>[]
  /** Undefined while loading. */
  bars: readonly Bar<Key>[] | undefined
  /** Stacks the series in one bar instead of drawing a bar for each. */
  stacked?: boolean
  /** End of the axis; the largest value by default. */
  max?: number
  /** Formats a value; adds thousands separators by default. */
  format?: (value: number) => string
}

const Plot = lazy(() => import('./bar-plot.tsx'))

/** Height of a bar, of the gap between categories, and of the axis, in px. */
const barHeight = 20
const gap = 20
const axisHeight = 34

/**
 * Horizontal bars with their values at the ends, and labels that are readable on a phone.
 *
 *     <BarChart
 *       title="Answers by subject" unit="Number of questions" of="Subject" empty="No answers yet"
 *       series={[{ key: 'correct', label: 'Correct', color: answerColors.correct }, …]}
 *       bars={subjects?.map(({ subject, ...values }) => ({ label: subject, values }))}
 *     />
 */
export function BarChart<Key extends string>(props: BarChartProps<Key>) {
  const { of, series, bars, stacked = false, max, format = plainNumber, ...labels } = props
  const lines = stacked ? 1 : series.length
  const height = (bars?.length ?? 3) * (lines * barHeight + gap) + axisHeight
  return (
    <ChartFrame
      {...labels}
      height={height}
      legend={series.length > 1 ? series : undefined}
      figures={
        bars && {
          head: [of, ...series.map(({ label }) => label)],
          rows: bars.map(({ label, values }) => ({
            key: label,
            cells: [label, ...series.map(({ key }) => format(values[key]))],
          })),
        }
      }
    >
      <Plot series={series} bars={bars ?? []} stacked={stacked} max={max} format={format} height={height} />
    </ChartFrame>
  )
}
