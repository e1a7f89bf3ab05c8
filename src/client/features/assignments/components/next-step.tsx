import { Button } from '@mantine/core'
import { windowOf } from '#client/features/tests/model/test-window.ts'
import { formatRelative } from '#client/lib/time.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Note } from '#client/ui/note.tsx'
import { nextStepOf } from '#shared/assignments/assignments.rules.ts'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import type { CollegeTest, FacultyTest } from '../queries.ts'

export interface TestDecisions {
  /** Id of the assignment whose decision is being sent. */
  deciding: string | undefined
  onPreview: (test: CollegeTest) => void
  onAccept: (test: CollegeTest) => void
  onReject: (test: CollegeTest) => void
  onUndoRejection: (test: CollegeTest) => void
  onAssign: (test: CollegeTest) => void
}

/** The college admin's next step for a test. @param now server time, ms UTC */
export const collegeStepOf = (test: CollegeTest, now: number) =>
  nextStepOf(
    { status: test.assignmentStatus, students: test.assignedStudentCount, timing: timingOf(windowOf(test), now) },
    true,
  )

const Opens = ({ at, now }: { at: string; now: number }) => <Note>Opens {formatRelative(at, now)}</Note>

const LiveBoardButton = ({ assignmentId }: { assignmentId: string }) => (
  <LinkButton to="/live-board/$assignmentId" params={{ assignmentId }} size="compact-sm" variant="default">
    Live board
  </LinkButton>
)

/** Shows a college admin's next step for a test, or what the test is waiting for. @param now server time, ms UTC */
export function NextStep({ test, now, ...decisions }: TestDecisions & { test: CollegeTest; now: number }) {
  const { id, assignmentId, startDateTime } = test
  const busy = decisions.deciding !== undefined && decisions.deciding === assignmentId
  switch (collegeStepOf(test, now)) {
    case 'accept':
      return (
        <Button size="compact-sm" variant="light" loading={busy} onClick={() => decisions.onAccept(test)}>
          Accept
        </Button>
      )
    case 'undo_rejection':
      return (
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => decisions.onUndoRejection(test)}>
          Undo rejection
        </Button>
      )
    case 'assign':
      return (
        <Button size="compact-sm" variant="light" onClick={() => decisions.onAssign(test)}>
          Assign to students
        </Button>
      )
    case 'assign_more':
      return (
        <div>
          <Button size="compact-sm" variant="default" mb={2} onClick={() => decisions.onAssign(test)}>
            Assign more
          </Button>
          <Opens at={startDateTime} now={now} />
        </div>
      )
    case 'open_live_board':
      return <LiveBoardButton assignmentId={assignmentId ?? ''} />
    case 'open_report':
      return (
        <LinkButton to="/assigned-tests/$testId/report" params={{ testId: id }} size="compact-sm" variant="default">
          Report
        </LinkButton>
      )
    case 'wait_for_offer':
      return <Note>Not offered to your college</Note>
    case 'ended_undecided':
      return <Note>Ended without a decision</Note>
    case 'stays_rejected':
      return <Note>Final: the test has started</Note>
    case 'wait_for_students':
    case 'wait_for_start':
      return null
  }
}

/** Shows a faculty member's next step for a test, or what the test is waiting for. @param now ms UTC */
export function FacultyNextStep({ test, now }: { test: FacultyTest; now: number }) {
  const { id, testId, totalStudents } = test
  const step = nextStepOf(
    { status: 'accepted', students: totalStudents, timing: timingOf(windowOf(testId), now) },
    false,
  )
  switch (step) {
    case 'open_live_board':
      return <LiveBoardButton assignmentId={id} />
    case 'open_report':
      return (
        <LinkButton to="/test-reports" search={{ report: testId.id }} size="compact-sm" variant="default">
          Report
        </LinkButton>
      )
    case 'wait_for_students':
      return <Note>Not assigned to students yet</Note>
    default:
      return <Opens at={testId.startDateTime} now={now} />
  }
}
