import { Alert, Box, Button, Checkbox, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconHourglass, IconMaximize } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useCollegeLogo } from '#client/lib/branding.ts'
import { notify } from '#client/lib/notify.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { CollegeLogo } from '#client/ui/brand-logo.tsx'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Warning } from '#client/ui/warning.tsx'
import type { StudentAssignment } from '#shared/assignments/assignments.schema.ts'
import { availabilityOf } from '#shared/attempts/attempts.rules.ts'
import { sentences } from '#shared/errors.ts'
import type { TestSummary } from '#shared/tests/tests.schema.ts'
import type { Leftover } from '../model/leftovers.ts'
import { canTakeAgain, practisedOf, takenText } from '../model/result-text.ts'
import classes from './instructions.module.css'
import { minutesOf, Rules, type SectionFacts, SectionTable, sectionsOf, type TestTerms } from './instructions-rules.tsx'
import { Legend } from './palette.tsx'
import { ResumeState } from './resume-state.tsx'
import { useSecondsUntil } from './use-seconds-until.ts'

interface InstructionsProps {
  assignment: StudentAssignment
  /** Server time, in ms since 1970. */
  now: number
  /** The end of the running attempt by this device's clock, in ms since 1970; null if none is running. */
  endsAt: number | null
  /** undefined while loading; empty for a test without sections. */
  sections: readonly SectionFacts[] | undefined
  /** undefined while loading. */
  terms: TestTerms | undefined
  /** Unsent answers from an earlier visit. */
  leftover: Leftover | undefined
  starting: boolean
  /** The student's place in the queue of a large hall; null if there is none. */
  queued: string | null
  /** The reason the attempt could not be started. */
  error: string | null
  onStart: () => void
  onCancel: () => void
}

const OpenElsewhere = () => (
  <Text size="sm" mt={4}>
    Continue there. To use this device instead, close the test on the other one and wait 90 seconds, or ask a staff
    member to move your attempt. It will then open here automatically. Everything saved so far is kept.
  </Text>
)

const Queued = ({ place }: { place: string }) => (
  <Alert color="blue" icon={<IconHourglass size={18} aria-hidden />}>
    {place} Keep this page open: your test opens automatically.
  </Alert>
)

/** A test's facts and rules, and the button to start or resume it. */
export function Instructions(props: InstructionsProps) {
  const { assignment, now, endsAt, sections, terms, leftover, starting, queued, error, onStart, onCancel } = props
  const { testId: test, inProgress } = assignment
  const [accepted, setAccepted] = useState(false)
  const secondsLeft = useSecondsUntil(endsAt)
  const over = secondsLeft === 0
  const hasSections = test.hasSections || (test.codingCount > 0 && test.numberOfQuestions > 0)
  const all = sectionsOf(test, sections)
  const again = canTakeAgain(assignment, now)
  const closed = inProgress || again ? null : whyClosed(assignment, now)

  const start = () => {
    if (!inProgress && !accepted) notify.warning('Please accept the terms and conditions to proceed.')
    else if (!starting) onStart()
  }

  return (
    <Box maw={760} mx="auto">
      <CollegeName />
      <PageHeader title={test.testName} purpose={purposeOf(assignment, over)} />
      <TestFacts test={test} />
      {test.testDescription && (
        <Text mt="md" className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {test.testDescription}
        </Text>
      )}
      {hasSections && (
        <Card id="sections" title="Sections">
          {all ? <SectionTable sections={all} /> : <Skeleton h={132} />}
        </Card>
      )}
      <Card id="rules" title="Rules">
        <Rules assignment={assignment} terms={terms} hasSections={(all?.length ?? 2) > 1 && hasSections} />
        {test.numberOfQuestions > 0 && (
          <>
            <Heading>Question palette</Heading>
            <Legend />
          </>
        )}
      </Card>
      <Stack
        mt="md"
        py="md"
        gap="sm"
        pos="sticky"
        bottom={0}
        bg="var(--surface-page)"
        className="line-above"
        data-bottom-bar
      >
        {!inProgress && !closed && (
          <Checkbox
            size="md"
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
            label="I have read the rules and accept the terms and conditions."
          />
        )}
        {(inProgress || leftover?.state === 'late') && <ResumeState secondsLeft={secondsLeft} leftover={leftover} />}
        {(error ?? closed) && (
          <Warning color="orange" role="alert">
            {error ?? closed}
            {error === sentences.openElsewhere && <OpenElsewhere />}
          </Warning>
        )}
        {/* Out of the layout while it is empty, but always present, so that screen readers announce its content. */}
        <Box role="status" pos={queued === null ? 'absolute' : undefined}>
          {queued !== null && <Queued place={queued} />}
        </Box>
        <Group gap="sm" className={classes.actions}>
          <Button variant="default" size="md" onClick={onCancel}>
            Cancel
          </Button>
          {assignment.hasAttempted && (
            <LinkButton
              size="md"
              variant={again ? 'default' : 'filled'}
              to="/my-tests/$testId/report"
              params={{ testId: test.id }}
              search
            >
              View Results
            </LinkButton>
          )}
          {assignment.hasAttempted && !again ? null : over ? (
            <Button size="md" disabled>
              View Results
            </Button>
          ) : (
            <Button
              size="md"
              leftSection={<IconMaximize size={18} aria-hidden />}
              loading={starting}
              disabled={closed !== null}
              onClick={start}
            >
              {inProgress ? 'Resume Test in Fullscreen' : 'Start Test in Fullscreen'}
            </Button>
          )}
        </Group>
      </Stack>
    </Box>
  )
}

