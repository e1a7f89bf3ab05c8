import { windowOf } from '#client/features/tests/model/test-window.ts'
import { availabilityOf } from '#shared/attempts/attempts.rules.ts'
import type { MyTest } from '../queries.ts'

/** Status of a card: one of the four shared statuses, or `In progress`, which takes precedence. */
export type MyTestStatus = ReturnType<typeof availabilityOf> | 'In progress'

export interface Placed {
  assignment: MyTest
  status: MyTestStatus
}

const groups: { title: string; statuses: MyTestStatus[] }[] = [
  { title: 'To take now', statuses: ['In progress', 'Available'] },
  { title: 'Upcoming', statuses: ['Upcoming'] },
  { title: 'Finished', statuses: ['Completed', 'Expired'] },
]

/** A running attempt can be resumed even after the window has closed. @param now server time, ms UTC */
function statusOf({ testId, hasAttempted, inProgress }: MyTest, now: number): MyTestStatus {
  if (inProgress && !hasAttempted) return 'In progress'
  return availabilityOf(windowOf(testId), hasAttempted, now)
}

/** Sort key within a group: in progress, then closing soonest, opening soonest, or most recently finished. */
function urgency({ assignment: { testId, attempt }, status }: Placed): number {
  if (status === 'In progress') return Number.NEGATIVE_INFINITY
  if (status === 'Available') return Date.parse(testId.endDateTime)
  if (status === 'Upcoming') return Date.parse(testId.startDateTime)
  return -Date.parse(attempt?.submittedAt ?? testId.endDateTime)
}

/** A student's tests with their status. @param now server time, ms UTC */
export const placeMyTests = (assignments: readonly MyTest[], now: number): Placed[] =>
  assignments.map((assignment) => ({ assignment, status: statusOf(assignment, now) }))

/** Counts tests per status. `pending` tests can be taken now or are in progress. */
export function countMyTests(placed: readonly Placed[]) {
  const of = (...statuses: MyTestStatus[]) => placed.filter(({ status }) => statuses.includes(status)).length
  return {
    total: placed.length,
    completed: of('Completed'),
    pending: of('Available', 'In progress'),
    inProgress: of('In progress'),
    upcoming: of('Upcoming'),
  }
}

/** The most recently submitted tests, newest first. */
export const latestSubmitted = (placed: readonly Placed[], limit: number) =>
  placed
    .filter(({ assignment }) => assignment.attempt !== null)
    .sort((one, other) => compare(submittedAt(other), submittedAt(one)))
    .slice(0, limit)
const submittedAt = ({ assignment }: Placed) => assignment.attempt?.submittedAt ?? ''

/** The tests with the latest start times, latest first. */
export const byStart = (placed: readonly Placed[], limit: number) =>
  [...placed]
    .sort((one, other) => compare(other.assignment.testId.startDateTime, one.assignment.testId.startDateTime))
    .slice(0, limit)

/** A student's tests by group, without empty groups. Tests that can be taken now come first. */
export const groupMyTests = (placed: readonly Placed[]) =>
  groups
    .map(({ title, statuses }) => ({
      title,
      tests: placed
        .filter(({ status }) => statuses.includes(status))
        .sort((one, other) => compare(urgency(one), urgency(other))),
    }))
    .filter(({ tests }) => tests.length > 0)

/** Avoids subtraction, since infinity minus infinity is NaN, and `localeCompare`, since loading collations is slow. */
const compare = <T extends number | string>(one: T, other: T) => (one === other ? 0 : one < other ? -1 : 1)
