import { Button, Text } from '@mantine/core'
import { formatDate } from '#client/lib/time.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import { windowOf, windowText } from '../model/test-window.ts'
import type { ExamRow } from '../queries.ts'
import { DifficultyBadge, TimingBadge } from './test-badges.tsx'
import classes from './tests.module.css'
import type { TestActions } from './use-test-actions.tsx'

/** Columns of Exam Management. @param now ms UTC */
export const examColumns = (now: number, { preview }: TestActions): Column<ExamRow>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ testName, testDescription, companyName }) => (
      <>
        <span className={`text-link record ${classes.listName}`} title={testName}>
          {testName}
        </span>
        <Text size="xs" c="dimmed" fw={400} lineClamp={1} title={testDescription}>
          {companyName && `${companyName} · `}
          {testDescription}
        </Text>
      </>
    ),
  },
  {
    id: 'difficulty',
    header: 'Difficulty',
    width: 108,
    cell: ({ difficulty }) => <DifficultyBadge difficulty={difficulty} />,
  },
  { id: 'questions', header: 'Questions', numeric: true, width: 90, cell: questionsOf },
  { id: 'marks', header: 'Total marks', numeric: true, width: 98, cell: ({ totalMarks }) => totalMarks },
  { id: 'duration', header: 'Duration', numeric: true, width: 96, cell: (test) => `${minutesOf(test)} min` },
  {
    id: 'window',
    header: 'Status and dates',
    card: 'wide',
    width: 246,
    cell: (test) => (
      <>
        <TimingBadge timing={timingOf(windowOf(test), now)} />
        <Text size="xs" c="dimmed" mt={3} className="tabular">
          {windowText(test, now)}
        </Text>
      </>
    ),
  },
  { id: 'created', header: 'Created', width: 116, cell: ({ createdAt }) => formatDate(createdAt) },
  {
    id: 'view',
    header: 'View',
    width: 84,
    cell: (test) => (
      <Button variant="default" size="compact-sm" aria-label={`View ${test.testName}`} onClick={() => preview(test)}>
        View
      </Button>
    ),
  },
]
