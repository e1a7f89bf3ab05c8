import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import { forgetMailTo, queueMail } from '#server/platform/mail/mail.ts'
import { hashTemporary, temporaryPassword } from '#server/platform/password.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { type MemberForm, type MemberListQuery, type member, memberRoles } from '#shared/members/members.schema.ts'
import type { Role } from '#shared/roles.ts'
import { paginate } from '#shared/schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { deleteResetsIn } from '../auth/resets.ts'
import { removeSecondStepIn } from '../auth/second-step.ts'
import { closeSessionsIn } from '../auth/sessions.ts'
import { accountMail, queueMoveMails } from './mails.ts'
import { emailTaken, idNumberTaken, memberNotFound, studentNotFound } from './members.errors.ts'
import { type MemberFilter, membersRepo } from './members.repo.ts'

export type MemberRow = NonNullable<Awaited<ReturnType<ReturnType<typeof membersRepo>['find']>>>

export type CollegeRow = NonNullable<Awaited<ReturnType<ReturnType<typeof membersRepo>['collegeOf']>>>

export function presentMember(row: MemberRow, college: CollegeRow): z.input<typeof member> {
  const role = memberRoles.find((known) => known === row.role)
  if (!role) throw new Error(`A ${row.role} is not a member`)
  return {
    ...row,
    role,
    collegeName: college.name,
    collegeId: college,
    idNumber: row.idNumber ?? '',
    branch: row.branch ?? '',
    hasLoggedIn: row.lastLoginAt !== null,
    lastLogin: row.lastLoginAt,
  }
}

/** Returns a CONFLICT if anybody but `except` has the email, in any college; undefined when it is free. */
export const emailRefusal = async (tx: Db, email: string, except?: string) =>
  (await membersRepo(tx).emailIsTaken(email, except)) ? emailTaken() : undefined

interface NewAccount {
  role: Role
  collegeId: string
  name: string
  email: string
  /** A random temporary password that the person must replace. */
  password: string
  idNumber?: string
  branch?: string
  batch?: string | null
  section?: string | null
  phoneNumber?: string | null
}

/**
 * Adds a person who can sign in, inside the caller's write job, and emails them the temporary password.
 * @returns the new id
 * @throws CONFLICT when the email is taken anywhere
 */
export async function createAccount(app: Platform, tx: Db, { password, ...account }: NewAccount): Promise<string> {
  const refusal = await emailRefusal(tx, account.email)
  if (refusal) throw refusal
  const id = newId()
  const passwordHash = hashTemporary(password, app.passwordKey)
  const now = app.clock.now()
  await membersRepo(tx).insert({ id, ...account, passwordHash, createdAt: now })
  await queueMail(tx, now, accountMail(app, account, password))
  return id
}

export async function ownCollege(app: Platform, scope: CollegeScope): Promise<CollegeRow> {
  const college = await membersRepo(app.db.read).collegeOf(scope)
  if (!college) throw memberNotFound()
  return college
}

/** Returns a person of the college. @throws NOT_FOUND, also for another college's person */
export async function getMember(app: Platform, scope: CollegeScope, id: string) {
  const row = await membersRepo(app.db.read).find(scope, id)
  if (!row) throw memberNotFound()
  return presentMember(row, await ownCollege(app, scope))
}

/** Returns a student of the college. @throws NOT_FOUND, also for another college's student and for faculty */
export async function getStudent(app: Platform, scope: CollegeScope, id: string) {
  const row = await membersRepo(app.db.read).find(scope, id)
  if (row?.role !== 'student') throw studentNotFound()
  return presentMember(row, await ownCollege(app, scope))
}

export async function findMembers(app: Platform, scope: CollegeScope, query: MemberListQuery) {
  const repo = membersRepo(app.db.read)
  const college = await ownCollege(app, scope)
  const [rows, total] = await Promise.all([repo.list(scope, query, query), repo.count(scope, query)])
  return { users: rows.map((row) => presentMember(row, college)), pagination: paginate(query, total) }
}

/** All students matching a picker's filter, by name. */
export async function findStudents(app: Platform, scope: CollegeScope, filter: Omit<MemberFilter, 'role'>) {
  const rows = await membersRepo(app.db.read).listAll(scope, { ...filter, role: 'student' })
  const college = await ownCollege(app, scope)
  return { students: rows.map((row) => presentMember(row, college)) }
}

/** Sorted distinct branches, batches or sections of the college's students. */
export const groupNames = (app: Platform, scope: CollegeScope, group: 'branch' | 'batch' | 'section') =>
  membersRepo(app.db.read).groupNames(scope, group)

/** @throws CONFLICT when anybody but `except` has the email, or the ID number within the college */
async function refuseTaken(tx: Db, scope: CollegeScope, { role, email, idNumber }: MemberForm, except?: string) {
  const emailIsTaken = await membersRepo(tx).emailIsTaken(email, except)
  if (await membersRepo(tx).idNumberIsTaken(scope.collegeId, idNumber, except)) throw idNumberTaken(role, emailIsTaken)
  if (emailIsTaken) throw emailTaken()
}

/**
 * Adds a faculty member or a student to the college.
 * @returns the person, and the temporary password, which is shown only once
 * @throws CONFLICT when the email is taken anywhere, or the ID number in the college
 */
