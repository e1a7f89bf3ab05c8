import { DonutChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { Slice } from './chart-data.ts'

interface PiePlotProps {
  slices: readonly Slice[]
  /** In px. */
  size: number
  middle: string
}

export default function PiePlot({ slices, size, middle }: PiePlotProps) {
  const visible = slices.filter(({ value }) => value > 0)
  return (
    <DonutChart
      data={visible.map(({ label, value, color }) => ({ name: label, value, color }))}
      size={size}
      thickness={26}
      strokeWidth={visible.length > 1 ? 2 : 0}
      strokeColor="var(--surface)"
      startAngle={90}
      endAngle={-270}
      chartLabel={middle}
      accessibilityLayer={false}
      withTooltip={false}
      pieProps={{ rootTabIndex: -1 }}
    />
  )
}
