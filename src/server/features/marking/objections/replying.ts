import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { ReplyAllForm, ReplyForm } from '#shared/marking/objections.schema.ts'
import { recordAudit } from '../../audit/audit.ts'
import { deliver } from '../../notifications/delivery.ts'
import { sendNotice } from '../../notifications/notifications.ts'
import { answeredMeanwhile, notSubmitted, objectionNotFound, questionNotFound } from '../marking.errors.ts'
import { markingRepo } from '../marking.repo.ts'
import { requireMarkable, requireMarker } from '../queue.ts'
import { objectionsRepo, type StaffRow } from './objections.repo.ts'
import { presentObjection } from './objections.ts'

/** @throws NOT_FOUND, also for another college's objection */
export async function requireObjection(app: Platform, reach: Reach, id: string): Promise<StaffRow> {
  const found = await objectionsRepo(app.db.read).find(reach, id)
  if (!found) throw objectionNotFound()
  return found
}

/** Stores one reply to several objections and notifies the students. @returns the notifications to deliver */
async function putReply(
  app: Services,
  tx: Db,
  actor: Actor,
  rows: readonly StaffRow[],
  { status, reply }: Pick<ReplyForm, 'status' | 'reply'>,
): Promise<string[]> {
  const now = app.clock.now()
  const ids = rows.map(({ objection }) => objection.id)
  await objectionsRepo(tx).reply(ids, { status, reply, repliedBy: actor.id, repliedAt: now })
  const sent: string[] = []
  for (const [assignmentId, ofCollege] of Map.groupBy(rows, (row) => row.assignmentId)) {
    const [first] = ofCollege
    if (!first) continue
    const { testName, college, student, objection } = first
    const one = ofCollege.length === 1 && { student: student.name, studentId: student.id, before: objection.status }
    await recordAudit(tx, now, actor, {
      action: 'assignment.answer_objections',
      subject: { type: 'assignment', id: assignmentId, name: testName },
      collegeId: college.id,
      detail: { ...one, objections: ofCollege.length, decision: status, questionId: objection.questionId },
    })
    const sender =
      actor.role === 'master_admin'
        ? ({ role: 'master_admin', name: app.config.platformName, email: '' } as const)
        : ({ role: 'college_admin', name: college.name, email: college.email } as const)
    const notice = {
      collegeId: college.id,
      sender,
      title: `Reply to your objection: ${testName}`,
      message: `Your objection to a question in “${testName}” has a reply. Open your report to read it.`,
      studentIds: [...new Set(ofCollege.map((row) => row.student.id))],
    }
    sent.push(await sendNotice(app, tx, notice, now))
  }
  return sent
}

/**
 * Accepts or rejects an objection, or replaces the reply.
 * @throws NOT_FOUND; FORBIDDEN when other faculty were chosen; CONFLICT while its attempt is reopened, or if somebody
 * else replied in the meantime
 */
export async function replyToObjection(
  app: Services,
  reach: Reach,
  actor: Actor,
  { id, since, ...form }: ReplyForm & { id: string },
) {
  const { objection } = await requireObjection(app, reach, id)
  await requireMarker(app, reach, actor, objection.testId)
  const sent = await app.db.write(async (tx) => {
    const row = await objectionsRepo(tx).find(reach, id)
    if (!row) throw objectionNotFound()
    if (row.submittedAt === null) throw notSubmitted()
    const seen = since == null ? since : Date.parse(since)
    if (seen !== undefined && seen !== row.objection.repliedAt) throw answeredMeanwhile()
    return putReply(app, tx, actor, [row], form)
  })
  for (const notification of sent) await deliver(app, notification)
  const row = await requireObjection(app, reach, id)
  const questions = await markingRepo(app.db.read).questionsOf(objection.testId)
  const question = questions.find((each) => each.id === objection.questionId)
  if (!question) throw questionNotFound()
  return { objection: await presentObjection(app, row, question, false) }
}

/**
 * Accepts or rejects all open objections to a question within the caller's reach.
 * @throws NOT_FOUND; FORBIDDEN when other faculty were chosen
 */
export async function replyToAll(
  app: Services,
  reach: Reach,
  actor: Actor,
  { id: testId, questionId, ...form }: ReplyAllForm & { id: string },
) {
  await requireMarkable(app, reach, testId)
  await requireMarker(app, reach, actor, testId)
  const { answered, sent } = await app.db.write(async (tx) => {
    const rows = await objectionsRepo(tx).openOf(reach, testId, questionId)
    return { answered: rows.length, sent: await putReply(app, tx, actor, rows, form) }
  })
  for (const notification of sent) await deliver(app, notification)
  return { answered }
}
