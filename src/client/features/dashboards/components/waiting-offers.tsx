import { Text } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeSearch } from '#client/lib/change-search.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { CollegeLink } from '#client/ui/college-link.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { useWaitingOffers } from '../queries.ts'

type Offer = RouterOutputs['reports']['tests']['waiting']['offers'][number]

const columns: readonly Column<Offer>[] = [
  {
    id: 'test',
    header: 'Test',
    card: 'title',
    cell: ({ testName }) => (
      <Text size="sm" fw={550} component="div" lineClamp={2} title={testName}>
        {testName}
      </Text>
    ),
  },
  {
    id: 'college',
    header: 'College',
    card: 'wide',
    cell: ({ collegeId, collegeName }) => (
      <CollegeLink collegeId={collegeId} search={{ tab: 'tests', status: 'pending' }} className="text-link anywhere">
        {collegeName}
      </CollegeLink>
    ),
  },
  {
    id: 'offered',
    header: 'Offered',
    width: 120,
    cell: ({ assignedAt }) => <RelativeTime value={assignedAt} />,
  },
  {
    id: 'closes',
    header: 'Test closes',
    width: 130,
    cell: ({ endDateTime }) => <RelativeTime value={endDateTime} />,
  },
]

/** Opens through the URL, so that Back closes it. */
export const waitingSearch = { waiting: 'colleges' } as const

/** Pending offers by college and test, in a dialog over the dashboard. */
export function WaitingOffers() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useChangeSearch()
  return (
    <Modal
      opened={search.waiting === waitingSearch.waiting}
      onClose={() => change(() => ({}))}
      title="Waiting for an answer"
      size="xl"
    >
      <Offers />
    </Modal>
  )
}

function Offers() {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useWaitingOffers({ page })
  return (
    <DataList
      label="Pending offers"
      cardsBelow={36}
      columns={columns}
      rows={data?.offers}
      rowKey={({ id }) => id}
      error={error}
      onRetry={() => void refetch()}
      stale={isPlaceholderData}
      pagination={data?.pagination}
      onPageChange={setPage}
      empty={<EmptyState icon={IconClipboardCheck} title="No pending offers" text="Every college has answered." />}
    />
  )
}
