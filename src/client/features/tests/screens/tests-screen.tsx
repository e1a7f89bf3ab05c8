import { IconClipboardList, IconEye, IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { AssignCollegesDialog } from '#client/features/assignments/components/assign-colleges-dialog.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { notify } from '#client/lib/notify.ts'
import { plural } from '#client/lib/plural.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { subjects, testSorts, testTypes } from '#shared/tests/schema.ts'
import { PreviewDialog } from '../components/preview-dialog.tsx'
import { TestFilters } from '../components/test-filters.tsx'
import { testColumns } from '../components/tests-table.tsx'
import { useWindowClock } from '../model/window-clock.ts'
import { type TestRow, useDeleteTest, useTestList } from '../queries.ts'

const none: TestRow[] = []
const known = <Value extends string>(all: readonly Value[], text: string | undefined) =>
  all.find((value) => value === text)

/** Test Management: every test of the platform, for its authors. */
export function TestsScreen() {
  const [params, setParams] = useListParams(['type', 'subject', 'sort'])
  // An old or mistyped link filters by what is left of it.
  const testType = known(testTypes, params.type)
  const subject = known(subjects, params.subject)
  const sort = known(testSorts, params.sort)
  const list = useTestList({ testType, subject, sort, search: params.search, page: params.page })
  const now = useWindowClock(list.data?.tests ?? none)
  const columns = useMemo(() => testColumns(now), [now])
  const [preview, setPreview] = useState<Shown>({ opened: false })
  const [assign, setAssign] = useState<Shown>({ opened: false })
  const navigate = useNavigate()
  const remove = useRemoval()

  const actions = (test: TestRow): RowAction[] => [
    { label: 'Preview', icon: IconEye, onClick: () => setPreview({ test, opened: true }) },
    {
      label: 'Edit',
      icon: IconPencil,
      onClick: () => void navigate({ to: '/tests/$testId/edit', params: { testId: test.id } }),
    },
    { label: 'Assign to colleges', icon: IconSend, onClick: () => setAssign({ test, opened: true }) },
    { label: 'Delete', icon: IconTrash, destructive: true, onClick: () => void remove(test) },
  ]
  const filtered = Boolean(testType || subject || params.search)

  return (
    <>
      <PageHeader
        title="Test Management"
        purpose="Write tests, offer them to colleges and follow their use."
        count={list.data?.pagination.total}
        action={
          <LinkButton to="/tests/new" leftSection={<IconPlus size={16} aria-hidden />}>
            Create Test
          </LinkButton>
        }
      />
      <TestFilters
        counts={list.data?.counts}
        value={{ type: testType, subject, sort, search: params.search }}
        onChange={setParams}
      />
      <DataList
        label="Tests"
        columns={columns}
        rows={list.data?.tests}
        rowKey={(test) => test.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        actions={actions}
        stale={list.isPlaceholderData}
        pagination={list.data?.pagination}
        onPageChange={(page) => setParams({ page })}
        empty={<NoTests filtered={filtered} />}
      />
      {preview.test && (
        <PreviewDialog
          test={preview.test}
          opened={preview.opened}
          onClose={() => setPreview({ ...preview, opened: false })}
        />
      )}
      {assign.test && (
        <AssignCollegesDialog
          key={assign.test.id}
          test={assign.test}
          opened={assign.opened}
          onClose={() => setAssign({ ...assign, opened: false })}
        />
      )}
    </>
  )
}

/** The test stays while its dialog fades out. */
interface Shown {
  test?: TestRow
  opened: boolean
}

const NoTests = ({ filtered }: { filtered: boolean }) => (
  <EmptyState
    icon={IconClipboardList}
    title="No tests found"
    text={
      filtered
        ? 'No test matches these filters. Choose others, or write the test that is missing.'
        : 'Write a test or upload a file of questions, then offer it to colleges.'
    }
    action={
      <LinkButton to="/tests/new" variant={filtered ? 'default' : 'light'}>
        {filtered ? 'Create Test' : 'Create First Test'}
      </LinkButton>
    }
  />
)

/** Asks, deletes, and says how it went. */
function useRemoval() {
  const confirm = useConfirm()
  const removal = useDeleteTest()
  return async (test: TestRow) => {
    const sure = await confirm({
      title: 'Delete this test?',
      message: 'Are you sure you want to delete this test? This action cannot be undone.',
      loses: whatIsLost(test),
      confirmLabel: 'Delete',
    })
    if (!sure) return
    try {
      await removal.mutateAsync({ id: test.id })
      notify.success('Test deleted successfully')
    } catch (error) {
      notify.error(messageOf(error, 'Failed to delete test'))
    }
  }
}

function whatIsLost({ testName, numberOfQuestions, assignmentCount, attemptCount }: TestRow): string {
  const questions = `“${testName}” and its ${plural(numberOfQuestions, 'question')} will be lost`
  const colleges =
    assignmentCount === 0 ? '' : `, and ${plural(assignmentCount, 'college')} and their students will no longer see it`
  const results = attemptCount === 0 ? '' : ` The results of ${plural(attemptCount, 'attempt')} stay in the reports.`
  return `${questions}${colleges}.${results}`
}
