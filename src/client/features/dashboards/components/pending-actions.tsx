import { Box, Skeleton, Text } from '@mantine/core'
import { IconBuildingCommunity, IconChevronRight, IconClipboardCheck, IconKey } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeSearch } from '#client/lib/change-search.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { CollegeLink } from '#client/ui/college-link.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { Modal } from '#client/ui/modal.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { PlatformDashboard } from '#shared/dashboards/platform.schema.ts'
import { useWaitingOffers } from '../queries.ts'
import { DashboardSection } from './dashboard-section.tsx'
import classes from './dashboards.module.css'

/** Opens the dialog through the URL, so Back closes it. */
const waitingSearch = { waiting: 'colleges' } as const

type Pending = PlatformDashboard['pendingActions']

/** `waits` marks actions that somebody is waiting for. Their counts are highlighted above 0. */
const actions = [
  {
    of: 'collegeAssignments',
    name: 'College assignments',
    text: 'Offers pending a college’s decision',
    icon: IconBuildingCommunity,
    to: '/dashboard',
    search: waitingSearch,
    waits: true,
  },
  {
    of: 'newCollegeCredentials',
    name: 'New college credentials',
    text: 'Administrators who have never signed in',
    icon: IconKey,
    to: '/colleges',
    waits: true,
  },
  {
    of: 'testsCompletedToday',
    name: 'Tests completed today',
    text: 'Submitted since midnight; see each test’s report',
    icon: IconClipboardCheck,
    to: '/tests',
    waits: false,
  },
] as const

const waiting = { c: 'light-dark(#7a5200, #ffd43b)', bg: 'var(--mantine-color-yellow-light)' }

/** The owner's pending tasks, with links. @param pending undefined while loading */
export const PendingActions = ({ pending }: { pending: Pending | undefined }) => (
  <div data-print="hide">
    <DashboardSection title="Pending actions">
      <ul className="card rows" style={{ overflow: 'hidden' }}>
        {actions.map(({ of, name, text, icon: Shape, waits, ...link }) => (
          <li key={of}>
            <Link search={{}} {...link} className={`hoverable ${classes.pendingActionsRow}`}>
              <Shape size={18} stroke={1.7} color="var(--mantine-color-dimmed)" aria-hidden />
              <Box component="span" flex={1} miw={0}>
                <Text span inherit display="block" fz="sm" fw={550}>
                  {name}
                </Text>
                <Text span inherit display="block" c="dimmed" fz="xs">
                  {text}
                </Text>
              </Box>
              <Text
                span
                inherit
                miw={30}
                py={1}
                px={8}
                fz="sm"
                fw={600}
                ta="center"
                bdrs={999}
                {...(waits && pending && pending[of] > 0 && waiting)}
                className="tabular"
              >
                {pending ? pending[of].toLocaleString() : <Skeleton height={18} width={24} component="span" />}
              </Text>
              <IconChevronRight size={16} stroke={1.7} color="var(--mantine-color-dimmed)" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      <WaitingOffers />
    </DashboardSection>
  </div>
)

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
  { id: 'offered', header: 'Offered', width: 120, cell: ({ assignedAt }) => <RelativeTime value={assignedAt} /> },
  { id: 'closes', header: 'Test closes', width: 130, cell: ({ endDateTime }) => <RelativeTime value={endDateTime} /> },
]

/** Pending offers by college and test, in a dialog over the dashboard. */
function WaitingOffers() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useChangeSearch()
  return (
    <Modal
      opened={search.waiting === waitingSearch.waiting}
      onClose={() => change(() => ({}))}
      title="Waiting for a decision"
      size="xl"
    >
      <Offers />
    </Modal>
  )
}

function Offers() {
  const [page, setPage] = useState(1)
  const offers = useWaitingOffers({ page })
  const { data, isPlaceholderData } = offers
  return (
    <DataList
      label="Pending offers"
      cardsBelow={36}
      columns={columns}
      rows={data?.offers}
      rowKey={({ id }) => id}
      query={offers}
      stale={isPlaceholderData}
      pagination={data?.pagination}
      onPageChange={setPage}
      empty={{ icon: IconClipboardCheck, title: 'No pending offers', text: 'Every college has responded.' }}
    />
  )
}