export async function createMember(app: Platform, scope: CollegeScope, actor: Actor, form: MemberForm) {
  const password = temporaryPassword()
  const id = await app.db.write(async (tx) => {
    await refuseTaken(tx, scope, form)
    const created = await createAccount(app, tx, { ...form, collegeId: scope.collegeId, password })
    await recordAudit(tx, app.clock.now(), actor, {
      action: 'member.create',
      subject: { type: 'member', id: created, name: form.name },
      detail: { role: form.role },
    })
    return created
  })
  return { user: await getMember(app, scope, id), temporaryPassword: password }
}

/** Returns a person inside a write job. @throws NOT_FOUND */
async function requireMember(tx: Db, scope: CollegeScope, id: string): Promise<MemberRow> {
  const row = await membersRepo(tx).find(scope, id)
  if (!row) throw memberNotFound()
  return row
}

const subjectOf = ({ id, name }: { id: string; name: string }) => ({ subject: { type: 'member', id, name } }) as const

/**
 * Changes an account's email, inside the caller's job. Reset links sent to the old address are invalidated, and both
 * addresses are notified.
 */
export async function moveAccount(
  app: Platform,
  tx: Db,
  account: { id: string; name: string; email: string },
  to: string,
) {
  const refusal = await emailRefusal(tx, to, account.id)
  if (refusal) throw refusal
  await membersRepo(tx).update(account.id, { email: to })
  await deleteResetsIn(tx, account.email)
  await queueMoveMails(app, tx, account, to)
}

/**
 * Updates a person. Both addresses are notified of a new email; a new role ends the person's sessions.
 * @throws NOT_FOUND; CONFLICT when the email is taken anywhere, or the ID number in the college
 */
export async function updateMember(app: Platform, scope: CollegeScope, actor: Actor, id: string, form: MemberForm) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const before = await requireMember(tx, scope, id)
    await refuseTaken(tx, scope, form, id)
    const { email, ...fields } = form
    const changed = (Object.keys(form) as (keyof MemberForm)[]).filter(
      (field) => (before[field] ?? null) !== form[field],
    )
    if (changed.length === 0) return
    if (email !== before.email) await moveAccount(app, tx, before, email)
    await membersRepo(tx).update(id, fields)
    const roleChanged = form.role !== before.role
    if (roleChanged) await closeSessionsIn(tx, id)
    await recordAudit(tx, now, actor, {
      action: roleChanged ? 'member.change_role' : 'member.update',
      ...subjectOf({ id, name: form.name }),
      detail: { changed, ...(roleChanged && { from: before.role, to: form.role }) },
    })
  })
  return getMember(app, scope, id)
}

/** Deletes a person with their attempts, assignments, sessions and unsent mail. @throws NOT_FOUND */
export async function deleteMember(app: Platform, scope: CollegeScope, actor: Actor, id: string) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const member = await requireMember(tx, scope, id)
    await forgetMailTo(tx, member.email)
    await deleteResetsIn(tx, member.email)
    await membersRepo(tx).delete(id)
    await recordAudit(tx, now, actor, {
      action: 'member.delete',
      ...subjectOf(member),
      detail: { role: member.role, email: member.email, idNumber: member.idNumber },
    })
  })
  return { message: 'User deleted successfully' }
}

/**
 * Activates or deactivates a person. Deactivating ends sessions and revokes API tokens; a running attempt is kept.
 * @throws NOT_FOUND
 */
export async function toggleMember(app: Platform, scope: CollegeScope, actor: Actor, id: string) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const member = await requireMember(tx, scope, id)
    const isActive = !member.isActive
    await membersRepo(tx).update(id, { isActive })
    if (!isActive) await closeSessionsIn(tx, id)
    await recordAudit(tx, now, actor, {
      action: isActive ? 'member.activate' : 'member.deactivate',
      ...subjectOf(member),
      detail: { role: member.role },
    })
  })
  return getMember(app, scope, id)
}

/**
 * Issues and emails a new temporary password, inside the caller's job. The old password, reset links, sessions and API
 * tokens are revoked.
 * @param urgent sends the email before others in the queue; not for bulk use
 * @returns the password, which is not stored
 */
export async function reissuePassword(
  app: Platform,
  tx: Db,
  account: { id: string; name: string; email: string },
  urgent = true,
) {
  const password = temporaryPassword()
  await membersRepo(tx).update(account.id, { passwordHash: hashTemporary(password, app.passwordKey) })
  await closeSessionsIn(tx, account.id)
  await deleteResetsIn(tx, account.email)
  // Unsent mail may contain the previous password.
  await forgetMailTo(tx, account.email)
  await queueMail(tx, app.clock.now(), { ...accountMail(app, account, password, true), urgent })
  return password
}

/** Issues a new temporary password for a person of the college. @throws NOT_FOUND */
export async function reissueMemberPassword(app: Platform, scope: CollegeScope, actor: Actor, id: string) {
  const now = app.clock.now()
  const password = await app.db.write(async (tx) => {
    const member = await requireMember(tx, scope, id)
    const made = await reissuePassword(app, tx, member)
    await recordAudit(tx, now, actor, { action: 'member.reissue_password', ...subjectOf(member) })
    // People who ask for a new password may have lost their phone too.
    if (await removeSecondStepIn(tx, id))
      await recordAudit(tx, now, actor, { action: 'member.turn_off_two_step', ...subjectOf(member) })
    return made
  })
  return { user: await getMember(app, scope, id), temporaryPassword: password }
}
