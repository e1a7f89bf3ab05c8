import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Column } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import type { PerformanceRow, RecentAttempt } from '../queries.ts'
import { GroupTags, ReportStudent } from './report-student.tsx'

const marksOf = ({ marksObtained, totalMarks }: { marksObtained: number; totalMarks: number }) =>
  `${marksObtained.toLocaleString()} / ${totalMarks.toLocaleString()}`

export const performanceColumns: readonly Column<PerformanceRow>[] = [
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    sortKey: 'name',
    cell: ({ student: { id, name, email } }) => <ReportStudent studentId={id} name={name} email={email} />,
  },
  {
    id: 'groups',
    header: 'Batch / Branch / Section',
    card: 'wide',
    width: 230,
    cell: ({ student }) => <GroupTags {...student} />,
  },
  {
    id: 'attempts',
    header: 'Total Attempts',
    numeric: true,
    width: 146,
    sortKey: 'attempts',
    sortFirst: 'down',
    sortLabels: ['fewest first', 'most first'],
    cell: ({ totalAttempts }) => totalAttempts.toLocaleString(),
  },
  {
    id: 'average',
    header: 'Average Score',
    numeric: true,
    width: 146,
    sortKey: 'average',
    sortFirst: 'down',
    sortLabels: ['lowest first', 'highest first'],
    cell: ({ averagePercentage }) => <ScoreText percentage={averagePercentage} />,
  },
  { id: 'marks', header: 'Marks', numeric: true, width: 150, cell: marksOf },
]

/** @param isFaculty faculty open a test's report in a dialog, college admins on a page */
export const recentAttemptColumns = (isFaculty: boolean): readonly Column<RecentAttempt>[] => [
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    cell: ({ studentId: { id, name, email } }) => <ReportStudent studentId={id} name={name} email={email} />,
  },
  {
    id: 'test',
    header: 'Test',
    card: 'wide',
    cell: ({ testId: { id, testName, subject } }) => (
      <>
        <Text component="div" inherit lineClamp={2} className="anywhere" title={testName}>
          {isFaculty ? (
            <Link to="/test-reports" search={{ report: id }} className="text-link">
              {testName}
            </Link>
          ) : (
            <Link to="/assigned-tests/$testId/report" params={{ testId: id }} className="text-link">
              {testName}
            </Link>
          )}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {subject}
        </Text>
      </>
    ),
  },
  {
    id: 'score',
    header: 'Score',
    numeric: true,
    width: 130,
    cell: (attempt) => (
      <>
        <StudentLink studentId={attempt.studentId.id} attemptId={attempt.id}>
          <span className="visually-hidden">Open the attempt: </span>
          <ScoreText percentage={attempt.percentage} />
        </StudentLink>
        <Text size="xs" c="dimmed" component="div">
          {marksOf(attempt)}
        </Text>
      </>
    ),
  },
  { id: 'date', header: 'Date', width: 140, cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
]
