import { Button, Progress, Text, UnstyledButton } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { PreviewDialog } from '#client/features/tests/components/preview-dialog.tsx'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { durationText } from '#client/lib/time.ts'
import { type Column, DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import classes from '../components/assigned-columns.module.css'
import { ListFilters } from '../components/list-filters.tsx'
import { pageOf, passes } from '../model/list-rules.ts'
import { type FacultyTest, useFacultyTests } from '../queries.ts'

const none: FacultyTest[] = []

/** The tests the college accepted, with how far its students are. */
export function FacultyTestsScreen() {
  const [params, setParams] = useListParams(['type', 'subject'])
  const list = useFacultyTests()
  const [preview, setPreview] = useState<{ test?: FacultyTest['testId']; opened: boolean }>({ opened: false })
  const columns = useMemo(() => facultyColumns((test) => setPreview({ test, opened: true })), [])
  const { rows, pagination } = pageOf(
    (list.data ?? none).filter(({ testId }) => passes(testId, params)),
    params.page,
  )
  const filtered = Boolean(params.type || params.subject || params.search)
  const clear = () => setParams({ type: '', subject: '', search: '' })

  return (
    <>
      <PageHeader
        title="Tests"
        purpose="Tests your college has accepted, and how far its students are with them."
        count={list.data && pagination.total}
      />
      <ListFilters
        type={params.type}
        subject={params.subject}
        search={params.search}
        onChange={setParams}
        onClear={filtered ? clear : undefined}
      />
      <DataList
        label="Tests"
        columns={columns}
        rows={list.data && rows}
        rowKey={(test) => test.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        pagination={pagination}
        onPageChange={(page) => setParams({ page })}
        empty={
          <EmptyState
            icon={IconClipboardList}
            title="No tests found"
            text="No tests have been assigned for the selected category and subject."
            action={
              filtered && (
                <Button variant="default" onClick={clear}>
                  Clear filters
                </Button>
              )
            }
          />
        }
      />
      {preview.test && (
        <PreviewDialog
          test={preview.test}
          opened={preview.opened}
          onClose={() => setPreview({ ...preview, opened: false })}
        />
      )}
    </>
  )
}

const facultyColumns = (onPreview: (test: FacultyTest['testId']) => void): Column<FacultyTest>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ testId }) => (
      <>
        <UnstyledButton className={classes.name} title={testId.testName} onClick={() => onPreview(testId)}>
          {testId.testName}
        </UnstyledButton>
        <Text size="xs" c="dimmed" fw={400}>
          {typeLabels[testId.testType]} · {testId.subject}
        </Text>
      </>
    ),
  },
  {
    id: 'difficulty',
    header: 'Difficulty',
    width: 108,
    cell: ({ testId }) => <DifficultyBadge difficulty={testId.difficulty} />,
  },
  { id: 'questions', header: 'Questions', numeric: true, width: 96, cell: ({ testId }) => testId.numberOfQuestions },
  {
    id: 'duration',
    header: 'Duration',
    numeric: true,
    width: 104,
    cell: ({ testId }) => durationText(testId.duration),
  },
  {
    id: 'assigned',
    header: 'Assigned',
    width: 126,
    cell: ({ assignedDate }) => <RelativeTime value={assignedDate} />,
  },
  {
    id: 'students',
    header: 'Students',
    numeric: true,
    width: 90,
    cell: ({ totalStudents }) => totalStudents.toLocaleString(),
  },
  { id: 'completed', header: 'Completed', card: 'wide', width: 160, cell: (test) => <Completed {...test} /> },
  {
    id: 'score',
    header: 'Avg score',
    numeric: true,
    width: 96,
    // A mean over nobody would read as a very bad one.
    cell: ({ completed, avgScore }) => (completed === 0 ? '–' : `${avgScore}%`),
  },
]

function Completed({ completed, totalStudents }: { completed: number; totalStudents: number }) {
  const share = totalStudents === 0 ? 0 : (completed / totalStudents) * 100
  return (
    <>
      <Text size="sm" className="tabular" mb={4}>
        {completed.toLocaleString()} / {totalStudents.toLocaleString()}
      </Text>
      <Progress value={share} size="sm" aria-label={`${completed} of ${totalStudents} completed`} />
    </>
  )
}
