import { Skeleton } from '@mantine/core'
import { IconCalendar, IconGitBranch, IconLayoutGrid, IconSchool } from '@tabler/icons-react'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { useHierarchySummary } from '../../queries.ts'

/** Totals of the whole tree; undefined while loading. */
export function SummaryCards({ summary }: { summary: ReturnType<typeof useHierarchySummary>['data'] }) {
  const waiting = <Skeleton height={20} width={48} my={5} />
  return (
    <StatCards
      label="Totals"
      stats={[
        {
          label: 'Total Students',
          value: summary?.totalStudents ?? waiting,
          note: 'In your college',
          icon: IconSchool,
          link: { to: '/students' },
        },
        {
          label: 'Batches',
          value: summary?.totalBatches ?? waiting,
          note: 'With their branches',
          icon: IconCalendar,
          link: { to: '/students', search: { sort: 'batch' } },
        },
        {
          label: 'Branches',
          value: summary?.totalBranches ?? waiting,
          note: 'Different names, in all batches',
          icon: IconGitBranch,
          link: { to: '/students', search: { sort: 'branch' } },
        },
        {
          label: 'Sections',
          value: summary?.totalSections ?? waiting,
          note: 'Different names, in all branches',
          icon: IconLayoutGrid,
          link: { to: '/students', search: { sort: 'section' } },
        },
      ]}
    />
  )
}
