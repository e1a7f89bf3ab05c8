import type { Db } from '#server/platform/db.ts'
import { forgetMailTo } from '#server/platform/mail/mail.ts'
import { forgetOutbox } from '#server/platform/mail/transport.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { deleteFiles, filesOfStudent } from '../attempts/files.ts'
import { recordAudit } from '../audit/audit.ts'
import { deleteResetsIn } from '../auth/resets.ts'
import { deleteFromDeliveries } from '../integrations/webhooks/deliveries.ts'
import { inExam, studentNotFound, wrongConfirmation } from './privacy.errors.ts'
import { privacyRepo } from './privacy.repo.ts'
import { requestScrubIn } from './scrub.ts'

/** Returns a student of the college. @throws NOT_FOUND, also for another college's student and for faculty */
export async function requireStudent(db: Db, scope: CollegeScope, id: string) {
  const student = await privacyRepo(db).student(scope, id)
  if (!student) throw studentNotFound()
  return student
}

export type StudentRow = Awaited<ReturnType<typeof requireStudent>>

/** Number of records stored about a student. @throws NOT_FOUND */
export async function getPersonalData(app: Platform, scope: CollegeScope, id: string) {
  const student = await requireStudent(app.db.read, scope, id)
  const { running, ...counts } = await privacyRepo(app.db.read).counts(scope, id)
  return { student, ...counts, inExam: running > 0 }
}

/**
 * Erases a student with all their data, including their name in the audit log. Reports and totals then exclude them.
 * The job `privacy.scrub` overwrites the deleted data in the database file.
 * @param confirm the student's ID number or email, typed as confirmation
 * @throws NOT_FOUND; CONFLICT while the student is taking a test; VALIDATION when the confirmation does not match
 */
export async function eraseStudent(app: Platform, scope: CollegeScope, actor: Actor, id: string, confirm: string) {
  const now = app.clock.now()
  const { email, files } = await app.db.write(async (tx) => {
    const student = await requireStudent(tx, scope, id)
    if (confirm !== student.idNumber && confirm.toLowerCase() !== student.email) throw wrongConfirmation()
    const { running, ...counts } = await privacyRepo(tx).counts(scope, id)
    if (running > 0) throw inExam()
    await forgetMailTo(tx, student.email)
    await deleteResetsIn(tx, student.email)
    await privacyRepo(tx).forgetInLog(scope, student)
    await deleteFromDeliveries(tx, id)
    const files = await filesOfStudent(tx, id)
    await privacyRepo(tx).delete(scope, id)
    await requestScrubIn(tx)
    await recordAudit(tx, now, actor, {
      action: 'member.erase',
      subject: { type: 'member', id, name: null },
      detail: { attempts: counts.attempts, submissions: counts.submissions },
    })
    return { email: student.email, files }
  })
  await deleteFiles(app, files)
  await forgetOutbox(app.config.dataDir, email)
  return { message: 'The student’s personal data has been erased' }
}
