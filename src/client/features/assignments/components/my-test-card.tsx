import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconBolt, IconCalendarPlus, IconPlayerPlay, IconRepeat } from '@tabler/icons-react'
import { canTakeAgain, practisedText, releaseText } from '#client/features/attempts/model/result-text.ts'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { saveText } from '#client/lib/save-file.ts'
import { durationText, timeLeftText } from '#client/lib/time.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import type { TestType } from '#shared/tests/tests.schema.ts'
import { calendarFile, calendarFileName } from '../model/calendar-file.ts'
import type { MyTestStatus } from '../model/my-test-order.ts'
import type { MyTest } from '../queries.ts'
import { MyTestTime } from './my-test-time.tsx'
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

/** One of the student's tests: what it is, when it is open, and the one action available now. */
export function MyTestCard({ assignment, status, now, offset }: MyTestCardProps) {
  const { testId: test, attempt, practised, sectionCount, extraMinutes } = assignment
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
        <Fact name="Subject" value={test.subject} />
        <Fact name="Questions" value={String(questionsOf(test))} />
        <Fact name="Duration" value={durationText(minutesOf(test))} />
        <Fact name="Total marks" value={String(test.totalMarks)} />
        {sectionCount > 0 && <Fact name="Sections" value={String(sectionCount)} />}
        {extraMinutes > 0 && status !== 'Completed' && (
          <Fact name="Your extra time" value={`+${timeLeftText(extraMinutes * 60_000)}`} />
        )}
        <Fact name="Available" value={windowText(test, now)} wide />
        {attempt && (
          <Fact
            name="Your score"
            value={
              attempt.percentage === null
                ? releaseText(attempt.releaseAt)
                : `${attempt.marksObtained} of ${plural(test.totalMarks, 'mark')} · ${percentText(attempt.percentage)}`
            }
            wide
          />
        )}
        {practised && <Fact name="Your attempts" value={practisedText(practised)} wide />}
      </SimpleGrid>
      <Stack gap="xs" mt="auto">
        <MyTestTime assignment={assignment} status={status} now={now} offset={offset} />
        <NextStep assignment={assignment} status={status} now={now} />
      </Stack>
    </Stack>
  )
}

function Fact({ name, value, wide = false }: { name: string; value: string; wide?: boolean }) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  )
}

function NextStep({ assignment, status, now }: Omit<MyTestCardProps, 'offset'>) {
  const { testId: test } = assignment
  // Keep the filters, so that Back from the test returns to the same list.
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

interface CompletedActionsProps {
  assignment: MyTest
  /** Server time, ms UTC. */
  now: number
}

/** Actions for a submitted test: its result and, for a Practice test whose window is open, another attempt. */
function CompletedActions({ assignment, now }: CompletedActionsProps) {
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
