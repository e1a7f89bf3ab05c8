import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import { queueMail } from '#server/platform/mail/service.ts'
import { hashTemporary, temporaryPassword } from '#server/platform/password.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { type MemberForm, type MemberListQuery, type member, memberRoles } from '#shared/members/schema.ts'
import type { Role } from '#shared/roles.ts'
import { paginate } from '#shared/schema.ts'
import { recordAudit } from '../audit/service.ts'
import { emailTaken, idNumberTaken, memberNotFound } from './errors.ts'
import { type MemberFilter, membersRepo } from './repo.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof membersRepo>['find']>>>

type College = NonNullable<Awaited<ReturnType<ReturnType<typeof membersRepo>['collegeOf']>>>

function present(row: Row, college: College): z.input<typeof member> {
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

interface NewAccount {
  role: Role
  collegeId: string
  name: string
  email: string
  /** Temporary and random; whoever chooses one of their own replaces it. */
  password: string
  idNumber?: string
  branch?: string
  batch?: string | null
  section?: string | null
  phoneNumber?: string | null
}

/**
 * Adds a person who can sign in, inside the caller's write job, and mails them the temporary password.
 *
 * @returns the new id
 * @throws CONFLICT when the email is taken anywhere
 */
export async function createAccount(app: Platform, tx: Db, { password, ...account }: NewAccount): Promise<string> {
  if (await membersRepo(tx).emailIsTaken(account.email)) throw emailTaken()
  const id = newId()
  const passwordHash = hashTemporary(password, app.passwordKey)
  const now = app.clock.now()
  await membersRepo(tx).insert({ id, ...account, passwordHash, createdAt: now })
  await queueMail(tx, now, {
    to: account.email,
    subject: 'Your Examhall account',
    paragraphs: [
      `Hello ${account.name},`,
      'an account has been made for you. Sign in here with this email and the temporary password below.',
      `${app.config.publicUrl}/login`,
      `Email: ${account.email}\nTemporary password: ${password}`,
    ],
  })
  return id
}

async function ownCollege(app: Platform, scope: CollegeScope): Promise<College> {
  const college = await membersRepo(app.db.read).collegeOf(scope)
  if (!college) throw memberNotFound()
  return college
}

/** One person of the college. @throws NOT_FOUND, also for another college's */
export async function getMember(app: Platform, scope: CollegeScope, id: string) {
  const row = await membersRepo(app.db.read).find(scope, id)
  if (!row) throw memberNotFound()
  return present(row, await ownCollege(app, scope))
}

/** A page of the college's people, newest first. */
export async function findMembers(app: Platform, scope: CollegeScope, query: MemberListQuery) {
  const repo = membersRepo(app.db.read)
  const college = await ownCollege(app, scope)
  const [rows, total] = await Promise.all([repo.list(scope, query, query), repo.count(scope, query)])
  return { users: rows.map((row) => present(row, college)), pagination: paginate(query, total) }
}

/** All students that a picker's filter matches, by name. */
export async function findStudents(app: Platform, scope: CollegeScope, filter: Omit<MemberFilter, 'role'>) {
  const rows = await membersRepo(app.db.read).listAll(scope, { ...filter, role: 'student' })
  const college = await ownCollege(app, scope)
  return { students: rows.map((row) => present(row, college)) }
}

/** Sorted distinct branches, batches or sections of the college's students. */
export const groupNames = (app: Platform, scope: CollegeScope, group: 'branch' | 'batch' | 'section') =>
  membersRepo(app.db.read).groupNames(scope, group)

/**
 * Adds a faculty member or a student to the college.
 *
 * @returns the temporary password, the only time it is told
 * @throws CONFLICT when the email is taken anywhere, or the ID number in the college
 */
export async function createMember(app: Platform, scope: CollegeScope, actor: Actor, form: MemberForm) {
  const password = temporaryPassword()
  const id = await app.db.write(async (tx) => {
    if (await membersRepo(tx).idNumberIsTaken(scope.collegeId, form.idNumber))
      throw idNumberTaken(form.role, await membersRepo(tx).emailIsTaken(form.email))
    const created = await createAccount(app, tx, { ...form, collegeId: scope.collegeId, password })
    await recordAudit(tx, app.clock.now(), actor, {
      action: 'member.create',
      subjectType: 'member',
      subjectId: created,
      detail: { role: form.role },
    })
    return created
  })
  return { user: await getMember(app, scope, id), temporaryPassword: password }
}
