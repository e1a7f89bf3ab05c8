import type { Actor, Platform } from '#server/platform/platform.ts'
import { DomainError, sentences } from '#shared/errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { collegesRepo } from './colleges.repo.ts'
import { getCollege, requireCollege, subjectOf } from './colleges.ts'

const isAllowed = async (app: Platform, collegeId: string) =>
  (await collegesRepo(app.db.read).find(collegeId))?.college.ownTests ?? null

/** @throws FORBIDDEN unless the college may write its own tests and questions */
export async function requireOwnTests(app: Platform, collegeId: string): Promise<void> {
  const allowed = await isAllowed(app, collegeId)
  if (allowed === 'on') return
  throw new DomainError('FORBIDDEN', allowed === 'off' ? sentences.ownTestsOff : sentences.accessDenied)
}

/** Same as `requireOwnTests`, but for reading: also accepts a college that lost the permission. @throws FORBIDDEN */
export async function requireOwnTestsEver(app: Platform, collegeId: string): Promise<void> {
  if ((await isAllowed(app, collegeId)) === null) throw new DomainError('FORBIDDEN', sentences.accessDenied)
}

/** A college's permissions to read and write its own tests and questions. */
export async function getOwnTests(app: Platform, { collegeId }: { collegeId: string }) {
  const allowed = await isAllowed(app, collegeId)
  return { canRead: allowed !== null, canWrite: allowed === 'on' }
}

/**
 * Grants or revokes the permission to write own tests and questions. Existing questions are kept, and tests continue.
 * @throws NOT_FOUND
 */
export async function setOwnTests(app: Platform, actor: Actor, id: string, allowed: boolean) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const { college } = await requireCollege(tx, id)
    if ((college.ownTests === 'on') === allowed) return
    await collegesRepo(tx).update(id, { ownTests: allowed ? 'on' : 'off' })
    const action = allowed ? 'college.allow_own_tests' : 'college.stop_own_tests'
    await recordAudit(tx, now, actor, { action, ...subjectOf(college) })
  })
  return getCollege(app, id)
}
