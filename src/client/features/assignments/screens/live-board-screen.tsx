import { Text } from '@mantine/core'
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { IconEye, IconUsers } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { ViolationLog } from '#client/features/attempts/components/violation-log.tsx'
import { windowText } from '#client/features/tests/model/test-window.ts'
import { now } from '#client/lib/clock.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { paginate } from '#shared/schema.ts'
import { ExtraTimeDialog } from '../components/extra-time-dialog.tsx'
import classes from '../components/live/live.module.css'
import { ServerClock, useTick } from '../components/live/live-clock.tsx'
import { liveColumns } from '../components/live/live-columns.tsx'
import { LiveFilters } from '../components/live/live-filters.tsx'
import { type DeviceRules, useLiveActions, useLiveBoard } from '../components/live/use-live-actions.ts'
import { ReopenDialog } from '../components/reopen-dialog.tsx'
import type { Connection, LiveRow } from '../model/live-feed.ts'
import { filtered, liveViews, sorted } from '../model/live-rows.ts'
import { useViolations } from '../queries.ts'

const noRows: readonly LiveRow[] = []

/**
 * Sorts students without moving rows while somebody reads them: the order updates with `now`, and only while neither
 * pointer nor keyboard focus is in the list. A new sort key or a changed number of students takes effect at once.
 *
 * @param now server time, ms UTC, rounded down to the minimum time between updates
 * @returns the students (undefined while loading), and a ref for the element that contains the list
 */
