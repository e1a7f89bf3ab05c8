import { Button } from '@mantine/core'
import {
  IconActivity,
  IconClipboardList,
  IconCopyCheck,
  IconEye,
  IconReceipt,
  IconReportAnalytics,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PreviewDialog } from '#client/features/tests/components/preview-dialog.tsx'
import { useWindowClock, windowOf } from '#client/features/tests/model/test-window.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { pageOf } from '#client/lib/page-of.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import type { TestSummary } from '#shared/tests/tests.schema.ts'
import { facultyColumns } from '../components/faculty-columns.tsx'
import { ListFilters } from '../components/list-filters.tsx'
import { type FacultyTest, useFacultyTests } from '../queries.ts'

const none: FacultyTest[] = []
const pageSize = 50

/** The tests the college accepted, with its students' progress. */
export function FacultyTestsScreen() {
  const [params, setParams] = useListParams(['type', 'subject', 'timing'])
  const list = useFacultyTests()
  const preview = useDialog<FacultyTest['testId']>()
  const navigate = useNavigate()
  const all = list.data ?? none
  const windows = useMemo(() => all.map(({ testId }) => testId), [all])
  const now = useWindowClock(windows)
  const open = preview.open
  const columns = useMemo(() => facultyColumns(now, open), [now, open])
  const { rows, pagination } = pageOf(
    all.filter(({ testId }) => passes(testId, params, now)),
    params.page,
    pageSize,
  )
  const filtered = Boolean(params.type || params.subject || params.timing || params.search)
  const clear = () => setParams({ type: '', subject: '', timing: '', search: '' })
  const actions = ({ id, testId }: FacultyTest): RowAction[] => [
    { label: 'View', icon: IconEye, onClick: () => preview.open(testId) },
    {
      label: 'Report',
      icon: IconReportAnalytics,
      onClick: () => void navigate({ to: '/test-reports', search: { report: testId.id } }),
    },
    ...(timingOf(windowOf(testId), now) === 'Ended'
      ? []
      : [
          {
            label: 'Live board',
            icon: IconActivity,
            onClick: () => void navigate({ to: '/live-board/$assignmentId', params: { assignmentId: id } }),
          },
        ]),
    ...(testId.codingCount > 0
      ? [
          {
            label: 'Plagiarism',
            icon: IconCopyCheck,
            onClick: () => void navigate({ to: '/tests/$testId/plagiarism', params: { testId: testId.id } }),
          },
        ]
      : []),
  ]

  return (
    <>
      <PageHeader
        title="Tests"
        purpose="Tests your college has accepted, and your students’ progress."
        count={list.data && pagination.total}
        action={
          <LinkButton to="/tests/receipts" variant="default" leftSection={<IconReceipt size={16} aria-hidden />}>
            Check a receipt
          </LinkButton>
        }
      />
      <ListFilters
        type={params.type}
        subject={params.subject}
        timing={params.timing}
        search={params.search}
        onChange={setParams}
        onClear={filtered ? clear : undefined}
      />
      <DataList
        label="Tests"
        columns={columns}
        rows={list.data && rows}
        rowKey={(test) => test.id}
        actions={actions}
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
      {preview.about && <PreviewDialog test={preview.about} opened={preview.opened} onClose={preview.close} />}
    </>
  )
}

interface Filters {
  type?: string | undefined
  subject?: string | undefined
  timing?: string | undefined
  search?: string | undefined
}

type Listed = Pick<TestSummary, 'testName' | 'testType' | 'subject' | 'startDateTime' | 'endDateTime'>

/** True if a test matches the filters. For lists that are loaded in full. @param now ms UTC */
function passes(test: Listed, filters: Filters, now: number): boolean {
  const { type, subject, timing, search } = filters
  return (
    (type === undefined || test.testType === type) &&
    (subject === undefined || test.subject === subject) &&
    (timing === undefined || timingOf(windowOf(test), now) === timing) &&
    (search === undefined || test.testName.toLowerCase().includes(search.trim().toLowerCase()))
  )
}
