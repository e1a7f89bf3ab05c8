import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { type Release, releaseOf } from '#shared/attempts/release.rules.ts'
import type { ReleaseForm } from '#shared/attempts/release.schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { deliver } from '../notifications/delivery.ts'
import { sendNotice } from '../notifications/notifications.ts'
import { assignmentNotFound, notReleasedByStaff, releasedAlready, testNotFound } from './assignments.errors.ts'
import { releaseRepo } from './release.repo.ts'

export { releaseFacts } from './release.repo.ts'

/** Returns when a test's scores and key are released to a college's students. @throws NOT_FOUND */
export const findRelease = (app: Platform, scope: Pick<CollegeScope, 'collegeId'>, testId: string) =>
  releaseAt(app.db.read, app.clock.now(), scope, testId)

/** Same as `findRelease`, but inside a job. @throws NOT_FOUND */
export async function releaseAt(
  db: Db,
  now: number,
  scope: Pick<CollegeScope, 'collegeId'>,
  testId: string,
): Promise<{ score: Release; key: Release }> {
  const facts = await releaseRepo(db).facts(scope, testId)
  if (!facts) throw testNotFound()
  return releaseOf(facts, now)
}

/** A manual release: the test's rule, the current release time, and a label for messages. */
interface ByStaff {
  rule: string
  releasedAt: number | null
  what: 'Scores' | 'Answers'
}

/**
 * Computes a manual release: its time (ms UTC, null for none), audit entry and response.
 * @throws CONFLICT when the test's rules release it, or it is already released
 */
export function releaseByStaff({ at }: ReleaseForm, { rule, releasedAt, what }: ByStaff, now: number) {
  if (rule !== 'by_staff') throw notReleasedByStaff(what)
  if (releasedAt !== null && releasedAt <= now) throw releasedAlready(what)
  const time = at === undefined ? now : at
  const words = time === null ? 'will not be released' : time > now ? 'will be released' : 'released'
  const detail = { at: time === null ? null : new Date(time).toISOString() }
  return { time, detail, message: `${what} ${words}` }
}

/**
 * Releases scores to a college's students, now or at a later time, or cancels a scheduled release.
 * @throws NOT_FOUND; CONFLICT when the test's rules release them, or they are already released
 */
export async function releaseResults(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  form: ReleaseForm & { id: string },
) {
  const now = app.clock.now()
  const answer = await app.db.write(async (tx) => {
    const found = await releaseRepo(tx).accepted(scope, form.id)
    if (!found) throw assignmentNotFound()
    const { rules, resultsReleasedAt, testName } = found
    const byStaff = { rule: rules.resultRelease, releasedAt: resultsReleasedAt, what: 'Scores' } as const
    const { time, detail, message } = releaseByStaff(form, byStaff, now)
    await releaseRepo(tx).setResults(form.id, time)
    const subject = { type: 'assignment', id: form.id, name: testName } as const
    await recordAudit(tx, now, actor, { action: 'assignment.release_results', subject, detail })
    return { message }
  })
  await announceReleases(app)
  return answer
}

type Unannounced = Awaited<ReturnType<ReturnType<typeof releaseRepo>['unannounced']>>[number]

/** Releases that students have not been notified of yet. The key is never released before the score. */
function unannouncedReleases(facts: Unannounced, now: number): ('score' | 'key')[] {
  const { score, key } = releaseOf(facts, now)
  const { resultRelease, keyRelease } = facts.rules
  const isScoreNew = resultRelease === 'by_staff' && score.isOut && facts.resultsAnnouncedAt === null
  const isKeyNew = keyRelease === 'by_staff' && key.isOut && facts.keyAnnouncedAt === null
  return [...(isScoreNew ? (['score'] as const) : []), ...(isKeyNew ? (['key'] as const) : [])]
}

/** Notifications contain no scores because they are also emailed. */
const noticeOf = {
  score: (testName: string) => ({
    title: `Scores released: ${testName}`,
    message: `Your score for “${testName}” has been released. Open Reports to see it.`,
  }),
  key: (testName: string) => ({
    title: `Answers released: ${testName}`,
    message: `The correct answers to “${testName}” have been released. Open your report to see them.`,
  }),
}

/** Notifies students who have submitted, once per release, whether immediate or scheduled. */
export async function announceReleases(app: Platform): Promise<void> {
  const now = app.clock.now()
  const found = await releaseRepo(app.db.read).unannounced(now)
  for (const { id } of found.filter((facts) => unannouncedReleases(facts, now).length > 0)) {
    const sent = await app.db.write((tx) => announceOne(app, tx, id))
    for (const notification of sent) await deliver(app, notification)
  }
}

async function announceOne(app: Platform, tx: Db, assignmentId: string): Promise<string[]> {
  const now = app.clock.now()
  const [facts] = await releaseRepo(tx).unannounced(now, assignmentId)
  if (!facts) return []
  const { collegeId, collegeName, collegeEmail, testName, isOwn } = facts
  const studentIds = await releaseRepo(tx).submitters(assignmentId)
  const sent: string[] = []
  for (const what of unannouncedReleases(facts, now)) {
    const sender =
      what === 'score' || isOwn
        ? ({ role: 'college_admin', name: collegeName, email: collegeEmail } as const)
        : ({ role: 'master_admin', name: app.config.platformName, email: '' } as const)
    const notice = { collegeId, sender, studentIds, ...noticeOf[what](testName) }
    if (studentIds.length > 0) sent.push(await sendNotice(app, tx, notice, now))
    await releaseRepo(tx).setAnnounced(
      assignmentId,
      what === 'score' ? { resultsAnnouncedAt: now } : { keyAnnouncedAt: now },
    )
  }
  return sent
}
