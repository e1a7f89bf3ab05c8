import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { durationText } from '#client/lib/time.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import { windowOf, windowText } from '../model/test-window.ts'
import { typeLabels } from '../model/type-labels.ts'
import type { TestRow } from '../queries.ts'
import { DifficultyBadge, TimingBadge } from './test-badges.tsx'
import classes from './tests.module.css'

/**
 * The author's columns. @param now ms UTC @param attempts total of all listed tests; undefined if only some of them are
 * listed
 */
export const testColumns = (now: number, attempts: number | undefined): Column<TestRow>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: (test) => (
      <>
        <Link
          to="/tests/$testId/edit"
          params={{ testId: test.id }}
          className={`text-link record ${classes.listName}`}
          title={test.testName}
        >
          {test.testName}
        </Link>
        <Text size="xs" c="dimmed" fw={400}>
          {typeLabels[test.testType]} · {test.subject}
          {test.companyName && ` · ${test.companyName}`}
        </Text>
      </>
    ),
  },
  {
    id: 'difficulty',
    header: 'Difficulty',
    width: 108,
    cell: (test) => <DifficultyBadge difficulty={test.difficulty} />,
  },
  { id: 'questions', header: 'Questions', numeric: true, width: 90, cell: questionsOf },
  { id: 'marks', header: 'Marks', numeric: true, width: 74, cell: (test) => test.totalMarks },
  { id: 'duration', header: 'Duration', numeric: true, width: 104, cell: (test) => durationText(minutesOf(test)) },
  {
    id: 'window',
    header: 'Window',
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
  {
    id: 'colleges',
    header: 'Colleges',
    numeric: true,
    width: 84,
    cell: (test) => test.assignmentCount.toLocaleString(),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    numeric: true,
    width: 84,
    total: attempts?.toLocaleString(),
    cell: (test) => test.attemptCount.toLocaleString(),
  },
]
