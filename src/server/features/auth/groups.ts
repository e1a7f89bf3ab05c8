import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { notFound } from '#shared/errors.ts'
import type { StudentGroup } from '#shared/members/groups.schema.ts'
import { ownAccount, recordAudit } from '../audit/audit.ts'
import { groupRequestsRepo } from './groups.repo.ts'

interface Move {
  from: StudentGroup
  to: StudentGroup
}

/** Stores a student's request to change groups, inside the caller's job. */
export async function requestGroupIn(tx: Db, now: number, actor: Actor, collegeId: string, { from, to }: Move) {
  await groupRequestsRepo(tx).put({ studentId: actor.id, collegeId, ...to, requestedAt: now })
  await recordAudit(tx, now, actor, {
    action: 'account.request_group',
    subject: ownAccount(actor),
    detail: { from, to },
  })
}

/** Records that a student changed groups, and deletes any pending request. */
export async function recordGroupIn(tx: Db, now: number, actor: Actor, { from, to }: Move) {
  await groupRequestsRepo(tx).delete(actor.id)
  await recordAudit(tx, now, actor, {
    action: 'account.change_group',
    subject: ownAccount(actor),
    detail: { from, to },
  })
}

/** The student's pending request. */
export async function getOwnRequest(app: Platform, actor: Actor) {
  const found = await groupRequestsRepo(app.db.read).find(actor.id)
  if (!found) return { request: null }
  const { batch, branch, section, requestedAt } = found
  return { request: { to: { batch, branch, section }, requestedAt } }
}

/** Withdraws the student's request. @throws NOT_FOUND when none is pending */
export async function withdrawRequest(app: Platform, actor: Actor) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    if (!(await groupRequestsRepo(tx).find(actor.id))) throw notFound('Request')
    await groupRequestsRepo(tx).delete(actor.id)
    await recordAudit(tx, now, actor, { action: 'account.withdraw_group_request', subject: ownAccount(actor) })
  })
  return { message: 'Request withdrawn' }
}
