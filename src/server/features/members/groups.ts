import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { notFound } from '#shared/errors.ts'
import type { collegeSettings, groupDecision, StudentGroup } from '#shared/members/groups.schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { deliver } from '../notifications/delivery.ts'
import { sendNotice } from '../notifications/notifications.ts'
import { groupsRepo } from './groups.repo.ts'

const dayMs = 86_400_000
/** Number of days that students' own changes stay listed for the college admin. */
const shownDays = 7
const maxRequests = 50
const maxChanges = 5

const collegeNotFound = () => notFound('College')

/** Returns whether students may change their batch, branch and section freely or only after approval. */
export async function getCollegeSettings(app: Platform, scope: CollegeScope) {
  const college = await groupsRepo(app.db.read).college(scope)
  if (!college) throw collegeNotFound()
  return { groupChanges: college.groupChanges }
}

/** Updates the setting. Pending requests must still be accepted or rejected. */
export async function putCollegeSettings(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  { groupChanges }: z.output<typeof collegeSettings>,
) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const college = await groupsRepo(tx).college(scope)
    if (!college) throw collegeNotFound()
    if (college.groupChanges === groupChanges) return
    await groupsRepo(tx).setGroupChanges(scope, groupChanges)
    await recordAudit(tx, now, actor, {
      action: 'college.update_settings',
      subject: { type: 'college', id: college.id, name: college.name },
      detail: { groupChanges: { from: college.groupChanges, to: groupChanges } },
    })
  })
  return { groupChanges }
}

const nowhere: StudentGroup = { batch: '', branch: '', section: '' }
const groupOf = (row: { batch: string | null; branch: string | null; section: string | null }): StudentGroup => ({
  batch: row.batch ?? '',
  branch: row.branch ?? '',
  section: row.section ?? '',
})

/** Pending requests, and recent changes that students made themselves. */
export async function findGroupWork(app: Platform, scope: CollegeScope) {
  const repo = groupsRepo(app.db.read)
  const since = app.clock.now() - shownDays * dayMs
  const requests = await repo.requests(scope, maxRequests)
  const changes = await repo.changes(scope, since, maxChanges)
  return {
    requests: requests.map(({ to, ...row }) => ({ ...row, from: groupOf(row), to })),
    totalRequests: await repo.countRequests(scope),
    changes: changes.map(({ detail, ...row }) => ({ ...row, from: nowhere, to: nowhere, ...detail })),
    totalChanges: await repo.countChanges(scope, since),
  }
}

const placeText = ({ batch, branch, section }: StudentGroup) => [batch, branch, section].filter(Boolean).join(' · ')

/**
 * Accepts or rejects a student's request and notifies the student.
 * @throws NOT_FOUND when the student has no pending request
 */
export async function decideGroupRequest(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  { id, accept }: z.output<typeof groupDecision>,
) {
  const now = app.clock.now()
  const notice = await app.db.write(async (tx) => {
    const repo = groupsRepo(tx)
    const found = await repo.request(scope, id)
    const college = await repo.college(scope)
    if (!found || !college) throw notFound('Request')
    const { name, to } = found
    if (accept) await repo.move(scope, id, to)
    await repo.deleteRequest(id)
    await recordAudit(tx, now, actor, {
      action: accept ? 'member.accept_group_request' : 'member.reject_group_request',
      subject: { type: 'member', id, name },
      detail: { from: groupOf(found), to },
    })
    const place = placeText(to)
    return sendNotice(
      app,
      tx,
      {
        collegeId: scope.collegeId,
        sender: { role: 'college_admin', name: college.name, email: college.email },
        title: accept ? 'Your group change was accepted' : 'Your group change was not accepted',
        message: accept
          ? `You are now in ${place}.`
          : `Your college did not accept your request to move to ${place}. If you think this is a mistake, contact your college.`,
        studentIds: [id],
      },
      now,
    )
  })
  await deliver(app, notice)
  return { message: accept ? 'Request accepted' : 'Request rejected' }
}
