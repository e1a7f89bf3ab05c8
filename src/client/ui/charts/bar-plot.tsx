import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useElementSize } from '@mantine/hooks'
import { type Bar, type BarSeries, tickText } from './chart-data.ts'

interface BarPlotProps {
  series: readonly BarSeries[]
  bars: readonly Bar[]
  stacked: boolean
  max: number | undefined
  format: (value: number) => string
  height: number
}

/** Labels: estimated letter width, padding and maximum width in px, and maximum share of the chart's width. */
const letter = 6.8
const around = 16
const maxNameWidth = 240
const namesShare = 0.38

export default function BarPlot({ series, bars, stacked, max, format, height }: BarPlotProps) {
  const { ref, width } = useElementSize()
  const longest = Math.max(...bars.map(({ label }) => label.length))
  const names = Math.round(Math.min(longest * letter + around, maxNameWidth, Math.max(width, 300) * namesShare))
  const fitting = Math.round((names - around) / letter)
  const greatest = Math.max(...bars.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0)), 1)
  const figures = Math.max(format(greatest).length, 2) * 7.5 + 8
  return (
    <div ref={ref}>
      <BarChart
        h={height}
        data={bars.map(({ label, values, color }) => ({ ...values, label, ...(color && { color }) }))}
        dataKey="label"
        series={series.map(({ key, label, color }) => ({ name: key, label, color }))}
        orientation="vertical"
        type={stacked ? 'stacked' : 'default'}
        gridAxis="y"
        tickLine="none"
        strokeDasharray="3 4"
        maxBarWidth={18}
        barProps={{ radius: stacked ? 0 : [0, 3, 3, 0] }}
        barChartProps={{ margin: { right: stacked ? 12 : figures, left: 0, top: 0, bottom: 0 }, barGap: 2 }}
        accessibilityLayer={false}
        withTooltip={stacked}
        valueFormatter={format}
        withBarValueLabel={!stacked}
        valueLabelProps={{ fill: 'var(--mantine-color-text)', fontSize: 12 }}
        xAxisProps={{
          domain: [0, max ?? 'auto'],
          allowDecimals: false,
          tickCount: 5,
          tickFormatter: tickText(format),
        }}
        yAxisProps={{
          width: names,
          interval: 0,
          tickFormatter: (name: string) => (name.length > fitting ? `${name.slice(0, fitting - 1).trimEnd()}…` : name),
        }}
      />
    </div>
  )
}
