import { Text, UnstyledButton } from '@mantine/core'
import { TimingBadge } from '#client/features/tests/components/test-badges.tsx'
import { windowOf, windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { percentText } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import { CompletionBar } from '#client/ui/completion-bar.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import type { FacultyTest } from '../queries.ts'
import classes from './assigned.module.css'
import { FacultyNextStep } from './next-step.tsx'

/** Test columns for the college's faculty. @param now ms UTC */
export const facultyColumns = (
  now: number,
  onPreview: (test: FacultyTest['testId']) => void,
): Column<FacultyTest>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ testId }) => (
      <>
        <UnstyledButton className={`clamp ${classes.name}`} title={testId.testName} onClick={() => onPreview(testId)}>
          {testId.testName}
        </UnstyledButton>
        <Text size="xs" c="dimmed" fw={400}>
          {typeLabels[testId.testType]} · {testId.subject} · {testId.difficulty}
          {testId.companyName && ` · ${testId.companyName}`}
        </Text>
      </>
    ),
  },
  {
    id: 'window',
    header: 'Window',
    width: 122,
    cell: ({ testId }) => (
      <span title={windowText(testId, now)}>
        <TimingBadge timing={timingOf(windowOf(testId), now)} />
      </span>
    ),
  },
  { id: 'questions', header: 'Questions', numeric: true, width: 92, cell: ({ testId }) => questionsOf(testId) },
  {
    id: 'duration',
    header: 'Duration',
    numeric: true,
    width: 100,
    cell: ({ testId }) => durationText(minutesOf(testId)),
  },
  {
    id: 'assigned',
    header: 'Assigned',
    width: 124,
    cell: ({ assignedDate }) => <RelativeTime value={assignedDate} />,
  },
  {
    id: 'completed',
    header: 'Completed',
    card: 'wide',
    width: 140,
    cell: ({ completed, totalStudents }) => <CompletionBar completed={completed} whole={totalStudents} />,
  },
  {
    id: 'score',
    header: 'Avg score',
    numeric: true,
    width: 92,
    // An average without any submissions would read as a very low score.
    cell: ({ completed, avgScore }) => (completed === 0 ? '–' : percentText(Number(avgScore))),
  },
  {
    id: 'next',
    header: 'Next step',
    card: 'wide',
    width: 124,
    cell: (test) => <FacultyNextStep test={test} now={now} />,
  },
]
