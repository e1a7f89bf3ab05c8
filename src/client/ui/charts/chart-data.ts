import type { ChartColor } from './chart-colors.ts'

export interface BarSeries<Key extends string = string> {
  key: Key
  label: string
  color: ChartColor
}

export interface Bar<Key extends string = string> {
  label: string
  values: Record<Key, number>
  color?: ChartColor
}

export interface Point {
  key: string
  /** Short axis label, such as a date. */
  label: string
  /** Label in the tooltip, such as a test's name. */
  name: string
  /** null if nothing was measured. The line then continues to the next point. */
  value: number | null
}

/** A dashed reference line, such as the pass mark. */
export interface LineMark {
  value: number
  label: string
}

export const markColor: ChartColor = 'var(--chart-grey)'

export interface Slice {
  label: string
  value: number
  color: ChartColor
}

export const plainNumber = (value: number) => value.toLocaleString()

/** Axis label without decimals for whole values: `25.0%` becomes `25%`. */
export const tickText = (format: (value: number) => string) => (value: number) => format(value).replace(/\D0(?=%$)/, '')
