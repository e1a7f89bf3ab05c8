import { lazy } from 'react'
import { plainNumber } from './bar-chart.tsx'
import type { ChartColor } from './chart-colors.ts'
import { ChartFrame, type ChartLabels } from './chart-frame.tsx'

export interface Point {
  key: string
  /** Short axis label: a date. */
  label: string
  /** Label in the tooltip: a test's name. */
  name: string
  /** null if there is no measurement: the line continues to the next point. */
  value: number | null
}

export interface LineChartProps extends ChartLabels {
  /** Headers of the data table: the point's name, its label and its figure. */
  head: readonly [name: string, label: string, value: string]
  color: ChartColor
  /** From left to right; undefined while loading. */
  points: readonly Point[] | undefined
  /** End of the axis; above the largest value by default. */
  max?: number
  /** A dashed reference line, such as the pass mark. The series then needs a name as well. */
  mark?: { value: number; label: string }
  format?: (value: number) => string
}

const Drawing = lazy(() => import('./line-drawing.tsx'))
const height = 250
export const markColor: ChartColor = 'var(--chart-grey)'

/** One figure over time. Up to a dozen values are labelled at their points, where there is room. */
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