const Heading = (props: { id?: string; children: string }) => (
  <Text component="h2" mt={16} mb={8} fz="md" fw={600} {...props} />
)

const Card = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Box
    component="section"
    pt={4}
    pb={{ base: 14, xs: 20 }}
    px={{ base: 14, xs: 20 }}
    mt="md"
    className="card"
    aria-labelledby={id}
  >
    <Heading id={id}>{title}</Heading>
    {children}
  </Box>
)

/** The college's logo and name, if it has a logo. */
function CollegeName() {
  const { collegeName } = useUser()
  if (!useCollegeLogo()) return null
  return (
    <Group gap={12} wrap="nowrap" mb="md" fw={600} className="anywhere">
      <CollegeLogo size={40} />
      <span>{collegeName}</span>
    </Group>
  )
}

function purposeOf(assignment: StudentAssignment, over: boolean): string {
  const { hasAttempted, inProgress } = assignment
  const practised = practisedOf(assignment)
  if (hasAttempted) return practised ? takenText(practised) : 'You have taken this test.'
  if (over) return 'You started this test.'
  return inProgress ? 'Test in progress. Continue where you left off.' : 'Read this before you start.'
}

function whyClosed({ testId, hasAttempted }: StudentAssignment, now: number): string | null {
  const window = { startDateTime: Date.parse(testId.startDateTime), endDateTime: Date.parse(testId.endDateTime) }
  const status = availabilityOf(window, hasAttempted, now)
  if (status === 'Completed') return 'You have already attempted this test.'
  if (status === 'Upcoming') return `This test opens on ${formatDateTime(testId.startDateTime)}.`
  return status === 'Expired' ? 'Test has ended.' : null
}

/** Counts problems in a coding-only test, and both kinds separately in a mixed test. */
function questionsFact({ numberOfQuestions, codingCount }: TestSummary): Fact {
  if (numberOfQuestions === 0) return ['Problems', codingCount]
  return ['Questions', codingCount === 0 ? numberOfQuestions : `${numberOfQuestions} and ${codingCount} coding`]
}

function TestFacts({ test }: { test: TestSummary }) {
  const facts: Fact[] = [
    questionsFact(test),
    ['Duration', `${minutesOf(test)} min`],
    ['Total marks', test.totalMarks],
    ['Subject', test.subject],
    ['Type', test.testType],
    ['Start by', formatDateTime(test.endDateTime)],
  ]
  return (
    <SimpleGrid component="dl" cols={{ base: 2, xs: 3 }} spacing={1} className={`card facts ${classes.facts}`}>
      <Facts facts={facts} />
    </SimpleGrid>
  )
}