function useStableOrder(students: readonly LiveRow[] | undefined, sort: string | undefined, now: number) {
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map())
  const { hovered, ref: hover } = useHover<HTMLDivElement>()
  const { focused, ref: focus } = useFocusWithin<HTMLDivElement>()
  const ref = useMergedRef(hover, focus)
  const all = students ?? noRows
  const reorder = useEffectEvent((evenIfRead: boolean) => {
    if (!evenIfRead && (hovered || focused)) return
    setPlaces(new Map(sorted(all, sort, now).map(({ studentId }, place) => [studentId, place])))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes to these reorder the rows at once
  useLayoutEffect(() => reorder(true), [sort, all.length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the clock may reorder the rows
  useLayoutEffect(() => reorder(false), [now])
  const rows = useMemo(() => {
    const placeOf = ({ studentId }: LiveRow) => places.get(studentId) ?? all.length
    return [...all].sort((one, other) => placeOf(one) - placeOf(other))
  }, [all, places])
  return { rows: students && rows, ref }
}

/** A student's violations, with time and duration. */
function Log({ assignmentId, row: { studentId, violations: count } }: { assignmentId: string; row: LiveRow }) {
  const log = useViolations(assignmentId, studentId)
  const { data } = log
  if (!data) return <LoadState query={log} what="violations" />
  if (data.length === 0)
    return (
      <EmptyState
        icon={IconEye}
        title={count > 0 ? `${count.toLocaleString()} counted` : 'No violations'}
        text={count > 0 ? 'Only the number was recorded.' : 'The student has not left the test.'}
      />
    )
  return <ViolationLog violations={data} />
}

const words: Record<Connection, { label: string; text: string }> = {
  connecting: { label: 'Connecting', text: 'Loading the board.' },
  live: { label: 'Live', text: 'Changes appear as they happen.' },
  reconnecting: { label: 'Reconnecting', text: 'Connection lost. The board may be out of date.' },
  polling: { label: 'Updating every 5 s', text: 'Checking for changes every five seconds.' },
}

/** Shows how the board receives updates. */
const ConnectionChip = ({ connection }: { connection: Connection }) => (
  <Text
    span
    inherit
    px={12}
    fz="sm"
    fw={550}
    flex="none"
    role="status"
    className={`nowrap ${classes.connection}`}
    data-state={connection}
    title={words[connection].text}
  >
    {words[connection].label}
  </Text>
)

const keys = ['status', 'batch', 'branch', 'section', 'sort'] as const
/** Minimum time between sorts of the rows, in ms. */
const calmMs = 10_000

/** Each student's progress while the test runs. */
export function LiveBoardScreen() {
  const { assignmentId } = useParams({ from: '/shell/live-board/$assignmentId' })
  const { role } = useUser()
  const { board, students, connection, offset, error, again } = useLiveBoard(assignmentId)
  useBackLink({ to: '/live-board', label: 'Live board' })

  if (error && (!board || connection === 'reconnecting'))
    return <PageError title="Failed to load the live board" error={error} onRetry={again} />
  return (
    <ServerClock offset={offset}>
      <PageHeader
        title={board?.test.testName ?? 'Live board'}
        purpose={board ? `Open ${windowText(board.test, now() + offset)}` : 'Each student’s progress.'}
        action={<ConnectionChip connection={connection} />}
      />
      <Students
        assignmentId={assignmentId}
        students={board && students}
        testName={board?.test.testName ?? ''}
        questions={board?.test.numberOfQuestions ?? 0}
        sectionNames={board?.sectionNames ?? none}
        deviceRules={board ?? anywhere}
        mayChange={role === 'college_admin'}
      />
    </ServerClock>
  )
}

const none: string[] = []
const anywhere: DeviceRules = { oneDevice: false, networks: [] }

interface StudentsProps {
  assignmentId: string
  testName: string
  /** Undefined while loading. */
  students: readonly LiveRow[] | undefined
  questions: number
  sectionNames: readonly string[]
  deviceRules: DeviceRules
  /** True if the user may give extra time, and reopen or move attempts. */
  mayChange: boolean
}

function Students(props: StudentsProps) {
  const { assignmentId, testName, students, questions, sectionNames, deviceRules, mayChange } = props
  const [params, setParams] = useListParams(keys)
  const { batch, branch, section, search, sort } = params
  const view = liveViews.find((name) => name === params.status)
  const tick = useTick(calmMs)
  const ordered = useStableOrder(students, sort, tick)
  const { rows, counts } = useMemo(
    () => filtered(ordered.rows ?? [], { view, batch, branch, section, search }, tick),
    [ordered.rows, view, batch, branch, section, search, tick],
  )
  const violations = useDialog<LiveRow>()
  const time = useDialog<LiveRow>()
  const reopen = useDialog<LiveRow>()
  const openViolations = violations.open
  const columns = useMemo(
    () => liveColumns({ questions, sectionNames, onViolations: openViolations }),
    [questions, sectionNames, openViolations],
  )
  const liveActions = useLiveActions(assignmentId, deviceRules)
  const actions = (row: LiveRow): RowAction[] => [
    ...(row.attemptId === null ? [] : [{ label: 'Violations', onClick: () => violations.open(row) }]),
    ...(mayChange && row.status !== 'submitted' ? [{ label: 'Extra time', onClick: () => time.open(row) }] : []),
    ...(mayChange && row.status === 'submitted' ? [{ label: 'Reopen attempt', onClick: () => reopen.open(row) }] : []),
    ...(mayChange ? liveActions(row) : []),
  ]
  const pagination = paginate(params, rows.length)
  const page = Math.min(params.page, pagination.totalPages)
  // Show the student's latest state in the dialog.
  const present = (row: LiveRow) => students?.find(({ studentId }) => studentId === row.studentId) ?? row

  return (
    <>
      {students && students.length > 0 && (
        <LiveFilters
          students={students}
          counts={counts}
          value={{ view, batch, branch, section, search }}
          onChange={({ view: status, ...patch }) => setParams({ ...patch, ...(status !== undefined && { status }) })}
        />
      )}
      <div ref={ordered.ref}>
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
          noMatches={
            students &&
            students.length > 0 && { title: 'No one matches your filters', text: 'Change or clear the filters.' }
          }
          empty={{
            icon: IconUsers,
            title: 'No one has this test yet',
            text: 'Students appear here as soon as you assign them.',
          }}
        />
      </div>
      {violations.show((row, dialog) => (
        <Modal {...dialog} title={`${row.name}’s violations`}>
          <Log assignmentId={assignmentId} row={present(row)} />
        </Modal>
      ))}
      {time.show(({ studentId, name }, dialog) => (
        <ExtraTimeDialog {...{ assignmentId, testName }} student={{ id: studentId, name }} {...dialog} />
      ))}
      {reopen.show(({ studentId, name }, dialog) => (
        <ReopenDialog assignmentId={assignmentId} student={{ id: studentId, name }} {...dialog} />
      ))}
    </>
  )
}
