import type { timingOf } from '../attempts/attempts.rules.ts'
import type { CollegeTestStatus } from './assignments.schema.ts'

interface AssignmentState {
  status: CollegeTestStatus
  /** Number of students the test is assigned to. */
  students: number
  timing: ReturnType<typeof timingOf>
}

/** The college's next step for a test, or the event it is waiting for. */
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

/** @param manages true for college admins, who answer offers and assign tests; false for faculty, who only watch */
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

/** A test that has ended can no longer be taken, so assigning it is pointless. */
export const canAssignStudents = ({ status, timing }: Omit<AssignmentState, 'students'>) =>
  status === 'accepted' && timing !== 'Ended'
