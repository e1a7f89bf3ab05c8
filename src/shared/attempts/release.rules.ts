import type { ExamRules } from '../tests/exam.schema.ts'

/** Inputs that determine when a student sees a test's score and key. Times are ms since 1970 UTC. */
export interface ReleaseFacts {
  rules: Pick<ExamRules, 'resultRelease' | 'keyRelease'>
  endDateTime: number
  /** The latest deadline of the attempts still running in any college; null when there are none. */
  lastDeadline: number | null
  /** When the college releases or released its scores; null if not decided. */
  resultsReleasedAt: number | null
  /** When the test's author releases or released the key; null if not decided. */
  keyReleasedAt: number | null
}

/** `at` is the time of release if known; it has no meaning once released. */
export interface Release {
  isOut: boolean
  at: number | null
}

const now: Release = { isOut: true, at: null }

function byRule(rule: ExamRules['keyRelease'], staffTime: number | null, facts: ReleaseFacts, at: number): Release {
  if (rule === 'at_once') return now
  if (rule === 'never') return { isOut: false, at: null }
  if (rule === 'by_staff') return { isOut: staffTime !== null && staffTime <= at, at: staffTime }
  const { endDateTime, lastDeadline } = facts
  return { isOut: endDateTime < at && lastDeadline === null, at: Math.max(endDateTime, lastDeadline ?? 0) }
}

/** What a student may see at the given time. The key is never released before the score. */
export function releaseOf(facts: ReleaseFacts, at: number): { score: Release; key: Release } {
  const score = byRule(facts.rules.resultRelease, facts.resultsReleasedAt, facts, at)
  const key = byRule(facts.rules.keyRelease, facts.keyReleasedAt, facts, at)
  return { score, key: score.isOut ? key : { ...key, isOut: false } }
}
