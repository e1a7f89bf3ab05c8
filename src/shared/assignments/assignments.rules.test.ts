import { describe, expect, it } from 'vitest'
import { canAssignStudents, nextStepOf } from './assignments.rules.ts'
import { collegeTestStatuses } from './assignments.schema.ts'

const timings = ['Upcoming', 'Active', 'Ended'] as const
const steps = (status: (typeof collegeTestStatuses)[number], students: number, manages = true) =>
  timings.map((timing) => nextStepOf({ status, students, timing }, manages))

describe('nextStepOf', () => {
  it('asks for a decision while the test can still be taken', () => {
    expect(steps('pending', 0)).toEqual(['accept', 'accept', 'ended_undecided'])
  })

  it('goes from assigning students to the live board and then the report', () => {
    expect(steps('accepted', 0)).toEqual(['assign', 'assign', 'open_report'])
    expect(steps('accepted', 12)).toEqual(['assign_more', 'open_live_board', 'open_report'])
  })

  it('allows undoing a rejection only before the test begins', () => {
    expect(steps('rejected', 0)).toEqual(['undo_rejection', 'stays_rejected', 'stays_rejected'])
  })

  it('waits for an offer when the test was never offered', () => {
    expect(new Set(steps('not_assigned', 0))).toEqual(new Set(['wait_for_offer']))
  })

  it('gives faculty no college admin actions', () => {
    expect(steps('accepted', 0, false)).toEqual(['wait_for_students', 'wait_for_students', 'open_report'])
    expect(steps('accepted', 12, false)).toEqual(['wait_for_start', 'open_live_board', 'open_report'])
  })
})

it('allows assigning students to an accepted test until it ends', () => {
  const allowed = collegeTestStatuses.flatMap((status) =>
    timings.filter((timing) => canAssignStudents({ status, timing })).map((timing) => `${status} ${timing}`),
  )
  expect(allowed).toEqual(['accepted Upcoming', 'accepted Active'])
})
