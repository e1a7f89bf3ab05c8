import {
  IconActivity,
  IconCheck,
  IconClockPlus,
  IconCopy,
  IconCopyCheck,
  IconEye,
  IconFileAnalytics,
  IconHistory,
  IconLockOpen,
  IconPencil,
  IconTrash,
  IconUsersPlus,
  IconX,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useMemo } from 'react'
import { PreviewDialog } from '#client/features/tests/components/preview-dialog.tsx'
import { ReleaseDialog } from '#client/features/tests/components/release-dialog.tsx'
import { useDuplication, useRemoval } from '#client/features/tests/components/use-test-actions.tsx'
import { useWindowClock, windowOf } from '#client/features/tests/model/test-window.ts'
import { useAuthoring } from '#client/lib/authoring.ts'
import { DataList } from '#client/ui/data-list.tsx'
import type { pagedBy } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { offered, type RowAction } from '#client/ui/row-menu.tsx'
import { canAssignStudents } from '#shared/assignments/assignments.rules.ts'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { type CollegeTest, useReleaseResults } from '../queries.ts'
import { AssignStudentsDialog } from './assign-students-dialog.tsx'
import { AssignedCards, assignedColumns } from './assigned-columns.tsx'
import { ExtraTimeDialog } from './extra-time-dialog.tsx'
import { collegeStepOf } from './next-step.tsx'
import { RejectDialog, useDecision } from './reject-dialog.tsx'

interface AssignedTestsProps {
  view: 'table' | 'cards'
  /** Undefined while loading. */
  tests: readonly CollegeTest[] | undefined
  list: ReturnType<typeof pagedBy> & { sort: string }
  /** Server clock minus device clock, in ms. */
  offset: number
  onAccepted: (test: CollegeTest) => void
  empty: ReactElement
}

const none: CollegeTest[] = []

/** True if the college can still release the scores to its students. */
const canRelease = ({ resultRelease, resultsReleasedAt }: CollegeTest, now: number) =>
  resultRelease === 'by_staff' && (resultsReleasedAt === null || Date.parse(resultsReleasedAt) > now)

/** A college's tests as a table or cards, with their actions. */
export function AssignedTests({ view, tests, list, offset, onAccepted, empty }: AssignedTestsProps) {
  const now = useWindowClock(tests ?? none, offset)
  const preview = useDialog<CollegeTest>()
  const assign = useDialog<CollegeTest>()
  const time = useDialog<CollegeTest>()
  const reject = useDialog<CollegeTest>()
  const release = useDialog<CollegeTest>()
  const { mutateAsync: releaseResults } = useReleaseResults()
  const navigate = useNavigate()
  const canWrite = useAuthoring().data?.canWrite === true
  const duplicate = useDuplication()
  const remove = useRemoval()
  const { accept, undoRejection, deciding } = useDecision(onAccepted)
  const decisions = {
    deciding,
    onPreview: preview.open,
    onAccept: (test: CollegeTest) => void accept(test),
    onReject: reject.open,
    onUndoRejection: (test: CollegeTest) => void undoRejection(test),
    onAssign: assign.open,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new objects on each render, but equivalent
  const columns = useMemo(() => assignedColumns(decisions, now), [deciding, now])
  const actions = (test: CollegeTest): RowAction[] => {
    const { assignmentId, assignmentStatus } = test
    if (assignmentId === null) return []
    const step = collegeStepOf(test, now)
    const timing = timingOf(windowOf(test), now)
    const page = { to: '/tests/$testId/edit', params: { testId: test.id } } as const
    const isOwn = test.collegeId !== undefined
    // Without permission to write tests, the page of the college's own test is read-only, except for releasing the key.
    const view = () => (isOwn && !canWrite ? void navigate(page) : preview.open(test))
    const look: RowAction = { label: 'View', icon: IconEye, onClick: view }
    if (assignmentStatus === 'pending')
      return offered([
        look,
        step !== 'accept' && { label: 'Accept', icon: IconCheck, onClick: () => void accept(test) },
        { label: 'Reject', icon: IconX, onClick: () => reject.open(test), destructive: true },
      ])
    if (assignmentStatus !== 'accepted') return [look]
    const board = { to: '/live-board/$assignmentId', params: { assignmentId } } as const
    const report = { to: '/assigned-tests/$testId/report', params: { testId: test.id } } as const
    const journals = { to: '/tests/$testId/journals', params: { testId: test.id } } as const
    const plagiarism = { to: '/tests/$testId/plagiarism', params: { testId: test.id } } as const
    return offered([
      look,
      canAssignStudents({ status: assignmentStatus, timing }) &&
        !step.startsWith('assign') && {
          label: 'Assign to students',
          icon: IconUsersPlus,
          onClick: () => assign.open(test),
        },
      step !== 'open_live_board' &&
        timing !== 'Ended' && { label: 'Live board', icon: IconActivity, onClick: () => void navigate(board) },
      step !== 'open_report' && { label: 'Report', icon: IconFileAnalytics, onClick: () => void navigate(report) },
      { label: 'Extra time', icon: IconClockPlus, onClick: () => time.open(test) },
      canRelease(test, now) && { label: 'Release scores', icon: IconLockOpen, onClick: () => release.open(test) },
      isOwn && canWrite && { label: 'Edit', icon: IconPencil, onClick: () => void navigate(page) },
      isOwn && canWrite && { label: 'Duplicate', icon: IconCopy, onClick: () => void duplicate(test) },
      test.codingCount > 0 && { label: 'Plagiarism', icon: IconCopyCheck, onClick: () => void navigate(plagiarism) },
      test.codingCount > 0 && { label: 'Code playback', icon: IconHistory, onClick: () => void navigate(journals) },
      isOwn && canWrite && { label: 'Delete', icon: IconTrash, destructive: true, onClick: () => void remove(test) },
    ])
  }

  return (
    <>
      {view === 'cards' && tests && tests.length > 0 && list.pagination ? (
        <AssignedCards {...{ tests, decisions, actions, now, list }} pagination={list.pagination} />
      ) : (
        <DataList
          {...list}
          empty={empty}
          label="Assigned tests"
          cardsBelow={60}
          columns={columns}
          rows={tests}
          rowKey={(test) => test.id}
          actions={actions}
        />
      )}
      {preview.show((test, dialog) => (
        <PreviewDialog test={test} {...dialog} />
      ))}
      {assign.show(({ assignmentId, testName }, dialog) => (
        <AssignStudentsDialog assignmentId={assignmentId ?? ''} testName={testName} {...dialog} />
      ))}
      {reject.show((test, dialog) => (
        <RejectDialog test={test} now={now} {...dialog} />
      ))}
      {release.show((opened, dialog) => {
        // Use the current row, since the list may have been refetched after the dialog opened.
        const test = tests?.find(({ id }) => id === opened.id) ?? opened
        return (
          <ReleaseDialog
            what="scores"
            testName={test.testName}
            scheduledFor={test.resultsReleasedAt}
            onRelease={(at) => releaseResults({ id: test.assignmentId ?? '', ...(at !== undefined && { at }) })}
            {...dialog}
          />
        )
      })}
      {time.show(({ assignmentId, testName }, dialog) => (
        <ExtraTimeDialog assignmentId={assignmentId ?? ''} testName={testName} {...dialog} />
      ))}
    </>
  )
}
