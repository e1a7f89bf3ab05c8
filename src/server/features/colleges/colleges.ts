import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import { temporaryPassword } from '#server/platform/password.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeForm, CollegeListQuery, college, toggleForm } from '#shared/colleges/colleges.schema.ts'
import { paginate } from '#shared/schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { removeSecondStepIn } from '../auth/second-step.ts'
import { closeCollegeSessionsIn } from '../auth/sessions.ts'
import { deleteWebhooksOf } from '../integrations/webhooks/webhooks.ts'
import { createAccount, emailRefusal, moveAccount, reissuePassword } from '../members/members.ts'
import { removeCollegeNotifications } from '../notifications/removal.ts'
import { codeTaken, collegeNotFound, twoStepNotOn, wrongConfirmation } from './colleges.errors.ts'
import { collegesRepo } from './colleges.repo.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof collegesRepo>['find']>>>

const present = (row: Row): z.input<typeof college> => ({
  ...row.college,
  ownTests: row.college.ownTests === null ? undefined : row.college.ownTests === 'on',
  totalFaculty: row.totalFaculty,
  totalStudents: row.totalStudents,
  adminInfo:
    row.adminName === null
      ? null
      : {
          name: row.adminName,
          hasLoggedIn: row.adminLastLoginAt !== null,
          lastLogin: row.adminLastLoginAt,
          twoStep: row.adminTwoStep,
        },
})

/** Normalizes a code for comparison, ignoring case even beyond ASCII. */
const keyOf = (code: string) => code.normalize('NFKC').toLowerCase()

/** A college as the subject of an audit entry, which also appears in the college's own log. */
export const subjectOf = ({ id, name }: { id: string; name: string }) =>
  ({ subject: { type: 'college', id, name }, collegeId: id }) as const

/** Returns a college inside a write job. @throws NOT_FOUND */
export async function requireCollege(tx: Db, id: string) {
  const row = await collegesRepo(tx).find(id)
  if (!row) throw collegeNotFound()
  return row
}

/** @throws CONFLICT when another college has the code; also reports a taken email */
async function refuseTakenCode(tx: Db, codeKey: string, email: string, own?: { id: string; adminId: string | null }) {
  if (!(await collegesRepo(tx).codeIsTaken(codeKey, own?.id))) return
  throw codeTaken((await emailRefusal(tx, email, own?.adminId ?? undefined))?.errors)
}

/** @throws NOT_FOUND */
export async function getCollege(app: Platform, id: string) {
  const row = await collegesRepo(app.db.read).find(id)
  if (!row) throw collegeNotFound()
  return present(row)
}

/** A page of colleges, newest first. Searches name, code and email. */
export async function findColleges(app: Platform, query: CollegeListQuery) {
  const repo = collegesRepo(app.db.read)
  const [rows, total] = await Promise.all([repo.list(query, query), repo.count(query)])
  return { colleges: rows.map(present), pagination: paginate(query, total) }
}

/**
 * Creates a college and its admin, who signs in with the college's email.
 * @returns the college, and the temporary password, which is shown only once
 * @throws CONFLICT when the code (ignoring case) or the email is taken
 */
export async function createCollege(app: Platform, actor: Actor, form: CollegeForm) {
  const id = newId()
  const codeKey = keyOf(form.code)
  const password = temporaryPassword()
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    await refuseTakenCode(tx, codeKey, form.email)
    await collegesRepo(tx).insert({ id, ...form, codeKey, createdAt: now })
    await createAccount(app, tx, {
      role: 'college_admin',
      collegeId: id,
      name: `${form.name} Admin`,
      email: form.email,
      password,
    })
    await recordAudit(tx, now, actor, { action: 'college.create', ...subjectOf({ id, name: form.name }) })
  })
  return { college: await getCollege(app, id), credentials: { email: form.email, temporaryPassword: password } }
}

/**
 * Updates a college. Its admin signs in with its email, so a new email changes that account too.
 * @throws NOT_FOUND; CONFLICT when the code (ignoring case) or the email is taken
 */
export async function updateCollege(app: Platform, actor: Actor, id: string, form: CollegeForm) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const { college: before, adminId, adminName } = await requireCollege(tx, id)
    const codeKey = keyOf(form.code)
    await refuseTakenCode(tx, codeKey, form.email, { id, adminId })
    const changed = (Object.keys(form) as (keyof CollegeForm)[]).filter((field) => before[field] !== form[field])
    if (changed.length === 0) return
    if (form.email !== before.email && adminId !== null && adminName !== null)
      await moveAccount(app, tx, { id: adminId, name: adminName, email: before.email }, form.email)
    await collegesRepo(tx).update(id, { ...form, codeKey })
    await recordAudit(tx, now, actor, {
      action: 'college.update',
      ...subjectOf({ id, name: form.name }),
      detail: { changed },
    })
  })
  return getCollege(app, id)
}

