import { Box, Group, Skeleton, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { percentText } from '#client/lib/format.ts'
import type { PlatformDashboard } from '#shared/dashboards/platform.schema.ts'
import { DashboardSection } from './dashboard-section.tsx'
import classes from './dashboards.module.css'

const directions = {
  up: { icon: IconArrowUpRight, word: 'up' },
  down: { icon: IconArrowDownRight, word: 'down' },
  same: { icon: IconArrowRight, word: 'unchanged' },
} as const

const rowsOf = (growth: PlatformDashboard['platformGrowth'] | undefined) => [
  { name: 'Colleges', more: growth?.newColleges, of: 'new', percentage: growth?.collegeGrowthPercentage },
  { name: 'Students', more: growth?.newStudents, of: 'new', percentage: growth?.studentGrowthPercentage },
  { name: 'Faculty', more: growth?.newFaculty, of: 'new', percentage: growth?.facultyGrowthPercentage },
  {
    name: 'Test completions',
    more: growth?.newCompletions,
    of: 'submitted',
    percentage: growth?.testCompletionGrowthPercentage,
  },
]

/** Additions in the last 30 days, compared with the total before them. @param growth undefined while loading */
export const PlatformGrowth = ({ growth }: { growth: PlatformDashboard['platformGrowth'] | undefined }) => (
  <DashboardSection
    title="Platform growth"
    more={
      <Text span inherit c="dimmed" fz="xs">
        Last 30 days
      </Text>
    }
  >
    <dl className={`card rows ${classes.platformGrowthList}`} aria-label="Platform growth">
      {rowsOf(growth).map((row) => (
        <Growth key={row.name} {...row} />
      ))}
    </dl>
  </DashboardSection>
)

interface GrowthProps {
  name: string
  more: number | undefined
  of: string
  percentage: number | undefined
}

function Growth({ name, more, of, percentage = 0 }: GrowthProps) {
  const { icon: Shape, word } = directions[directionOf(percentage)]
  return (
    <Box py={12} fz="sm" className={classes.platformGrowthRow}>
      <Text component="dt" inherit fw={550}>
        {name}
      </Text>
      <Text component="dd" inherit c="dimmed" className="tabular">
        {more === undefined ? <Skeleton height={14} width={64} /> : `${more.toLocaleString()} ${of}`}
      </Text>
      <Group
        component="dd"
        gap={3}
        wrap="nowrap"
        justify="flex-end"
        mih={20}
        fw={600}
        c={more === undefined ? undefined : colors[directionOf(percentage)]}
        className="tabular"
      >
        {more === undefined ? (
          <Skeleton height={14} width={56} />
        ) : (
          <>
            <Shape size={15} stroke={2} aria-hidden />
            <span className="visually-hidden">{word} </span>
            {growthText(percentage)}
          </>
        )}
      </Group>
    </Box>
  )
}

type Direction = 'up' | 'down' | 'same'

const colors = { up: 'var(--good)', down: 'var(--mantine-color-error)', same: undefined } as const

const directionOf = (percentage: number): Direction => (percentage > 0 ? 'up' : percentage < 0 ? 'down' : 'same')

/** 12.5 → `+12.5%`, -4 → `−4.0%`, 0 → `0.0%`. */
const growthText = (percentage: number) =>
  `${percentage > 0 ? '+' : percentage < 0 ? '−' : ''}${percentText(Math.abs(percentage))}`

/** A note such as `+12 new in 30 days`. While loading, a space that keeps the card's height. */
export function changeText(more: number | undefined, word: string): string {
  if (more === undefined) return '\u00a0'
  return more === 0 ? `None ${word} in 30 days` : `+${more.toLocaleString()} ${word} in 30 days`
}
