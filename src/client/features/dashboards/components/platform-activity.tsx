import { Box, Center, Group, Skeleton, Text } from '@mantine/core'
import {
  type Icon,
  IconActivity,
  IconBuildingCommunity,
  IconChecks,
  IconClipboardList,
  IconFileCheck,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { PlatformDashboard } from '#shared/dashboards/platform.schema.ts'
import { DashboardSection } from './dashboard-section.tsx'
import list from './dashboards.module.css'

/** Keyed by the icon names that the server sends. */
const icons: Record<string, Icon> = {
  building: IconBuildingCommunity,
  clipboard: IconClipboardList,
  send: IconSend,
  check: IconChecks,
  cross: IconX,
  file: IconFileCheck,
}

type Activity = PlatformDashboard['recentActivity'][number]

/** As many placeholders as the list usually has entries, to limit layout shift. */
const waiting = ['1', '2', '3', '4', '5', '6', '7', '8']

/** Recent events on the platform, newest first. @param activity undefined while loading */
export const PlatformActivity = ({ activity }: { activity: readonly Activity[] | undefined }) => (
  <DashboardSection title="Recent activity">
    {activity?.length === 0 ? (
      <Box component="p" p="md" c="dimmed" fz="xs" className="card tabular">
        New colleges, tests, assignments and submissions appear here.
      </Box>
    ) : (
      <ul className="card rows" style={{ overflow: 'hidden' }} aria-label="Recent activity">
        {activity
          ? activity.map((entry) => <Entry key={`${entry.type} ${entry.createdAt} ${entry.details}`} {...entry} />)
          : waiting.map((place) => (
              <Group component="li" gap="sm" wrap="nowrap" align="flex-start" key={place} className={list.row}>
                <Skeleton height={28} width={28} />
                <Box flex={1} miw={0}>
                  <Skeleton height={14} width={130} mt={3} />
                  <Skeleton height={12} width="70%" mt={8} mb={2} />
                </Box>
              </Group>
            ))}
      </ul>
    )}
  </DashboardSection>
)

/** Link target of an entry: the college, the test or the test's report. */
function linkOf({ type, collegeId, testId }: Activity): Pick<LinkProps, 'to' | 'params' | 'search'> | undefined {
  if (type === 'decision' && collegeId)
    return { to: '/college-management/$collegeId', params: { collegeId }, search: { tab: 'tests' } }
  if (collegeId) return { to: '/college-management/$collegeId', params: { collegeId } }
  if (!testId) return undefined
  return { to: type === 'submission' ? '/tests/$testId/report' : '/tests/$testId/edit', params: { testId } }
}

function Entry(entry: Activity) {
  const { description, details, icon, createdAt } = entry
  const Shape = icons[icon] ?? IconActivity
  const link = linkOf(entry)
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" className={list.row} data-print="together">
      <Center
        component="span"
        w={28}
        h={28}
        mt={3}
        c="dimmed"
        flex="none"
        bd="1px solid var(--mantine-color-default-border)"
        bdrs="sm"
        aria-hidden
      >
        <Shape size={16} stroke={1.7} />
      </Center>
      <Box flex={1} miw={0}>
        <Text component="div" lineClamp={2} fz="sm" fw={550} className="anywhere">
          {link ? (
            <Link {...link} className="text-link">
              {description}
            </Link>
          ) : (
            description
          )}
        </Text>
        <Box c="dimmed" fz="xs" className="tabular clamp" title={details}>
          {details}
        </Box>
      </Box>
      <Box flex="none" mt={2} c="dimmed" fz="xs" className="tabular">
        <RelativeTime value={createdAt} />
      </Box>
    </Group>
  )
}
