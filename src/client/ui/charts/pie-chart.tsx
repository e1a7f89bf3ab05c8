import { lazy } from 'react'
import { percentText, plural } from '#client/lib/format.ts'
import { sharesOf } from '#shared/reports/reports.rules.ts'
import type { Slice } from './chart-data.ts'
import { ChartFrame, type ChartLabels } from './chart-frame.tsx'

interface PieChartProps extends ChartLabels {
  /** Headers of the data table: the slice and the counted items. */
  head: readonly [name: string, value: string]
  /** Singular noun for the counted items: `test`. */
  one: string
  /** Undefined while loading. Empty slices are listed but not drawn. */
  slices: readonly Slice[] | undefined
}

const Plot = lazy(() => import('./pie-plot.tsx'))
const size = 168

/** Parts of a whole, as a ring with the total in the middle. The values beside it serve as the legend. */
export function PieChart({ head, one, slices, ...labels }: PieChartProps) {
  const whole = slices?.reduce((sum, { value }) => sum + value, 0) ?? 0
  const shares = sharesOf(slices?.map(({ value }) => value) ?? [])
  return (
    <ChartFrame
      {...labels}
      height={size}
      seen
      figures={
        slices && {
          head: [...head, 'Share'],
          rows:
            whole === 0
              ? []
              : slices.map(({ label, value, color }, place) => ({
                  key: label,
                  color,
                  cells: [label, value.toLocaleString(), percentText(shares[place] ?? 0)],
                })),
        }
      }
    >
      <Plot slices={slices ?? []} size={size} middle={plural(whole, one)} />
    </ChartFrame>
  )
}
