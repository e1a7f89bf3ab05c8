import { lazy } from 'react'
import type { ChartColor } from './chart-colors.ts'
import { type LineMark, markColor, type Point, plainNumber } from './chart-data.ts'
import { ChartFrame, type ChartLabels } from './chart-frame.tsx'

interface LineChartProps extends ChartLabels {
  /** Headers of the data table: the point's name, its label and its value. */
  head: readonly [name: string, label: string, value: string]
  color: ChartColor
  /** From left to right; undefined while loading. */
  points: readonly Point[] | undefined
  /** End of the axis; above the largest value by default. */
  max?: number
  /** A dashed reference line, such as the pass mark. The legend then names the series as well. */
  mark?: LineMark
  format?: (value: number) => string
}

const Plot = lazy(() => import('./line-plot.tsx'))
const height = 250

/** One value over time. Up to a dozen points are labelled with their values, where there is room. */
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
      <Plot color={color} points={points ?? []} max={max} mark={mark} format={format} height={height} />
    </ChartFrame>
  )
}
