import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconBolt, IconCalendarPlus, IconClock, IconPlayerPlay, IconRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { canTakeAgain, practisedText, releaseText } from '#client/features/attempts/model/result-text.ts'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { saveText } from '#client/lib/save-file.ts'
import { durationText, timeLeftText } from '#client/lib/time.ts'
import { Countdown } from '#client/ui/countdown.tsx'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import type { TestType } from '#shared/tests/tests.schema.ts'
import { calendarFile, calendarFileName } from '../model/calendar-file.ts'
import type { MyTestStatus } from '../model/my-test-order.ts'
import type { MyTest } from '../queries.ts'
import classes from './my-tests.module.css'
import { TestLink } from './test-link.tsx'

const tones: Record<MyTestStatus, Tone> = {
  'In progress': 'warning',
  Available: 'success',
  Upcoming: 'info',
  Completed: 'neutral',
  Expired: 'neutral',
}

const startLabels: Record<TestType, string> = {
  Practice: 'Start Practice',
  'Mock Test': 'Start Mock Test',
  'Specific Company Test': 'Start Company Test',
  Assessment: 'Start Test',
  Assignment: 'Start Test',
}

interface MyTestCardProps {
  assignment: MyTest
  status: MyTestStatus
  /** Server time, ms UTC. */
  now: number
  /** Server clock minus device clock, in ms. */
  offset: number
}

/** One of the student's tests, with its facts, its window and the actions available now. */
export function MyTestCard(props: MyTestCardProps) {
  const { assignment, status, now } = props
  const { testId: test, attempt, practised, sectionCount, extraMinutes } = assignment
  const facts: Fact[] = [
    ['Subject', test.subject],
    ['Questions', questionsOf(test)],
    ['Duration', durationText(minutesOf(test))],
    ['Total marks', test.totalMarks],
  ]
  if (sectionCount > 0) facts.push(['Sections', sectionCount])
  if (extraMinutes > 0 && status !== 'Completed')
    facts.push(['Your extra time', `+${timeLeftText(extraMinutes * 60_000)}`])
  facts.push(['Available', windowText(test, now), true])
  if (attempt) facts.push(['Your score', scoreText(attempt, test.totalMarks), true])
  if (practised) facts.push(['Your attempts', practisedText(practised), true])
  return (
    <Stack
      component="li"
      gap={0}
      miw={0}
      p="md"
      className={`card ${classes.card}`}
      data-running={status === 'In progress' || undefined}
    >
      <Group gap={6} align="stretch">
        <StatusBadge tone={tones[status]} label={status} />
        <StatusBadge tone="neutral" label={typeLabels[test.testType]} />
        <DifficultyBadge difficulty={test.difficulty} />
      </Group>
      <Text
        component="h3"
        lineClamp={3}
        mt={10}
        mb={2}
        fz="md"
        fw={600}
        lh={1.4}
        className="anywhere"
        title={test.testName}
      >
        <TestLink testId={test.id} status={status} className={classes.link}>
          {test.testName}
        </TestLink>
      </Text>
      <Text lineClamp={3} c="dimmed" fz="sm" className="anywhere" title={test.testDescription}>
        {test.testDescription}
      </Text>
      {test.testType === 'Practice' && (
        <Group component="p" gap={5} wrap="nowrap" mt={8} c="var(--mantine-primary-color-light-color)" fz="xs" fw={550}>
          <IconBolt size={15} aria-hidden />
          Get instant feedback
        </Group>
      )}
      <SimpleGrid component="dl" cols={2} verticalSpacing={8} mt="sm" mb="md" fz="sm" className="facts">
        <Facts facts={facts} className="tabular" />
      </SimpleGrid>
      <Stack gap="xs" mt="auto">
        <MyTestTime {...props} />
        <NextStep {...props} />
      </Stack>
    </Stack>
  )
}

const scoreText = (attempt: NonNullable<MyTest['attempt']>, totalMarks: number) =>
  attempt.percentage === null
    ? releaseText(attempt)
    : `${attempt.marksObtained} of ${plural(totalMarks, 'mark')} · ${percentText(attempt.percentage)}`

function NextStep({ assignment, status, now }: MyTestCardProps) {
  const { testId: test } = assignment
  // Keep the filters, so Back from the test returns to the same list.
  const link = { params: { testId: test.id }, search: true, fullWidth: true } as const
  switch (status) {
    case 'Completed':
      return <CompletedActions assignment={assignment} now={now} />
    case 'In progress':
      return (
        <LinkButton to="/my-tests/$testId/take" leftSection={<IconPlayerPlay size={16} aria-hidden />} {...link}>
          Resume
        </LinkButton>
      )
    case 'Available':
      return (
        <LinkButton to="/my-tests/$testId/take" {...link}>
          {startLabels[test.testType]}
        </LinkButton>
      )
    default:
      return (
        <Group gap="xs" align="stretch">
          <Button px={12} c="dimmed" className={classes.state} disabled>
            {status}
          </Button>
          {status === 'Upcoming' && (
            <Button
              variant="default"
              flex={1}
              leftSection={<IconCalendarPlus size={16} aria-hidden />}
              onClick={() => addToCalendar(assignment, now)}
            >
              Add to calendar
            </Button>
          )}
        </Group>
      )
  }
}

const addToCalendar = (assignment: MyTest, now: number) =>
  saveText(
    calendarFileName(assignment.testId.testName),
    calendarFile(assignment, window.location.origin, now),
    'text/calendar',
  )

/** Actions for a submitted test: its result and, for a Practice test whose window is open, another attempt. */
function CompletedActions({ assignment, now }: Pick<MyTestCardProps, 'assignment' | 'now'>) {
  const link = { params: { testId: assignment.testId.id }, search: true, flex: 1 } as const
  return (
    <Group gap="xs">
      <LinkButton to="/my-tests/$testId/report" variant="default" {...link}>
        View Results
      </LinkButton>
      {canTakeAgain(assignment, now) && (
        <LinkButton
          to="/my-tests/$testId/take"
          variant="light"
          leftSection={<IconRepeat size={16} aria-hidden />}
          {...link}
        >
          Practise again
        </LinkButton>
      )}
    </Group>
  )
}

/** How long before its window closes an available test starts to show a countdown, in ms. */
const closesSoonMs = 86_400_000

/** Time until a test opens, ends or closes, or since it closed. Hidden if it closes more than a day from now. */
function MyTestTime({ assignment: { testId: test, deadline }, status, now, offset }: MyTestCardProps) {
  if (status === 'Upcoming')
    return (
      <Line>
        Opens in <Countdown until={test.startDateTime} offset={offset} over="a moment" />
      </Line>
    )
  if (status === 'In progress' && deadline !== null)
    return (
      <Line pressing>
        Time left: <Countdown until={deadline} offset={offset} over="none, submitting…" />
      </Line>
    )
  if (status === 'Available' && Date.parse(test.endDateTime) - now <= closesSoonMs)
    return (
      <Line pressing>
        Closes in <Countdown until={test.endDateTime} offset={offset} over="a moment" />
      </Line>
    )
  if (status === 'Expired')
    return (
      <Line>
        Not taken. Closed <RelativeTime value={test.endDateTime} />
      </Line>
    )
  return null
}

const Line = ({ pressing, children }: { pressing?: boolean; children: ReactNode }) => (
  <Group component="p" gap={6} wrap="nowrap" fz="sm" className={classes.time} data-pressing={pressing || undefined}>
    <IconClock size={15} stroke={1.8} aria-hidden />
    <span>{children}</span>
  </Group>
)
