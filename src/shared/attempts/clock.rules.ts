/**
 * The clock of an attempt. An attempt runs through parts, one after the other: the sections of its test, or the whole test as
 * its only part. Each part has its own time from the moment it opens; leaving a part closes it for good and opens the next.
 * Times are milliseconds since 1970 UTC by the server's clock, durations milliseconds.
 */

/** How long after the end of a part, or of the whole, a save or a submit is still taken: time for the network. */
export const graceMs = 5_000

/**
 * The stored clock: the length of each part for this student, including extra and returned time, and the index (from 0)
 * of the part the student opened last. Parts the clock has opened since are computed.
 */
export interface AttemptClock {
  plan: readonly number[]
  currentPart: number
  partOpenedAt: number
}

/** The state of an attempt at one moment. */
export interface Position {
  part: number
  openedAt: number
  /** The end of the open part. */
  partDeadline: number
  /** The end of the whole: the open part's end and the parts after it in full. */
  deadline: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The part that is open at `now`. At the end of its time the next one is open; the last stays open. */
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

/** The end of the whole attempt. It moves only when a part is left early or time is given. */
export const deadlineOf = (clock: AttemptClock): number => clock.partOpenedAt + sum(clock.plan.slice(clock.currentPart))

/** True if a save that arrives at `now` is still accepted. */
export const acceptsAnswers = (now: number, deadline: number) => now <= deadline + graceMs

/**
 * The parts whose answers are taken at `now`: the open one, and within the grace the one that the clock has just ended. One
 * that the student has left is closed at once.
 */
export function openParts(clock: AttemptClock, now: number): number[] {
  const { part, openedAt, deadline } = positionAt(clock, now)
  if (!acceptsAnswers(now, deadline)) return []
  const justEnded = part > clock.currentPart && now <= openedAt + graceMs
  return justEnded ? [part - 1, part] : [part]
}

/** The clock after the student has left the open part at `now`. */
export const leavePart = (clock: AttemptClock, now: number): AttemptClock => ({
  plan: clock.plan,
  currentPart: positionAt(clock, now).part + 1,
  partOpenedAt: now,
})

/**
 * The plan with extra time. What is given before or during the attempt is shared out among the open part and those after it,
 * each in proportion to its length; all of it goes into the last one when that is the one open.
 *
 * @param from the open part, 0 before the start
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
 * The clock after time in which nobody could answer: the part that was open when it began gets it back.
 *
 * @param lostFrom the last moment at which the server is known to have run
 */
export function withLostTime(clock: AttemptClock, lostFrom: number, lostMs: number): AttemptClock {
  const { part } = positionAt(clock, lostFrom)
  return { ...clock, plan: clock.plan.map((ms, place) => (place === part ? ms + lostMs : ms)) }
}

/** The clock of an attempt that is opened again at `now`, with `ms` for the part it had come to. */
export function reopenedClock(clock: AttemptClock, submittedAt: number, now: number, ms: number): AttemptClock {
  const { part } = positionAt(clock, submittedAt)
  return {
    plan: clock.plan.map((own, place) => (place === part ? ms : own)),
    currentPart: part,
    partOpenedAt: now,
  }
}
