import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { type Release, releaseOf } from '#shared/attempts/release/rules.ts'
import type { ReleaseForm } from '#shared/attempts/release/schema.ts'
import { recordAudit } from '../../audit/service.ts'
import { assignmentNotFound, notReleasedByStaff, releasedAlready, testNotFound } from '../errors.ts'
import { releaseRepo } from './repo.ts'

export { releaseFacts } from './repo.ts'

/** What a student of a college may see of a test now. @throws NOT_FOUND */
export async function findRelease(
  app: Platform,
  scope: Pick<CollegeScope, 'collegeId'>,
  testId: string,
): Promise<{ score: Release; key: Release }> {
  const facts = await releaseRepo(app.db.read).facts(scope, testId)
  if (!facts) throw testNotFound()
  return releaseOf(facts, app.clock.now())
}

/** A release by people: what the test's rule and the last word on it are, and what it is called. */
interface ByStaff {
  rule: string
  releasedAt: number | null
  what: 'Scores' | 'Answers'
}

/**
 * What a release by people comes to: its time, ms UTC or null for none, what the audit log keeps of it and what it answers.
 *
 * @throws CONFLICT when the test's rules release it, or it is out already
 */
export function releaseByStaff({ at }: ReleaseForm, { rule, releasedAt, what }: ByStaff, now: number) {
  if (rule !== 'by_staff') throw notReleasedByStaff(what)
  if (releasedAt !== null && releasedAt <= now) throw releasedAlready()
  const time = at === undefined ? now : at
  const words = time === null ? 'will not be released' : time > now ? 'will be released' : 'released'
  const detail = { at: time === null ? null : new Date(time).toISOString() }
  return { time, detail, message: `${what} ${words}` }
}

/**
 * Releases the scores of a college's own students, at once or later, or takes a later release back.
 *
 * @throws NOT_FOUND; CONFLICT when the test's rules release them, or they are out already
 */
export async function releaseResults(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  form: ReleaseForm & { id: string },
): Promise<{ message: string }> {
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    const found = await releaseRepo(tx).accepted(scope, form.id)
    if (!found) throw assignmentNotFound()
    const { rules, resultsReleasedAt, testName } = found
    const byStaff = { rule: rules.resultRelease, releasedAt: resultsReleasedAt, what: 'Scores' } as const
    const { time, detail, message } = releaseByStaff(form, byStaff, now)
    await releaseRepo(tx).setResults(form.id, time)
    const entry = { action: 'assignment.release_results', subjectType: 'assignment', subjectId: form.id } as const
    await recordAudit(tx, now, actor, { ...entry, subjectName: testName, detail })
    return { message }
  })
}
