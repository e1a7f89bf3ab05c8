import type { timingOf } from '../attempts/attempts.rules.ts'
import type { CollegeTestStatus } from './assignments.schema.ts'

interface AssignmentState {
  status: CollegeTestStatus
  /** Students who have the test. */
  students: number
  timing: ReturnType<typeof timingOf>
}

/** The college's next step for a test, or what it waits for. */
export type NextStep =
  | 'accept'
  | 'undo_rejection'
  | 'assign'
  | 'assign_more'
  | 'open_live_board'
  | 'open_report'
  | 'wait_for_offer'
  | 'wait_for_students'
  | 'wait_for_start'
  | 'ended_undecided'
  | 'stays_rejected'

/** @param manages whether the reader decides and assigns (college admin) or follows (faculty) */
export function nextStepOf({ status, students, timing }: AssignmentState, manages: boolean): NextStep {
  switch (status) {
    case 'not_assigned':
      return 'wait_for_offer'
    case 'pending':
      return timing === 'Ended' ? 'ended_undecided' : 'accept'
    case 'rejected':
      return timing === 'Upcoming' ? 'undo_rejection' : 'stays_rejected'
    case 'accepted':
      if (timing === 'Ended') return 'open_report'
      if (students === 0) return manages ? 'assign' : 'wait_for_students'
      if (timing === 'Active') return 'open_live_board'
      return manages ? 'assign_more' : 'wait_for_start'
  }
}

/** Students of an ended test could no longer take it. */
export const canAssignStudents = ({ status, timing }: Omit<AssignmentState, 'students'>) =>
  status === 'accepted' && timing !== 'Ended'
