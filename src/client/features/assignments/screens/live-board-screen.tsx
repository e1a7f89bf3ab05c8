import { IconAlertTriangle, IconClock, IconPlayerPlay, IconSearch, IconSend, IconUsers } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { windowText } from '#client/features/tests/model/window-clock.ts'
import { now } from '#client/lib/clock.ts'
import { messageOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { liveStatuses } from '#shared/attempts/live/schema.ts'
import { paginate } from '#shared/schema.ts'
import { ExtraTimeDialog } from '../components/extra-time-dialog.tsx'
import { ConnectionChip } from '../components/live/connection-chip.tsx'
import { liveColumns } from '../components/live/live-columns.tsx'
import { LiveFilters } from '../components/live/live-filters.tsx'
import { ServerClock } from '../components/live/ticking.tsx'
import { useLiveBoard } from '../components/live/use-live-board.ts'
import { ViolationsDialog } from '../components/live/violations-dialog.tsx'
import { ReopenDialog } from '../components/reopen-dialog.tsx'
import type { LiveRow } from '../model/live-feed.ts'
import { filtered, sorted, totalsOf } from '../model/live-rows.ts'

const keys = ['status', 'batch', 'branch', 'section', 'sort'] as const

/** Who of an assignment's students is where, while the test runs. */
export function LiveBoardScreen() {
  const { assignmentId } = useParams({ from: '/shell/assigned-tests/$assignmentId/live' })
  const { role } = useUser()
  const { board, students, connection, offset, error, again } = useLiveBoard(assignmentId)
  useBackLink({ to: role === 'faculty' ? '/tests' : '/assigned-tests', label: 'Tests' })

  if (error && (!board || connection === 'reconnecting'))
    return <ErrorState page title="Failed to load the live board" message={messageOf(error)} onRetry={again} />
  return (
    <ServerClock offset={offset}>
      <PageHeader
        title={board?.test.testName ?? 'Live board'}
        purpose={board ? `Live board · open ${windowText(board.test, now() + offset)}` : 'Who is where in the test.'}
        action={<ConnectionChip connection={connection} />}
      />
      <Totals students={board && students} />
      <Students
        assignmentId={assignmentId}
        students={board && students}
        testName={board?.test.testName ?? ''}
        questions={board?.test.numberOfQuestions ?? 0}
        sectionNames={board?.sectionNames ?? none}
        mayChange={role === 'college_admin'}
      />
    </ServerClock>
  )
}

const none: string[] = []

function Totals({ students }: { students: readonly LiveRow[] | undefined }) {
  const totals = useMemo(() => totalsOf(students ?? []), [students])
  const shown = (key: keyof typeof totals) => (students ? totals[key] : '–')
  return (
    <StatCards
      label="The exam now"
      stats={[
        { label: 'Assigned', value: shown('assigned'), icon: IconUsers },
        { label: 'Not started', value: shown('not_started'), icon: IconClock },
        { label: 'In progress', value: shown('in_progress'), icon: IconPlayerPlay },
        { label: 'Submitted', value: shown('submitted'), icon: IconSend },
        { label: 'Violations', value: shown('violations'), icon: IconAlertTriangle },
      ]}
    />
  )
}

interface StudentsProps {
  assignmentId: string
  testName: string
  /** Undefined while loading. */
  students: readonly LiveRow[] | undefined
  questions: number
  sectionNames: readonly string[]
  /** Whether one may give time and open attempts again. */
  mayChange: boolean
}

function Students({ assignmentId, testName, students, questions, sectionNames, mayChange }: StudentsProps) {
  const [params, setParams] = useListParams(keys)
  const { batch, branch, section, search, sort } = params
  const status = liveStatuses.find((name) => name === params.status)
  const { rows, counts } = useMemo(() => {
    const { rows, counts } = filtered(students ?? [], { status, batch, branch, section, search })
    return { rows: sorted(rows, sort), counts }
  }, [students, status, batch, branch, section, search, sort])
  const violations = useDialog<LiveRow>()
  const time = useDialog<LiveRow>()
  const reopen = useDialog<LiveRow>()
  const openViolations = violations.open
  const columns = useMemo(
    () => liveColumns({ questions, sectionNames, onViolations: openViolations }),
    [questions, sectionNames, openViolations],
  )
  const actions = (row: LiveRow): RowAction[] => [
    ...(row.attemptId === null ? [] : [{ label: 'Violations', onClick: () => violations.open(row) }]),
    ...(mayChange && row.status !== 'submitted' ? [{ label: 'Extra time', onClick: () => time.open(row) }] : []),
    ...(mayChange && row.status === 'submitted' ? [{ label: 'Reopen attempt', onClick: () => reopen.open(row) }] : []),
  ]
  const pagination = paginate(params, rows.length)
  const page = Math.min(params.page, pagination.totalPages)
  // The dialog's student as they are now: the board moves on behind it.
  const present = (row: LiveRow) => students?.find(({ studentId }) => studentId === row.studentId) ?? row

  return (
    <>
      {students && students.length > 0 && (
        <LiveFilters
          students={students}
          counts={counts}
          value={{ status, batch, branch, section, search }}
          onChange={setParams}
        />
      )}
      <DataList
        label="Students"
        columns={columns}
        rows={students && rows.slice((page - 1) * params.limit, page * params.limit)}
        rowKey={(row) => row.studentId}
        actions={actions}
        sort={sort}
        onSort={(next) => setParams({ sort: next })}
        pagination={{ ...pagination, page }}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(limit) => setParams({ limit })}
        empty={<Nobody assigned={(students?.length ?? 0) > 0} />}
      />
      {violations.about && (
        <ViolationsDialog
          assignmentId={assignmentId}
          row={present(violations.about)}
          opened={violations.opened}
          onClose={violations.close}
        />
      )}
      {time.about && (
        <ExtraTimeDialog
          key={time.turn}
          assignmentId={assignmentId}
          testName={testName}
          student={{ id: time.about.studentId, name: time.about.name }}
          opened={time.opened}
          onClose={time.close}
        />
      )}
      {reopen.about && (
        <ReopenDialog
          key={reopen.turn}
          assignmentId={assignmentId}
          student={{ id: reopen.about.studentId, name: reopen.about.name }}
          opened={reopen.opened}
          onClose={reopen.close}
        />
      )}
    </>
  )
}

const Nobody = ({ assigned }: { assigned: boolean }) =>
  assigned ? (
    <EmptyState icon={IconSearch} title="Nobody matches your filters" text="Choose others, or clear them." />
  ) : (
    <EmptyState
      icon={IconUsers}
      title="Nobody has this test yet"
      text="Assign it to students; they appear here at once."
    />
  )
