import { Box, Text } from '@mantine/core'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { spentText } from '#client/lib/time.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ResultBadge } from '#client/ui/result-badge.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import type { ResultRow } from '#shared/reports/results.schema.ts'
import { hasChoices } from '../model/report-text.ts'
import { ReportStudent } from './report-student.tsx'

export const studentResultColumns: readonly Column<ResultRow>[] = [
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    cell: (result) => (
      <ReportStudent
        studentId={result.studentId}
        name={result.studentName}
        email={result.studentEmail}
        groups={result}
      />
    ),
  },
  {
    id: 'test',
    header: 'Test Details',
    card: 'wide',
    width: 180,
    cell: ({ testName, companyName, difficulty }) => (
      <>
        <Text component="div" inherit lineClamp={2} className="anywhere" title={testName}>
          {testName}
        </Text>
        {companyName && (
          <Text size="xs" c="dimmed" component="div" mt={2}>
            Company: {companyName}
          </Text>
        )}
        <Box mt={5}>
          <DifficultyBadge difficulty={difficulty} />
        </Box>
      </>
    ),
  },
  { id: 'type', header: 'Type', width: 122, cell: ({ testType }) => typeLabels[testType] },
  {
    id: 'subject',
    header: 'Subject',
    width: 134,
    cell: ({ subject }) => <span className="nowrap">{subject}</span>,
  },
  {
    id: 'score',
    header: 'Score',
    numeric: true,
    width: 108,
    cell: (result) => (
      <>
        {result.marksObtained.toLocaleString()} / {result.totalMarks.toLocaleString()}
        {hasChoices(result) && (
          <Text size="xs" c="dimmed" component="div">
            <div>{result.correctAnswers.toLocaleString()} correct</div>
            <div>{result.incorrectAnswers.toLocaleString()} incorrect</div>
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'percentage',
    header: 'Percentage',
    numeric: true,
    width: 116,
    sortKey: 'percentage',
    sortFirst: 'down',
    sortLabels: ['lowest first', 'highest first'],
    cell: ({ percentage }) => <ScoreText percentage={percentage} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 86,
    cell: ({ percentage }) => <ResultBadge percentage={percentage} />,
  },
  {
    id: 'date',
    header: 'Date',
    width: 128,
    sortKey: 'completed',
    sortFirst: 'down',
    sortLabels: ['oldest first', 'newest first'],
    cell: ({ completedAt, timeSpent }) => (
      <>
        <RelativeTime value={completedAt} />
        <Text size="xs" c="dimmed" component="div">
          {spentText(timeSpent)} spent
        </Text>
      </>
    ),
  },
]
