import { Text } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import { plural } from '#client/lib/plural.ts'
import { type Column, DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { TimeChange, useTimeChanges } from '../queries.ts'

const kinds: Record<TimeChange['kind'], string> = {
  extra: 'Extra time',
  downtime: 'Server was down',
  reopened: 'Opened again',
}

interface TimeChangesProps {
  changes: Pick<ReturnType<typeof useTimeChanges>, 'data' | 'error' | 'refetch'>
  /** They are all of one student. */
  one: boolean
}

/** What moved the clocks of a test's students, the newest first. */
export const TimeChanges = ({ changes, one }: TimeChangesProps) => (
  <DataList
    label="Time given"
    columns={one ? columns.filter(({ id }) => id !== 'whom') : columns}
    rows={changes.data}
    rowKey={(change) => change.id}
    error={changes.error}
    onRetry={() => void changes.refetch()}
    empty={<EmptyState icon={IconClockPlus} title="No time was given so far" />}
  />
)

const whom = ({ students, studentName }: TimeChange) =>
  students === 1 ? studentName : `${studentName} and ${plural(students - 1, 'other')}`

const columns: readonly Column<TimeChange>[] = [
  {
    id: 'what',
    header: 'What',
    card: 'title',
    cell: ({ kind, minutes }) => `${kinds[kind]}: ${kind === 'reopened' ? '' : '+'}${minutes} min`,
  },
  { id: 'whom', header: 'Students', card: 'wide', cell: whom },
  { id: 'reason', header: 'Reason', card: 'wide', cell: ({ reason }) => reason },
  {
    id: 'by',
    header: 'By',
    width: 150,
    cell: ({ changedBy, changedAt }) => (
      <>
        {changedBy ?? 'The server'}
        <Text size="xs" c="dimmed" component="div">
          <RelativeTime value={changedAt} />
        </Text>
      </>
    ),
  },
]
