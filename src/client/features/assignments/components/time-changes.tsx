import { Group, Text } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { TimeChange, useTimeChanges } from '../queries.ts'
import classes from './assigned.module.css'

const kinds: Record<TimeChange['kind'], string> = {
  extra: 'Extra time',
  downtime: 'Server was down',
  reopened: 'Opened again',
}

interface TimeChangesProps {
  changes: Pick<ReturnType<typeof useTimeChanges>, 'data' | 'error' | 'refetch'>
  /** True if all changes belong to one student. */
  one: boolean
}

/** Time changes of a test's students, newest first. */
export function TimeChanges({ changes: { data, error, refetch }, one }: TimeChangesProps) {
  if (!data && error)
    return <ErrorState title="Failed to load time changes" message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading label="Loading time changes" />
  if (data.length === 0) return <EmptyState icon={IconClockPlus} title="No time changes yet" />
  return (
    <ul className={`card rows ${classes.list}`}>
      {data.map((change) => (
        <li key={change.id}>
          <Group gap="2px 16px" align="stretch" justify="space-between" fw={600}>
            <span className="tabular">
              {kinds[change.kind]}: {change.kind === 'reopened' ? '' : '+'}
              {change.minutes} min
            </span>
            {!one && <span>{whom(change)}</span>}
          </Group>
          <div>{change.reason}</div>
          <Text component="div" c="dimmed" fz="xs">
            {change.changedBy ?? 'The server'} · <RelativeTime value={change.changedAt} />
          </Text>
        </li>
      ))}
    </ul>
  )
}

const whom = ({ students, studentName }: TimeChange) =>
  students === 1 ? studentName : `${studentName} and ${plural(students - 1, 'other')}`
