import { LineChart } from '@mantine/charts'
import { Box } from '@mantine/core'
import '@mantine/charts/styles.layer.css'
import { useRef } from 'react'
import { ResponsiveContainer } from 'recharts'
import { usePrinting } from '../use-printing.ts'
import type { ChartColor } from './chart-colors.ts'
import { type LineMark, markColor, type Point, tickText } from './chart-data.ts'
import classes from './chart-frame.module.css'

interface LinePlotProps {
  color: ChartColor
  points: readonly Point[]
  max: number | undefined
  mark: LineMark | undefined
  format: (value: number) => string
  height: number
}

/** True for a point lower than its neighbours but not near the axis: its label goes below it, clear of the line. */
function isValley(points: readonly Point[], place: number, greatest: number): boolean {
  const valueAt = (place: number) => points[place]?.value ?? Number.POSITIVE_INFINITY
  const isLower = valueAt(place) < valueAt(place - 1) && valueAt(place) < valueAt(place + 1)
  return points.length > 1 && isLower && valueAt(place) > greatest / 10
}

/** Above this number of points, their labels would overlap. */
const maxLabels = 12

/** Inner width of a card on an A4 page, in px. A wider drawing would be scaled down, including its text. */
const paperWidth = 668

/** Points are keyed by position, not by label, because two tests may have been taken on the same day. */
export default function LinePlot({ color, points, max, mark, format, height }: LinePlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const printing = usePrinting()
  const greatest = Math.max(max ?? 0, ...points.map(({ value }) => value ?? 0))
  const chart = (
    <LineChart
      h={height}
      data={points.map((point, place) => ({ ...point, place }))}
      dataKey="place"
      series={[{ name: 'value', color }]}
      curveType="linear"
      strokeWidth={2}
      tickLine="none"
      strokeDasharray="3 4"
      accessibilityLayer={false}
      valueFormatter={format}
      dotProps={{ r: 4, strokeWidth: 2, stroke: 'var(--surface)' }}
      activeDotProps={{ r: 6, strokeWidth: 2, stroke: 'var(--surface)' }}
      lineProps={{
        label: ({ index, x, y }) => {
          const value = points[Number(index)]?.value ?? null
          if (value === null || points.length > maxLabels) return <g />
          return (
            <text
              className={`tabular ${classes.value}`}
              data-many={points.length > 6 || undefined}
              x={x}
              y={Number(y) + (isValley(points, Number(index), greatest) ? 19 : -10)}
            >
              {format(value)}
            </text>
          )
        },
      }}
      lineChartProps={{ margin: { top: 22, right: 18, left: 0, bottom: 4 } }}
      referenceLines={mark ? [{ y: mark.value, color: markColor, strokeWidth: 2, strokeDasharray: '6 4' }] : []}
      xAxisProps={{
        tickFormatter: (place: number) => points[place]?.label ?? '',
        interval: 'equidistantPreserveStart',
        minTickGap: 12,
        padding: { left: 14, right: 6 },
      }}
      yAxisProps={{
        domain: [0, max ?? 'auto'],
        tickCount: 6,
        allowDecimals: false,
        tickFormatter: tickText(format),
        width: Math.max(46, format(greatest).length * 7.5 + 8),
      }}
      tooltipProps={{
        content: ({ payload }) => {
          const point: Point | undefined = payload?.[0]?.payload
          if (!point || point.value === null) return null
          return (
            <Box
              maw={220}
              py={6}
              px={10}
              fz="xs"
              lh={1.45}
              className="card tabular anywhere chart-tip"
              style={{ whiteSpace: 'normal' }}
            >
              <strong>{point.name}</strong>
              {point.label}: {format(point.value)}
            </Box>
          )
        },
      }}
    />
  )
  return (
    <div ref={frame}>
      {printing ? (
        <ResponsiveContainer width={Math.min(frame.current?.clientWidth ?? paperWidth, paperWidth)} height={height}>
          {chart}
        </ResponsiveContainer>
      ) : (
        chart
      )}
    </div>
  )
}
