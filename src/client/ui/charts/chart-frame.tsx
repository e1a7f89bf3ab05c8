import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Component, type ReactNode, Suspense, useId } from 'react'
import colors from './chart-colors.module.css'
import type { ChartColor } from './chart-colors.ts'
import classes from './chart-frame.module.css'

export interface ChartLabels {
  /** Name of the chart: `Score trend`. Used as the heading if there is no insight. */
  title: string
  /** The main insight, used as the heading: `Scores fell in March`. */
  insight?: string | undefined
  /** Unit of the values: `Percentage of marks`. */
  unit: string
  /** Shown instead of the drawing if there is no data. */
  empty: string
}

/** The chart's data as a table, for screen readers. */
export interface Figures {
  head: readonly string[]
  /** One row per item, starting with its name. */
  rows: readonly { key: string; cells: readonly string[]; color?: ChartColor }[]
}

interface LegendItem {
  label: string
  color: ChartColor
  /** Drawn as a dashed line. */
  dashed?: boolean
}

interface ChartFrameProps extends ChartLabels {
  /** Undefined while loading. */
  figures: Figures | undefined
  /** Height of the drawing in px, reserved while it loads. */
  height: number
  /** True if the table is visible because it is the legend. */
  seen?: boolean
  legend?: readonly LegendItem[] | undefined
  /** The drawing, whose code is loaded separately. */
  children: ReactNode
}

/**
 * The frame of every chart: title, unit, legend, a data table for screen readers, and the loading and empty states.
 * If the drawing's code fails to load, the table is shown instead.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { title, insight, unit, empty, figures, height, seen = false, legend, children } = props
  const id = useId()
  const waiting = <Skeleton height={height} aria-hidden />
  return (
    <Stack
      component="figure"
      gap={0}
      miw={0}
      p="md"
      pos="relative"
      className={`card ${colors.colors}`}
      aria-labelledby={insight ? `${id} ${id}-title` : id}
    >
      <Box component="figcaption" mb="sm">
        <Text component="h2" fz="md" fw={600} lh={1.4} id={id}>
          {insight ?? title}
        </Text>
        <Text c="dimmed" fz="xs">
          {insight && (
            <>
              <span id={`${id}-title`}>{title}</span> ·{' '}
            </>
          )}
          {unit}
        </Text>
      </Box>
      {figures && figures.rows.length > 0 && legend && <Legend items={legend} />}
      {!figures ? (
        waiting
      ) : figures.rows.length === 0 ? (
        <Text py="xl" c="dimmed" fz="sm" ta="center" style={{ textWrap: 'balance' }}>
          {empty}
        </Text>
      ) : (
        <PlotErrorBoundary instead={<FiguresTable {...figures} />}>
          <div className={seen ? classes.beside : undefined}>
            <div aria-hidden className={classes.drawing} style={{ minHeight: height }}>
              <Suspense fallback={waiting}>{children}</Suspense>
            </div>
            <div className={seen ? classes.seen : 'visually-hidden'}>
              <FiguresTable {...figures} />
            </div>
          </div>
        </PlotErrorBoundary>
      )}
    </Stack>
  )
}

/** Repeats the table's headings for sighted users. */
const Legend = ({ items }: { items: NonNullable<ChartFrameProps['legend']> }) => (
  <Group component="ul" gap="4px 16px" align="stretch" mb="xs" fz="xs" className={classes.legend} aria-hidden>
    {items.map(({ label, color, dashed }) => (
      <li key={label}>
        {dashed ? (
          <Box component="span" w={18} me={8} style={{ color, borderTop: '2px dashed currentColor' }} />
        ) : (
          <Swatch color={color} />
        )}
        {label}
      </li>
    ))}
  </Group>
)

const Swatch = ({ color }: { color: ChartColor }) => (
  <Box
    component="span"
    w={10}
    h={10}
    me={8}
    flex="none"
    style={{ background: color, display: 'inline-block', borderRadius: 2 }}
    aria-hidden
  />
)

const FiguresTable = ({ head: [first, ...others], rows }: Figures) => (
  <table className={`figure-table ${classes.figures}`}>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {others.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, color, cells: [name, ...cells] }) => (
        <tr key={key}>
          <th scope="row">
            <Group component="span" display="inline-flex" gap={0} wrap="nowrap" align="baseline">
              {color && <Swatch color={color} />}
              {name}
            </Group>
          </th>
          {cells.map((cell, index) => (
            <td key={others[index]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Keeps a drawing whose code fails to load from breaking the page. */
class PlotErrorBoundary extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
