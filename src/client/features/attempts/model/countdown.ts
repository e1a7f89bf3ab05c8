import type { Moment, Remaining } from './server-clock.ts'

export type TimerTone = 'red' | 'orange' | 'green'

/** mm:ss, or hh:mm:ss from one hour. */
export function formatRemaining(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return whole >= 3_600 ? `${two(Math.floor(whole / 3_600))}:${clock}` : clock
}

/** Red in the last five minutes, orange in the last ten. */
export const toneOf = (seconds: number): TimerTone => (seconds <= 300 ? 'red' : seconds <= 600 ? 'orange' : 'green')

const milestones = [
  [60, '1 minute left'],
  [300, '5 minutes left'],
  [600, '10 minutes left'],
] as const

/** The announcement due between `before` and `now` seconds left, or null. After a sleep, only the most recent one. */
export const announcementFor = (before: number, now: number): string | null =>
  milestones.find(([at]) => before > at && now <= at && now > 0)?.[1] ?? null

/** Window before the end of a part, in ms, in which the client asks the server for extra time. */
const lastLookMs = { earliest: 7_000, latest: 3_000 } as const
/** Polling interval while the device's clock is in doubt, in ms. */
const doubtPauseMs = 5_000

/** What a tick asks for. */
export type Wish =
  /** Time has passed, so another part may be open. */
  | 'follow'
  /** The whole test is over. */
  | 'end'
  /** Ask the server whether there is extra time. */
  | 'look'
  /** Ask the server for the time, then call `answered`. */
  | 'ask'

export interface Ticked {
  countdown: Countdown
  wishes: readonly Wish[]
}

/** Reports the remaining time every second, and once when it has run out. */
export interface Countdown {
  /** Whole seconds left, rounded up: 0 only once the time is over. The same object until it changes. */
  left: Remaining
  isRunning: boolean
  lookMs: number
  isAsking: boolean
  /** When the last answered question was asked, by the monotonic clock. */
  askedAt: number
  /** The end for which the server was last asked. */
  lookedBefore: number
  isOver: boolean
}

const { earliest, latest } = lastLookMs

export const newCountdown = ({ remaining, random }: Moment): Countdown => ({
  left: secondsOf(remaining),
  isRunning: false,
  // Randomized, so that a whole hall does not ask in the same instant.
  lookMs: latest + random * (earliest - latest),
  isAsking: false,
  askedAt: Number.NEGATIVE_INFINITY,
  lookedBefore: 0,
  isOver: false,
})

const secondsOf = ({ part, whole }: Remaining): Remaining => ({
  part: Math.ceil(part / 1_000),
  whole: Math.ceil(whole / 1_000),
})

/** Time to the next change of the displayed second, so that one late tick does not delay the following ones. */
export const nextTickMs = ({ remaining: { part } }: Moment) => (part > 0 ? part % 1_000 || 1_000 : 1_000)

export function ticked(before: Countdown, at: Moment): Ticked {
  const countdown = { ...before, isRunning: true }
  if (!at.isDoubtful) return arrived(countdown, at)
  if (before.isAsking || at.mono - before.askedAt < doubtPauseMs) return shown(countdown, at, [])
  return shown({ ...countdown, isAsking: true }, at, ['ask'])
}

/**
 * The device slept, or its clock was changed, and the server was asked. If it could not be reached, a section may end,
 * which can be corrected later, but not the whole test.
 */
export function answered(before: Countdown, askedAt: number, at: Moment): Ticked {
  const countdown = { ...before, isAsking: false, askedAt }
  if (!before.isRunning) return { countdown, wishes: [] }
  return at.isDoubtful ? shown(countdown, at, ['follow']) : arrived(countdown, at)
}

function arrived(countdown: Countdown, at: Moment): Ticked {
  const { remaining, position } = at
  if (remaining.whole === 0)
    return shown({ ...countdown, isOver: true }, at, countdown.isOver ? ['follow'] : ['follow', 'end'])
  const isNear = remaining.part <= countdown.lookMs && position.partDeadline !== countdown.lookedBefore
  const lookedBefore = isNear ? position.partDeadline : countdown.lookedBefore
  return shown({ ...countdown, isOver: false, lookedBefore }, at, isNear ? ['follow', 'look'] : ['follow'])
}

function shown(countdown: Countdown, { remaining }: Moment, wishes: readonly Wish[]): Ticked {
  const left = secondsOf(remaining)
  const isSame = left.part === countdown.left.part && left.whole === countdown.left.whole
  return { countdown: isSame ? countdown : { ...countdown, left }, wishes }
}
