import { Skeleton } from '@mantine/core'
import { type Icon, IconCalendar, IconGitBranch, IconLayoutGrid, IconSchool } from '@tabler/icons-react'
import type { useHierarchySummary } from '../../queries.ts'
import classes from './hierarchy.module.css'

type Totals = NonNullable<ReturnType<typeof useHierarchySummary>['data']>

const cards: readonly { key: keyof Totals; label: string; icon: Icon }[] = [
  { key: 'totalStudents', label: 'Total Students', icon: IconSchool },
  { key: 'totalBatches', label: 'Batches', icon: IconCalendar },
  { key: 'totalBranches', label: 'Branches', icon: IconGitBranch },
  { key: 'totalSections', label: 'Sections', icon: IconLayoutGrid },
]

/** The totals over the tree; undefined while they load. */
export const SummaryCards = ({ summary }: { summary: Totals | undefined }) => (
  <dl className={classes.cards}>
    {cards.map(({ key, label, icon: Shape }) => (
      <div key={key} className={classes.card}>
        <dt>
          <Shape size={16} stroke={1.8} aria-hidden />
          {label}
        </dt>
        <dd>{summary ? summary[key].toLocaleString() : <Skeleton h={26} w={64} mt={4} />}</dd>
      </div>
    ))}
  </dl>
)
