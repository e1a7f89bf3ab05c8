import { Group, Text, UnstyledButton } from '@mantine/core'
import { releaseText } from '#client/features/attempts/model/result-text.ts'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { spentText } from '#client/lib/time.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ResultBadge } from '#client/ui/result-badge.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { OwnReport } from '#shared/reports/student.schema.ts'
import { hasChoices } from '../model/report-text.ts'

/** @param onOpen shows the detailed report of an attempt */
export const ownReportColumns = (onOpen: (testId: string, attemptId: string) => void): readonly Column<OwnReport>[] => [
  {
    id: 'test',
    header: 'Test',
    card: 'title',
    sortKey: 'testName',
    cell: ({ id, testId, testName, companyName, difficulty, attemptNumber }) => (
      <>
        <UnstyledButton
          fz="sm"
          fw={600}
          className="text-link record"
          title={testName}
          onClick={() => onOpen(testId, id)}
        >
          {testName}
        </UnstyledButton>
        <Group gap="4px 8px" mt={4} c="dimmed" fz="xs" fw={400}>
          <DifficultyBadge difficulty={difficulty} />
          {companyName && <span>{companyName}</span>}
          {attemptNumber && <span>Attempt {attemptNumber}</span>}
        </Group>
      </>
    ),
  },
  { id: 'type', header: 'Type', width: 128, cell: ({ testType }) => typeLabels[testType] },
  {
    id: 'subject',
    header: 'Subject',
    width: 146,
    cell: ({ subject }) => <span className="nowrap">{subject}</span>,
  },
  {
    id: 'score',
    header: 'Score',
    numeric: true,
    width: 160,
    cell: (report) =>
      report.marksObtained === null ? (
        <Text size="xs" c="dimmed" component="div">
          {releaseText(report.releaseAt)}
        </Text>
      ) : (
        <>
          {report.marksObtained.toLocaleString()} / {report.totalMarks.toLocaleString()}
          {hasChoices(report) && (
            <Text size="xs" c="dimmed" component="div">
              <span className="nowrap">{report.correctAnswers} correct,</span>{' '}
              <span className="nowrap">{report.incorrectAnswers} incorrect</span>
            </Text>
          )}
        </>
      ),
  },
  {
    id: 'percentage',
    header: 'Percentage',
    numeric: true,
    width: 120,
    sortKey: 'percentage',
    sortFirst: 'down',
    sortLabels: ['lowest first', 'highest first'],
    cell: ({ percentage, pendingCode }) =>
      percentage === null ? '–' : <ScoreText percentage={percentage} pending={pendingCode > 0} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 124,
    cell: ({ percentage, pendingCode }) =>
      percentage === null ? (
        <StatusBadge tone="neutral" label="Submitted" />
      ) : pendingCode > 0 ? (
        <StatusBadge tone="info" label="Being judged" />
      ) : (
        <ResultBadge percentage={percentage} />
      ),
  },
  {
    id: 'completed',
    header: 'Completed',
    width: 140,
    sortKey: 'completedAt',
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
