import type { z } from 'zod'
import { newId } from '#server/platform/id.ts'
import { temporaryPassword } from '#server/platform/password.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeForm, college } from '#shared/colleges/schema.ts'
import { type PageQuery, paginate } from '#shared/schema.ts'
import { recordAudit } from '../audit/service.ts'
import { createAccount } from '../members/service.ts'
import { codeTaken, collegeNotFound } from './errors.ts'
import { collegesRepo } from './repo.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof collegesRepo>['find']>>>

const present = (row: Row): z.input<typeof college> => ({
  ...row.college,
  totalFaculty: row.totalFaculty,
  totalStudents: row.totalStudents,
  adminInfo:
    row.adminName === null
      ? null
      : { name: row.adminName, hasLoggedIn: row.adminLastLoginAt !== null, lastLogin: row.adminLastLoginAt },
})

/** One college. @throws NOT_FOUND */
export async function getCollege(app: Platform, id: string) {
  const row = await collegesRepo(app.db.read).find(id)
  if (!row) throw collegeNotFound()
  return present(row)
}

/** Colleges, newest first, found by name, code or email. */
export async function findColleges(app: Platform, query: PageQuery & { search?: string | undefined }) {
  const repo = collegesRepo(app.db.read)
  const [rows, total] = await Promise.all([repo.list(query.search, query), repo.count(query.search)])
  return { colleges: rows.map(present), pagination: paginate(query, total) }
}

/**
 * Creates a college together with its admin, who signs in with the college's email.
 *
 * @returns the temporary password, the only time it is told
 * @throws CONFLICT when the code (in any case) or the email is taken
 */
export async function createCollege(app: Platform, actor: Actor, form: CollegeForm) {
  const id = newId()
  const codeKey = form.code.normalize('NFKC').toLowerCase()
  const password = temporaryPassword()
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    if (await collegesRepo(tx).codeIsTaken(codeKey)) throw codeTaken()
    await collegesRepo(tx).insert({ id, ...form, codeKey, createdAt: now })
    await createAccount(app, tx, {
      role: 'college_admin',
      collegeId: id,
      name: `${form.name} Admin`,
      email: form.email,
      password,
    })
    await recordAudit(tx, now, actor, {
      action: 'college.create',
      subjectType: 'college',
      subjectId: id,
      collegeId: id,
    })
  })
  return { college: await getCollege(app, id), credentials: { email: form.email, temporaryPassword: password } }
}
