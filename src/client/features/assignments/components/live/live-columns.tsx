import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconEye } from '@tabler/icons-react'
import { percentText, plural } from '#client/lib/format.ts'
import { formatDateTime, formatTime } from '#client/lib/time.ts'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { Dash, Note } from '#client/ui/note.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import type { LiveStatus } from '#shared/attempts/live.schema.ts'
import type { LiveRow } from '../../model/live-feed.ts'
import { agoText, clockText, isQuiet, lastSeenOf, sectionAt, statusLabels } from '../../model/live-rows.ts'
import classes from './live.module.css'
import { useSecond } from './live-clock.tsx'

const tones: Record<LiveStatus, Tone> = { not_started: 'neutral', in_progress: 'info', submitted: 'success' }

interface Board {
  questions: number
  sectionNames: readonly string[]
  onViolations: (row: LiveRow) => void
}

/** Columns of the live board. The section column appears only for tests with sections. */
export const liveColumns = ({ questions, sectionNames, onViolations }: Board): Column<LiveRow>[] => [
  { id: 'student', header: 'Student', sortKey: 'name', card: 'title', cell: (row) => <Student row={row} /> },
  {
    id: 'status',
    header: 'Status',
    sortKey: 'status',
    sortLabels: ['in progress first', 'submitted first'],
    width: 140,
    cell: (row) => <Status {...row} />,
  },
  {
    id: 'progress',
    header: 'Answered',
    sortKey: 'answered',
    sortFirst: 'down',
    sortLabels: ['fewest first', 'most first'],
    width: 136,
    cell: ({ answered, attemptId }) =>
      attemptId === null ? <Dash /> : <Progress answered={answered} questions={questions} />,
  },
  ...(sectionNames.length > 0
    ? [
        {
          id: 'section',
          header: 'Current section',
          width: 140,
          cell: (row: LiveRow) => <Section row={row} names={sectionNames} />,
        },
      ]
    : []),
  {
    id: 'saved',
    header: 'Last save',
    sortKey: 'saved',
    sortLabels: ['oldest first', 'latest first'],
    width: 124,
    cell: (row) => <LastSave row={row} />,
  },
  numberColumn('violations', 'Violations', (row) => <Violations row={row} onOpen={onViolations} />, {
    sortKey: 'violations',
    sortFirst: 'down',
    sortLabels: ['fewest first', 'most first'],
    width: 112,
  }),
  numberColumn('left', 'Time left', (row) => <TimeLeft row={row} />, {
    sortKey: 'deadline',
    sortLabels: ['first to end', 'last to end'],
    width: 116,
  }),
]

/** The student's last refusal, and any exception to the test's network restriction. */
function AccessBadge({ refusal, anyNetwork, status }: LiveRow) {
  if (status === 'submitted') return null
  return (
    <>
      {refusal && (
        <Text size="xs" c="var(--mantine-color-error)" fw={550} component="div" title={formatDateTime(refusal.at)}>
          {refusal.rule === 'device' ? 'Tried another device' : 'Tried another network'} at {formatTime(refusal.at)}:{' '}
          {refusal.device}, {refusal.address}
        </Text>
      )}
      {anyNetwork && <Note>Any network allowed</Note>}
    </>
  )
}

const Student = ({ row }: { row: LiveRow }) => {
  const { studentId, name, idNumber, batch, branch, section } = row
  return (
    <>
      <Text size="sm" fw={550} component="div" lineClamp={2} title={name}>
        <StudentLink studentId={studentId}>{name}</StudentLink>
      </Text>
      <Note fw={400}>{[idNumber, batch, branch, section].filter(Boolean).join(' · ')}</Note>
      <AccessBadge {...row} />
    </>
  )
}

const Status = ({ status, percentage, submittedBy }: LiveRow) => (
  <>
    <StatusBadge tone={tones[status]} label={statusLabels[status]} />
    {status === 'submitted' && (
      <Note mt={2} className="tabular">
        {[percentage !== null && percentText(percentage), submittedBy === 'server' && 'Auto-submitted']
          .filter(Boolean)
          .join(' · ')}
      </Note>
    )}
  </>
)

/** Plain elements, because fifty Mantine progress bars would re-render every second in a busy exam. */
const Progress = ({ answered, questions }: { answered: number; questions: number }) => (
  <Stack component="span" gap={4} maw={160}>
    <span className="tabular">
      {answered} / {questions}
    </span>
    <span className={`meter ${classes.bar}`} aria-hidden>
      <span style={{ width: `${questions === 0 ? 0 : Math.min(100, (answered / questions) * 100)}%` }} />
    </span>
  </Stack>
)

function Section({ row, names }: { row: LiveRow; names: readonly string[] }) {
  const section = sectionAt(row, useSecond())
  if (section === null) return <Dash />
  return (
    <Text size="sm" component="span" lineClamp={2}>
      {names[section] ?? `Section ${section + 1}`}
    </Text>
  )
}

function LastSave({ row }: { row: LiveRow }) {
  const now = useSecond()
  const lastSeen = lastSeenOf(row)
  if (lastSeen === null) return <Dash />
  const quiet = isQuiet(row, now)
  return (
    <time dateTime={lastSeen} title={formatDateTime(lastSeen)} className="tabular nowrap">
      <Group
        component="span"
        display="inline-flex"
        gap={4}
        wrap="nowrap"
        c={quiet ? 'var(--mantine-color-error)' : undefined}
        fw={quiet ? 600 : undefined}
      >
        {quiet && <IconAlertTriangle size={14} aria-label="No save for over a minute" />}
        {row.lastSavedAt === null ? 'None yet' : agoText(now - Date.parse(lastSeen))}
      </Group>
    </time>
  )
}

function Violations({ row, onOpen }: { row: LiveRow; onOpen: (row: LiveRow) => void }) {
  if (row.attemptId === null) return <Dash />
  if (row.violations === 0) return 0
  return (
    <UnstyledButton
      py={2}
      px={8}
      c="var(--mantine-color-yellow-light-color)"
      fz="sm"
      fw={600}
      className={classes.violations}
      onClick={() => onOpen(row)}
      aria-label={`${row.name}: ${plural(row.violations, 'violation')}`}
    >
      {row.violations}
      <IconEye size={14} aria-hidden />
    </UnstyledButton>
  )
}

function TimeLeft({ row }: { row: LiveRow }) {
  const given = row.extraMinutes > 0 && <Note title="Extra time">+{Math.round(row.extraMinutes * 10) / 10} min</Note>
  return (
    <>
      {row.deadline === null ? <Dash /> : <Countdown deadline={row.deadline} />}
      {given}
    </>
  )
}

const Countdown = ({ deadline }: { deadline: string }) => (
  <span title={`Ends ${formatDateTime(deadline)}`}>{clockText(Date.parse(deadline) - useSecond())}</span>
)
