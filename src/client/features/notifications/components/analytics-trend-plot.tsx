import { LineChart } from '@mantine/charts'
import { Box } from '@mantine/core'
import '@mantine/charts/styles.layer.css'
import { spanName } from '#client/ui/charts/time-spans.ts'
import { engagementColors } from '../model/analytics-text.ts'
import { type Trend, type TrendPoint, tickOf } from '../model/analytics-trend.ts'

interface TrendPlotProps {
  trend: Trend
  /** True if sent notifications have a separate axis on the right. */
  apart: boolean
  /** In px. */
  height: number
}

/** Above this number of points, the dots would hide the line. */
const maxDots = 31
const plain = (value: number) => value.toLocaleString()
const axisWidth = (greatest: number) => Math.max(34, plain(greatest).length * 7.5 + 10)

export default function AnalyticsTrendPlot({ trend, apart, height }: TrendPlotProps) {
  const { step, points } = trend
  const sent = Math.max(0, ...points.map((point) => point.sent))
  const seen = Math.max(0, ...points.map((point) => point.seen))
  const axis = { allowDecimals: false, tickCount: 5, domain: [0, 'auto'] as [number, string], tickFormatter: plain }
  const dots = { strokeWidth: 2, stroke: 'var(--surface)', strokeDasharray: 'none' }
  return (
    <LineChart
      h={height}
      data={points.map((point, place) => ({ ...point, place }))}
      dataKey="place"
      series={[
        { name: 'seen', color: engagementColors.seen },
        {
          name: 'sent',
          color: engagementColors.sent,
          strokeDasharray: '6 4',
          ...(apart && { yAxisId: 'right' }),
        },
      ]}
      curveType="linear"
      strokeWidth={2}
      tickLine="none"
      strokeDasharray="3 4"
      accessibilityLayer={false}
      withDots={points.length <= maxDots}
      dotProps={{ r: 4, ...dots }}
      activeDotProps={{ r: 6, ...dots }}
      lineChartProps={{ margin: { top: 10, right: apart ? 0 : 16, left: 0, bottom: 4 } }}
      xAxisProps={{
        tickFormatter: (place: number) => {
          const point = points[place]
          return point ? tickOf(trend, point) : ''
        },
        interval: 'equidistantPreserveStart',
        minTickGap: 16,
        padding: { left: 12, right: 12 },
      }}
      yAxisProps={{ ...axis, width: axisWidth(apart ? seen : Math.max(sent, seen)) }}
      withRightYAxis={apart}
      rightYAxisProps={{ ...axis, width: axisWidth(sent) }}
      tooltipProps={{
        content: ({ payload }) => {
          const point: TrendPoint | undefined = payload?.[0]?.payload
          if (!point) return null
          return (
            <Box py={6} px={10} fz="xs" lh={1.5} className="card tabular chart-tip">
              <strong>{spanName(step, point.date)}</strong>
              Sent: {plain(point.sent)}
              <br />
              Seen: {plain(point.seen)}
            </Box>
          )
        },
      }}
    />
  )
}
