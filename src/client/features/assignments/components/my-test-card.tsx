import { Button } from '@mantine/core'
import { IconBolt, IconPlayerPlay } from '@tabler/icons-react'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import { windowText } from '#client/features/tests/model/window-clock.ts'
import { percentText } from '#client/lib/percent.ts'
import { plural } from '#client/lib/plural.ts'
import { durationText } from '#client/lib/time.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import type { TestType } from '#shared/tests/schema.ts'
import { minutesOf, questionsOf } from '#shared/tests/size/rules.ts'
import type { MyTestStatus } from '../model/my-test-order.ts'
import type { MyTest } from '../queries.ts'
import classes from './my-test-card.module.css'

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
  /** ms UTC by the server's clock. */
  now: number
}

/** One test of a student: what it is, when, and the one thing to do with it now. */
export function MyTestCard({ assignment, status, now }: MyTestCardProps) {
  const { testId: test, attempt, sectionCount, extraMinutes } = assignment
  return (
    <li className={classes.card} data-running={status === 'In progress' || undefined}>
      <div className={classes.badges}>
        <StatusBadge tone={tones[status]} label={status} />
        <StatusBadge tone="neutral" label={typeLabels[test.testType]} />
        <DifficultyBadge difficulty={test.difficulty} />
      </div>
      <h3 className={classes.name} title={test.testName}>
        {test.testName}
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
        {sectionCount > 0 && <Fact name="Sections" value={String(sectionCount)} />}
        <Fact name="Total marks" value={String(test.totalMarks)} />
        {extraMinutes > 0 && status !== 'Completed' && (
          <Fact name="Your extra time" value={`+${durationText(extraMinutes)}`} />
        )}
        <Fact name="Available" value={windowText(test, now)} wide />
        {attempt && (
          <Fact
            name="Your score"
            value={`${attempt.marksObtained} of ${plural(test.totalMarks, 'mark')} · ${percentText(attempt.percentage)}`}
            wide
          />
        )}
      </dl>
      <div className={classes.action}>
        <NextStep test={test} status={status} />
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

function NextStep({ test, status }: { test: MyTest['testId']; status: MyTestStatus }) {
  const params = { testId: test.id }
  switch (status) {
    case 'Completed':
      return (
        <LinkButton to="/my-tests/$testId/report" params={params} variant="default" fullWidth>
          View Results
        </LinkButton>
      )
    case 'In progress':
      return (
        <LinkButton
          to="/my-tests/$testId/take"
          params={params}
          fullWidth
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
        >
          Resume
        </LinkButton>
      )
    case 'Available':
      return (
        <LinkButton to="/my-tests/$testId/take" params={params} variant="light" fullWidth>
          {startLabels[test.testType]}
        </LinkButton>
      )
    default:
      return (
        <Button fullWidth disabled>
          {status}
        </Button>
      )
  }
}
