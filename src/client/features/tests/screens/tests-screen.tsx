import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { useListView } from '#client/lib/list-view.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { difficulties, subjects, type TestType, testSorts, testTimings, testTypes } from '#shared/tests/tests.schema.ts'
import { TestFilters } from '../components/test-filters.tsx'
import { compactGrid, testGrid } from '../components/test-grid.tsx'
import { menuOf } from '../components/test-menu.tsx'
import { testColumns } from '../components/tests-table.tsx'
import { useTestActions } from '../components/use-test-actions.tsx'
import { useWindowClock } from '../model/test-window.ts'
import { type ExamRow, type TestRow, useTestList } from '../queries.ts'

const none: TestRow[] = []
const known = <Value extends string>(all: readonly Value[], text: string | undefined) =>
  all.find((value) => value === text)

/** Test Management: every test on the platform, for its authors. */
export function TestsScreen() {
  const [params, setParams] = useListParams(['type', 'subject', 'difficulty', 'timing', 'sort'])
  // Ignores invalid values from an old or mistyped link.
  const type = known(testTypes, params.type)
  const subject = known(subjects, params.subject)
  const difficulty = known(difficulties, params.difficulty)
  const timing = known(testTimings, params.timing)
  const sort = known(testSorts, params.sort)
  const { page, limit, search } = params
  const list = useTestList({ testType: type, subject, difficulty, timing, sort, search, page, limit })
  const now = useWindowClock(list.data?.tests ?? none, list.offset)
  const navigate = useNavigate()
  const report = useCallback(
    ({ id }: ExamRow) => void navigate({ to: '/tests/$testId/report', params: { testId: id } }),
    [navigate],
  )
  const { actions, dialogs } = useTestActions({ report })
  const [{ view }] = useListView()
  const isWhole = list.data?.pagination.totalPages === 1
  const attempts = isWhole ? list.data?.tests.reduce((sum, { attemptCount }) => sum + attemptCount, 0) : undefined
  const columns = useMemo(() => testColumns(now, attempts), [now, attempts])
  const grid = useMemo(() => (view === 'compact' ? compactGrid(now) : testGrid(now, actions)), [view, now, actions])

  return (
    <>
      <PageHeader
        title="Test Management"
        purpose="Create tests, offer them to colleges and track progress."
        sibling={{ label: 'Browse by type and subject', to: '/exam-management' }}
        count={list.data?.pagination.total}
        action={
          <LinkButton to="/tests/new" search={beginWith(type)} leftSection={<IconPlus size={16} aria-hidden />}>
            Create Test
          </LinkButton>
        }
      />
      <TestFilters
        counts={list.data}
        value={{ type, subject, difficulty, timing, sort, search }}
        onChange={setParams}
      />
      <DataList
        label="Tests"
        columns={columns}
        grid={view === 'table' ? undefined : grid}
        rows={list.data?.tests}
        rowKey={(test) => test.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        actions={(test) => menuOf(test, actions, view === 'cards' ? ['preview', 'edit', 'assign'] : [])}
        stale={list.isPlaceholderData}
        pagination={list.data?.pagination}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        empty={<NoTests type={type} filtered={Boolean(type || subject || difficulty || timing || search)} />}
      />
      {dialogs}
    </>
  )
}

/** The form starts with the type shown in the list. */
const beginWith = (type: TestType | undefined) => (type ? { type } : {})

const NoTests = ({ type, filtered }: { type: TestType | undefined; filtered: boolean }) => (
  <EmptyState
    icon={IconClipboardList}
    title="No tests found"
    text={
      filtered
        ? 'No tests match these filters. Change the filters, or create a test.'
        : 'Create a test or upload a question file, then offer it to colleges.'
    }
    action={
      <LinkButton to="/tests/new" search={beginWith(type)} variant={filtered ? 'default' : 'light'}>
        {filtered ? 'Create Test' : 'Create First Test'}
      </LinkButton>
    }
  />
)
