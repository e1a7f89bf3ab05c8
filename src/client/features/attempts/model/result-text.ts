import { percentText, plural } from '#client/lib/format.ts'
import { formatDateTime } from '#client/lib/time.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { isRepeatable, timingOf } from '#shared/attempts/attempts.rules.ts'
import type { AttemptScore } from '#shared/attempts/attempts.schema.ts'

type Assignment = RouterOutputs['assignments']['listForStudent']['assignments'][number]

/** Summary of a student's attempts at a Practice test. */
export type Practised = NonNullable<Assignment['practised']>

/**
 * Number of attempts at a Practice test and the best score. Undefined before the first submission and for other tests.
 */
export function practisedOf({
  practised,
  attempt,
  testId,
}: Pick<Assignment, 'practised' | 'attempt' | 'testId'>): Practised | undefined {
  if (practised) return practised
  if (!isRepeatable(testId) || attempt?.percentage == null) return undefined
  return { attempts: 1, bestPercentage: attempt.percentage }
}

/** True if a submitted Practice test can be retaken. @param now server time, ms UTC */
export function canTakeAgain({ hasAttempted, testId }: Pick<Assignment, 'hasAttempted' | 'testId'>, now: number) {
  const window = { startDateTime: Date.parse(testId.startDateTime), endDateTime: Date.parse(testId.endDateTime) }
  return hasAttempted && isRepeatable(testId) && timingOf(window, now) === 'Active'
}

/** `3 attempts · best 92.5%` */
export const practisedText = ({ attempts, bestPercentage }: Practised) =>
  `${plural(attempts, 'attempt')} · best ${percentText(bestPercentage)}`

/** The summary in full sentences. */
export const takenText = ({ attempts, bestPercentage }: Practised) =>
  `You have taken this test ${attempts === 1 ? 'once' : `${attempts} times`}. Your best score is ${percentText(bestPercentage)}.`

/** Describes the score trend. @param attempts oldest first; at least two */
export function trendTitle(attempts: readonly Pick<AttemptScore, 'percentage'>[]): string {
  const first = percentText(attempts[0]?.percentage ?? 0)
  const latest = percentText(attempts.at(-1)?.percentage ?? 0)
  if (first === latest) return `You scored ${latest} in your first and latest attempt`
  const verb = (attempts.at(-1)?.percentage ?? 0) > (attempts[0]?.percentage ?? 0) ? 'rose' : 'fell'
  return `Your score ${verb} from ${first} to ${latest}`
}

/** The reason a result has no score yet. */
interface Waiting {
  /** The number of answers that still have to be marked by hand. */
  pendingMarks?: number | undefined
  /** ISO-8601; null if the release is not scheduled. */
  releaseAt?: string | null | undefined
}

/** `2 answers are being marked`. */
export const markingText = (answers: number) =>
  `${plural(answers, 'answer')} ${answers === 1 ? 'is' : 'are'} being marked`

/** Explains why there is no result yet: `Results on 24 Nov 2026, 5:00 pm`. */
export function releaseText({ pendingMarks = 0, releaseAt }: Waiting = {}) {
  if (pendingMarks > 0) return markingText(pendingMarks)
  return releaseAt ? `Results on ${formatDateTime(releaseAt)}` : 'Results not released yet'
}
