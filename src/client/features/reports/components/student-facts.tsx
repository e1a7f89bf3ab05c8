import { SimpleGrid } from '@mantine/core'
import { formatDateTime } from '#client/lib/time.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { StudentOverview } from '../queries.ts'
import classes from './student.module.css'

/** A student's identity. */
export function StudentFacts({ student }: { student: StudentOverview['student'] }) {
  const { email, idNumber, batch, branch, section, isActive, lastLogin } = student
  const facts = [
    ['Roll number', idNumber],
    ['Batch', batch],
    ['Branch', branch],
    ['Section', section],
  ] as const
  return (
    <SimpleGrid
      component="dl"
      minColWidth="min(115px, 100%)"
      spacing="lg"
      verticalSpacing="sm"
      mb="md"
      p="md"
      className={`card facts ${classes.facts}`}
      aria-label="Student"
    >
      <div data-wide>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{value || '–'}</dd>
        </div>
      ))}
      <div>
        <dt>Status</dt>
        <dd>
          <StatusBadge tone={isActive ? 'success' : 'neutral'} label={isActive ? 'Active' : 'Inactive'} />
        </dd>
      </div>
      <div>
        <dt>Last sign-in</dt>
        <dd title={lastLogin ? formatDateTime(lastLogin) : undefined}>
          <RelativeTime value={lastLogin} />
        </dd>
      </div>
    </SimpleGrid>
  )
}
