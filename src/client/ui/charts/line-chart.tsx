import { lazy } from 'react'
import { plainNumber } from './bar-chart.tsx'
import type { ChartColor } from './chart-colors.ts'
import { ChartFrame, type ChartLabels } from './chart-frame.tsx'

export interface Point {
  key: string
  /** Short, below the line: a date. */
  label: string
  /** Label in the tooltip: a test's name. */
  name: string
  /** null where there is nothing to measure: the line goes on to the next point. */
  value: number | null
}

export interface LineChartProps extends ChartLabels {
  /** The figures' columns: what a point is of, its label, its figure. */
  head: readonly [name: string, label: string, value: string]
  color: ChartColor
  /** In their order, left to right; undefined while loading. */
  points: readonly Point[] | undefined
  /** End of the axis; above the largest value by default. */
  max?: number
  /** A broken line across, such as the pass mark; then what the points are needs a name as well. */
  mark?: { value: number; label: string }
  format?: (value: number) => string
}

const Drawing = lazy(() => import('./line-drawing.tsx'))
const height = 250
export const markColor: ChartColor = 'var(--chart-grey)'

/** How one figure went, with each of at most a dozen values written at its point where there is room. */
export function LineChart({ head, color, points, max, mark, format = plainNumber, ...labels }: LineChartProps) {
  return (
    <ChartFrame
      {...labels}
      height={height}
      legend={
        mark && [
          { label: head[2], color },
          { label: mark.label, color: markColor, dashed: true },
        ]
      }
      figures={
        points && {
          head,
          rows: points.map(({ key, label, name, value }) => ({
            key,
            cells: [name, label, value === null ? '–' : format(value)],
          })),
        }
      }
    >
      <Drawing color={color} points={points ?? []} max={max} mark={mark} format={format} height={height} />
    </ChartFrame>
  )
}
