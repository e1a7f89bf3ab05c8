import { UnstyledButton } from '@mantine/core'
import {
  IconActivity,
  IconClipboardList,
  IconCopyCheck,
  IconEye,
  IconHistory,
  IconReceipt,
  IconReportAnalytics,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PreviewDialog } from '#client/features/tests/components/preview-dialog.tsx'
import { OwnBadge, TimingBadge } from '#client/features/tests/components/test-badges.tsx'
import { useWindowClock, windowOf, windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { percentText } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { pageOf } from '#client/lib/page-of.ts'
import { durationText } from '#client/lib/time.ts'
import { CompletionBar } from '#client/ui/completion-bar.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { bindFilters } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Note } from '#client/ui/note.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { offered } from '#client/ui/row-menu.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import classes from '../components/assigned.module.css'
import { ListFilters } from '../components/list-filters.tsx'
import { FacultyNextStep } from '../components/next-step.tsx'
import { type FacultyTest, useFacultyTests } from '../queries.ts'

const none: FacultyTest[] = []
const pageSize = 50

/** The tests the college accepted, with its students' progress. */
export function FacultyTestsScreen() {
  const [params, setParams] = useListParams(['type', 'subject', 'timing'])
  const { type, subject, timing, search } = params
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
  const filtered = Boolean(type || subject || timing || search)
  const clear = () => setParams({ type: '', subject: '', timing: '', search: '' })
  const actions = ({ id, testId }: FacultyTest) =>
    offered([
      { label: 'View', icon: IconEye, onClick: () => preview.open(testId) },
      {
        label: 'Report',
        icon: IconReportAnalytics,
        onClick: () => void navigate({ to: '/test-reports', search: { report: testId.id } }),
      },
      timingOf(windowOf(testId), now) !== 'Ended' && {
        label: 'Live board',
        icon: IconActivity,
        onClick: () => void navigate({ to: '/live-board/$assignmentId', params: { assignmentId: id } }),
      },
      testId.codingCount > 0 && {
        label: 'Plagiarism',
        icon: IconCopyCheck,
        onClick: () => void navigate({ to: '/tests/$testId/plagiarism', params: { testId: testId.id } }),
      },
      testId.codingCount > 0 && {
        label: 'Code playback',
        icon: IconHistory,
        onClick: () => void navigate({ to: '/tests/$testId/journals', params: { testId: testId.id } }),
      },
    ])

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
        filter={bindFilters({ search, type, subject, timing }, setParams)}
        onClear={filtered ? clear : undefined}
      />
      <DataList
        label="Tests"
        columns={columns}
        rows={list.data && rows}
        rowKey={(test) => test.id}
        actions={actions}
        query={list}
        pagination={pagination}
        onPageChange={(page) => setParams({ page })}
        noMatches={{
          icon: IconClipboardList,
          title: 'No tests found',
          text: 'No tests have been assigned for the selected category and subject.',
          onClear: filtered ? clear : undefined,
        }}
      />
      {preview.show((test, dialog) => (
        <PreviewDialog test={test} {...dialog} />
      ))}
    </>
  )
}

type Filters = { [K in 'type' | 'subject' | 'timing' | 'search']?: string }

/** True if a test matches the filters, applied here because the list is loaded in full. @param now ms UTC */
function passes(test: FacultyTest['testId'], { type, subject, timing, search }: Filters, now: number) {
  return (
    (type === undefined || test.testType === type) &&
    (subject === undefined || test.subject === subject) &&
    (timing === undefined || timingOf(windowOf(test), now) === timing) &&
    (search === undefined || test.testName.toLowerCase().includes(search.trim().toLowerCase()))
  )
}

/** @param now ms UTC */
const facultyColumns = (now: number, onPreview: (test: FacultyTest['testId']) => void): Column<FacultyTest>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ testId }) => (
      <>
        <UnstyledButton className={`clamp ${classes.name}`} title={testId.testName} onClick={() => onPreview(testId)}>
          {testId.testName}
        </UnstyledButton>
        <Note fw={400}>
          {typeLabels[testId.testType]} · {testId.subject} · {testId.difficulty}
          {testId.companyName && ` · ${testId.companyName}`}
        </Note>
        <OwnBadge test={testId} />
      </>
    ),
  },
  {
    id: 'window',
    header: 'Window',
    width: 122,
    cell: ({ testId }) => (
      <span title={windowText(testId, now)}>
        <TimingBadge timing={timingOf(windowOf(testId), now)} />
      </span>
    ),
  },
  numberColumn('questions', 'Questions', ({ testId }) => questionsOf(testId), { width: 92 }),
  numberColumn('duration', 'Duration', ({ testId }) => durationText(minutesOf(testId)), { width: 100 }),
  { id: 'assigned', header: 'Assigned', width: 124, cell: ({ assignedDate }) => <RelativeTime value={assignedDate} /> },
  {
    id: 'completed',
    header: 'Completed',
    card: 'wide',
    width: 140,
    cell: ({ completed, totalStudents }) => <CompletionBar completed={completed} whole={totalStudents} />,
  },
  numberColumn(
    'score',
    'Avg score',
    // Without submissions, an average of 0 would look like a very low score.
    ({ completed, avgScore }) => (completed === 0 ? '–' : percentText(Number(avgScore))),
    { width: 92 },
  ),
  {
    id: 'next',
    header: 'Next step',
    card: 'wide',
    width: 124,
    cell: (test) => <FacultyNextStep test={test} now={now} />,
  },
]
