import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { PlatformDashboard } from '#shared/dashboards/platform.schema.ts'
import { DashboardSection } from './dashboard-section.tsx'
import { directionOf, growthText } from './growth-text.ts'
import classes from './platform-growth.module.css'

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

/** Additions in the last 30 days compared with the total before. @param growth undefined while loading */
export const PlatformGrowth = ({ growth }: { growth: PlatformDashboard['platformGrowth'] | undefined }) => (
  <DashboardSection title="Platform growth" more={<span className={classes.aside}>Last 30 days</span>}>
    <dl className={classes.list} aria-label="Platform growth">
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
    <div className={classes.row} data-direction={more === undefined ? undefined : directionOf(percentage)}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.more}>
        {more === undefined ? <Skeleton height={14} width={64} /> : `${more.toLocaleString()} ${of}`}
      </dd>
      <dd className={classes.percentage}>
        {more === undefined ? (
          <Skeleton height={14} width={56} />
        ) : (
          <>
            <Shape size={15} stroke={2} aria-hidden />
            <span className="visually-hidden">{word} </span>
            {growthText(percentage)}
          </>
        )}
      </dd>
    </div>
  )
}
