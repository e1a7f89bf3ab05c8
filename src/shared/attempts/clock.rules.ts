/**
 * An attempt's clock. It runs through the parts in order: the sections of the test, or the whole test as the only
 * part. Each part's time starts when it opens. Leaving a part closes it permanently and opens the next.
 * Times are milliseconds since 1970 UTC by the server's clock; durations are milliseconds.
 */

/** Grace period for network delay: how long saves and submits are accepted after a part, or the attempt, ends. */
export const graceMs = 5_000

/**
 * The stored clock: the length of each part for this student, including extra and returned time, and the 0-based index
 * of the last part the student opened. Parts that opened later because time ran out are computed.
 */
export interface AttemptClock {
  plan: readonly number[]
  currentPart: number
  partOpenedAt: number
}

/** The state of an attempt at a given time. */
export interface Position {
  part: number
  openedAt: number
  partDeadline: number
  /** The end of the attempt if every remaining part runs its full time. */
  deadline: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The part open at `now`. When its time ends, the next one opens; the last one remains open. */
export function positionAt({ plan, currentPart, partOpenedAt }: AttemptClock, now: number): Position {
  let part = currentPart
  let openedAt = partOpenedAt
  while (part < plan.length - 1 && now >= openedAt + (plan[part] ?? 0)) {
    openedAt += plan[part] ?? 0
    part++
  }
  const partDeadline = openedAt + (plan[part] ?? 0)
  return { part, openedAt, partDeadline, deadline: partDeadline + sum(plan.slice(part + 1)) }
}

/** The end of the attempt. It moves only when a part is left early or time is added. */
export const deadlineOf = (clock: AttemptClock): number => clock.partOpenedAt + sum(clock.plan.slice(clock.currentPart))

/** True if a save that arrives at `now` is still accepted. */
export const acceptsAnswers = (now: number, deadline: number) => now <= deadline + graceMs

/**
 * The parts whose answers are accepted at `now`: the open one and, during the grace period, one whose time just ran
 * out. A part that the student left is closed immediately.
 */
export function openParts(clock: AttemptClock, now: number): number[] {
  const { part, openedAt, deadline } = positionAt(clock, now)
  if (!acceptsAnswers(now, deadline)) return []
  const justEnded = part > clock.currentPart && now <= openedAt + graceMs
  return justEnded ? [part - 1, part] : [part]
}

/** The clock after the student leaves the open part at `now`. */
export const leavePart = (clock: AttemptClock, now: number): AttemptClock => ({
  plan: clock.plan,
  currentPart: positionAt(clock, now).part + 1,
  partOpenedAt: now,
})

/**
 * Returns the plan with extra time, distributed over the open part and later ones in proportion to their length. If
 * the last part is open, it gets all the time.
 *
 * @param from the open part; 0 before the start
 */
export function withExtraTime(plan: readonly number[], from: number, extraMs: number): number[] {
  const whole = sum(plan.slice(from))
  let left = extraMs
  return plan.map((ms, part) => {
    if (part < from) return ms
    const share = part === plan.length - 1 || whole === 0 ? left : Math.round((extraMs * ms) / whole)
    left -= share
    return ms + share
  })
}

/**
 * Returns the clock after downtime, with the lost time added to the part that was open when the downtime began.
 *
 * @param lostFrom the last time at which the server is known to have been running
 */
export function withLostTime(clock: AttemptClock, lostFrom: number, lostMs: number): AttemptClock {
  const { part } = positionAt(clock, lostFrom)
  return { ...clock, plan: clock.plan.map((ms, place) => (place === part ? ms + lostMs : ms)) }
}

/** The clock of an attempt reopened at `now`, with `ms` left in the part it had reached. */
export function reopenedClock(clock: AttemptClock, submittedAt: number, now: number, ms: number): AttemptClock {
  const { part } = positionAt(clock, submittedAt)
  return {
    plan: clock.plan.map((own, place) => (place === part ? ms : own)),
    currentPart: part,
    partOpenedAt: now,
  }
}
