import { DonutChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { Slice } from './chart-data.ts'

interface PieDrawingProps {
  slices: readonly Slice[]
  /** Px. */
  size: number
  middle: string
}

export default function PieDrawing({ slices, size, middle }: PieDrawingProps) {
  const drawn = slices.filter(({ value }) => value > 0)
  return (
    <DonutChart
      data={drawn.map(({ label, value, color }) => ({ name: label, value, color }))}
      size={size}
      thickness={26}
      strokeWidth={drawn.length > 1 ? 2 : 0}
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
