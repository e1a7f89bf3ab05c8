import { Button } from '@mantine/core'
import { IconBolt, IconCalendarPlus, IconPlayerPlay } from '@tabler/icons-react'
import { practisedText, releaseText } from '#client/features/attempts/model/result-text.ts'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import { windowText } from '#client/features/tests/model/window-clock.ts'
import { percentText } from '#client/lib/percent.ts'
import { plural } from '#client/lib/plural.ts'
import { saveText } from '#client/lib/save-text.ts'
import { durationText, timeLeftText } from '#client/lib/time.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import type { TestType } from '#shared/tests/tests.schema.ts'
import { calendarFile, calendarFileName } from '../model/calendar.ts'
import type { MyTestStatus } from '../model/my-test-order.ts'
import type { MyTest } from '../queries.ts'
import { CompletedActions } from './completed-actions.tsx'
import classes from './my-test-card.module.css'
import { MyTestTime } from './my-test-time.tsx'
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
    <li className={classes.card} data-running={status === 'In progress' || undefined}>
      <div className={classes.badges}>
        <StatusBadge tone={tones[status]} label={status} />
        <StatusBadge tone="neutral" label={typeLabels[test.testType]} />
        <DifficultyBadge difficulty={test.difficulty} />
      </div>
      <h3 className={classes.name} title={test.testName}>
        <TestLink testId={test.id} status={status} className={classes.link}>
          {test.testName}
        </TestLink>
      </h3>
      <p className={classes.description} title={test.testDescription}>
        {test.testDescription}
      </p>
      {test.testType === 'Practice' && (
        <p className={classes.hint}>
          <IconBolt size={15} aria-hidden />
          Get instant feedback
        </p>
      )}
      <dl className={classes.facts}>
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
      </dl>
      <div className={classes.action}>
        <MyTestTime assignment={assignment} status={status} now={now} offset={offset} />
        <NextStep assignment={assignment} status={status} now={now} />
      </div>
    </li>
  )
}

function Fact({ name, value, wide = false }: { name: string; value: string; wide?: boolean }) {
  return (
    <div className={wide ? classes.wide : undefined}>
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
        <div className={classes.row}>
          <Button className={classes.state} disabled>
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
        </div>
      )
  }
}

const addToCalendar = (assignment: MyTest, now: number) =>
  saveText(
    calendarFileName(assignment.testId.testName),
    calendarFile(assignment, window.location.origin, now),
    'text/calendar',
  )