/**
 * Activates or deactivates a college. Deactivating ends all its sessions and revokes its API tokens. @throws NOT_FOUND
 */
export async function toggleCollege(app: Platform, actor: Actor, { id, wasActive }: z.output<typeof toggleForm>) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const { college } = await requireCollege(tx, id)
    if (wasActive !== undefined && wasActive !== college.isActive) return
    const isActive = !college.isActive
    await collegesRepo(tx).update(id, { isActive })
    if (!isActive) await closeCollegeSessionsIn(tx, id)
    await recordAudit(tx, now, actor, {
      action: isActive ? 'college.activate' : 'college.deactivate',
      ...subjectOf(college),
    })
  })
  return getCollege(app, id)
}

/** Issues a new temporary password for a college's admin, which is returned once and emailed. @throws NOT_FOUND */
export async function reissueAdminPassword(app: Platform, actor: Actor, id: string) {
  const now = app.clock.now()
  const credentials = await app.db.write(async (tx) => {
    const { college, adminId, adminName } = await requireCollege(tx, id)
    if (adminId === null || adminName === null) throw collegeNotFound()
    const account = { id: adminId, name: adminName, email: college.email }
    const temporaryPassword = await reissuePassword(app, tx, account)
    await recordAudit(tx, now, actor, {
      action: 'member.reissue_password',
      subject: { type: 'member', id: adminId, name: adminName },
      collegeId: id,
    })
    return { email: account.email, temporaryPassword }
  })
  return { college: await getCollege(app, id), credentials }
}

/**
 * Removes the second step of a college admin who lost their authenticator and passkeys. @throws NOT_FOUND; CONFLICT
 * when there is none
 */
export async function turnOffAdminTwoStep(app: Platform, actor: Actor, id: string) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const { adminId, adminName } = await requireCollege(tx, id)
    if (adminId === null || adminName === null) throw collegeNotFound()
    if (!(await removeSecondStepIn(tx, adminId))) throw twoStepNotOn()
    await recordAudit(tx, now, actor, {
      action: 'member.turn_off_two_step',
      subject: { type: 'member', id: adminId, name: adminName },
      collegeId: id,
    })
  })
  return getCollege(app, id)
}

/**
 * Deletes a college with its people, assignments, attempts and mail. It disappears immediately; its rows are deleted in
 * batches so that a big college does not delay other colleges' saves.
 * @param confirm the college's code, typed as confirmation
 * @returns the deleted college
 * @throws NOT_FOUND; VALIDATION when the code does not match
 */
export async function deleteCollege(app: Platform, actor: Actor, id: string, confirm: string) {
  const now = app.clock.now()
  const before = await getCollege(app, id)
  if (confirm !== before.code) throw wrongConfirmation(before.code)
  await app.db.write(async (tx) => {
    const { college, totalFaculty, totalStudents } = await requireCollege(tx, id)
    await collegesRepo(tx).update(id, { deletedAt: now, isActive: false, codeKey: `deleted ${id}` })
    await closeCollegeSessionsIn(tx, id)
    await recordAudit(tx, now, actor, {
      action: 'college.delete',
      ...subjectOf(college),
      detail: { code: college.code, email: college.email, totalFaculty, totalStudents },
    })
  })
  await removeCollege(app, id)
  return before
}

/** Maximum rows per write job, to limit each job to a few milliseconds. */
const perJob = { attempts: 25, tests: 5, questions: 100, people: 100 }

async function removeCollege(app: Platform, id: string) {
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  while ((await app.db.write((tx) => collegesRepo(tx).deleteAttempts(id, perJob.attempts))) > 0) await turn()
  while ((await app.db.write((tx) => collegesRepo(tx).deleteTests(id, perJob.tests))) > 0) await turn()
  while ((await app.db.write((tx) => collegesRepo(tx).deleteQuestions(id, perJob.questions))) > 0) await turn()
  await removeCollegeNotifications(app, id)
  while ((await app.db.write((tx) => collegesRepo(tx).deletePeople(id, perJob.people))) > 0) await turn()
  await deleteWebhooksOf(app, id)
  await app.db.write((tx) => collegesRepo(tx).delete(id))
}

/** Resumes deletions that a shutdown interrupted. */
export async function finishDeletions(app: Platform) {
  for (const { id } of await collegesRepo(app.db.read).deleted()) await removeCollege(app, id)
}
