import { Group, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { releaseText } from '#client/features/attempts/model/result-text.ts'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { spentText } from '#client/lib/time.ts'
import { type Column, highestFirst, newestFirst, numberColumn } from '#client/ui/data-list-props.ts'
import { Note } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ResultBadge } from '#client/ui/result-badge.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { OwnReport } from '#shared/reports/student.schema.ts'
import { hasCounts } from '../model/report-text.ts'

/** Columns of a student's own reports. @param onOpen shows the detailed report of an attempt */
export const ownReportColumns = (onOpen: (testId: string, attemptId: string) => void) =>
  reportColumns(
    ({ id, testId, testName }) => (
      <UnstyledButton fz="sm" fw={600} className="text-link record" title={testName} onClick={() => onOpen(testId, id)}>
        {testName}
      </UnstyledButton>
    ),
    ({ attemptNumber }) => attemptNumber && <span>Attempt {attemptNumber}</span>,
  )

/** @param link renders the test's name as a link to the attempt. @param note renders a note below the name */
export const reportColumns = (
  link: (report: OwnReport) => ReactNode,
  note?: (report: OwnReport) => ReactNode,
): readonly Column<OwnReport>[] => [
  {
    id: 'test',
    header: 'Test',
    card: 'title',
    sortKey: 'testName',
    cell: (report) => (
      <>
        {link(report)}
        <Group gap="4px 8px" mt={4} c="dimmed" fz="xs" fw={400}>
          <DifficultyBadge difficulty={report.difficulty} />
          {report.companyName && <span>{report.companyName}</span>}
          {note?.(report)}
        </Group>
      </>
    ),
  },
  { id: 'type', header: 'Type', width: 128, cell: ({ testType }) => typeLabels[testType] },
  { id: 'subject', header: 'Subject', width: 146, cell: ({ subject }) => <span className="nowrap">{subject}</span> },
  numberColumn(
    'score',
    'Score',
    (report) =>
      report.marksObtained === null ? (
        <Note>{releaseText(report)}</Note>
      ) : (
        <>
          {report.marksObtained.toLocaleString()} / {report.totalMarks.toLocaleString()}
          {hasCounts(report) && (
            <Note>
              <span className="nowrap">{report.correctAnswers} correct,</span>{' '}
              <span className="nowrap">{report.incorrectAnswers} incorrect</span>
            </Note>
          )}
        </>
      ),
    { width: 160 },
  ),
  numberColumn(
    'percentage',
    'Percentage',
    ({ percentage, pendingCode }) =>
      percentage === null ? '–' : <ScoreText percentage={percentage} pending={pendingCode > 0} />,
    { width: 120, sortKey: 'percentage', ...highestFirst },
  ),
  {
    id: 'status',
    header: 'Status',
    width: 124,
    cell: ({ percentage, status, passMark, pendingCode, pendingMarks }) =>
      pendingMarks ? (
        <StatusBadge tone="info" label="Being marked" />
      ) : percentage === null ? (
        <StatusBadge tone="neutral" label="Submitted" />
      ) : pendingCode > 0 ? (
        <StatusBadge tone="info" label="Being judged" />
      ) : (
        <ResultBadge percentage={percentage} passed={status === 'Pass'} passMark={passMark} />
      ),
  },
  {
    id: 'completed',
    header: 'Completed',
    width: 140,
    sortKey: 'completedAt',
    ...newestFirst,
    cell: ({ completedAt, timeSpent }) => (
      <>
        <RelativeTime value={completedAt} />
        <Note>{spentText(timeSpent)} spent</Note>
      </>
    ),
  },
]
