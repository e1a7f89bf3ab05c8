import { Box, SimpleGrid, Skeleton } from '@mantine/core'
import { IconCalendarEvent, IconCircleCheck, IconClipboardList, IconHourglass } from '@tabler/icons-react'
import { useMemo } from 'react'
import { MyTestCard } from '#client/features/assignments/components/my-test-card.tsx'
import {
  byStart,
  countMyTests,
  groupMyTests,
  latestSubmitted,
  placeMyTests,
} from '#client/features/assignments/model/my-test-order.ts'
import { type MyTest, useMyTests } from '#client/features/assignments/queries.ts'
import { useLeftovers } from '#client/features/attempts/components/use-leftovers.ts'
import { useWindowClock } from '#client/features/tests/model/test-window.ts'
import { percentText } from '#client/lib/format.ts'
import { useUser } from '#client/lib/session.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { RecentActivity, Timeline } from '../components/activity-list.tsx'
import { CollegeFacts, DashboardSection, MoreLink } from '../components/dashboard-section.tsx'
import classes from '../components/dashboards.module.css'

const none: MyTest[] = []
/** Maximum tests shown. The full list is one click away. */
const maxVisible = 3
/** Lengths of the activity list and the timeline, as specified. */
const maxRecent = 5
const maxTimelineEntries = 10

/**
 * A student's first page: tests available now, recent activity, a timeline, and the college. Like My Tests, it sends
 * answers that a closed exam page left unsent on this device.
 */
export function StudentDashboardScreen() {
  const { name } = useUser()
  const list = useMyTests()
  useLeftovers()
  const { data } = list
  const all = data?.assignments ?? none
  const windows = useMemo(() => all.map(({ testId }) => testId), [all])
  const now = useWindowClock(windows, list.offset)
  const placed = placeMyTests(all, now)
  const groups = groupMyTests(placed)
  const of = (title: string) => groups.find((group) => group.title === title)?.tests ?? []
  const [open, upcoming, finished] = [of('To take now'), of('Upcoming'), of('Finished')]
  const { total, completed, pending, inProgress, upcoming: ahead } = countMyTests(placed)
  const shown = (count: number) => (data ? count : '–')
  const completedNote = total > 0 ? `${percentText((completed / total) * 100)} of all` : 'None yet'
  const next = open.length > 0 ? open : upcoming

  return (
    <>
      <PageHeader purpose={`Welcome, ${name}. Here are your open and upcoming tests.`} />
      <StatCards
        label="Your tests"
        stats={[
          {
            label: 'Total tests',
            value: shown(total),
            note: 'Assigned to you',
            icon: IconClipboardList,
            link: { to: '/my-tests' },
          },
          {
            label: 'Completed',
            value: shown(completed),
            // Reserve a blank line while loading so that the layout does not shift.
            note: data ? completedNote : '\u00a0',
            icon: IconCircleCheck,
            link: { to: '/my-tests', search: { status: 'completed' } },
          },
          {
            label: 'Pending',
            value: shown(pending),
            note: 'Open now, not yet taken',
            icon: IconHourglass,
            // With a test in progress, link to the whole list: it shows pending tests first.
            link: { to: '/my-tests', search: inProgress > 0 ? {} : { status: 'available' } },
          },
          {
            label: 'Upcoming',
            value: shown(ahead),
            note: 'Not open yet',
            icon: IconCalendarEvent,
            link: { to: '/my-tests', search: { status: 'upcoming' } },
          },
        ]}
      />
      <DashboardSection
        title={open.length > 0 ? 'To take now' : 'Next test'}
        more={<MoreLink to="/my-tests">All my tests</MoreLink>}
      >
        {list.error && !data ? (
          <Box p="md" className="card">
            <QueryError title="Failed to load tests" query={list} />
          </Box>
        ) : !data ? (
          <SimpleGrid minColWidth="min(300px, 100%)" role="status" aria-label="Loading tests">
            <Skeleton height={290} />
          </SimpleGrid>
        ) : next.length > 0 ? (
          <SimpleGrid component="ul" minColWidth="min(300px, 100%)">
            {next.slice(0, open.length > 0 ? maxVisible : 1).map(({ assignment, status }) => (
              <MyTestCard key={assignment.id} assignment={assignment} status={status} now={now} offset={list.offset} />
            ))}
          </SimpleGrid>
        ) : (
          <Box p="md" className="card">
            <EmptyState
              icon={IconClipboardList}
              title={finished.length > 0 ? 'Nothing to take now' : 'No tests assigned yet'}
              text={
                finished.length > 0
                  ? 'New tests appear here. In the meantime, practise coding.'
                  : 'Tests assigned by your college will appear here'
              }
              action={
                <LinkButton to="/practice-coding" variant="default">
                  Practise coding
                </LinkButton>
              }
            />
          </Box>
        )}
      </DashboardSection>
      {/* Shown only after the tests have loaded, which would otherwise push it down. */}
      {(data || list.error) && (
        <div className={classes.student}>
          {data && (
            <>
              <DashboardSection title="Recent Exam Activity" more={<MoreLink to="/reports">My reports</MoreLink>}>
                <RecentActivity tests={latestSubmitted(placed, maxRecent)} />
              </DashboardSection>
              <DashboardSection
                className={classes.timeline}
                title="Testing Timeline"
                more={<MoreLink to="/performance">My performance</MoreLink>}
              >
                <Timeline tests={byStart(placed, maxTimelineEntries)} now={now} />
              </DashboardSection>
            </>
          )}
          <CollegeFacts />
        </div>
      )}
    </>
  )
}
