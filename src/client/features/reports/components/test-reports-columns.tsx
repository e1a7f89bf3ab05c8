import { Button, Group, UnstyledButton } from '@mantine/core'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { CompletionBar } from '#client/ui/completion-bar.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { sizeOf } from '../model/report-text.ts'
import type { TestReportRow } from '../queries.ts'
import { ExportCsv } from './results-download.tsx'
import { DeletedBadge } from './test-report-tags.tsx'

const factsOf = ({ subject, companyName, ...size }: TestReportRow['testId']) => [
  subject,
  ...(companyName ? [companyName] : []),
  ...sizeOf(size),
]

/** @param onOpen shows the report of a test */
export const testReportsColumns = (onOpen: (testId: string) => void): readonly Column<TestReportRow>[] => [
  {
    id: 'test',
    header: 'Test',
    card: 'title',
    sortKey: 'name',
    cell: ({ testId }) => (
      <>
        <UnstyledButton
          fz="sm"
          fw={600}
          className="text-link record"
          title={testId.testName}
          onClick={() => onOpen(testId.id)}
        >
          {testId.testName}
        </UnstyledButton>
        <Group gap="2px 8px" mt={4} c="dimmed" fz="xs" fw={400}>
          <span>{factsOf(testId).join(' · ')}</span>
          <DifficultyBadge difficulty={testId.difficulty} />
          {testId.deleted && <DeletedBadge />}
        </Group>
      </>
    ),
  },
  { id: 'type', header: 'Type', width: 128, cell: ({ testId }) => typeLabels[testId.testType] },
  {
    id: 'assigned',
    header: 'Assigned',
    width: 124,
    sortKey: 'assigned',
    sortFirst: 'down',
    sortLabels: ['oldest first', 'newest first'],
    cell: ({ assignedDate }) => <RelativeTime value={assignedDate} />,
  },
  {
    id: 'students',
    header: 'Students',
    numeric: true,
    width: 92,
    cell: ({ totalStudents }) => totalStudents.toLocaleString(),
  },
  {
    id: 'completed',
    header: 'Completed',
    card: 'wide',
    width: 150,
    cell: ({ completed, totalStudents }) => <CompletionBar completed={completed} whole={totalStudents} />,
  },
  {
    id: 'score',
    header: 'Avg score',
    numeric: true,
    width: 98,
    // An average without any submissions would read as a very low score.
    cell: ({ completed, avgScore }) => (completed === 0 ? '–' : <ScoreText percentage={Number(avgScore)} />),
  },
  {
    id: 'report',
    header: 'Report',
    card: 'wide',
    width: 152,
    cell: ({ testId }) => (
      <Group gap={6} wrap="nowrap">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Report of ${testId.testName}`}
          onClick={() => onOpen(testId.id)}
        >
          Report
        </Button>
        <ExportCsv path={`/api/faculty/tests/${testId.id}/export`} of={testId.testName} />
      </Group>
    ),
  },
]
