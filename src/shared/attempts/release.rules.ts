import type { ExamRules } from '../tests/exam.schema.ts'

/** Inputs that determine when a student sees a test's score and key. Times are ms since 1970 UTC. */
export interface ReleaseFacts {
  rules: Pick<ExamRules, 'resultRelease' | 'keyRelease'>
  endDateTime: number
  /** The latest deadline of the attempts still running in any college; null when there are none. */
  lastDeadline: number | null
  /** Release time of the college's scores, past or future; null if undecided. */
  resultsReleasedAt: number | null
  /** Release time of the key, set by the test's author, past or future; null if undecided. */
  keyReleasedAt: number | null
}

/** `at` is the release time, if known. It is meaningless once `isOut` is true. */
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

/** Returns whether a student may see the score and the key at the given time. The key never precedes the score. */
export function releaseOf(facts: ReleaseFacts, at: number): { score: Release; key: Release } {
  const score = byRule(facts.rules.resultRelease, facts.resultsReleasedAt, facts, at)
  const key = byRule(facts.rules.keyRelease, facts.keyReleasedAt, facts, at)
  return { score, key: score.isOut ? key : { ...key, isOut: false } }
}
