import { Box, Skeleton, Text } from '@mantine/core'
import { type Icon, IconBuildingCommunity, IconChevronRight, IconClipboardCheck, IconKey } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { PlatformDashboard } from '#shared/dashboards/platform.schema.ts'
import { DashboardSection } from './dashboard-section.tsx'
import classes from './dashboards.module.css'
import { WaitingOffers, waitingSearch } from './waiting-offers.tsx'

type Pending = PlatformDashboard['pendingActions']

interface Action {
  of: keyof Pending
  name: string
  /** Describes the figure and the action. */
  text: string
  icon: Icon
  /** Target page. */
  to: NonNullable<LinkProps['to']>
  search?: LinkProps['search']
  /** True if somebody is waiting. A figure above 0 is then highlighted. */
  waits: boolean
}

const actions: readonly Action[] = [
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
    text: 'Submitted since midnight; their reports are with each test',
    icon: IconClipboardCheck,
    to: '/tests',
    waits: false,
  },
]

/** The owner's pending tasks, with links. @param pending undefined while loading */
export const PendingActions = ({ pending }: { pending: Pending | undefined }) => (
  <div data-print="hide">
    <DashboardSection title="Pending actions">
      <ul className={`card rows ${classes.list}`}>
        {actions.map(({ of, name, text, icon: Shape, to, search, waits }) => (
          <li key={of}>
            <Link to={to} search={search ?? {}} className={`hoverable ${classes.pendingActionsRow}`}>
              <Shape size={18} stroke={1.7} aria-hidden className={classes.icon} />
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
                className={`tabular ${classes.count}`}
                data-waits={(waits && pending && pending[of] > 0) || undefined}
              >
                {pending ? pending[of].toLocaleString() : <Skeleton height={18} width={24} component="span" />}
              </Text>
              <IconChevronRight size={16} stroke={1.7} aria-hidden className={classes.icon} />
            </Link>
          </li>
        ))}
      </ul>
      <WaitingOffers />
    </DashboardSection>
  </div>
)
