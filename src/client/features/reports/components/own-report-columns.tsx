import { Text, UnstyledButton } from '@mantine/core'
import { releaseText } from '#client/features/attempts/model/result-text.ts'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import { spentText } from '#client/lib/time.ts'
import type { Column } from '#client/ui/data-list.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ResultBadge } from '#client/ui/result-badge.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { OwnReport } from '#shared/reports/student.schema.ts'
import { hasChoices } from '../model/words.ts'
import classes from './own-reports.module.css'

/** @param onOpen shows the detailed report of an attempt */
export const ownReportColumns = (onOpen: (testId: string, attemptId: string) => void): readonly Column<OwnReport>[] => [
  {
    id: 'test',
    header: 'Test',
    card: 'title',
    sortKey: 'testName',
    cell: ({ id, testId, testName, companyName, difficulty, attemptNumber }) => (
      <>
        <UnstyledButton className={classes.name} title={testName} onClick={() => onOpen(testId, id)}>
          {testName}
        </UnstyledButton>
        <div className={classes.about}>
          <DifficultyBadge difficulty={difficulty} />
          {companyName && <span>{companyName}</span>}
          {attemptNumber && <span>Attempt {attemptNumber}</span>}
        </div>
      </>
    ),
  },
  { id: 'type', header: 'Type', width: 128, cell: ({ testType }) => typeLabels[testType] },
  {
    id: 'subject',
    header: 'Subject',
    width: 146,
    cell: ({ subject }) => <span className={classes.whole}>{subject}</span>,
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
              <span className={classes.whole}>{report.correctAnswers} correct,</span>{' '}
              <span className={classes.whole}>{report.incorrectAnswers} incorrect</span>
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
    sortWords: ['lowest first', 'highest first'],
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
    sortWords: ['oldest first', 'newest first'],
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
